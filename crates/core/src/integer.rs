//! Whole numbers of any size, with the machine's 128 bits as the fast path.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive};

/// A whole number. Whatever fits into an `i128` is `Small`, so that equality and hashing need no normalisation and the
/// search allocates only beyond 128 bits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Integer {
    /// A number within the range of `i128`.
    Small(i128),
    /// A number outside the range of `i128`, never one inside it.
    Big(Box<BigInt>),
}

/// A text that is not a whole number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a whole number")]
pub struct ParseIntegerError(pub String);

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer::Small(0);
    /// One.
    pub const ONE: Integer = Integer::Small(1);

    /// Two to the power of `exponent`.
    pub fn power_of_two(exponent: u32) -> Integer {
        if exponent < 127 {
            Integer::Small(1 << exponent)
        } else {
            Integer::from(BigInt::from(1) << exponent)
        }
    }

    /// The number as a big integer.
    pub fn to_big(&self) -> BigInt {
        match self {
            Integer::Small(n) => BigInt::from(*n),
            Integer::Big(n) => (**n).clone(),
        }
    }

    /// The number as an `i128`, if it fits.
    #[inline]
    pub fn to_i128(&self) -> Option<i128> {
        match self {
            Integer::Small(n) => Some(*n),
            Integer::Big(_) => None,
        }
    }

    /// The number as a `u128`, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self {
            Integer::Small(n) => u128::try_from(*n).ok(),
            Integer::Big(n) => n.to_u128(),
        }
    }

    /// The nearest `f64`; infinite if the number is too large.
    #[inline]
    pub fn to_f64(&self) -> f64 {
        match self {
            // Processors convert 64 bits natively.
            Integer::Small(n) => i64::try_from(*n).map_or_else(|_| *n as f64, |n| n as f64),
            Integer::Big(n) => n.to_f64().unwrap_or(f64::INFINITY),
        }
    }

    /// Whether the number is below zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(n) => *n < 0,
            Integer::Big(n) => n.is_negative(),
        }
    }

    /// Half of the number, rounded towards negative infinity.
    pub(crate) fn half(&self) -> Integer {
        match self {
            Integer::Small(n) => Integer::Small(n >> 1),
            Integer::Big(n) => Integer::from(&**n >> 1u32),
        }
    }

    /// Twice the number.
    pub fn double(&self) -> Integer {
        self + self
    }

    /// How far apart two numbers are.
    #[inline]
    pub fn distance(&self, other: &Integer) -> Integer {
        if self >= other { self - other } else { other - self }
    }

    /// `-1 - self`: the number with every bit of its two's complement flipped.
    pub fn complement(&self) -> Integer {
        match self {
            Integer::Small(n) => Integer::Small(!n),
            Integer::Big(n) => Integer::from(-(&**n) - 1i32),
        }
    }

    /// The number of binary digits of the magnitude; 0 for zero. For a negative number it is that of
    /// [`complement`](Self::complement), so that −2^k … 2^k − 1 have k digits, as in two's complement.
    #[inline]
    pub fn bit_length(&self) -> u32 {
        match self {
            Integer::Small(n) => 128 - (n ^ (n >> 127)).leading_zeros(),
            Integer::Big(n) if n.is_negative() => (-(&**n) - 1i32).bits() as u32,
            Integer::Big(n) => n.bits() as u32,
        }
    }
}

impl From<i128> for Integer {
    fn from(n: i128) -> Self {
        Integer::Small(n)
    }
}

impl From<u128> for Integer {
    fn from(n: u128) -> Self {
        match i128::try_from(n) {
            Ok(n) => Integer::Small(n),
            Err(_) => Integer::Big(Box::new(BigInt::from(n))),
        }
    }
}

macro_rules! from_machine_integers {
    ($($t:ty)*) => { $( impl From<$t> for Integer {
        fn from(n: $t) -> Self { Integer::Small(n as i128) }
    } )* };
}
from_machine_integers!(i8 i16 i32 i64 u8 u16 u32 u64 usize isize bool);

impl From<BigInt> for Integer {
    fn from(n: BigInt) -> Self {
        match n.to_i128() {
            Some(small) => Integer::Small(small),
            None => Integer::Big(Box::new(n)),
        }
    }
}

