//! Running text broken into lines.

use textwrap::{Options, WordSplitter};

use super::shown::escaped;

/// Breaks a text between words into lines of at most that many columns; longer words are cut.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let (text, options) = (escaped(text), Options::new(room).word_splitter(WordSplitter::NoHyphenation));
    textwrap::wrap(&text, options).into_iter().filter(|line| !line.is_empty()).map(String::from).collect()
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
    }
}
