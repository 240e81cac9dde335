//! The normalised compression distance, over an estimate of compressed size that is made for short texts.

use std::iter::successors;
use std::ops::Range as Span;

use super::TextDistance;
use crate::distances::{Laws, Range};

/// (C(ab) − min(C(a), C(b))) / max(C(a), C(b)), where C is the size in bits of a text parsed by LZ77, and C(ab) is the
/// size of both texts in the better order. Compressors such as zlib were rejected, because their headers and tables
/// outweigh texts under some fifteen bytes, and most outputs are that short.
///
/// Only equal texts are at 0, because every text costs bits, even as a copy of what precedes it. The estimate is not a
/// perfect compressor, so values are clamped to 1 and the triangle inequality is not promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ncd;

impl TextDistance for Ncd {
    fn between(&self, a: &str, b: &str) -> f64 {
        if a == b {
            return 0.0;
        }
        let text = Parsed::new([a, b, a].concat().into_bytes());
        let (end_a, end_b) = (a.len(), a.len() + b.len());
        let bits_a = text.bits(0..end_a, 0);
        let bits_b = text.bits(end_a..end_b, end_a);
        let both =
            (bits_a + text.bits(end_a..end_b, 0)).min(bits_b + text.bits(end_b..end_b + a.len(), end_a));
        ((both - bits_a.min(bits_b)) as f64 / bits_a.max(bits_b) as f64).min(1.0)
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::Unit, triangle: false, separates: true }
    }
}

/// The size of a literal: a flag and a byte.
const LITERAL_BITS: usize = 9;

/// How many earlier places are tried for a match. The limit keeps the time linear for long texts.
const MOST_TRIED: usize = 1024;

/// A text, and for each place the place before it that has the same byte.
struct Parsed {
    text: Vec<u8>,
    before: Vec<Option<usize>>,
}

impl Parsed {
    fn new(text: Vec<u8>) -> Parsed {
        let mut latest = [None; 256];
        let before =
            text.iter().enumerate().map(|(at, byte)| latest[usize::from(*byte)].replace(at)).collect();
        Parsed { text, before }
    }

    /// The bits that a span costs if everything from `window` on is known before it. Each part is either a literal, or
    /// a match with a flag, a place in the window and a length, whichever costs less.
    fn bits(&self, span: Span<usize>, window: usize) -> usize {
        let (mut at, mut bits) = (span.start, 0);
        while at < span.end {
            let length = self.longest_match(at, span.end, window);
            let copy = 1 + place_bits(at - window) + length_bits(length);
            if length > 0 && copy < LITERAL_BITS * length {
                bits += copy;
                at += length;
            } else {
                bits += LITERAL_BITS;
                at += 1;
            }
        }
        bits
    }

    fn longest_match(&self, at: usize, end: usize, window: usize) -> usize {
        let earlier = successors(self.before[at], |&place| self.before[place]);
        let length_at = |place: usize| {
            self.text[at..end].iter().zip(&self.text[place..]).take_while(|(x, y)| x == y).count()
        };
        let within = earlier.take(MOST_TRIED).take_while(|&place| place >= window);
        within.map(length_at).max().unwrap_or(0)
    }
}

/// The bits that it takes to name one of this many places.
fn place_bits(places: usize) -> usize {
    places.next_power_of_two().trailing_zeros() as usize
}

/// The bits of a length in Elias' gamma code.
fn length_bits(length: usize) -> usize {
    2 * length.checked_ilog2().unwrap_or(0) as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_those_of_the_code() {
        let parsed = Parsed::new(b"abababab".to_vec());
        // Two literals, then six characters copied from one of two places.
        assert_eq!(parsed.bits(0..8, 0), 2 * LITERAL_BITS + 1 + 1 + 5);
        // Outside the window nothing is known.
        assert_eq!(parsed.bits(4..6, 4), 2 * LITERAL_BITS);
        assert_eq!(parsed.bits(4..6, 0), 1 + 2 + 3);
    }

    #[test]
    fn short_texts_are_ranked_sensibly() {
        let ranked = [("999B", "998B"), ("999B", "1.0 kB"), ("999B", "domain error")];
        let distances = ranked.map(|(a, b)| Ncd.between(a, b));
        assert!(distances.is_sorted_by(|a, b| a < b), "{distances:?}");
    }

    #[test]
    fn long_texts_are_near_when_they_share_their_words() {
        let text = "the quick brown fox jumps over the lazy dog; ".repeat(40);
        let near = Ncd.between(&text, &text.replace("lazy", "tired"));
        let far = Ncd.between(&text, &"0123456789 and something else altogether, ".repeat(40));
        assert!(near < 0.5 && far > 0.8, "{near} {far}");
    }

    #[test]
    fn nothing_is_as_far_as_can_be_from_something() {
        assert_eq!(Ncd.between("", "abc"), 1.0);
        assert_eq!(Ncd.between("", ""), 0.0);
    }
}
