//! The difference of lengths.

use super::TextDistance;
use crate::distances::{Laws, Range};

/// The difference of the lengths in characters, the distance of the paper's experiments.
///
/// This is a distance of numbers, so the triangle inequality holds. Texts of the same length are not told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strlen;

impl TextDistance for Strlen {
    fn between(&self, a: &str, b: &str) -> f64 {
        length(a).abs_diff(length(b)) as f64
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::NonNegative, triangle: true, separates: false }
    }
}

/// The number of characters. Most outputs are short and ASCII, and then the check is cheaper than the count.
fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_characters_not_bytes() {
        assert_eq!(Strlen.between("ñañ", "abc"), 0.0);
        assert_eq!(Strlen.between("🦀", ""), 1.0);
        assert_eq!(Strlen.between("999.9 MB", "1.0 GB"), 2.0);
    }
}
