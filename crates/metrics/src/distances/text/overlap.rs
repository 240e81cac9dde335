//! The overlap distance.

use super::gram_distance::{GramDistance, Share};

/// 1 − |A ∩ B| / min(|A|, |B|) over the sets of N-grams of both texts.
///
/// A text is at 0 from any text that contains it, so texts are not told apart. The triangle inequality fails: for
/// single characters, `a` and `b` are at 1 from each other, but both are at 0 from `ab`.
pub type Overlap = GramDistance<OfSmaller>;

/// What is not in common, as a share of the grams of the text that has fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfSmaller;

impl Share for OfSmaller {
    const TRIANGLE: bool = false;

    fn unshared(left: i32, right: i32, common: i32) -> f64 {
        let smaller = left.min(right);
        f64::from(smaller - common) / f64::from(smaller)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TextDistance;
    use super::super::grams::GramLength;
    use super::*;

    #[test]
    fn measures_by_the_smaller_set() {
        let between = |n: usize, a, b| Overlap::new(GramLength::new(n).unwrap()).between(a, b);
        assert_eq!(between(1, "a", "ab"), 0.0);
        assert_eq!(between(1, "ab", "bcd"), 0.5);
        assert_eq!(between(1, "a", "b"), 1.0);
        assert_eq!(between(2, "kilo", "kilobyte"), 0.0);
        assert_eq!(between(2, "", "kilobyte"), 1.0);
    }
}
