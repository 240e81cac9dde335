//! `bytecount`: the representatives of its eight clusters, and what the paper says of each as a predicate.

use autobva_core::Group::{EE, VE, VV};

use super::row::row;
use crate::experiment::paper::function::Function;
use crate::experiment::search::Pair;

/// Table "Representative candidates for each cluster for bytecount"; the long inputs are those of
/// `ByteCount_representatives.csv`.
pub const BYTECOUNT: Function = Function {
    name: "bytecount",
    title: "bytecount",
    arguments: 1,
    declared: &["bytes:int"],
    rows: &[
        row(VV, (&["-1"], "-1B"), (&["0"], "0B"), 3, 3),
        row(VV, (&["-10"], "-10B"), (&["-9"], "-9B"), 33, 33),
        row(VV, (&["9950"], "9.9 kB"), (&["9951"], "10.0 kB"), 6, 6),
        row(VV, (&["999"], "999B"), (&["1000"], "1.0 kB"), 6, 6),
        row(VV, (&["99949"], "99.9 kB"), (&["99950"], "100.0 kB"), 7, 7),
        row(VV, (&["false"], "falseB"), (&["true"], "trueB"), 1, 1),
        row(
            VE,
            (&["999999999999994822656"], "1000.0 EB"),
            (&["999999999999994822657"], "BoundsError(\"kMGTPE\", 7)"),
            1,
            1,
        )
        .only_bcs(),
        row(
            EE,
            (&["999999999999990520104160854016"], "BoundsError(\"kMGTPE\", 9)"),
            (&["999999999999990520104160854017"], "BoundsError(\"kMGTPE\", 10)"),
            1,
            1,
        )
        .only_bcs(),
    ],
    kinds: || super::row::kinds(BYTECOUNT.rows, kind),
};

/// The first unit: smaller numbers are written as they are.
const FIRST_UNIT: i128 = 1000;

/// The cluster of a pair, from 0: according to the paper, the numbers in the outputs distinguish the clusters.
fn kind(pair: &Pair<'_>) -> Option<usize> {
    pair.step()?;
    let (left, right) = pair.texts();
    match pair.valid() {
        (true, true) if pair.is_bool(0) => Some(5),
        (true, true) => both_valid(pair.left_number(0)?, left, right),
        (false, false) => Some(7),
        _ => Some(6),
    }
}

fn both_valid(n: i128, left: &str, right: &str) -> Option<usize> {
    let number = |text: &str| text.trim_end_matches(|c: char| !c.is_ascii_digit()).to_string();
    match (number(left).as_str(), number(right).as_str()) {
        _ if n < -1 => Some(1),
        _ if n < FIRST_UNIT - 1 => Some(0),
        (_, "1.0") => Some(3),
        ("9.9", "10.0") => Some(2),
        ("99.9", "100.0") | ("999.9", "1000.0") => Some(4),
        _ => None,
    }
}
