//! `bytecount`: a number of bytes for people to read, with the rounding of the well-known snippet corrected.

use autobva_core::{Input, IntType, Outcome, SutError};

use super::Definition;
use super::arguments::int;
use super::bytecount_so::{Count, UNIT, count, push_quotient, start_prefixed};

pub(super) const DEFINITION: Definition = Definition::of(
    "bytecount",
    "bytes in units of 1000 for people to read: 1500 is '1.5 kB'",
    &["bytes:int"],
    call,
);

/// The numbers from which on one decimal would round up to 1000.0 of a unit, so that the next unit is used; by the power
/// of the unit, from 1 on. The snippet computes them in Float64 as `ceil(1000^e * (1000 - 0.05))`, which is exact.
const NEXT_UNIT_FROM: [u128; 5] =
    [999_950, 999_950_000, 999_950_000_000, 999_950_000_000_000, 999_950_000_000_000_000];

/// Above this power an integer division by the unit comes first, as in the snippet, which saves digits.
const DIVIDED_BEFORE_ABOVE: u64 = 4;

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let bytes = int(input, 0)?;
    let Some(Count { bytes: amount, mut power }) = count(bytes, outcome) else { return Ok(()) };
    if let Some(threshold) = NEXT_UNIT_FROM.get(power as usize - 1)
        && amount >= *threshold
    {
        power += 1;
    }
    let Some((text, prefix)) = start_prefixed(power, outcome) else { return Ok(()) };
    let big = bytes.ty() == IntType::BigInt;
    if power > DIVIDED_BEFORE_ABOVE {
        push_quotient(divided_by_unit(amount), power - 1, big, text);
    } else {
        push_quotient(amount, power, big, text);
    }
    text.push_str(prefix);
    Ok(())
}

/// The integer quotient; 128-bit division is a slow library call.
fn divided_by_unit(amount: u128) -> u128 {
    u64::try_from(amount).map_or_else(|_| amount / UNIT, |amount| u128::from(amount / UNIT as u64))
}
