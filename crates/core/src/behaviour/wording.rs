//! Wordings: what remains of a text without its variable parts.

use super::calendar;
use super::number::{Number, at_start};
use crate::digits::leading as digits;

/// A text in two parts: the wording, with marks in place of the variable parts, and those parts as numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parsed {
    /// The text with a [`Mark`] for each slot.
    pub wording: String,
    /// The numbers of the slots, in order.
    pub slots: Vec<Number>,
}

/// The placeholder for a variable part in a wording: a character that no program prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A number.
    Number,
    /// A date, by its day.
    Date,
    /// A time of day or a length of time, in seconds.
    Time,
    /// How often the character before it is repeated.
    Repeated,
    /// How many items there are.
    Items,
}

impl Mark {
    const ALL: [(Mark, char); 5] = [
        (Mark::Number, '\u{e000}'),
        (Mark::Date, '\u{e001}'),
        (Mark::Time, '\u{e002}'),
        (Mark::Repeated, '\u{e003}'),
        (Mark::Items, '\u{e004}'),
    ];

    fn character(self) -> char {
        Mark::ALL[self as usize].1
    }

    /// The mark for which a character of a wording stands, if it stands for one.
    pub fn of(c: char) -> Option<Mark> {
        Mark::ALL.into_iter().find(|(_, mark)| *mark == c).map(|(mark, _)| mark)
    }
}

/// Only the first 16,384 bytes are split; the rest of a longer text is compared as a whole.
const LONGEST: usize = 16_384;
/// A text has at most 64 slots.
const MOST_SLOTS: usize = 64;
/// At least 4 equal characters in a row are a repetition with a count.
const LEAST_REPEATED: usize = 4;
/// The magnitudes from which on floats are printed with an exponent.
const LEAST_LARGE: u32 = 16;
const LEAST_SMALL: u32 = 5;
/// No float has a larger exponent.
const LARGEST_EXPONENT: u32 = 324;
/// A tuple of more than 8 items is treated as a list.
const LONGEST_TUPLE: usize = 8;

impl Parsed {
    /// Splits a text. The type of the output distinguishes a list from a text with brackets.
    pub fn of(text: &str, type_name: &str) -> Parsed {
        let mut parsed = Parsed::default();
        parsed.read(text, type_name);
        parsed
    }

    /// Splits a text into this buffer.
    pub fn read(&mut self, text: &str, type_name: &str) {
        self.wording.clear();
        self.slots.clear();
        if let Some(number) = plain_number(text) {
            return self.slot(Mark::Number, number);
        }
        let (head, rest) = cut(text);
        if !self.read_collection(head, type_name) && !self.read_repetition(head) {
            self.read_text(head, |_, _| {});
        }
        if !rest.is_empty() {
            let hash = rest.bytes().fold(0u64, |hash, b| hash.wrapping_mul(31).wrapping_add(u64::from(b)));
            self.wording.push_str(&format!("…{hash:x}"));
            self.slot(Mark::Items, Number::whole(rest.len() as i128));
        }
    }

    /// Whether the text is a number, and nothing else.
    pub fn is_number(&self) -> bool {
        self.slots.len() == 1 && self.wording.len() == Mark::Number.character().len_utf8()
    }

    fn slot(&mut self, mark: Mark, number: Number) {
        self.wording.push(mark.character());
        self.slots.push(number);
    }

