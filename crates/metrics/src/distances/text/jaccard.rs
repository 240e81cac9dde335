//! The Jaccard distance.

use super::gram_distance::{GramDistance, Share};

/// 1 − |A ∩ B| / |A ∪ B| over the sets of N-grams of both texts.
///
/// This is a metric of sets, so the triangle inequality holds. Texts with the same set of grams, such as `ab` and `ba`
/// for single characters, are not told apart.
pub type Jaccard = GramDistance<OfUnion>;

/// What is not in common, as a share of the grams of both texts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfUnion;

impl Share for OfUnion {
    const TRIANGLE: bool = true;

    fn unshared(left: i32, right: i32, common: i32) -> f64 {
        let all = left + right - common;
        f64::from(all - common) / f64::from(all)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TextDistance;
    use super::super::grams::GramLength;
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
