//! The Manhattan distance.

use autobva_core::Input;

use super::InputDistance;
use super::arguments::differences;
use crate::distances::{Laws, Range, saturated};

/// The sum of the differences of the arguments. Inputs of different length are `f64::MAX` apart.
///
/// This is a metric over the differences, so the triangle inequality holds, but it does not tell `true` from `1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manhattan;

impl InputDistance for Manhattan {
    fn between(&self, a: &Input, b: &Input) -> f64 {
        differences(a, b).map_or(f64::MAX, |differences| saturated(differences.sum()))
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::NonNegative, triangle: true, separates: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Int, IntType, Value};

    #[test]
    fn adds_the_differences() {
        let input = |numbers: &[i64]| -> Input {
            numbers.iter().map(|n| Value::Int(Int::new(IntType::Int64, *n).unwrap())).collect()
        };
        assert_eq!(Manhattan.between(&input(&[0, 0]), &input(&[3, -4])), 7.0);
        assert_eq!(Manhattan.between(&input(&[5]), &input(&[5])), 0.0);
        assert_eq!(Manhattan.between(&input(&[5]), &input(&[5, 5])), f64::MAX);
    }
}