    /// Reads a list, which is reduced to its length and the wordings of its items.
    fn read_collection(&mut self, text: &str, type_name: &str) -> bool {
        let is_tuple = type_name == "tuple";
        if !is_tuple && !matches!(type_name, "list" | "set" | "frozenset" | "dict") {
            return false;
        }
        let Some((open, items, close)) = items(text) else { return false };
        if is_tuple && items.len() <= LONGEST_TUPLE {
            return false;
        }
        let mut kinds: Vec<String> = Vec::new();
        for item in &items {
            let kind = Parsed::of(item, "str").wording;
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        // A sequence of different wordings is kept as it is; otherwise only the number of items counts.
        self.wording.push_str(open);
        match &kinds[..] {
            [] => {}
            [one] if one.chars().all(|c| Mark::of(c).is_some()) => {}
            [one] if one.chars().any(|c| Mark::of(c).is_some()) => {
                self.wording.extend(one.chars().map(|c| if Mark::of(c).is_some() { '#' } else { c }));
            }
            _ if items.len() <= LONGEST_TUPLE => {
                self.wording.clear();
                return false;
            }
            _ => self.wording.push_str("mixed"),
        }
        self.slot(Mark::Items, Number::whole(items.len() as i128));
        self.wording.push_str(close);
        true
    }

    /// Reads a text that consists of one repeated character.
    fn read_repetition(&mut self, text: &str) -> bool {
        let Some(first) = text.chars().next() else { return false };
        if first.is_alphanumeric() || text.chars().any(|c| c != first) {
            return false;
        }
        self.wording.push(first);
        self.slot(Mark::Repeated, Number::whole(text.chars().count() as i128));
        true
    }

    /// The slots of a text as they are written, in order; for a list its number of items.
    pub fn written(text: &str, type_name: &str) -> Vec<String> {
        if plain_number(text).is_some() {
            return vec![text.to_string()];
        }
        let (head, rest) = cut(text);
        let (mut parsed, mut written) = (Parsed::default(), Vec::new());
        if parsed.read_collection(head, type_name) {
            written.extend(parsed.slots.iter().map(|slot| slot.value.to_string()));
        } else if parsed.read_repetition(head) {
            written.extend(head.chars().next().map(|first| head[first.len_utf8()..].to_string()));
        } else {
            // The part of the slot that the wording keeps is not repeated.
            parsed.read_text(head, |slot, told| {
                let kept = told.trim_end_matches(|c| Mark::of(c).is_some());
                written.push(slot.replacen(kept, "", 1));
            });
        }
        written.extend((!rest.is_empty()).then(|| rest.len().to_string()));
        written
    }

    /// Splits a text; `seen` is called for each slot with its text and with what the wording has for it: the part that is
    /// kept, and the mark.
    fn read_text(&mut self, text: &str, mut seen: impl FnMut(&str, &str)) {
        let mut rest = text;
        let mut before = None;
        while let Some(c) = rest.chars().next() {
            let plain = plain_length(rest.as_bytes());
            if plain > 0 {
                self.wording.push_str(&rest[..plain]);
                before = rest[..plain].chars().next_back();
                rest = &rest[plain..];
                continue;
            }
            let known = self.wording.len();
            let taken = if self.slots.len() < MOST_SLOTS { self.token(rest, before) } else { 0 };
            let length = if taken > 0 { taken } else { c.len_utf8() };
            match taken {
                0 => self.wording.push(c),
                _ => seen(&rest[..taken], &self.wording[known..]),
            }
            before = rest[..length].chars().next_back();
            rest = &rest[length..];
        }
    }

    /// Reads a slot at the beginning of the text and returns its length in bytes, or 0.
    fn token(&mut self, text: &str, before: Option<char>) -> usize {
        let first = text.chars().next().unwrap_or(' ');
        if first.is_ascii_digit() || (first == '.' && !before.is_some_and(|c| c.is_alphanumeric())) {
            return self.unsigned(text, false, before == Some('.'));
        }
        let is_sign =
            matches!(first, '-' | '+' | '−') && !before.is_some_and(|c| c.is_alphanumeric() || c == ')');
        if is_sign {
            let behind = &text[first.len_utf8()..];
            let currency = behind.chars().next().filter(|c| "$€£¥".contains(*c));
            let digits = currency.map_or(behind, |c| &behind[c.len_utf8()..]);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                self.wording.extend(currency);
                return text.len() - digits.len() + self.unsigned(digits, first != '+', false);
            }
        }
        if first.is_alphanumeric() || first.is_whitespace() {
            return 0;
        }
        let run = text.chars().take_while(|c| *c == first).count();
        if run < LEAST_REPEATED {
            return 0;
        }
        self.wording.push(first);
        self.slot(Mark::Repeated, Number::whole(run as i128));
        run * first.len_utf8()
    }

    /// Reads an unsigned number, date or time.
    fn unsigned(&mut self, text: &str, negative: bool, in_dots: bool) -> usize {
        // Most numbers are plain like this.
        if let Some((number, length)) = at_start(text, !in_dots) {
            self.slot(Mark::Number, if negative { number.negated() } else { number });
            return length;
        }
        if !negative && let Some((mark, number, length)) = calendar::read(text) {
            self.slot(mark, number);
            return length;
        }
        if let Some((radix, length)) = prefixed(text) {
            let digits = i128::from_str_radix(&text[2..length], radix).ok();
            if let Some(n) = digits {
                self.wording.push_str(&text[..2]);
                self.slot(Mark::Number, Number::whole(if negative { -n } else { n }));
                return length;
            }
        }
        let length = number_length(text, in_dots);
        let length = length + exponent_length(&text[..length], &text[length..]);
        let written = &text[..length];
        let read = match written.contains([',', '_']) {
            true => Number::read(&written.replace([',', '_'], "")),
            false => Number::read(written),
        };
        let Some(number) = read else { return 0 };
        self.slot(Mark::Number, if negative { number.negated() } else { number });
        length
    }
}

