//! One special value among 2^64: a round one, which a search that tries round numbers can find, and an arbitrary one,
//! which a black-box search can only hit by chance. The latter shows that the benchmark does not flatter.

use autobva_core::Entry;
use autobva_sut::IntoSut;

use crate::experiment::search::subject::{Subject, Truth, function};

pub(super) const ROUND: Subject = Subject {
    entry: Entry { name: "needle_round", help: "one special value in 2^64, a round number" },
    output_distance: "shape",
    sut: || function((|x: i64| hay(x, ROUND_NUMBER)).into_sut(), "needle_round", &["x"]),
    truth: || truth(ROUND_NUMBER),
};

pub(super) const ARBITRARY: Subject = Subject {
    entry: Entry {
        name: "needle_arbitrary",
        help: "one special value in 2^64, any number; chance alone finds it",
    },
    output_distance: "shape",
    sut: || function((|x: i64| hay(x, ANY_NUMBER)).into_sut(), "needle_arbitrary", &["x"]),
    truth: || truth(ANY_NUMBER),
};

const ROUND_NUMBER: i64 = 1_000_000_000_000;
const ANY_NUMBER: i64 = 5_870_213_946_601_274_913;

fn hay(x: i64, needle: i64) -> &'static str {
    if x == needle { "needle" } else { "hay" }
}

fn truth(needle: i64) -> Truth {
    let needle = i128::from(needle);
    Truth::steps(vec![needle - 1, needle])
}
