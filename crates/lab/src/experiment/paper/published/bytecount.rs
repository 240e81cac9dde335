//! `bytecount`: the representatives of its eight clusters, and what the paper says of each as a predicate.

use autobva_core::Group;

use super::row::PublishedRow;
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
        PublishedRow {
            group: Group::VV,
            left: &["-1"],
            left_output: "-1B",
            right: &["0"],
            right_output: "0B",
            size: 3,
            bcs: 3,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["-10"],
            left_output: "-10B",
            right: &["-9"],
            right_output: "-9B",
            size: 33,
            bcs: 33,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["9950"],
            left_output: "9.9 kB",
            right: &["9951"],
            right_output: "10.0 kB",
            size: 6,
            bcs: 6,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["999"],
            left_output: "999B",
            right: &["1000"],
            right_output: "1.0 kB",
            size: 6,
            bcs: 6,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["99949"],
            left_output: "99.9 kB",
            right: &["99950"],
            right_output: "100.0 kB",
            size: 7,
            bcs: 7,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["false"],
            left_output: "falseB",
            right: &["true"],
            right_output: "trueB",
            size: 1,
            bcs: 1,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VE,
            left: &["999999999999994822656"],
            left_output: "1000.0 EB",
            right: &["999999999999994822657"],
            right_output: "BoundsError(\"kMGTPE\", 7)",
            size: 1,
            bcs: 1,
            only_bcs: true,
        },
        PublishedRow {
            group: Group::EE,
            left: &["999999999999990520104160854016"],
            left_output: "BoundsError(\"kMGTPE\", 9)",
            right: &["999999999999990520104160854017"],
            right_output: "BoundsError(\"kMGTPE\", 10)",
            size: 1,
            bcs: 1,
            only_bcs: true,
        },
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
