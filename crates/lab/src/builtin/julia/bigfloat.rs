//! BigFloat at its default precision: 256 bits, with every operation rounded to nearest, ties to even, as in MPFR.
//!
//! Only non-negative numbers and the operations of the example functions are supported; a general crate for big floats
//! would be a large dependency for four operations on big integers.

use num_bigint::BigUint;
use num_traits::Zero;

/// The bits of a significand.
const PRECISION: u64 = 256;

/// The length to which Julia 1.5 cuts the text of a BigFloat in `@sprintf`.
const LONGEST_TEXT: usize = 325;

/// A finite number that is not negative: `significand · 2^exponent`.
#[derive(Debug, Clone)]
pub(crate) struct BigFloat {
    significand: BigUint,
    exponent: i64,
}

impl BigFloat {
    /// The BigFloat nearest to an integer.
    pub(crate) fn from_integer(integer: BigUint) -> BigFloat {
        BigFloat::nearest(integer, 0, false)
    }

    /// The BigFloat with exactly this value, which must be finite and not negative.
    pub(crate) fn from_f64(x: f64) -> BigFloat {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
        let (significand, exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        BigFloat { significand: significand.into(), exponent }
    }

    /// The BigFloat nearest to `(significand + ε) · 2^exponent`, where ε is 0, or within (0, 1) if `more` is set. With
    /// `more` the significand must have bits to spare.
    pub(super) fn nearest(significand: BigUint, exponent: i64, more: bool) -> BigFloat {
        let excess = significand.bits().saturating_sub(PRECISION);
        if excess == 0 {
            debug_assert!(!more, "too few bits to round");
            return BigFloat { significand, exponent };
        }
        let significand = shift_to_nearest(significand, excess, more);
        // A carry into bit 257 leaves a power of two, which is still exact.
        BigFloat { significand, exponent: exponent + excess as i64 }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.significand.is_zero()
    }

    pub(crate) fn times(&self, other: &BigFloat) -> BigFloat {
        let exponent = self.exponent + other.exponent;
        BigFloat::nearest(&self.significand * &other.significand, exponent, false)
    }

    /// The quotient; the divisor must not be zero.
    pub(crate) fn over(&self, divisor: &BigFloat) -> BigFloat {
        if self.is_zero() {
            return self.clone();
        }
        // Shift enough bits in front for the quotient to have two more than the precision, so that the remainder
        // matters only as "more".
        let wanted = PRECISION + 2 + divisor.significand.bits();
        let shift = wanted.saturating_sub(self.significand.bits());
        let dividend = &self.significand << shift;
        let quotient = &dividend / &divisor.significand;
        let more = &quotient * &divisor.significand != dividend;
        BigFloat::nearest(quotient, self.exponent - divisor.exponent - shift as i64, more)
    }

    /// The nearest BigFloat that is a whole number.
    pub(crate) fn round(&self) -> BigFloat {
        BigFloat::from_integer(self.to_whole())
    }

    /// The nearest whole number, ties to even.
    pub(super) fn to_whole(&self) -> BigUint {
        if self.exponent >= 0 {
            &self.significand << self.exponent.unsigned_abs()
        } else {
            shift_to_nearest(self.significand.clone(), self.exponent.unsigned_abs(), false)
        }
    }

    /// The whole number below or at it.
    #[cfg(test)]
    pub(super) fn floor(&self) -> BigUint {
        match self.exponent {
            0.. => &self.significand << self.exponent.unsigned_abs(),
            _ => &self.significand >> self.exponent.unsigned_abs(),
        }
    }

    /// Whether it is below a small whole number.
    pub(crate) fn is_below(&self, bound: u32) -> bool {
        if self.exponent >= 0 {
            (&self.significand << self.exponent.unsigned_abs()) < BigUint::from(bound)
        } else {
            self.significand < BigUint::from(bound) << self.exponent.unsigned_abs()
        }
    }

    /// Appends `%.1f`: the exact value, a tie to the even digit.
    pub(crate) fn push_one_decimal(&self, text: &mut String) {
        let tenfold = BigFloat { significand: &self.significand * 10u32, exponent: self.exponent };
        let mut digits = tenfold.to_whole().to_string();
        if digits.len() == 1 {
            digits.insert(0, '0');
        }
        digits.insert(digits.len() - 1, '.');
        digits.truncate(LONGEST_TEXT);
        text.push_str(&digits);
    }
}

/// `(number + ε) / 2^shift` to the nearest whole number, ties to even; `more` says that ε is within (0, 1), not 0.
fn shift_to_nearest(number: BigUint, shift: u64, more: bool) -> BigUint {
    if shift > number.bits() {
        return BigUint::zero();
    }
    let quotient = &number >> shift;
    let half = shift > 0 && number.bit(shift - 1);
    let exactly_half = half && !more && number.trailing_zeros() == Some(shift - 1);
    if half && (!exactly_half || quotient.bit(0)) { quotient + 1u32 } else { quotient }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    fn ratio(n: impl Into<BigUint>, d: impl Into<BigUint>) -> BigFloat {
        BigFloat::from_integer(n.into()).over(&BigFloat::from_integer(d.into()))
    }

    fn one_decimal(x: &BigFloat) -> String {
        let mut text = String::new();
        x.push_one_decimal(&mut text);
        text
    }

    proptest! {
        /// The quotient q of n / d has 256 bits, and |q − n/d| is at most half a unit in its last place.
        #[test]
        fn a_quotient_is_the_nearest(
            n in proptest::collection::vec(any::<u32>(), 1..8), d in proptest::collection::vec(any::<u32>(), 1..8)
        ) {
            let (n, d) = (BigUint::new(n) + 1u32, BigUint::new(d) + 1u32);
            let q = ratio(n.clone(), d.clone());
            prop_assert!(q.significand.bits() >= PRECISION - 1 && q.significand.bits() <= PRECISION + 1);
            // 2 |q − n/d| <= 2^exponent, multiplied by d; the exponent is negative for these sizes.
            prop_assume!(q.exponent < 0);
            let scale = q.exponent.unsigned_abs();
            let error = BigInt::from(&q.significand * &d) - BigInt::from(n << scale);
            prop_assert!(error.magnitude() * 2u32 <= d);
        }

        #[test]
        fn an_exact_result_stays_exact(a in any::<u64>(), b in 1u64..) {
            let product = BigFloat::from_integer(a.into()).times(&BigFloat::from_integer(b.into()));
            prop_assert_eq!(product.to_whole(), BigUint::from(a) * b);
            prop_assert_eq!(product.over(&BigFloat::from_integer(b.into())).to_whole(), a.into());
        }
    }

    #[test]
    fn ties_go_to_even() {
        for (quarters, text) in [(1u32, "0.2"), (3, "0.8"), (5, "1.2"), (7, "1.8"), (0, "0.0"), (4, "1.0")] {
            assert_eq!(one_decimal(&ratio(quarters, 4u32)), text);
        }
        for (halves, whole) in [(1u32, 0u32), (3, 2), (5, 2), (7, 4), (8, 4)] {
            assert_eq!(ratio(halves, 2u32).round().to_whole(), whole.into());
        }
    }

    #[test]
    fn integers_beyond_the_precision_are_rounded() {
        let tie = (BigUint::from(1u32) << 256u32) + 1u32;
        assert_eq!(BigFloat::from_integer(tie.clone()).to_whole(), &tie - 1u32);
        assert_eq!(BigFloat::from_integer(&tie + 2u32).to_whole(), &tie + 3u32);
        let all_ones = (BigUint::from(1u32) << 300u32) - 1u32;
        assert_eq!(BigFloat::from_integer(all_ones).to_whole(), BigUint::from(1u32) << 300u32);
    }

    #[test]
    fn bounds_are_strict() {
        assert!(ratio(37u32, 2u32).is_below(19) && !ratio(37u32, 2u32).is_below(18));
        assert!(!ratio(185u32, 1u32).is_below(185) && ratio(184u32, 1u32).is_below(185));
        assert!(BigFloat::from_f64(0.0).is_below(1) && BigFloat::from_f64(184.99999999999997).is_below(185));
    }
}
