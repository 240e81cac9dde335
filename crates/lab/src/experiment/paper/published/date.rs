//! Julia Date: the representatives of its eleven clusters. Their predicates are those of the benchmark of strategies.

use autobva_core::Group::{EE, VE, VV};

use super::row::row;
use crate::experiment::paper::function::Function;
use crate::experiment::search::subject;

/// Table "Representative candidates for each cluster for Julia Date"; the long inputs are those of
/// `Julia_Date_representatives.csv`.
pub const DATE: Function = Function {
    name: "date",
    title: "Julia Date",
    arguments: 3,
    declared: &["year:i64", "month:i64", "day:i64"],
    rows: &[
        row(VV, (&["-10000", "2", "3"], "-10000-02-03"), (&["-9999", "2", "3"], "-9999-02-03"), 8, 8)
            .only_bcs(),
        row(VV, (&["-1", "9", "3"], "-0001-09-03"), (&["0", "9", "3"], "0000-09-03"), 115, 38),
        row(VV, (&["9999", "5", "9"], "9999-05-09"), (&["10000", "5", "9"], "10000-05-09"), 14, 13)
            .only_bcs(),
        row(
            VV,
            (&["757576862466481", "2", "21"], "252522163911150-6028347736506391-02"),
            (&["757576862466482", "2", "21"], "-252522163911150-12056695473012777-30"),
            1,
            1,
        )
        .only_bcs(),
        row(
            VV,
            (&["1615164095665992", "3", "22"], "99999999999999-18085043209519168-20"),
            (&["1615164095665993", "3", "22"], "100000000000000-18085043209519168-20"),
            5,
            5,
        )
        .only_bcs(),
        row(
            VE,
            (&["0", "2", "0"], "ArgumentError(\"Day: 0 out of range (1:29)\")"),
            (&["0", "2", "1"], "0000-02-01"),
            11_019,
            1_560,
        ),
        row(
            VE,
            (&["330", "5", "0"], "ArgumentError(\"Day: 0 out of range (1:31)\")"),
            (&["330", "5", "1"], "0330-05-01"),
            890,
            111,
        ),
        row(
            EE,
            (&["-8", "3", "-1"], "ArgumentError(\"Day: -1 out of range (1:31)\")"),
            (&["-8", "3", "0"], "ArgumentError(\"Day: 0 out of range (1:31)\")"),
            34_465,
            6_373,
        ),
        row(
            EE,
            (&["0", "0", "92"], "ArgumentError(\"Month: 0 out of range (1:12)\")"),
            (&["0", "1", "92"], "ArgumentError(\"Day: 92 out of range (1:31)\")"),
            871,
            108,
        ),
        row(
            EE,
            (&["0", "4", "99"], "ArgumentError(\"Day: 99 out of range (1:30)\")"),
            (&["0", "4", "100"], "ArgumentError(\"Day: 100 out of range (1:30)\")"),
            8,
            7,
        )
        .only_bcs(),
        row(
            EE,
            (&["0", "99999999", "0"], "ArgumentError(\"Month: 99999999 out of range (1:12)\")"),
            (&["0", "100000000", "0"], "ArgumentError(\"Month: 100000000 out of range (1:12)\")"),
            3,
            3,
        )
        .only_bcs(),
    ],
    kinds: || (subject("date").expect("a subject of the benchmark").truth)(),
};