/// What a byte may begin.
#[derive(Clone, Copy, PartialEq)]
enum Begins {
    Nothing,
    /// A repetition, if it is followed by the same byte.
    Repetition,
    /// A number, or a character of several bytes.
    Slot,
}

/// What each byte may begin, looked up because every byte of every output is asked for.
const BEGINS: [Begins; 256] = {
    let mut begins = [Begins::Slot; 256];
    let mut byte = 0u8;
    while byte.is_ascii() {
        begins[byte as usize] = match byte {
            b'0'..=b'9' | b'.' | b'-' | b'+' => Begins::Slot,
            b'a'..=b'z' | b'A'..=b'Z' | b' ' => Begins::Nothing,
            _ => Begins::Repetition,
        };
        byte += 1;
    }
    begins
};

/// How many bytes at the beginning cannot start a slot: letters, blanks, and punctuation that is not repeated. Most of
/// a text consists of these.
fn plain_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match BEGINS[usize::from(*byte)] {
            Begins::Nothing => {}
            Begins::Repetition if text.get(at + 1) != Some(byte) => {}
            Begins::Repetition | Begins::Slot => break,
        }
        at += 1;
    }
    at
}

/// The whole text as a number, possibly with an exponent, as programs print floats.
fn plain_number(text: &str) -> Option<Number> {
    let ([b'0'..=b'9' | b'-', .., b'0'..=b'9' | b'.'] | [b'0'..=b'9']) = text.as_bytes() else { return None };
    Number::plain(text).or_else(|| {
        // A sign is at the beginning, of the number or of its exponent: dates are no numbers.
        let mut before = b'e';
        let mut is_of_number = |b: u8| {
            let is_at_start = std::mem::replace(&mut before, b) == b'e';
            b.is_ascii_digit() || matches!(b, b'.' | b'e') || is_at_start && matches!(b, b'-' | b'+')
        };
        (text.len() <= 400 && text.bytes().all(&mut is_of_number)).then(|| Number::odd(text))?
    })
}

fn cut(text: &str) -> (&str, &str) {
    if text.len() <= LONGEST {
        return (text, "");
    }
    let at = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.split_at(at)
}

/// The length of the number at the beginning: digits, groups of three with separators, and a fraction.
fn number_length(text: &str, in_dots: bool) -> usize {
    let mut length = digits(text);
    for separator in [',', '_'] {
        if length == 0 || length > 3 {
            break;
        }
        let mut end = length;
        while text[end..].starts_with(separator) && digits(&text[end + 1..]) == 3 {
            end += 4;
        }
        if end > length {
            length = end;
            break;
        }
    }
    let fraction = text[length..].strip_prefix('.').map_or(0, digits);
    // 1.2.3 is a sequence of whole numbers, as in versions and addresses.
    let is_dotted = in_dots || fraction > 0 && dotted(&text[length + 1 + fraction..]);
    if fraction == 0 || is_dotted { length } else { length + 1 + fraction }
}

/// The length of the exponent after a number, if it is there because the number is so large or small. Otherwise it is a
/// choice of the author, and part of the wording.
fn exponent_length(number: &str, rest: &str) -> usize {
    let Some(behind) = rest.strip_prefix(['e', 'E']) else { return 0 };
    let sign = usize::from(behind.starts_with(['+', '-']));
    let end = sign + digits(&behind[sign..]);
    let is_small = behind.starts_with('-');
    let size: u32 = behind[sign..end].parse().unwrap_or(0);
    let is_full = size <= LARGEST_EXPONENT && size >= if is_small { LEAST_SMALL } else { LEAST_LARGE };
    let is_float = digits(number) == 1 && (number.len() == 1 || !number.ends_with('0'));
    let is_alone = !behind[end..].starts_with(|c: char| c.is_alphanumeric());
    if is_full && is_float && is_alone { 1 + end } else { 0 }
}

