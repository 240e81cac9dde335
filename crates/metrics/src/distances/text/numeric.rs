//! The difference of numbers.

use autobva_core::Integer;

use super::TextDistance;
use crate::distances::{Laws, Range, saturated};

/// |a − b| if both texts are finite numbers, such as `-5`, `0.25` or `1e3`; whole numbers are subtracted exactly.
/// A text that is not a finite number is `f64::MAX` from any other, and so are numbers whose difference overflows.
///
/// A number can be written in many ways, so different texts can be at 0. The triangle inequality is not promised:
/// beyond 2^53 a text such as `1e16` is rounded, and may be at 0 from two whole numbers that differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numeric;

impl TextDistance for Numeric {
    fn between(&self, a: &str, b: &str) -> f64 {
        if a == b {
            return 0.0;
        }
        match (finite(a), finite(b)) {
            (Some(x), Some(y)) => match (whole(a), whole(b)) {
                (Some(x), Some(y)) => saturated(x.distance(&y).to_f64()),
                _ => saturated((x - y).abs()),
            },
            _ => f64::MAX,
        }
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::NonNegative, triangle: false, separates: false }
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The whole number that a text stands for, if it is written as one. Call this only for texts that are [`finite`],
/// which limits their digits and excludes the separators that [`Integer`] would read.
fn whole(text: &str) -> Option<Integer> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtracts_numbers_however_written() {
        for (a, b, expected) in [
            ("123", "124", 1.0),
            ("-5", "5", 10.0),
            ("1e3", "1000", 0.0),
            ("0.25", "1", 0.75),
            ("+1", "1.0", 0.0),
            ("9007199254740992", "9007199254740993", 1.0),
            ("340282366920938463463374607431768211455", "340282366920938463463374607431768211457", 2.0),
        ] {
            assert_eq!(Numeric.between(a, b), expected, "{a} and {b}");
        }
    }

    #[test]
    fn what_is_no_finite_number_is_as_far_as_can_be() {
        for other in ["NaN", "inf", "-Infinity", "1e999", "1_000", "", "12 kB", &"9".repeat(400)] {
            assert_eq!(Numeric.between(other, "5"), f64::MAX, "{other}");
            assert_eq!(Numeric.between(other, "text"), f64::MAX, "{other}");
            assert_eq!(Numeric.between(other, other), 0.0, "{other}");
        }
        assert_eq!(Numeric.between("1.7e308", "-1.7e308"), f64::MAX);
    }
}
