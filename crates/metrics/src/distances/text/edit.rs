//! The edit distance of two texts whose characters are folded first, as `levenshtein` and `shape` use it.

use std::cell::Cell;

use rapidfuzz::distance::levenshtein;

/// The longest pattern of the bit-parallel path: one bit per character.
const WORD: usize = u64::BITS as usize;

thread_local! {
    /// For each ASCII character, a bit for every place where the pattern has it; all zero between calls.
    static PLACES: [Cell<u64>; 128] = const { [const { Cell::new(0) }; 128] };
}

/// At most this many characters of a text are compared one by one. The time grows with the square of their number; this
/// many take some milliseconds.
const MOST_COMPARED: usize = 16_384;

/// The edit distance of two texts whose characters are compared after `fold`, which must map ASCII to ASCII.
///
/// The ends beyond [`MOST_COMPARED`] characters add the difference of their lengths, or 1 if only their characters
/// differ. This is a metric, too, so the sum keeps the triangle inequality and is 0 only for texts that fold alike.
pub(super) fn edit_distance(a: &str, b: &str, fold: impl Fn(char) -> char + Copy) -> usize {
    if a == b {
        return 0;
    }
    if a.len().max(b.len()) <= MOST_COMPARED {
        return edit_distance_of_all(a, b, fold);
    }
    let ((a, end_of_a), (b, end_of_b)) = (cut(a), cut(b));
    edit_distance_of_all(a, b, fold) + distance_of_ends(end_of_a, end_of_b, fold)
}

/// Cuts a text after [`MOST_COMPARED`] characters.
fn cut(text: &str) -> (&str, &str) {
    let end = text.char_indices().nth(MOST_COMPARED).map_or(text.len(), |(at, _)| at);
    text.split_at(end)
}

fn distance_of_ends(a: &str, b: &str, fold: impl Fn(char) -> char) -> usize {
    let lengths = a.chars().count().abs_diff(b.chars().count());
    let alike = lengths == 0 && a.chars().zip(b.chars()).all(|(a, b)| fold(a) == fold(b));
    if alike { 0 } else { lengths.max(1) }
}

/// Most outputs are short ASCII texts, which take a path of their own in about 0.6 of the time of the general one.
fn edit_distance_of_all(a: &str, b: &str, fold: impl Fn(char) -> char + Copy) -> usize {
    if !a.is_ascii() || !b.is_ascii() {
        return levenshtein::distance(a.chars().map(fold), b.chars().map(fold));
    }
    let fold = |byte: &u8| fold(char::from(*byte)) as u8;
    let (a, b) = without_common_ends(a.as_bytes(), b.as_bytes(), fold);
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    match short.len() {
        0 => long.len(),
        1..=WORD => bit_parallel(short, long, fold),
        _ => levenshtein::distance(short.iter().map(fold), long.iter().map(fold)),
    }
}

fn without_common_ends<'a>(
    a: &'a [u8],
    b: &'a [u8],
    fold: impl Fn(&u8) -> u8 + Copy,
) -> (&'a [u8], &'a [u8]) {
    let alike = |(x, y): &(&u8, &u8)| fold(x) == fold(y);
    let prefix = a.iter().zip(b).take_while(alike).count();
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(alike).count();
    (&a[..a.len() - suffix], &b[..b.len() - suffix])
}

/// Myers' algorithm in the form of Hyyrö (2003), which stores a column of the edit matrix as two words of differences.
/// The pattern must have between 1 and 64 characters.
fn bit_parallel(pattern: &[u8], text: &[u8], fold: impl Fn(&u8) -> u8 + Copy) -> usize {
    PLACES.with(|places| {
        let place = |byte: &u8| &places[usize::from(fold(byte) & 127)];
        for (i, byte) in pattern.iter().enumerate() {
            place(byte).set(place(byte).get() | 1 << i);
        }
        let last = 1u64 << (pattern.len() - 1);
        let (mut increase, mut decrease) = (!0u64, 0u64);
        let mut distance = pattern.len();
        for byte in text {
            let here = place(byte).get();
            let diagonal = ((here & increase).wrapping_add(increase) ^ increase) | here | decrease;
            let up = decrease | !(diagonal | increase);
            let down = diagonal & increase;
            distance = distance + usize::from(up & last != 0) - usize::from(down & last != 0);
            let (up, down) = (up << 1 | 1, down << 1);
            increase = down | !(diagonal | up);
            decrease = up & diagonal;
        }
        pattern.iter().for_each(|byte| place(byte).set(0));
        distance
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(text: &str) -> String {
        text.chars().map(fold).collect()
    }

    fn fold(c: char) -> char {
        if c == 'b' { 'a' } else { c }
    }

    proptest! {
        #[test]
        fn agrees_with_an_independent_one(a in "[abcd]{0,70}", b in "[abcd]{0,90}", c in "[abñ🦀]{0,9}") {
            for (x, y) in [(&a, &b), (&a, &c), (&c, &b)] {
                prop_assert_eq!(edit_distance(x, y, |c| c), strsim::levenshtein(x, y));
                prop_assert_eq!(edit_distance(x, y, fold), strsim::levenshtein(&folded(x), &folded(y)));
            }
        }
    }

    #[test]
    fn beyond_some_length_the_rest_counts_by_its_length() {
        let text = |front: &str, length: usize, end: &str| front.to_owned() + &"ñ".repeat(length) + end;
        let distance = |a: &str, b: &str| edit_distance(a, b, fold);
        let long = text("", MOST_COMPARED, "");
        assert_eq!(distance(&long, &text("", MOST_COMPARED, "xyz")), 3);
        assert_eq!(distance(&text("", MOST_COMPARED, "xa"), &text("", MOST_COMPARED, "xb")), 0, "folded");
        assert_eq!(distance(&text("", MOST_COMPARED, "xyz"), &text("", MOST_COMPARED, "zyx")), 1);
        assert_eq!(distance(&long, &text("cd", MOST_COMPARED, "")), 4, "two at the front, two pushed out");
        assert_eq!(distance(&long, "ñ"), MOST_COMPARED - 1);
        let (a, b) = ("ab".repeat(500_000), "dc".repeat(500_000));
        assert_eq!(distance(&a, &b), MOST_COMPARED + 1, "not a million: the time is bounded");
    }

    #[test]
    fn the_longest_word_and_one_more() {
        for length in [63, 64, 65, 200] {
            let text = "ab".repeat(length);
            let (a, b) = (&text[..length], &text[1..=length + 3]);
            assert_eq!(edit_distance(a, b, |c| c), strsim::levenshtein(a, b), "{length}");
        }
    }
}
