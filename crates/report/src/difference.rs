//! Where two texts differ, by words and numbers rather than by characters.

use std::iter::repeat_n;

use similar::{Algorithm, DiffTag, capture_diff_slices};
use unicode_width::UnicodeWidthChar;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch<'a> {
    pub(crate) text: &'a str,
    /// Whether the other text differs here.
    pub(crate) differs: bool,
}

/// If more than 400 tokens differ, the whole middle is marked.
const MOST_TOKENS: usize = 400;

/// Splits both texts into stretches, and marks those that the other text lacks.
pub(crate) fn differences<'a>(a: &'a str, b: &'a str) -> (Vec<Stretch<'a>>, Vec<Stretch<'a>>) {
    let (a_tokens, b_tokens) = (tokens(a), tokens(b));
    let front = a_tokens.iter().zip(&b_tokens).take_while(|(x, y)| x == y).count();
    let ends = a_tokens[front..].iter().rev().zip(b_tokens[front..].iter().rev());
    let back = ends.take_while(|(x, y)| x == y).count();
    let middle = |tokens: &[&'a str]| tokens[front..tokens.len() - back].to_vec();
    let (a_middle, b_middle) = common(&middle(&a_tokens), &middle(&b_tokens));
    let whole = |middle: Vec<bool>| -> Vec<bool> {
        repeat_n(true, front).chain(middle).chain(repeat_n(true, back)).collect()
    };
    let (mut a_common, mut b_common) = (whole(a_middle), whole(b_middle));
    if is_chance(&a_tokens, &a_common) || is_chance(&b_tokens, &b_common) {
        a_common.fill(false);
        b_common.fill(false);
    }
    (stretches(&a_tokens, a, &a_common), stretches(&b_tokens, b, &b_common))
}

/// Whether only a few digits are common.
fn is_chance(tokens: &[&str], is_common: &[bool]) -> bool {
    let mut common = tokens.iter().zip(is_common).filter(|(_, is)| **is).map(|(token, _)| token);
    says_little(tokens, is_common) && !common.any(|token| token.chars().any(char::is_alphabetic))
}

/// Splits a text into numbers, words and single other characters; a combining mark stays with its base.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        _ if c.is_ascii_digit() => 1,
        _ if c.is_alphabetic() => 2,
        _ => 0,
    };
    let mut starts = Vec::new();
    let mut before = 0;
    for (at, c) in text.char_indices() {
        if c.width() == Some(0) && at > 0 {
            continue;
        }
        if kind(c) == 0 || kind(c) != before {
            starts.push(at);
        }
        before = kind(c);
    }
    let starts = digit_by_digit(text, starts);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&from, to)| &text[from..to]).collect()
}

/// Splits long numbers into digits, because readers compare them digit by digit as well.
fn digit_by_digit(text: &str, starts: Vec<usize>) -> Vec<usize> {
    const LONG: usize = 9;
    let ends = starts.iter().skip(1).copied().chain([text.len()]).collect::<Vec<_>>();
    let cut = |(from, to): (usize, usize)| match text[from..to].bytes().all(|b| b.is_ascii_digit()) {
        true if to - from > LONG => from..to,
        _ => from..from + 1,
    };
    starts.into_iter().zip(ends).flat_map(cut).collect()
}

/// Which tokens belong to a longest common subsequence, if that is meaningful.
fn common(a: &[&str], b: &[&str]) -> (Vec<bool>, Vec<bool>) {
    let (mut in_a, mut in_b) = (vec![false; a.len()], vec![false; b.len()]);
    if a.len() > MOST_TOKENS || b.len() > MOST_TOKENS {
        return (in_a, in_b);
    }
    let all = capture_diff_slices(Algorithm::Lcs, a, b);
    for same in all.into_iter().filter(|part| part.tag() == DiffTag::Equal) {
        in_a[same.old_range()].fill(true);
        in_b[same.new_range()].fill(true);
    }
    if says_little(a, &in_a) || says_little(b, &in_b) {
        return (vec![false; a.len()], vec![false; b.len()]);
    }
    drop_punctuation(a, &mut in_a);
    drop_punctuation(b, &mut in_b);
    (in_a, in_b)
}

