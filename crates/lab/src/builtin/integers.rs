//! Functions of two whole numbers: the greater one, and Julia's divisions, which round down, round up, or count from 1.

use autobva_core::Outcome;

use super::Definition;
use super::julia::push_i64;

pub(super) const MAX: Definition =
    Definition::of_two("max", "the greater of two numbers", &["x:i64", "y:i64"], |x, y, outcome| {
        push_i64(x.max(y), outcome.start_valid("Int64"));
    });

pub(super) const CLD: Definition = Definition::of_two(
    "cld",
    "Julia's cld(a, b): division rounded up",
    &["a:i64", "b:i64"],
    |a, b, outcome| {
        write_quotient(divide_up(a, b), outcome);
    },
);

pub(super) const FLD: Definition = Definition::of_two(
    "fld",
    "Julia's fld(a, b): division rounded down",
    &["a:i64", "b:i64"],
    |a, b, outcome| {
        write_quotient(divide_down(a, b), outcome);
    },
);

/// As for the pages and lines of a book.
pub(super) const FLDMOD1: Definition = Definition::of_two(
    "fldmod1",
    "Julia's fldmod1(x, y): quotient and remainder that count from 1",
    &["x:i64", "y:i64"],
    |x, y, outcome| {
        let Some(quotient) = divide_up(x, y) else { return write_quotient(None, outcome) };
        let text = outcome.start_valid("Tuple{Int64,Int64}");
        text.push('(');
        push_i64(quotient, text);
        text.push_str(", ");
        push_i64(floored_remainder_from_1(x, y), text);
        text.push(')');
    },
);

/// The quotient rounded up, if there is one.
fn divide_up(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounded_down = a % b != 0 && (a < 0) == (b < 0);
    Some(quotient + i64::from(rounded_down))
}

/// The quotient rounded down, if there is one.
fn divide_down(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounded_up = a % b != 0 && (a < 0) != (b < 0);
    Some(quotient - i64::from(rounded_up))
}

/// Writes a quotient, or the error where there is none.
fn write_quotient(quotient: Option<i64>, outcome: &mut Outcome) {
    match quotient {
        Some(quotient) => push_i64(quotient, outcome.start_valid("Int64")),
        None => outcome.start_error("DivideError").push_str("DivideError()"),
    }
}

/// The remainder with the sign of the divisor, and the divisor itself instead of 0.
fn floored_remainder_from_1(x: i64, y: i64) -> i64 {
    match x % y {
        0 => y,
        remainder if (remainder < 0) != (y < 0) => remainder + y,
        remainder => remainder,
    }
}
