//! The Euclidean distance.

use autobva_core::Input;

use super::InputDistance;
use super::arguments::{difference, differences};
use crate::distances::{Laws, Range, saturated};

/// The root of the sum of the squared differences of the arguments; for one argument, the difference. Inputs of
/// different length are `f64::MAX` apart.
///
/// This is a metric over the differences, so the triangle inequality holds, but it does not tell `true` from `1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Euclidean;

impl InputDistance for Euclidean {
    fn between(&self, a: &Input, b: &Input) -> f64 {
        if let ([a], [b]) = (&**a, &**b) {
            return difference(a, b);
        }
        differences(a, b).map_or(f64::MAX, root_of_squares)
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::NonNegative, triangle: true, separates: false }
    }
}

/// A sum of squares in this range has neither overflowed nor lost a term that matters.
const SAFE: std::ops::Range<f64> = 1e-280..1e300;

fn root_of_squares(differences: impl Iterator<Item = f64> + Clone) -> f64 {
    let sum: f64 = differences.clone().map(|d| d * d).sum();
    if SAFE.contains(&sum) {
        return sum.sqrt();
    }
    saturated(differences.fold(0.0, f64::hypot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Int, IntType, Integer, Value};

    fn input<const N: usize>(numbers: [Integer; N]) -> Input {
        numbers.into_iter().map(|n| Value::Int(Int::new(IntType::BigInt, n).unwrap())).collect()
    }

    #[test]
    fn is_the_length_of_the_straight_line() {
        let small = |x: i64, y: i64| input([x.into(), y.into()]);
        assert_eq!(Euclidean.between(&small(0, 0), &small(3, -4)), 5.0);
        assert_eq!(Euclidean.between(&small(7, 9), &small(7, 10)), 1.0);
        assert_eq!(Euclidean.between(&small(7, 9), &small(7, 9)), 0.0);
        assert_eq!(Euclidean.between(&input([Integer::ONE]), &input([Integer::Small(-2)])), 3.0);
    }

    #[test]
    fn squares_may_overflow_but_the_root_does_not() {
        let power = Integer::power_of_two;
        let zero = input([Integer::ZERO, Integer::ZERO]);
        assert_eq!(Euclidean.between(&zero, &input([power(540), Integer::ZERO])), 2f64.powi(540));
        assert_eq!(Euclidean.between(&zero, &input([power(2000), power(3)])), f64::MAX);
    }

    #[test]
    fn tiny_differences_do_not_vanish() {
        assert_eq!(root_of_squares([1e-200, 0.0].into_iter()), 1e-200);
    }

    #[test]
    fn inputs_of_different_length_are_as_far_as_can_be() {
        assert_eq!(Euclidean.between(&input([]), &input([Integer::ONE])), f64::MAX);
        assert_eq!(Euclidean.between(&input([]), &input([])), 0.0);
    }
}
