//! BMI: the representatives of its five clusters. A cluster is a pair of kinds of numbers.

use autobva_core::Group::{VE, VV};

use super::row::row;
use crate::experiment::paper::function::Function;
use crate::experiment::search::Pair;

/// Table "Representative candidates for each cluster for BMI".
pub const BMI: Function = Function {
    name: "bmi",
    title: "BMI",
    arguments: 2,
    declared: &["h:i64", "w:i64"],
    rows: &[
        row(VV, (&["0", "93"], "Inf"), (&["1", "93"], "930000.0"), 5_753, 299),
        row(VV, (&["106", "11"], "9.8"), (&["106", "12"], "10.7"), 99_113, 11_181),
        row(
            VE,
            (&["-1", "0"], "DomainError(\"Height or Weight cannot be negative.\", \"\")"),
            (&["0", "0"], "NaN"),
            2,
            2,
        ),
        row(
            VE,
            (&["-1", "1"], "DomainError(\"Height or Weight cannot be negative.\", \"\")"),
            (&["0", "1"], "Inf"),
            95_046,
            6_534,
        ),
        row(
            VE,
            (&["1", "-1"], "DomainError(\"Height or Weight cannot be negative.\", \"\")"),
            (&["1", "0"], "0.0"),
            38_449,
            4_494,
        ),
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
