//! `floor(log(n) / log(1000))` of a BigInt: a cheap estimate, and exact thresholds if the estimate is not precise enough.
//!
//! Julia takes the logarithm of the BigInt rounded to 256 bits, rounds it to 256 bits, divides by the *Float64*
//! log(1000) and rounds again. Each step is monotone, so for each e there is a least integer whose result reaches e. It
//! is slightly below 1000^e, because the Float64 is slightly below ln 1000. Finding that integer once takes the
//! exponential of a tiny number; a 256-bit logarithm per call, as big-float crates offer, is never needed.

use std::sync::OnceLock;

use autobva_core::Integer;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

use super::log::{LN_1000, ln};

/// The bits of a significand.
const PRECISION: u64 = 256;

/// The fractional bits of the fixed-point numbers here; far more than rounding to 256 bits can depend on.
const SCALE: u64 = 768;

/// How many thresholds are kept. Samples have at most 540 bits, for which 55 would suffice.
const KEPT: usize = 64;

/// How close to a whole number the estimate may come, relative to the number, before it is not trusted. Its own error
/// is below 1e-14.
const DOUBT: f64 = 1e-9;

/// `floor(log(n) / log(1000))` of an integer of at least 1000.
pub(crate) fn thousands_big(n: &Integer) -> u64 {
    let estimate = estimate(n);
    let nearest = estimate.round();
    if (estimate - nearest).abs() > DOUBT * estimate {
        return estimate as u64;
    }
    let e = nearest as u64;
    if reaches(n, e) { e } else { e - 1 }
}

fn estimate(n: &Integer) -> f64 {
    let ln_n = match n {
        Integer::Small(n) => ln(*n as f64),
        Integer::Big(n) => {
            let shift = n.bits() - 64;
            let top = (n.magnitude() >> shift).to_u64().unwrap_or(u64::MAX);
            ln(top as f64) + shift as f64 * std::f64::consts::LN_2
        }
    };
    ln_n / LN_1000
}

fn reaches(n: &Integer, e: u64) -> bool {
    static THRESHOLDS: [OnceLock<Integer>; KEPT] = [const { OnceLock::new() }; KEPT];
    match THRESHOLDS.get(e as usize) {
        Some(kept) => n >= kept.get_or_init(|| threshold(e)),
        None => *n >= threshold(e),
    }
}

/// The least integer n for which `floor(log(n) / log(1000))` is at least e.
fn threshold(e: u64) -> Integer {
    // The quotient rounds to e from half a step below e on (a tie goes to e, whose significand is even).
    let step_below = e.ilog2() as i64 - 255 - i64::from(e.is_power_of_two());
    let quotient = (BigUint::from(2 * e) << (-step_below) as u64) - 1u32; // times 2^(step_below − 1)
    // The least logarithm that gives such a quotient, and half a step below it.
    let (significand, exponent) = float_parts(LN_1000);
    let logarithm = Upward::new(quotient * significand, step_below - 1 + exponent);
    let (below, exponent) = logarithm.half_a_step_below();
    // The least 256-bit number with such a logarithm: a logarithm is never exactly half-way between two floats.
    let argument = exp_near_power_of_1000(below << (SCALE as i64 + exponent) as u64, e);
    let argument = Upward::new(argument, -(SCALE as i64));
    // The least integer that rounds to that number.
    let least = if argument.exponent <= 0 {
        ceil_shift(argument.significand, argument.exponent.unsigned_abs())
    } else {
        let odd = argument.significand.bit(0);
        let (half_below, exponent) = argument.half_a_step_below();
        (half_below << exponent as u64) + u32::from(odd)
    };
    Integer::from(BigInt::from(least))
}

/// A 256-bit float, rounded upwards from an exact number.
struct Upward {
    significand: BigUint,
    exponent: i64,
}

impl Upward {
    fn new(significand: BigUint, exponent: i64) -> Upward {
        let excess = significand.bits().saturating_sub(PRECISION);
        let (mut significand, mut exponent) = (ceil_shift(significand, excess), exponent + excess as i64);
        if significand.bits() > PRECISION {
            significand >>= 1u32;
            exponent += 1;
        }
        let missing = PRECISION - significand.bits();
        Upward { significand: significand << missing, exponent: exponent - missing as i64 }
    }

    /// The middle between this float and the one below it, as significand and exponent.
    fn half_a_step_below(self) -> (BigUint, i64) {
        let power_of_two = self.significand.trailing_zeros() == Some(PRECISION - 1);
        let shift = if power_of_two { 2u32 } else { 1 };
        ((self.significand << shift) - 1u32, self.exponent - i64::from(shift))
    }
}

fn ceil_shift(number: BigUint, shift: u64) -> BigUint {
    let exact = number.trailing_zeros().is_none_or(|zeros| zeros >= shift);
    (number >> shift) + u32::from(!exact)
}

