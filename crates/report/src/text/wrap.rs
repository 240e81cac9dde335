//! Running text broken into lines.

use super::shown::{escaped, pieces, width};

/// Breaks a text between words into lines of at most that many columns; longer words are cut.
pub(crate) fn wrap(text: &str, room: usize) -> Vec<String> {
    let text = escaped(text);
    let mut lines = vec![String::new()];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() && width(word) <= room {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.extend(cut(word, room));
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn cut(word: &str, room: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut used = 0;
    for piece in pieces(word) {
        if used + piece.width > room {
            parts.push(String::new());
            used = 0;
        }
        used += piece.width;
        parts.last_mut().expect("there is always a part").push_str(piece.text);
    }
    parts
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
