//! `bmi`: the body mass index, rounded to one decimal, as text.

use autobva_core::{Input, Int, IntType, Integer, Outcome, SutError};
use num_bigint::BigUint;

use super::Definition;
use super::arguments::int;
use super::julia::{BigFloat, push_one_decimal, push_tenths};

pub(super) const DEFINITION: Definition = Definition::of(
    "bmi",
    "body mass index with one decimal; height in cm, weight in kg",
    &["h:int", "w:int"],
    call,
);

/// Below this many tenths, dividing by ten in Float64 and printing one decimal yields the same tenths again.
const EXACT_BELOW: f64 = (1u64 << 50) as f64;

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let Some(tenths) = tenths(input, outcome)? else { return Ok(()) };
    let text = outcome.start_valid("String");
    match tenths {
        Tenths::Float64(tenths) if tenths < EXACT_BELOW => push_tenths(tenths as u64, text),
        Tenths::Float64(tenths) => push_one_decimal(tenths / 10.0, text),
        Tenths::BigFloat(tenths) => tenths.over(&whole(10)).push_one_decimal(text),
    }
    Ok(())
}

/// The rounded index in tenths, in the arithmetic of its arguments; NaN or infinite for a height of 0.
pub(super) enum Tenths {
    Float64(f64),
    BigFloat(BigFloat),
}

/// The index in tenths; `None` after writing the error for a negative height or weight.
pub(super) fn tenths(input: &Input, outcome: &mut Outcome) -> Result<Option<Tenths>, SutError> {
    let (height, weight) = (int(input, 0)?, int(input, 1)?);
    if height.number().is_negative() || weight.number().is_negative() {
        let text = outcome.start_error("DomainError");
        text.push_str("DomainError(\"Height or Weight cannot be negative.\", \"\")");
        return Ok(None);
    }
    if height.ty() == IntType::BigInt || weight.ty() == IntType::BigInt {
        return Ok(Some(big_tenths(height, weight)));
    }
    let metres = to_f64(height) / 100.0;
    let index = to_f64(weight) / (metres * metres);
    Ok(Some(Tenths::Float64((index * 10.0).round_ties_even())))
}

fn big_tenths(height: &Int, weight: &Int) -> Tenths {
    let weight = magnitude(weight);
    if *height.number() == Integer::ZERO {
        return Tenths::Float64(if weight == BigUint::ZERO { f64::NAN } else { f64::INFINITY });
    }
    let square = if height.ty() == IntType::BigInt {
        let metres = BigFloat::from_integer(magnitude(height)).over(&whole(100));
        metres.times(&metres)
    } else {
        let metres = to_f64(height) / 100.0;
        BigFloat::from_f64(metres * metres)
    };
    let index = BigFloat::from_integer(weight).over(&square);
    Tenths::BigFloat(index.times(&whole(10)).round())
}

fn whole(n: u32) -> BigFloat {
    BigFloat::from_integer(n.into())
}

fn magnitude(int: &Int) -> BigUint {
    match int.number() {
        Integer::Small(n) => n.unsigned_abs().into(),
        Integer::Big(n) => n.magnitude().clone(),
    }
}

fn to_f64(int: &Int) -> f64 {
    match int.number() {
        // This costs half as much as the general conversion, and most numbers are small.
        Integer::Small(n) if *n <= i64::MAX.into() => *n as i64 as f64,
        number => number.to_f64(),
    }
}
