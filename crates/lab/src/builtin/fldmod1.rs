//! `fldmod1`: Julia's quotient and remainder that count from 1, as for the pages and lines of a book.

use autobva_core::{Entry, Input, Outcome, SutError};

use super::Definition;
use super::arguments::two_int64;
use super::cld::divide_up;
use super::fld::write_quotient;
use super::julia::push_i64;

pub(super) const DEFINITION: Definition = Definition {
    entry: Entry { name: "fldmod1", help: "Julia's fldmod1(x, y): quotient and remainder that count from 1" },
    arguments: &["x:i64", "y:i64"],
    call,
};

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let (x, y) = two_int64(input)?;
    let Some(quotient) = divide_up(x, y) else {
        write_quotient(None, outcome);
        return Ok(());
    };
    let text = outcome.start_valid("Tuple{Int64,Int64}");
    text.push('(');
    push_i64(quotient, text);
    text.push_str(", ");
    push_i64(floored_remainder_from_1(x, y), text);
    text.push(')');
    Ok(())
}

/// The remainder with the sign of the divisor, and the divisor itself instead of 0.
fn floored_remainder_from_1(x: i64, y: i64) -> i64 {
    match x % y {
        0 => y,
        remainder if (remainder < 0) != (y < 0) => remainder + y,
        remainder => remainder,
    }
}