fn float_parts(x: f64) -> (u64, i64) {
    let bits = x.to_bits();
    ((bits & ((1 << 52) - 1)) | 1 << 52, (bits >> 52) as i64 - 1075)
}

/// exp(x) for x near e · ln 1000, in fixed point: 1000^e times the exponential of the small difference.
fn exp_near_power_of_1000(x: BigUint, e: u64) -> BigUint {
    let one = BigInt::from(1) << SCALE;
    let difference = BigInt::from(x) - ln_1000() * e;
    let (mut term, mut sum) = (one.clone(), BigInt::ZERO);
    let mut k = 0u32;
    while term.magnitude().bits() > 1 {
        sum += &term;
        k += 1;
        term = ((term * &difference) >> SCALE) / k;
    }
    let power = BigUint::from(1000u32).pow(u32::try_from(e).unwrap_or(u32::MAX));
    sum.magnitude() * power
}

/// ln 1000 in fixed point, from ln 10 = 46 artanh(1/31) + 34 artanh(1/49) + 20 artanh(1/161).
fn ln_1000() -> BigInt {
    let artanh_of_inverse = |n: u32| {
        let (mut power, mut sum, mut odd) = ((BigUint::from(1u32) << SCALE) / n, BigUint::ZERO, 1u32);
        while power != BigUint::ZERO {
            sum += &power / odd;
            power /= n * n;
            odd += 2;
        }
        sum
    };
    BigInt::from(
        (artanh_of_inverse(31) * 46u32 + artanh_of_inverse(49) * 34u32 + artanh_of_inverse(161) * 20u32)
            * 3u32,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::julia::BigFloat;
    use proptest::prelude::*;

    /// The definition, step by step, with a logarithm from the series ln m = 2 artanh((m − 1) / (m + 1)).
    fn by_definition(n: &Integer) -> u64 {
        let rounded = BigFloat::from_integer(n.to_big().magnitude().clone()).to_whole();
        // n = 2^k · m with m from 1 on and below 2.
        let k = rounded.bits() - 1;
        let (m, one) = ((&rounded << SCALE) >> k, BigUint::from(1u32) << SCALE);
        let ln_of = |m: BigUint| {
            let z = ((&m - &one) << SCALE) / (m + &one);
            let (square, mut power, mut sum, mut odd) = ((&z * &z) >> SCALE, z, BigUint::ZERO, 1u32);
            while power != BigUint::ZERO {
                sum += &power / odd;
                power = (power * &square) >> SCALE;
                odd += 2;
            }
            sum * 2u32
        };
        let ln = ln_of(m) + ln_of(&one * 2u32) * k;
        let ln = BigFloat::nearest(ln, -(SCALE as i64), false);
        ln.over(&BigFloat::from_f64(LN_1000)).floor().to_u64().unwrap()
    }

    fn big(n: BigUint) -> Integer {
        Integer::from(BigInt::from(n))
    }

    /// How far below 1000^e the thresholds lie for e = 1 … 12; computed with mpmath.
    const BELOW: [u128; 12] = [
        0,
        0,
        0,
        0,
        1,
        1421,
        1_658_660,
        1_895_612_421,
        2_132_563_974_169,
        2_369_515_526_854_501,
        2_606_467_079_539_950_971,
        2_843_418_632_225_400_723_377,
    ];

    #[test]
    fn thresholds_lie_where_256_bit_logarithms_put_them() {
        for (e, below) in (1u64..).zip(BELOW) {
            assert_eq!(threshold(e), big(BigUint::from(1000u32).pow(e as u32) - below));
        }
    }

    #[test]
    fn both_sides_of_every_threshold() {
        for e in (1..=58).chain([64, 100]) {
            let least = threshold(e);
            let below = &least - &Integer::ONE;
            assert_eq!((by_definition(&least), by_definition(&below)), (e, e - 1), "{e}");
            assert_eq!(thousands_big(&least), e);
            assert!(e == 1 || thousands_big(&below) == e - 1, "{e}");
        }
    }

    proptest! {
        #[test]
        fn the_estimate_agrees_with_the_definition(
            limbs in proptest::collection::vec(any::<u32>(), 1..20), shift in 0u32..32
        ) {
            let n = big((BigUint::new(limbs) >> shift) + 1000u32);
            prop_assert_eq!(thousands_big(&n), by_definition(&n));
        }

        #[test]
        fn near_powers_of_a_thousand_too(e in 2u32..60, near in any::<i64>(), shift in 0u32..600) {
            let power = BigInt::from(BigUint::from(1000u32).pow(e));
            let n = &power + ((&power * near) >> (64 + shift));
            prop_assert_eq!(thousands_big(&Integer::from(n.clone())), by_definition(&Integer::from(n)));
        }
    }
}
