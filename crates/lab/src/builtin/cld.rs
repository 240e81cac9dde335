//! `cld`: Julia's division rounded up.

use autobva_core::{Entry, Input, Outcome, SutError};

use super::Definition;
use super::arguments::two_int64;
use super::fld::write_quotient;

pub(super) const DEFINITION: Definition = Definition {
    entry: Entry { name: "cld", help: "Julia's cld(a, b): division rounded up" },
    arguments: &["a:i64", "b:i64"],
    call,
};

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let (a, b) = two_int64(input)?;
    write_quotient(divide_up(a, b), outcome);
    Ok(())
}

/// The quotient rounded up, if there is one.
pub(super) fn divide_up(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounded_down = a % b != 0 && (a < 0) == (b < 0);
    Some(quotient + i64::from(rounded_down))
}
