//! The Jaccard distance.

use super::grams::{Counts, GramLength};
use super::sets::gram_sets;
use super::{TextDistance, TextSet};
use crate::distances::{Laws, Range};

/// 1 − |A ∩ B| / |A ∪ B| over the sets of N-grams of both texts; a text shorter than a gram is one gram of its own.
///
/// A metric of sets, so the triangle inequality holds; texts with the same set of grams, such as `ab` and `ba` for
/// single characters, are not told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jaccard(GramLength);

impl Jaccard {
    /// The distance over grams of that length.
    pub fn new(length: GramLength) -> Jaccard {
        Jaccard(length)
    }
}

impl TextDistance for Jaccard {
    fn between(&self, a: &str, b: &str) -> f64 {
        if a == b {
            return 0.0;
        }
        let Counts { left, right, common } = Counts::of(a, b, self.0);
        unshared(left as i32, right as i32, common as i32)
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::Unit, triangle: true, separates: false }
    }

    fn sets<'a>(&'a self, texts: &'a [&'a str], count: usize) -> Vec<Box<dyn TextSet + 'a>> {
        gram_sets(self, texts, self.0, count, unshared)
    }
}

/// From the sizes of two sets and of what they share; 32 bits are what vector instructions convert.
fn unshared(left: i32, right: i32, common: i32) -> f64 {
    let all = left + right - common;
    f64::from(all - common) / f64::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(n: usize, a: &str, b: &str) -> f64 {
        Jaccard::new(GramLength::new(n).unwrap()).between(a, b)
    }

    #[test]
    fn counts_each_gram_once() {
        assert_eq!(between(1, "99", "9"), 0.0);
        assert_eq!(between(1, "abc", "bcd"), 0.5);
        assert_eq!(between(2, "abab", "bab"), 0.0);
        assert_eq!(between(3, "añbc", "ñbc"), 0.5);
    }

    #[test]
    fn a_short_text_is_one_gram() {
        assert_eq!(between(2, "", ""), 0.0);
        assert_eq!(between(1, "", "a"), 1.0);
        assert_eq!(between(3, "ab", "ab"), 0.0);
        assert_eq!(between(3, "ab", "abc"), 1.0);
    }
}
