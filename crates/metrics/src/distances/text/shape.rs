//! The edit distance of shapes.

use autobva_core::digits::{fold, same_shape};

use super::TextDistance;
use super::edit::edit_distance;
use crate::distances::{Laws, Range};

/// The edit distance after every ASCII digit is folded into one symbol: a change of unit, sign, wording or number of
/// digits counts, a change of digits does not. The default of `find`.
///
/// This is a metric of shapes, so the triangle inequality holds. Texts of the same shape are not told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape;

impl TextDistance for Shape {
    fn between(&self, a: &str, b: &str) -> f64 {
        // Most neighbours have the same shape, and one pass over the bytes is enough to see that.
        if same_shape(a, b) { 0.0 } else { edit_distance(a, b, fold) as f64 }
    }

    fn tells_apart(&self, a: &str, b: &str) -> bool {
        !same_shape(a, b)
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::NonNegative, triangle: true, separates: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_alike_and_nothing_else_is() {
        assert_eq!(Shape.between("999K", "1.0M"), 2.0);
        assert_eq!(Shape.between("cat", "dog"), 3.0);
        assert_eq!(Shape.between("123", "124"), 0.0);
        assert_eq!(Shape.between("99", "100"), 1.0);
        assert_eq!(Shape.between("-1", "1"), 1.0);
        assert_eq!(Shape.between("٣", "٤"), 1.0, "digits beyond ASCII are letters here");
    }
}
