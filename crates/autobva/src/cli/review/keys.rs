//! Single keys: from a terminal without waiting for Enter, from a pipe character by character.

use std::io::{self, BufRead};

/// Where keys come from.
pub struct Keys<R> {
    source: R,
    is_terminal: bool,
}

/// What was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// To the next one: the right arrow.
    Forward,
    /// To the one before: the left arrow.
    Back,
    /// No more: the end of the input, Ctrl-C, Ctrl-D.
    End,
}

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const ESCAPE: u8 = 27;

impl<R: BufRead> Keys<R> {
    /// Keys from there; `is_terminal` says whether it is standard input on a terminal.
    pub fn new(source: R, is_terminal: bool) -> Keys<R> {
        Keys { source, is_terminal }
    }

    /// Whether a person sits there.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// The next key. Line ends are none.
    pub fn next(&mut self) -> io::Result<Key> {
        let _raw = self.is_terminal.then(raw::RawMode::enter).transpose()?;
        loop {
            match self.byte()? {
                None | Some(CTRL_C | CTRL_D) => return Ok(Key::End),
                Some(b'\n' | b'\r') => {}
                Some(ESCAPE) => {
                    if let Some(key) = self.arrow()? {
                        return Ok(key);
                    }
                }
                // A character of several bytes is no key of ours; each of its bytes is asked about, and refused.
                Some(byte) => return Ok(Key::Char(char::from(byte))),
            }
        }
    }

    /// The rest of the line: what is typed up to Enter.
    pub fn line(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        self.source.read_until(b'\n', &mut line)?;
        Ok(String::from_utf8_lossy(&line).trim().to_string())
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.source.fill_buf()?.first().copied();
        self.source.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// The rest of an escape sequence, `ESC [ … letter`.
    fn arrow(&mut self) -> io::Result<Option<Key>> {
        if !matches!(self.byte()?, Some(b'[' | b'O')) {
            return Ok(None);
        }
        loop {
            match self.byte()? {
                Some(b'C') => return Ok(Some(Key::Forward)),
                Some(b'D') => return Ok(Some(Key::Back)),
                Some(byte) if !byte.is_ascii_alphabetic() && byte != b'~' => {}
                _ => return Ok(None),
            }
        }
    }
}

#[cfg(unix)]
mod raw {
    use std::io;

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// A terminal that hands over each key at once and does not show it, until this is dropped.
    pub struct RawMode(Termios);

    impl RawMode {
        pub fn enter() -> io::Result<RawMode> {
            let before = tcgetattr(io::stdin())?;
            let mut raw = before.clone();
            // Ctrl-C arrives as a key, so that nobody leaves the terminal like this.
            raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
            tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
            Ok(RawMode(before))
        }
    }

    impl Drop for RawMode {
        fn drop(&mut self) {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
        }
    }
}

#[cfg(not(unix))]
mod raw {
    /// Keys count after Enter.
    pub struct RawMode;

    impl RawMode {
        pub fn enter() -> std::io::Result<RawMode> {
            Ok(RawMode)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_arrows_and_notes_are_told_apart() {
        let mut keys = Keys::new(&b"s\r\n \x1b[C\x1b[1;5Dnoff by one\ne\x03x"[..], false);
        let next = |keys: &mut Keys<_>| keys.next().unwrap();
        assert_eq!(
            [(); 5].map(|()| next(&mut keys)),
            [Key::Char('s'), Key::Char(' '), Key::Forward, Key::Back, Key::Char('n')]
        );
        assert_eq!(keys.line().unwrap(), "off by one");
        assert_eq!([next(&mut keys), next(&mut keys)], [Key::Char('e'), Key::End]);
        assert_eq!([next(&mut keys), next(&mut keys)], [Key::Char('x'), Key::End]);
    }
}
