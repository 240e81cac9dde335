//! `cld`, `fld` and `fldmod1` under `shape`: changes of sign and number of digits, and the edges of the errors.
//!
//! A divisor of 1 lets the quotient run through all of i64, and a divisor of the greatest or least number lets the
//! remainder of `fldmod1` run through its sign's half; so every kind of change occurs. The errors are a divisor of 0
//! and the least number by −1, each with neighbours on two sides. Between the two errors nothing changes.

use super::*;
use crate::experiment::search::numbers::KINDS;

pub(super) const CLD: Subject = target(
    "cld",
    "division rounded up: every number of digits, and errors at two edges",
    "shape",
    || built_in("cld"),
    quotient_truth,
);

pub(super) const FLD: Subject =
    target("fld", "division rounded down: the same", "shape", || built_in("fld"), quotient_truth);

pub(super) const FLDMOD1: Subject = target(
    "fldmod1",
    "quotient and remainder, each with every number of digits",
    "shape",
    || built_in("fldmod1"),
    fldmod1_truth,
);

/// How many kinds of edges the errors have.
const EDGES: usize = 4;

fn edges() -> [Known; EDGES] {
    const LEAST: i64 = i64::MIN;
    [
        Known::new("divisor -1 | 0", &[5, -1], &[5, 0]),
        Known::new("divisor 0 | 1", &[5, 0], &[5, 1]),
        Known::new("least by -1 | the next by -1", &[LEAST, -1], &[LEAST + 1, -1]),
        Known::new("least by -2 | least by -1", &[LEAST, -2], &[LEAST, -1]),
    ]
}

/// The edge of the errors that a pair of a valid outcome and an error shows.
fn edge(pair: &Pair<'_>) -> Option<usize> {
    match (pair.step()?, pair.valid(), pair.left_number(1)?) {
        (1, (true, false), -1) => Some(0),
        (1, (false, true), 0) => Some(1),
        (0, (false, true), -1) => Some(2),
        (1, (true, false), -2) => Some(3),
        _ => None,
    }
}

fn quotient_truth() -> Truth {
    let changes = numbers::kinds().map(|(name, [a, b])| Known::new(name, &[a, 1], &[b, 1]));
    Truth::kinds(edges().into_iter().chain(changes).collect(), |pair| {
        pair.step()?;
        match pair.valid() {
            (true, true) => numbers::kind(pair.texts().0, pair.texts().1).map(|kind| EDGES + kind),
            _ => edge(pair),
        }
    })
}

/// The remainder has the sign of the divisor and changes sign only through the error, so its kinds are those of digits
/// alone, which follow that of the sign.
const SIGN_KINDS: usize = 1;

fn fldmod1_truth() -> Truth {
    let quotients =
        numbers::kinds().map(|(name, [a, b])| Known::new(format!("quotient {name}"), &[a, 1], &[b, 1]));
    let remainders = numbers::kinds().skip(SIGN_KINDS).map(|(name, [a, b])| {
        let divisor = if a < 0 { i64::MIN } else { i64::MAX };
        Known::new(format!("remainder {name}"), &[a, divisor], &[b, divisor])
    });
    Truth {
        known: edges().into_iter().chain(quotients).chain(remainders).collect(),
        recognise: Box::new(|pair, found| {
            if pair.step().is_none() {
                return;
            }
            if pair.valid() != (true, true) {
                found.extend(edge(pair));
            } else if let (Some(left), Some(right)) = (parts(pair.texts().0), parts(pair.texts().1)) {
                found.extend(numbers::kind(left.0, right.0).map(|kind| EDGES + kind));
                let remainder = numbers::kind(left.1, right.1).filter(|kind| *kind >= SIGN_KINDS);
                found.extend(remainder.map(|kind| EDGES + KINDS - SIGN_KINDS + kind));
            }
        }),
    }
}

/// Quotient and remainder of an output such as `(3, 7)`.
fn parts(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")
}