impl Add for &Integer {
    type Output = Integer;
    #[inline]
    fn add(self, other: &Integer) -> Integer {
        if let (Integer::Small(a), Integer::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Integer::Small(sum);
        }
        big_sum(self, other)
    }
}

impl Sub for &Integer {
    type Output = Integer;
    #[inline]
    fn sub(self, other: &Integer) -> Integer {
        if let (Integer::Small(a), Integer::Small(b)) = (self, other)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Integer::Small(difference);
        }
        big_difference(self, other)
    }
}

#[cold]
fn big_sum(a: &Integer, b: &Integer) -> Integer {
    Integer::from(a.to_big() + b.to_big())
}

#[cold]
fn big_difference(a: &Integer, b: &Integer) -> Integer {
    Integer::from(a.to_big() - b.to_big())
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            (Integer::Big(a), Integer::Big(b)) => a.cmp(b),
            // A big number lies outside the range of every small one, so its sign decides.
            (Integer::Big(a), Integer::Small(_)) => big_beside_small(a),
            (Integer::Small(_), Integer::Big(b)) => big_beside_small(b).reverse(),
        }
    }
}

fn big_beside_small(big: &BigInt) -> Ordering {
    if big.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for Integer {
    type Err = ParseIntegerError;

    /// Reads decimal digits with an optional sign; `_` may separate digits, as in `1_000_000`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(small) = text.parse::<i128>() {
            return Ok(Integer::Small(small));
        }
        let fault = || ParseIntegerError(text.to_string());
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let well_formed = digits.chars().all(|c| c.is_ascii_digit() || c == '_')
            && digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.ends_with(|c: char| c.is_ascii_digit());
        if !well_formed {
            return Err(fault());
        }
        let plain = text.replace('_', "");
        plain.parse::<BigInt>().map(Integer::from).map_err(|_| fault())
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Most numbers are small, and formatting 64 bits takes half the time of 128.
            Integer::Small(n) => match i64::try_from(*n) {
                Ok(n) => fmt::Display::fmt(&n, f),
                Err(_) => fmt::Display::fmt(n, f),
            },
            Integer::Big(n) => fmt::Display::fmt(n, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for Integer {
    fn default() -> Self {
        Integer::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_integer() -> impl Strategy<Value = Integer> {
        (any::<i128>(), 0u32..600, any::<bool>(), -2i32..=2).prop_map(|(n, shift, small, wiggle)| {
            let n = BigInt::from(n);
            let n = if small { n >> (shift % 128) } else { n << shift };
            Integer::from(n + wiggle)
        })
    }

    proptest! {
        #[test]
        fn arithmetic_agrees_with_big_integers(a in any_integer(), b in any_integer()) {
            prop_assert_eq!((&a + &b).to_big(), a.to_big() + b.to_big());
            prop_assert_eq!((&a - &b).to_big(), a.to_big() - b.to_big());
            prop_assert_eq!(a.cmp(&b), a.to_big().cmp(&b.to_big()));
            prop_assert_eq!(a.half().to_big(), a.to_big() >> 1u32);
            prop_assert_eq!(a.complement().complement(), a.clone());
            prop_assert_eq!(a.distance(&b), b.distance(&a));
        }

        #[test]
        fn small_exactly_when_it_fits(a in any_integer()) {
            prop_assert_eq!(matches!(a, Integer::Small(_)), a.to_big().to_i128().is_some());
        }

        #[test]
        fn text_round_trips(a in any_integer()) {
            prop_assert_eq!(a.to_string().parse::<Integer>().unwrap(), a);
        }

        #[test]
        fn bit_length_brackets_the_number(a in any_integer()) {
            let k = a.bit_length();
            let bound = Integer::power_of_two(k);
            prop_assert!(a < bound && a >= &Integer::ZERO - &bound);
        }
    }

    #[test]
    fn reads_separators_and_refuses_the_rest() {
        assert_eq!("1_000".parse::<Integer>(), Ok(Integer::Small(1000)));
        assert_eq!("+7".parse::<Integer>(), Ok(Integer::Small(7)));
        for bad in ["", "-", "_1", "1_", "1e3", "0x10", " 1", "1.0", "--1", "+-1"] {
            assert!(bad.parse::<Integer>().is_err(), "{bad:?} was read");
        }
    }
}
