//! Values and outputs as they are shown: on one line, with nothing invisible, and measured in terminal columns.

use autobva_core::{Outcome, Value};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A character with the combining marks that follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) width: usize,
}

/// Splits a text into characters, but never before a combining mark.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let is_start = |&(at, c): &(usize, char)| at == 0 || c.width() != Some(0);
    let starts: Vec<usize> = text.char_indices().filter(is_start).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let spans = starts.iter().zip(ends).map(|(&from, to)| &text[from..to]);
    spans.map(|text| Piece { text, width: width(text) }).collect()
}

/// The text with control characters and invisible characters as escapes.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            '\0' => shown.push_str("\\0"),
            _ if is_invisible(c) || (shown.is_empty() && c.width() == Some(0)) => {
                shown.extend(c.escape_unicode());
            }
            _ => shown.push(c),
        }
    }
    shown
}

/// The same for a text of several lines, which stay separate lines.
pub fn escaped_lines(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// Whether a character is a control character, or a format character that would reorder or hide its neighbours.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{115f}' | '\u{1160}' | '\u{3164}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A value; texts are in quotes, so that an empty one can be seen.
pub(crate) fn shown_value(value: &Value) -> String {
    value.shown(escaped)
}

/// The text of an outcome, without the error mark. For an error, the type is added if the text does not contain it.
pub(crate) fn shown_outcome(outcome: &Outcome) -> String {
    let (text, ty) = (escaped(outcome.text()), escaped(outcome.type_name()));
    match (outcome.is_valid(), text.is_empty()) {
        (false, true) if !ty.is_empty() => ty,
        (false, false) if !text.contains(&ty) => format!("{ty}: {text}"),
        _ if text.trim().len() != text.len() || text.is_empty() => format!("\"{text}\""),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_invisible() {
        assert_eq!(escaped("a\nb\t\u{1b}[1m\0"), "a\\nb\\t\\u{1b}[1m\\0");
        assert_eq!(escaped("\u{301}e\u{301}"), "\\u{301}e\u{301}");
        assert_eq!(escaped("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(shown_outcome(&Outcome::valid("String", "")), "\"\"");
        assert_eq!(shown_outcome(&Outcome::valid("String", " x")), "\" x\"");
        assert_eq!(shown_outcome(&Outcome::error("ValueError", "bad")), "ValueError: bad");
        assert_eq!(shown_outcome(&Outcome::error("E", "E(1)")), "E(1)");
    }

    #[test]
    fn marks_stay_with_their_letter() {
        let texts: Vec<&str> = pieces("ae\u{301}漢").iter().map(|piece| piece.text).collect();
        assert_eq!(texts, ["a", "e\u{301}", "漢"]);
        assert_eq!(pieces("漢")[0].width, 2);
    }
}