/// Whether less than a third of the letters and digits are common: then the texts are completely different.
fn says_little(tokens: &[&str], is_common: &[bool]) -> bool {
    let signs = |token: &str| token.chars().filter(|c| c.is_alphanumeric()).count();
    let all: usize = tokens.iter().map(|token| signs(token)).sum();
    let common = tokens.iter().zip(is_common).filter(|(_, is)| **is).map(|(token, _)| signs(token));
    3 * common.sum::<usize>() < all
}

/// Punctuation between two differences does not count as common.
fn drop_punctuation(tokens: &[&str], is_common: &mut [bool]) {
    let is_word = |token: &&str| token.chars().any(char::is_alphanumeric);
    let mut from = 0;
    for run in is_common.chunk_by_mut(|a, b| a == b) {
        if !tokens[from..from + run.len()].iter().any(is_word) {
            run.fill(false);
        }
        from += run.len();
    }
}

/// Merges adjacent tokens of the same kind into stretches.
fn stretches<'a>(tokens: &[&'a str], text: &'a str, is_common: &[bool]) -> Vec<Stretch<'a>> {
    let differs = |at: usize| !is_common[at];
    let mut all: Vec<Stretch> = Vec::new();
    let (mut from, mut end) = (0, 0);
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && differs(at) != differs(at - 1) {
            all.push(Stretch { text: &text[from..end], differs: differs(at - 1) });
            from = end;
        }
        end += token.len();
    }
    if end > from {
        all.push(Stretch { text: &text[from..end], differs: differs(tokens.len() - 1) });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn marked(a: &str, b: &str) -> (String, String) {
        let show = |stretches: Vec<Stretch>| -> String {
            let one = |s: &Stretch| if s.differs { format!("[{}]", s.text) } else { s.text.to_string() };
            stretches.iter().map(one).collect()
        };
        let (a, b) = differences(a, b);
        (show(a), show(b))
    }

    #[test]
    fn numbers_and_words_are_marked_as_a_whole() {
        assert_eq!(marked("999.9 kB", "1.0 MB"), ("[999.9 kB]".into(), "[1.0 MB]".into()));
        assert_eq!(marked("Day: 28 ok", "Day: 29 ok"), ("Day: [28] ok".into(), "Day: [29] ok".into()));
        let (a, b) = marked("Day: 0 out of range", "Month: 0 out of (1:12)");
        assert_eq!((a.as_str(), b.as_str()), ("[Day]: 0 out of [range]", "[Month]: 0 out of [(1:12)]"));
        assert_eq!(marked("0000-01-31", "Day: 32 of 31").1, "[Day: 32 of 31]");
        let (a, b) = ("9999999999994822656", "9999999999994822657");
        assert_eq!(marked(a, b).0, "999999999999482265[6]");
        assert_eq!(marked("-10B", "-9B"), ("-[10]B".into(), "-[9]B".into()));
        assert_eq!(marked("-10", "-9"), ("[-10]".into(), "[-9]".into()));
        assert_eq!(marked("ab", "ab"), ("ab".into(), "ab".into()));
        assert_eq!(marked("", "x"), ("".into(), "[x]".into()));
        assert_eq!(marked("e1", "e\u{301}1"), ("[e]1".into(), "[e\u{301}]1".into()));
    }

    proptest! {
        #[test]
        fn nothing_is_lost(a in "\\PC{0,40}", b in "\\PC{0,40}") {
            let (left, right) = differences(&a, &b);
            prop_assert_eq!(left.iter().map(|s| s.text).collect::<String>(), a.clone());
            prop_assert_eq!(right.iter().map(|s| s.text).collect::<String>(), b.clone());
            prop_assert_eq!(a == b, left.iter().chain(&right).all(|s| !s.differs));
        }
    }
}
