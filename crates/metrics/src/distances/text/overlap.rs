//! The overlap distance.

use super::grams::{Counts, GramLength};
use super::sets::gram_sets;
use super::{TextDistance, TextSet};
use crate::distances::{Laws, Range};

/// 1 − |A ∩ B| / min(|A|, |B|) over the sets of N-grams of both texts; a text shorter than a gram is one gram of its
/// own.
///
/// A text is at 0 from any that contains it, so texts are not told apart, and the triangle inequality fails: `a` and
/// `b` are at 1 from each other, both at 0 from `ab` for single characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap(GramLength);

impl Overlap {
    /// The distance over grams of that length.
    pub fn new(length: GramLength) -> Overlap {
        Overlap(length)
    }
}

impl TextDistance for Overlap {
    fn between(&self, a: &str, b: &str) -> f64 {
        if a == b {
            return 0.0;
        }
        let Counts { left, right, common } = Counts::of(a, b, self.0);
        unshared(left as i32, right as i32, common as i32)
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::Unit, triangle: false, separates: false }
    }

    fn sets<'a>(&'a self, texts: &'a [&'a str], count: usize) -> Vec<Box<dyn TextSet + 'a>> {
        gram_sets(self, texts, self.0, count, unshared)
    }
}

/// From the sizes of two sets and of what they share; 32 bits are what vector instructions convert.
fn unshared(left: i32, right: i32, common: i32) -> f64 {
    let smaller = left.min(right);
    f64::from(smaller - common) / f64::from(smaller)
}

#[cfg(test)]
mod tests {
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
