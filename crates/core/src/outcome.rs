//! Outcomes: what a target did with an input.

use std::borrow::Cow;
use std::fmt;

/// Whether the target returned a result or failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Validity {
    /// The target returned a value. It may well be an error object, as long as it was returned.
    #[default]
    Valid,
    /// The target raised, panicked, returned `Err`, crashed or did not answer in time.
    Error,
}

impl Validity {
    /// `valid` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Validity::Valid => "valid",
            Validity::Error => "error",
        }
    }
}

impl fmt::Display for Validity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a target did with an input: valid or error, the type of the output or error, and its text.
///
/// The text is written once, into a buffer that is reused from call to call, and every distance reads it from there.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct Outcome {
    validity: Validity,
    type_name: Cow<'static, str>,
    text: String,
}

impl Clone for Outcome {
    fn clone(&self) -> Self {
        Outcome { validity: self.validity, type_name: self.type_name.clone(), text: self.text.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.validity = source.validity;
        self.type_name.clone_from(&source.type_name);
        self.text.clone_from(&source.text);
    }
}

impl Outcome {
    /// The error type of a target that was stopped because it did not answer in time.
    pub const TIMEOUT: &str = "Timeout";
    /// How the text of that error begins, which distinguishes it from an error of the target itself with the same name.
    pub const NO_ANSWER: &str = "no answer within";

    /// The error type of a target that was stopped because it took too much memory.
    pub const OUT_OF_MEMORY: &str = "OutOfMemory";
    /// The error type of a call whose output is too long.
    pub const OUTPUT_TOO_LONG: &str = "OutputTooLong";

    /// How the texts of these two begin.
    pub const MORE_THAN: &str = "more than";

    /// A valid outcome with this type and text.
    pub fn valid(type_name: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Outcome {
        Outcome { validity: Validity::Valid, type_name: type_name.into(), text: text.into() }
    }

    /// An error with this type and text.
    pub fn error(type_name: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Outcome {
        Outcome { validity: Validity::Error, type_name: type_name.into(), text: text.into() }
    }

    /// Starts a valid outcome in this buffer; the caller writes the text into the returned string.
    pub fn start_valid(&mut self, type_name: impl Into<Cow<'static, str>>) -> &mut String {
        self.start(Validity::Valid, type_name.into())
    }

    /// Starts an error in this buffer; the caller writes the text into the returned string.
    pub fn start_error(&mut self, type_name: impl Into<Cow<'static, str>>) -> &mut String {
        self.start(Validity::Error, type_name.into())
    }

    fn start(&mut self, validity: Validity, type_name: Cow<'static, str>) -> &mut String {
        self.validity = validity;
        self.type_name = type_name;
        self.text.clear();
        &mut self.text
    }

    /// Valid or error.
    pub fn validity(&self) -> Validity {
        self.validity
    }

    /// Whether it is valid.
    pub fn is_valid(&self) -> bool {
        self.validity == Validity::Valid
    }

    /// The type of the output, or of the error.
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The text of the output, or of the error.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the target was stopped because it did not answer in time.
    pub fn is_hang(&self) -> bool {
        !self.is_valid() && self.type_name == Outcome::TIMEOUT && self.text.starts_with(Outcome::NO_ANSWER)
    }

    /// Whether the call exceeded a limit of time, memory or output. An error of the target itself may have the same name.
    pub fn is_overrun(&self) -> bool {
        let limits = [Outcome::OUT_OF_MEMORY, Outcome::OUTPUT_TOO_LONG];
        let is_named = !self.is_valid() && limits.contains(&self.type_name());
        self.is_hang() || is_named && self.text.starts_with(Outcome::MORE_THAN)
    }

    /// The outcome with a long text cut to its beginning, its length and a hash, so that two of them are equal if the
    /// whole texts are and, except by chance, only then. Lock files keep outcomes in this form.
    #[must_use = "the abbreviated outcome is returned"]
    pub fn abbreviated(mut self) -> Outcome {
        if self.text.len() > LONGEST_WHOLE
            && let Some((cut, _)) = self.text.char_indices().nth(BEGINNING)
        {
            let (bytes, hash) = (self.text.len(), fnv1a(self.text.as_bytes()));
            self.text = format!("{}… [{bytes} bytes, fnv1a {hash:016x}]", &self.text[..cut]);
        }
        self
    }
}

/// Texts of up to 1,000 bytes are kept whole; that is longer than any abbreviated text.
const LONGEST_WHOLE: usize = 1000;
/// The number of characters of a longer text that are kept.
const BEGINNING: usize = 200;

/// The 64-bit FNV-1a hash: unlike the hashes of the standard library, it never changes.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_target_is_no_overrun() {
        assert!(Outcome::error("Timeout", "no answer within 1s").is_overrun());
        assert!(Outcome::error("OutOfMemory", "more than 1073741824 bytes of memory").is_overrun());
        assert!(Outcome::error("OutputTooLong", "more than 1048576 bytes of output").is_overrun());
        assert!(!Outcome::error("Timeout", "the server is gone").is_overrun());
        assert!(!Outcome::error("OutOfMemory", "").is_overrun());
        assert!(!Outcome::valid("Timeout", "no answer within 1s").is_overrun());
    }

    #[test]
    fn a_buffer_is_reused() {
        let mut outcome = Outcome::valid("String", "a long text that needs some room");
        let room = outcome.text.capacity();
        outcome.start_error("Oops").push_str("short");
        assert_eq!(outcome, Outcome::error("Oops", "short"));
        assert_eq!(outcome.text.capacity(), room);
    }

    #[test]
    fn long_texts_are_abbreviated_once_and_stay_apart() {
        let short = Outcome::valid("str", "x".repeat(LONGEST_WHOLE));
        assert_eq!(short.clone().abbreviated(), short);
        let long = |end: &str| Outcome::valid("str", "ä".repeat(LONGEST_WHOLE) + end).abbreviated();
        assert_ne!(long("a"), long("b"));
        assert_eq!(long("a").abbreviated(), long("a"));
        assert!(long("a").text().starts_with("ääää") && long("a").text().contains("… [2001 bytes, fnv1a "));
        assert_eq!(fnv1a(b"foobar"), 0x85944171f73967e8, "as published");
    }
}
