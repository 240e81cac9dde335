//! The edit distance.

use super::TextDistance;
use super::edit::edit_distance;
use crate::distances::{Laws, Range};

/// How many characters must be inserted, deleted or replaced to turn one text into the other.
///
/// This is a metric, because edits can be undone and chained, and only equal texts need none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levenshtein;

impl TextDistance for Levenshtein {
    fn between(&self, a: &str, b: &str) -> f64 {
        edit_distance(a, b, |c| c) as f64
    }

    fn tells_apart(&self, a: &str, b: &str) -> bool {
        a != b
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::NonNegative, triangle: true, separates: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits_of_characters() {
        assert_eq!(Levenshtein.between("kitten", "sitting"), 3.0);
        assert_eq!(Levenshtein.between("señor", "senor"), 1.0);
        assert_eq!(Levenshtein.between("", "🦀🦀"), 2.0);
    }
}
