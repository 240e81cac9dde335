//! A line as it is typed, byte by byte.

use autobva_report::columns;

/// The text of a line so far, without control characters.
#[derive(Default)]
pub struct TypedLine {
    text: String,
    /// The bytes of an incomplete character.
    begun: Vec<u8>,
}

const BACKSPACE: u8 = 8;
const CTRL_U: u8 = 21;
const DELETE: u8 = 127;

impl TypedLine {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes the next byte; returns what must be sent to a terminal to show the line.
    pub fn take(&mut self, byte: u8) -> String {
        match byte {
            BACKSPACE | DELETE => self.text.pop().map_or(String::new(), rub_out),
            CTRL_U => std::mem::take(&mut self.text).chars().map(rub_out).collect(),
            b'\t' => self.add(b' '),
            byte => self.add(byte),
        }
    }

    fn add(&mut self, byte: u8) -> String {
        self.begun.push(byte);
        let typed = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => return String::new(),
            _ => String::from_utf8_lossy(&self.begun).replace(char::is_control, ""),
        };
        self.begun.clear();
        self.text.push_str(&typed);
        typed
    }
}

/// Erases a character on the terminal: moves back, overwrites it with blanks, and moves back again.
fn rub_out(c: char) -> String {
    let columns = columns(c.encode_utf8(&mut [0; 4]));
    "\u{8} \u{8}".repeat(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(bytes: &[u8]) -> (String, String) {
        let mut line = TypedLine::default();
        let shown = bytes.iter().map(|&byte| line.take(byte)).collect();
        (line.text, shown)
    }

    #[test]
    fn characters_are_added_and_taken_away() {
        assert_eq!(typed("größe".as_bytes()).0, "größe");
        assert_eq!(typed(b"ab\x7fc"), ("ac".into(), "ab\u{8} \u{8}c".into()));
        assert_eq!(typed("漢\u{7f}".as_bytes()), (String::new(), format!("漢{}", "\u{8} \u{8}".repeat(2))));
        assert_eq!(typed(b"ab\x15c").0, "c");
        assert_eq!(typed(b"\x7fa\tb\x07\x01"), ("a b".into(), "a b".into()));
        assert_eq!(typed(b"a\xffb").0, "a\u{fffd}b");
    }
}
