//! `fld`: Julia's division rounded down.

use autobva_core::{Entry, Input, Outcome, SutError};

use super::Definition;
use super::arguments::two_int64;
use super::julia::push_i64;

pub(super) const DEFINITION: Definition = Definition {
    entry: Entry { name: "fld", help: "Julia's fld(a, b): division rounded down" },
    arguments: &["a:i64", "b:i64"],
    call,
};

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let (a, b) = two_int64(input)?;
    write_quotient(divide_down(a, b), outcome);
    Ok(())
}

/// The quotient rounded down, if there is one.
fn divide_down(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounded_up = a % b != 0 && (a < 0) != (b < 0);
    Some(quotient - i64::from(rounded_up))
}

/// Writes a quotient, or the error where there is none.
pub(super) fn write_quotient(quotient: Option<i64>, outcome: &mut Outcome) {
    match quotient {
        Some(quotient) => push_i64(quotient, outcome.start_valid("Int64")),
        None => outcome.start_error("DivideError").push_str("DivideError()"),
    }
}
