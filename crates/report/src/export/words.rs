//! Values and outputs in spoken words: `minus 2.5`, `50 percent`, `empty text`.

use autobva_core::{Decimal, Float, Int, ListKind, RecordKind, Shape};

use super::literals::Literals;
use super::names::slug;

/// The maximum lengths of a number and a text that are repeated in full in a name.
const LONGEST_NUMBER: usize = 21;
const LONGEST_TEXT: usize = 20;

pub(crate) struct Words;

impl Literals for Words {
    fn integer(&self, int: &Int) -> String {
        number_words(&int.number().to_string())
    }

    fn float(&self, float: &Float) -> String {
        match float.value() {
            f64::INFINITY => "infinity".into(),
            f64::NEG_INFINITY => "minus infinity".into(),
            _ => number_words(&float.to_string()),
        }
    }

    fn text(&self, text: &str) -> String {
        text_words(text, LONGEST_TEXT)
    }

    fn decimal(&self, decimal: &Decimal) -> String {
        number_words(&decimal.to_string())
    }

    fn nothing(&self) -> String {
        "nothing".into()
    }

    fn list(&self, _kind: ListKind, items: Vec<String>, _path: &str) -> String {
        counted(items.len(), "item")
    }

    fn dictionary(&self, pairs: Vec<(String, String)>) -> String {
        counted(pairs.len(), "key")
    }

    fn record(&self, shape: &Shape, values: Vec<String>) -> String {
        let field = |(name, value): (&str, String)| match shape.kind {
            RecordKind::Tuple => value,
            RecordKind::Plain | RecordKind::Named(_) => format!("{} {value}", spoken(name)),
        };
        let fields: Vec<String> = shape.fields.iter().map(|name| &**name).zip(values).map(field).collect();
        fields.join(" ")
    }
}

fn counted(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// A number in words: `2.0` becomes 2, and `-5e-324` becomes minus 5e minus 324.
fn number_words(shown: &str) -> String {
    let shown = shown.strip_suffix(".0").unwrap_or(shown);
    let (sign, digits) = match shown.strip_prefix('-') {
        Some(digits) => ("minus ", digits),
        None => ("", shown),
    };
    if digits.len() <= LONGEST_NUMBER || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return format!("{sign}{}", digits.replace("e-", "e minus ").replace("e+", "e"));
    }
    let (first, last) = (&digits[..6], &digits[digits.len() - 6..]);
    format!("{sign}{first}...{last} of {} digits", digits.len())
}

/// A text in words: the text itself, if it is short and can be spoken.
pub(crate) fn text_words(text: &str, longest: usize) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite) && text.trim() == text;
    let length = text.chars().count();
    let spoken = spoken(text);
    match length {
        _ if is_number && length <= longest => number_words(text.trim_start_matches('+')),
        0 => "empty text".into(),
        1 if spoken.is_empty() => "one character".into(),
        _ if length > longest || spoken.is_empty() => format!("text of {length} characters"),
        _ => spoken,
    }
}

/// The first words of a text; the rest is not needed, since equal names are numbered.
pub(crate) fn shortened(words: String, longest: usize) -> String {
    if words.len() <= longest {
        return words;
    }
    let end = words.char_indices().take_while(|(at, _)| *at <= longest).filter(|(_, c)| *c == ' ').last();
    words[..end.map_or(words.len(), |(at, _)| at)].to_string()
}

/// Characters that are read as words.
const SPOKEN: &[(char, &str)] = &[
    ('%', "percent"),
    ('$', "dollar"),
    ('€', "euro"),
    ('£', "pound"),
    ('°', "degree"),
    ('…', "ellipsis"),
    ('<', "less than"),
    ('>', "greater than"),
    ('≤', "at most"),
    ('≥', "at least"),
    ('@', "at"),
];

/// A text without characters that are special in titles and tables; empty if it has no letter or digit.
pub(crate) fn spoken(text: &str) -> String {
    let mut words = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        // This is a sign, as in -5 and 5e-7, rather than a hyphen.
        let is_first = words.is_empty() || words.ends_with([' ', '(', '=', ':', ',', 'e']);
        if c == '-' && is_first && characters.peek().is_some_and(char::is_ascii_digit) {
            words.push_str(" minus ");
            continue;
        }
        match SPOKEN.iter().find(|(sign, _)| *sign == c) {
            Some((_, word)) => words.extend([" ", word, " "]),
            None if c.is_ascii_alphanumeric() || " .,:;+-_/'()=!?*&#~^".contains(c) => words.push(c),
            None => words.push(' '),
        }
    }
    match slug(&words).is_empty() {
        true => String::new(),
        false => words.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ","),
    }
}

#[cfg(test)]
mod tests {
    use autobva_core::Signature;

    use super::*;

    #[test]
    fn values_read_as_words() {
        let word = |declared: &str, value: &str| {
            Words.value(&Signature::parse([declared]).unwrap().read(&[value], None).unwrap()[0])
        };
        assert_eq!(word("n:int", "-12"), "minus 12");
        assert_eq!(word("n:int", "true"), "true");
        assert_eq!(word("n:bigint", &"9".repeat(40)), "999999...999999 of 40 digits");
        assert_eq!(word("x:f64", "-0.0"), "minus 0");
        assert_eq!(word("x:f64", "2.5"), "2.5");
        assert_eq!(word("x:f64", "NaN"), "NaN");
        assert_eq!(word("x:f64", "-inf"), "minus infinity");
        assert_eq!(word("x:f64", "1e-7"), "1e minus 7");
        assert_eq!(word("x:f64", "-2.2250738585072014e-308"), "minus 2.2250738585072014e minus 308");
        assert_eq!(word("s:str", ""), "empty text");
        assert_eq!(word("s:str", "🎉🎉"), "text of 2 characters");
        assert_eq!(word("s:str", "a | 1.5"), "a 1.5");
    }
}
