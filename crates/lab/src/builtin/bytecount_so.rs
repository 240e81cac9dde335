//! `bytecount_so`: a number of bytes for people to read, as copied from Stack Overflow, with its rounding fault.

use autobva_core::{Input, Int, IntType, Outcome, SutError};
use num_bigint::BigUint;

use super::Definition;
use super::arguments::int;
use super::julia::{BigFloat, LN_1000, ln, push_integer, push_one_decimal, push_padded, thousands_big};

pub(super) const DEFINITION: Definition = Definition::of(
    "bytecount_so",
    "bytecount as it was copied from Stack Overflow, with its rounding fault: 999950 is '1000.0 kB'",
    &["bytes:int"],
    call,
);

/// The factor from one unit to the next.
pub(super) const UNIT: u128 = 1000;

/// What follows the number, by the power of the unit, from 1 on.
const PREFIXES: [&str; 6] = [" kB", " MB", " GB", " TB", " PB", " EB"];

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let bytes = int(input, 0)?;
    let Some(Count { bytes: amount, power }) = count(bytes, outcome) else { return Ok(()) };
    let Some((text, prefix)) = start_prefixed(power, outcome) else { return Ok(()) };
    push_quotient(amount, power, bytes.ty() == IntType::BigInt, text);
    text.push_str(prefix);
    Ok(())
}

/// A number of at least one unit, and the power of the unit that floating-point logarithms give it.
pub(super) struct Count {
    pub(super) bytes: u128,
    pub(super) power: u64,
}

/// The count; `None` if the number is less than a unit or too large for any prefix, and the outcome is already complete.
pub(super) fn count(bytes: &Int, outcome: &mut Outcome) -> Option<Count> {
    let amount = match bytes.number().to_u128() {
        Some(amount) if amount >= UNIT => amount,
        None if !bytes.number().is_negative() => {
            write_no_prefix(thousands_big(bytes.number()), outcome);
            return None;
        }
        _ => {
            let text = outcome.start_valid("String");
            push_integer(bytes, text);
            text.push('B');
            return None;
        }
    };
    let power = match bytes.ty() {
        IntType::BigInt => thousands_big(bytes.number()),
        _ => (ln(to_f64(amount)) / LN_1000) as u64,
    };
    Some(Count { bytes: amount, power })
}

/// Starts a valid outcome and returns the prefix, or completes the outcome with the error of a failed lookup.
pub(super) fn start_prefixed(power: u64, outcome: &mut Outcome) -> Option<(&mut String, &'static str)> {
    match PREFIXES.get(power as usize - 1) {
        Some(prefix) => Some((outcome.start_valid("String"), prefix)),
        None => {
            write_no_prefix(power, outcome);
            None
        }
    }
}

fn write_no_prefix(power: u64, outcome: &mut Outcome) {
    let text = outcome.start_error("BoundsError");
    text.push_str("BoundsError(\"kMGTPE\", ");
    push_padded(power, 1, text);
    text.push(')');
}

/// Appends `amount / 1000^power` with one decimal, divided in Float64, or in BigFloat for a BigInt.
pub(super) fn push_quotient(amount: u128, power: u64, big: bool, text: &mut String) {
    const POWERS: [f64; 7] = [1.0, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18];
    let divisor = POWERS[power as usize];
    if big {
        let amount = BigFloat::from_integer(BigUint::from(amount));
        amount.over(&BigFloat::from_f64(divisor)).push_one_decimal(text);
    } else {
        push_one_decimal(to_f64(amount) / divisor, text);
    }
}

/// The nearest Float64; the 64-bit conversion is an instruction, the 128-bit one a library call.
fn to_f64(amount: u128) -> f64 {
    u64::try_from(amount).map_or_else(|_| amount as f64, |amount| amount as f64)
}
