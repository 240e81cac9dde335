//! Whether two texts are the same.

use super::TextDistance;
use crate::distances::{Laws, Range};

/// 0 for the same text, 1 for another.
///
/// The discrete metric: every law holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Equal;

impl TextDistance for Equal {
    fn between(&self, a: &str, b: &str) -> f64 {
        if a == b { 0.0 } else { 1.0 }
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::Unit, triangle: true, separates: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_difference_counts_the_same() {
        assert_eq!(Equal.between("a", "a"), 0.0);
        assert_eq!(Equal.between("a", "A"), 1.0);
        assert_eq!(Equal.between("a", "something else"), 1.0);
    }
}