fn dotted(rest: &str) -> bool {
    let mut chars = rest.chars();
    chars.next() == Some('.') && chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// The radix and the length of a hexadecimal, octal or binary number with its prefix.
fn prefixed(text: &str) -> Option<(u32, usize)> {
    let radix = match text.get(..2)? {
        "0x" => 16,
        "0o" => 8,
        "0b" => 2,
        _ => return None,
    };
    let digits = text[2..].chars().take_while(|c| c.is_digit(radix)).count();
    (digits > 0).then_some((radix, 2 + digits))
}

/// The items between the outer brackets, split at commas outside inner brackets.
fn items(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = text.find(['[', '(', '{']).map(|at| at + 1)?;
    let close = text.rfind([']', ')', '}'])?;
    if text.starts_with("set()") || close < open {
        return Some(("{", Vec::new(), "}"));
    }
    let inner = &text[open..close];
    let (mut depth, mut quote, mut from, mut found) = (0i32, None, 0, Vec::new());
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '[' | '(' | '{') => depth += 1,
            (None, ']' | ')' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                found.push(inner[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        found.push(inner[from..].trim());
    }
    Some((&text[..open], found, &text[close..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, type_name: &str) -> String {
        let parsed = Parsed::of(text, type_name);
        let mut slots = parsed.slots.iter();
        let told = parsed.wording.chars().map(|c| match Mark::of(c) {
            None => c.to_string(),
            Some(mark) => {
                let letter = format!("{mark:?}").chars().next().unwrap().to_lowercase().next().unwrap();
                format!("<{letter}{}>", slots.next().unwrap().value)
            }
        });
        told.collect()
    }

    #[test]
    fn slots_are_written_as_they_were() {
        for (text, type_name, expected) in [
            ("letter, 3.70", "str", &["3.70"][..]),
            ("1,234 of 007 at -$5.00", "str", &["1,234", "007", "-5.00"]),
            ("0xff on 2024-02-29", "str", &["ff", "2024-02-29"]),
            ("[####..]", "str", &["###"]),
            ("-----", "str", &["----"]),
            ("[1, 2]", "list", &["2"]),
            ("1e+16", "float", &["1e+16"]),
            ("none", "str", &[]),
        ] {
            assert_eq!(Parsed::written(text, type_name), expected, "{text}");
            assert_eq!(Parsed::of(text, type_name).slots.len(), expected.len(), "{text}");
        }
    }

    #[test]
    fn numbers_are_slots_and_words_are_not() {
        for (text, expected) in [
            ("2.50 EUR", "<n2.5> EUR"),
            ("score -5 out of range", "score <n-5> out of range"),
            ("1,234,567.5 bytes", "<n1234567.5> bytes"),
            ("-$5.00", "$<n-5>"),
            ("a-5", "a-<n5>"),
            ("1st", "<n1>st"),
            ("v1.2.3", "v<n1>.<n2>.<n3>"),
            ("0xff", "0x<n255>"),
            ("007", "<n7>"),
            ("1e-07", "<n0.0000001>"),
            ("at 1e-05 C", "at <n0.00001> C"),
            ("at -1.5e+16 C", "at <n-15000000000000000> C"),
            ("at 1.50e-05 C", "at <n1.5>e-<n5> C"),
            ("at 1.5e+03 C", "at <n1.5>e+<n3> C"),
            ("1e16x", "<n1>e<n16>x"),
            ("inf", "inf"),
            ("True", "True"),
            ("20%", "<n20>%"),
            ("10, 200", "<n10>, <n200>"),
            ("(3, -4)", "(<n3>, <n-4>)"),
            ("2024-02-29", "<d738945>"),
            ("2024-13-29", "<n2024>-<n13>-<n29>"),
            ("01:00:05", "<t3605>"),
            ("9:05 AM", "<t32700> AM"),
            ("10:05 AM", "<t36300> AM"),
            ("9:5", "<n9>:<n5>"),
            ("100:05", "<n100>:<n5>"),
            ("1970-01-02 00:00:01", "<t62135769601>"),
            ("-----", "-<r5>"),
            ("[####..]", "[#<r4>..]"),
            ("", ""),
        ] {
            assert_eq!(told(text, "str"), expected, "{text}");
        }
    }

    #[test]
    fn lists_are_their_lengths() {
        assert_eq!(told("[]", "list"), "[<i0>]");
        assert_eq!(told("[1, 2, 3]", "list"), "[<i3>]");
        assert_eq!(told("['a1', 'a2']", "list"), "['a#'<i2>]");
        assert_eq!(told("['x', 'y']", "list"), "['x', 'y']");
        assert_eq!(
            told("{1: [2, 3], 4: [5]}", "dict"),
            "{#: [#, #], #: [#]}".replace("#: [#, #], #: [#]", "<n1>: [<n2>, <n3>], <n4>: [<n5>]")
        );
        assert_eq!(told("(1, 2)", "tuple"), "(<n1>, <n2>)");
        assert_eq!(told("[1, 2]", "str"), "[<n1>, <n2>]");
    }

    #[test]
    fn long_texts_are_bounded() {
        let text = "7 ".repeat(20_000);
        let parsed = Parsed::of(&text, "str");
        assert!(parsed.slots.len() <= MOST_SLOTS + 1 && parsed.wording.len() <= LONGEST + 256);
        let other = Parsed::of(&(text.clone() + "x"), "str");
        assert_ne!(parsed.wording, other.wording);
    }
}
