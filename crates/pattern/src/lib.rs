//! Draws texts that match a regular expression: `[A-Z]{2}\d{4}` gives `QX0731`.

use autobva_core::{Argument, SchemaError, SignatureError};
use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

/// Something is repeated at most this many times more than it must be.
const MOST_MORE: u32 = 8;
/// A text of more bytes than this is not continued, and a pattern that needs more is refused.
const LONGEST: usize = 4096;
/// Only these characters are drawn if a class has any of them.
const PRINTABLE: (u32, u32) = (0x20, 0x7e);

/// A regular expression whose texts can be drawn.
#[derive(Debug, Clone)]
pub struct Pattern(Hir);

/// Chooses a number below the given one.
type Below<'a> = dyn FnMut(u32) -> u32 + 'a;

impl Pattern {
    /// Reads a regular expression; the error is a sentence about it.
    pub fn read(text: &str) -> Result<Pattern, SchemaError> {
        let read = regex_syntax::parse(text).map_err(|error| match error {
            regex_syntax::Error::Parse(error) => error.kind().to_string(),
            regex_syntax::Error::Translate(error) => error.kind().to_string(),
            other => other.to_string(),
        });
        let hir = read.map_err(SchemaError::pattern)?;
        match hir.properties().minimum_len() {
            Some(least) if least <= LONGEST => Ok(Pattern(hir)),
            Some(_) => Err(SchemaError::pattern(format_args!("its texts are longer than {LONGEST} bytes"))),
            None => Err(SchemaError::pattern("no text matches it")),
        }
    }

    /// A plain text that matches: it takes the first of all alternatives, and optional parts once.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        write(&self.0, None, &mut text);
        text
    }

    /// A text that matches, chosen by `below`.
    pub fn draw(&self, below: &mut Below<'_>) -> String {
        let mut text = String::new();
        write(&self.0, Some(below), &mut text);
        text
    }
}

/// Writes a text that matches; without `below`, the plain one.
fn write(hir: &Hir, mut below: Option<&mut Below<'_>>, text: &mut String) {
    if text.len() > LONGEST {
        return;
    }
    match hir.kind() {
        // Conditions such as the start or the end of the text add no characters.
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => text.extend(character(class, below)),
        HirKind::Capture(capture) => write(&capture.sub, below, text),
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, below.as_deref_mut(), text);
            }
        }
        HirKind::Alternation(parts) => {
            let at = below.as_deref_mut().map_or(0, |below| below(parts.len() as u32));
            write(&parts[at as usize], below, text);
        }
        HirKind::Repetition(repetition) => {
            for _ in 0..times(repetition, below.as_deref_mut()) {
                write(&repetition.sub, below.as_deref_mut(), text);
            }
        }
    }
}

fn times(repetition: &Repetition, below: Option<&mut Below<'_>>) -> u32 {
    let least = repetition.min;
    let most = repetition.max.unwrap_or(u32::MAX).min(least.saturating_add(MOST_MORE));
    match below {
        Some(below) => least + below(most - least + 1),
        None => least.max(1).min(most),
    }
}

/// A character of a class, a printable one if there is any. Without `below` it is the first letter or digit if there is
/// one, so that texts are readable.
fn character(class: &Class, below: Option<&mut Below<'_>>) -> Option<char> {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => {
            class.iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
        Class::Bytes(class) => class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
    };
    let within = |ends: (u32, u32)| -> Vec<(u32, u32)> {
        let cut = ranges.iter().map(|range| (range.0.max(ends.0), range.1.min(ends.1)));
        cut.filter(|range| range.0 <= range.1).collect()
    };
    let printable = within(PRINTABLE);
    let chosen = if printable.is_empty() { ranges.clone() } else { printable };
    let Some(below) = below else {
        let readable = [('a', 'z'), ('A', 'Z'), ('0', '9')].map(|(lo, hi)| within((lo.into(), hi.into())));
        let first = readable.iter().flatten().chain(&chosen).next()?;
        return char::from_u32(first.0);
    };
    let count: u32 = chosen.iter().map(|range| range.1 - range.0 + 1).sum();
    let mut at = below(count.max(1));
    for (lo, hi) in chosen {
        match at.checked_sub(hi - lo + 1) {
            Some(rest) => at = rest,
            None => return char::from_u32(lo + at),
        }
    }
    None
}

/// Checks the patterns of arguments, and gives each of them its plain text as an example.
pub fn checked(arguments: impl IntoIterator<Item = Argument>) -> Result<Vec<Argument>, SignatureError> {
    let example = |pattern: &str| Ok(Pattern::read(pattern)?.plain());
    let checked = |argument: Argument| {
        let schema = argument.schema().with_examples(&example);
        let schema = schema.map_err(|fault| SignatureError::of(argument.name(), fault))?;
        Ok(argument.with_schema(schema))
    };
    arguments.into_iter().map(checked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts_are_readable() {
        for (pattern, plain) in [
            (r"[A-Z]{2}\d{4}", "AA0000"),
            (r"^\w+@(example|test)\.(com|org)$", "a@example.com"),
            (r"a*b?c{2,}", "abcc"),
            (r"[^a-z]", "A"),
            (r"\s", " "),
            (r".", "a"),
            (r"[α-ω]", "α"),
            (r"(?i)x", "x"),
            ("", ""),
        ] {
            assert_eq!(Pattern::read(pattern).unwrap().plain(), plain, "{pattern}");
        }
    }

    #[test]
    fn what_is_drawn_is_of_the_pattern() {
        let pattern = Pattern::read(r"[A-F]{1,3}-\d+(x|yy)?").unwrap();
        let mut state = 1u32;
        let mut below = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % most
        };
        let mut all = std::collections::HashSet::new();
        for _ in 0..200 {
            let text = pattern.draw(&mut below);
            let (letters, rest) = text.split_once('-').unwrap();
            let digits = rest.trim_end_matches("yy").trim_end_matches('x');
            assert!((1..=3).contains(&letters.len()) && letters.chars().all(|c| ('A'..='F').contains(&c)));
            assert!((1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()), "{text}");
            all.insert(text);
        }
        assert!(all.len() > 150);
    }

    #[test]
    fn checked_arguments_grow_by_texts_of_their_pattern() {
        let declared = r#"x:list[str~"[A-Z]{2}" | int]"#;
        let arguments = checked([declared.parse().unwrap()]).unwrap();
        assert_eq!(arguments[0].schema().blank().to_string(), "[\"AA\"]");
        assert_eq!(arguments[0].to_string(), declared);
        let error = checked([r#"x:dict[str~"["]"#.parse().unwrap()]).unwrap_err().to_string();
        assert!(error.starts_with("argument 'x': the pattern cannot be used: unclosed"), "{error}");
    }

    #[test]
    fn what_is_no_pattern_is_told_in_one_sentence() {
        for pattern in ["(a", "[z-a]", "a{2,1}", r"\q", "(?=a)b", "[a&&b]", "a{5000}"] {
            let error = Pattern::read(pattern).unwrap_err().to_string();
            assert!(error.starts_with("the pattern cannot be used: ") && !error.contains('\n'), "{error}");
        }
    }
}
