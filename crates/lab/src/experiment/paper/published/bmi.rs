//! BMI: the representatives of its five clusters. A cluster is a pair of kinds of numbers.

use autobva_core::Group;

use super::row::PublishedRow;
use crate::experiment::paper::function::Function;
use crate::experiment::search::Pair;

/// Table "Representative candidates for each cluster for BMI".
pub const BMI: Function = Function {
    name: "bmi",
    title: "BMI",
    arguments: 2,
    declared: &["h:i64", "w:i64"],
    rows: &[
        PublishedRow {
            group: Group::VV,
            left: &["0", "93"],
            left_output: "Inf",
            right: &["1", "93"],
            right_output: "930000.0",
            size: 5_753,
            bcs: 299,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["106", "11"],
            left_output: "9.8",
            right: &["106", "12"],
            right_output: "10.7",
            size: 99_113,
            bcs: 11_181,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VE,
            left: &["-1", "0"],
            left_output: "DomainError(\"Height or Weight cannot be negative.\", \"\")",
            right: &["0", "0"],
            right_output: "NaN",
            size: 2,
            bcs: 2,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VE,
            left: &["-1", "1"],
            left_output: "DomainError(\"Height or Weight cannot be negative.\", \"\")",
            right: &["0", "1"],
            right_output: "Inf",
            size: 95_046,
            bcs: 6_534,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VE,
            left: &["1", "-1"],
            left_output: "DomainError(\"Height or Weight cannot be negative.\", \"\")",
            right: &["1", "0"],
            right_output: "0.0",
            size: 38_449,
            bcs: 4_494,
            only_bcs: false,
        },
    ],
    kinds: || super::row::kinds(BMI.rows, kind),
};

/// The cluster of a pair, from 0: an infinite and a finite number, two finite ones, or an error next to NaN, to an
/// infinite number or to a finite one.
fn kind(pair: &Pair<'_>) -> Option<usize> {
    pair.step()?;
    let (left, right) = pair.texts();
    match pair.valid() {
        (true, true) if left == "Inf" && is_finite(right) => Some(0),
        (true, true) => (is_finite(left) && is_finite(right)).then_some(1),
        (false, true) => beside_error(right),
        (true, false) => beside_error(left),
        (false, false) => None,
    }
}

fn beside_error(valid: &str) -> Option<usize> {
    match valid {
        "NaN" => Some(2),
        "Inf" => Some(3),
        finite => is_finite(finite).then_some(4),
    }
}

fn is_finite(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}
