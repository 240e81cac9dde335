//! Single keys: from a terminal without waiting for Enter, from a pipe character by character.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::typed_line::TypedLine;

pub struct Keys<R> {
    source: BufReader<R>,
    /// The terminal stays in raw mode from the first to the last key. Otherwise a key that is typed between two reads
    /// would be echoed beside the prompt.
    terminal: Option<raw::RawMode>,
    /// Whether the user has left in the middle of a line.
    is_over: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Char(char),
    /// Go to the next one: the right arrow.
    Forward,
    /// Go to the previous one: the left arrow.
    Back,
    /// No more keys: the end of the input, Ctrl-C, Ctrl-D.
    End,
}

/// What arrives: a byte of a text, or another key.
enum Press {
    Byte(u8),
    Forward,
    Back,
    /// Escape, and keys such as F1 that have no meaning here.
    Nothing,
    End,
}

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const ESCAPE: u8 = 27;

impl<R: Read> Keys<R> {
    /// Keys from this source; `is_terminal` says whether it is standard input on a terminal.
    pub fn new(source: R, is_terminal: bool) -> io::Result<Keys<R>> {
        let terminal = is_terminal.then(raw::RawMode::enter).transpose()?;
        Ok(Keys { source: BufReader::new(source), terminal, is_over: false })
    }

    /// Whether a person is typing.
    pub fn is_terminal(&self) -> bool {
        self.terminal.is_some()
    }

    /// Drops what a person has typed before seeing what it would apply to.
    pub fn drop_typed_ahead(&mut self) -> io::Result<()> {
        if self.is_terminal() {
            let typed = self.source.buffer().len();
            self.source.consume(typed);
            raw::forget_typed()?;
        }
        Ok(())
    }

    /// The next key. Line ends are skipped.
    pub fn next(&mut self) -> io::Result<Key> {
        if self.is_over {
            return Ok(Key::End);
        }
        loop {
            match self.press()? {
                Press::End => return Ok(Key::End),
                Press::Forward => return Ok(Key::Forward),
                Press::Back => return Ok(Key::Back),
                Press::Nothing | Press::Byte(b'\n' | b'\r') => {}
                // A character of several bytes is not one of our keys; each of its bytes is passed on and rejected.
                Press::Byte(byte) => return Ok(Key::Char(char::from(byte))),
            }
        }
    }

    /// The rest of the line up to Enter, echoed on `echo` while it is typed. Keys that write nothing, such as arrows,
    /// are ignored.
    pub fn line(&mut self, echo: &mut impl Write) -> io::Result<String> {
        let mut line = TypedLine::default();
        loop {
            let shown = match self.press()? {
                Press::End => {
                    self.is_over = true;
                    break;
                }
                Press::Byte(b'\n' | b'\r') => break,
                Press::Byte(byte) => line.take(byte),
                Press::Forward | Press::Back | Press::Nothing => continue,
            };
            if self.is_terminal() {
                write!(echo, "{shown}")?;
                echo.flush()?;
            }
        }
        if self.is_terminal() {
            writeln!(echo)?;
        }
        Ok(line.text().trim().to_string())
    }

    fn press(&mut self) -> io::Result<Press> {
        Ok(match self.byte()? {
            None | Some(CTRL_C | CTRL_D) => Press::End,
            Some(ESCAPE) => self.sequence()?,
            Some(byte) => Press::Byte(byte),
        })
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.source.fill_buf()?.first().copied();
        self.source.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// The rest of an escape sequence, `ESC [ … letter`. Anything else after the escape is a separate key.
    fn sequence(&mut self) -> io::Result<Press> {
        if !matches!(self.soon()?, Some(b'[' | b'O')) {
            return Ok(Press::Nothing);
        }
        self.byte()?;
        while let Some(byte @ b' '..=b'~') = self.soon()? {
            self.byte()?;
            match byte {
                b'C' => return Ok(Press::Forward),
                b'D' => return Ok(Press::Back),
                b'~' => return Ok(Press::Nothing),
                byte if byte.is_ascii_alphabetic() => return Ok(Press::Nothing),
                _ => {}
            }
        }
        Ok(Press::Nothing)
    }

    /// The next byte, without consuming it. On a terminal it counts only if it arrives at once, as the bytes of one key do.
    fn soon(&mut self) -> io::Result<Option<u8>> {
        if self.is_terminal() && self.source.buffer().is_empty() && !raw::something_comes()? {
            return Ok(None);
        }
        Ok(self.source.fill_buf()?.first().copied())
    }
}

#[cfg(unix)]
mod raw {
    use std::io;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use rustix::termios::{
        LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr,
    };

    /// The longest pause between the bytes of one key: shorter than between two typed keys, longer than a slow network
    /// needs.
    const ONE_KEY: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

    /// Whether there is more to read, now or in a moment.
    pub fn something_comes() -> io::Result<bool> {
        let stdin = io::stdin();
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&ONE_KEY)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Drops input that has not been read.
    pub fn forget_typed() -> io::Result<()> {
        Ok(tcflush(io::stdin(), QueueSelector::IFlush)?)
    }

    /// A terminal that passes on each key at once without echo, until this is dropped.
    pub struct RawMode(Termios);

    impl RawMode {
        pub fn enter() -> io::Result<RawMode> {
            let before = tcgetattr(io::stdin())?;
            let mut raw = before.clone();
            // Ctrl-C arrives as a key instead of a signal, so that the terminal is always restored.
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
    /// Whole lines arrive here, and with them all bytes of a key.
    pub fn something_comes() -> std::io::Result<bool> {
        Ok(false)
    }

    /// Old input cannot be distinguished from new input here.
    pub fn forget_typed() -> std::io::Result<()> {
        Ok(())
    }

    /// Keys count only after Enter here.
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
        let mut keys = Keys::new(&b"s\r\n \x1b[C\x1b[1;5Dnoff by one\ne\x03x"[..], false).unwrap();
        let next = |keys: &mut Keys<_>| keys.next().unwrap();
        assert_eq!(
            [(); 5].map(|()| next(&mut keys)),
            [Key::Char('s'), Key::Char(' '), Key::Forward, Key::Back, Key::Char('n')]
        );
        assert_eq!(keys.line(&mut io::sink()).unwrap(), "off by one");
        assert_eq!([next(&mut keys), next(&mut keys)], [Key::Char('e'), Key::End]);
        assert_eq!([next(&mut keys), next(&mut keys)], [Key::Char('x'), Key::End]);
    }

    #[test]
    fn escape_alone_takes_no_other_key_along() {
        let mut keys = Keys::new(&b"\x1bn\x1bsee\x1b[D\x1bOC ticket\x1b[3~\x1b\ns\x1b"[..], false).unwrap();
        assert_eq!(keys.next().unwrap(), Key::Char('n'));
        assert_eq!(keys.line(&mut io::sink()).unwrap(), "see ticket");
        assert_eq!([keys.next().unwrap(), keys.next().unwrap()], [Key::Char('s'), Key::End]);
    }

    #[test]
    fn who_leaves_in_a_note_leaves() {
        let mut keys = Keys::new(&b"see\x03ticket\ns"[..], false).unwrap();
        assert_eq!(keys.line(&mut io::sink()).unwrap(), "see");
        assert_eq!(keys.next().unwrap(), Key::End);
    }
}
