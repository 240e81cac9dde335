//! Breaks running text into lines.

use textwrap::{Options, WordSplitter};

use super::shown::{escaped, width};

/// Breaks a text between words into lines of at most `room` columns; longer words are cut.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let text = escaped(text);
    let broken_at = |columns: usize| {
        let options = Options::new(columns).word_splitter(WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(&text, options).into_iter().map(String::from);
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    // `textwrap` counts characters separately, but some are wider together, such as a digit that is shown as an emoji.
    let fits = |lines: &Vec<String>| lines.iter().all(|line| width(line) <= room);
    (1..=room).rev().map(broken_at).find(fits).unwrap_or_else(|| broken_at(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_and_cuts_long_ones() {
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("ab cdefghij k", 4), ["ab", "cdef", "ghij", "k"]);
        assert_eq!(wrap("  ", 4), Vec::<String>::new());
        assert_eq!(wrap("漢漢漢", 4), ["漢漢", "漢"]);
        assert!(wrap("1\u{fe0f}1\u{fe0f}1\u{fe0f}1\u{fe0f}", 4).iter().all(|line| width(line) <= 4));
    }
}
