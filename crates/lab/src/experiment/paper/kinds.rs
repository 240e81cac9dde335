//! What the paper says of each cluster, as a predicate: the index of the row that a pair of neighbours belongs to.

use super::published::representatives;
use crate::experiment::search::{Known, Pair, Truth, subject};

/// The rows of a function as kinds of candidates, distinguished by a function that returns the index of a row.
pub(super) fn kinds(function: &str, kind: fn(&Pair<'_>) -> Option<usize>) -> Truth {
    let known = representatives(function).iter().enumerate().map(|(place, row)| {
        let name = format!("{}: {} | {}", place + 1, row.left_output, row.right_output);
        let [left, right] = [&row.left, &row.right].map(|input| input.split(", ").collect::<Vec<_>>());
        Known::new(name, &left, &right)
    });
    Truth::kinds(known.collect(), move |pair| pair.step().and_then(|_| kind(pair)))
}

/// The clusters of Julia Date are those of the benchmark of strategies.
pub(super) fn of_date() -> Truth {
    (subject("date").expect("a subject of the benchmark").truth)()
}

/// The cluster of a pair of BMI classification: the row with the same outputs in the same order.
pub(super) fn of_bmi_class(pair: &Pair<'_>) -> Option<usize> {
    let rows = representatives("bmi_class");
    rows.iter().position(|row| (row.left_output.as_str(), row.right_output.as_str()) == pair.texts())
}

/// The first unit: smaller numbers are written as they are.
const FIRST_UNIT: i128 = 1000;

/// The cluster of a pair of bytecount: according to the paper, the numbers in the outputs distinguish the clusters.
pub(super) fn of_bytecount(pair: &Pair<'_>) -> Option<usize> {
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

/// The cluster of a pair of BMI: an infinite and a finite number, two finite ones, or an error next to NaN, to an
/// infinite number or to a finite one.
pub(super) fn of_bmi(pair: &Pair<'_>) -> Option<usize> {
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
