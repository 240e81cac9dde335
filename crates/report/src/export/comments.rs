//! Foreign texts in comments: all lines are kept, and characters that editors do not show are made visible.

use unicode_width::UnicodeWidthChar;

/// Whether every editor shows a character: letters, digits and ordinary punctuation.
pub(crate) fn is_plain(c: char) -> bool {
    let is_sign = matches!(
        c,
        '\u{a1}'..='\u{a8}' | '\u{aa}'..='\u{ac}' | '\u{af}'..='\u{ff}'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{203b}' | '\u{20a0}'..='\u{20bf}'
            | '\u{2190}'..='\u{2193}' | '\u{2200}'..='\u{22ff}'
    );
    is_sign || (c.is_alphanumeric() && c.width().is_some_and(|width| width > 0))
}

/// The lines of a text for a comment. There is at least one, none ends with a space, and nothing in them can end the
/// comment.
pub(crate) fn comment_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(visible).collect();
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

pub(crate) fn comment(text: &str) -> String {
    comment_lines(text).join(" ")
}

fn visible(line: &str) -> String {
    let mut shown = String::new();
    for c in line.trim_end().chars() {
        match c {
            ' ' => shown.push(' '),
            '\t' => shown.push_str("    "),
            c if c.is_ascii_graphic() || is_plain(c) => shown.push(c),
            c => shown.push_str(&format!("<U+{:04X}>", c as u32)),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_its_lines_and_its_signs() {
        let note = "why – 5 € ≤ “x”?\r\n\n  see\tbelow \x1b[31m\u{202e}🎉";
        let expected = ["why – 5 € ≤ “x”?", "", "  see    below <U+001B>[31m<U+202E><U+1F389>"];
        assert_eq!(comment_lines(note), expected);
        assert_eq!(comment_lines(""), [""]);
        assert_eq!(comment("a\nb\u{2028}c"), "a b<U+2028>c");
    }
}
