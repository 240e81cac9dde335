//! Names that a person would give: `day 29 is rejected`, and as an identifier `date_day_29_is_rejected`.

use std::collections::HashMap;

use autobva_core::{Input, Outcome, Value};

/// The longest output that a name repeats.
const LONGEST_OUTPUT: usize = 24;
/// The longest number and text that a name repeats in full.
const LONGEST_NUMBER: usize = 21;
const LONGEST_TEXT: usize = 20;
/// The longest that a name says about the input.
const LONGEST_INPUT: usize = 60;

/// The letters and digits of a text, everything else being `_`, which never stands first, last or twice.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('_') {
            slug.push('_');
        }
    }
    slug.truncate(slug.trim_end_matches('_').len());
    slug
}

/// A name that the language accepts: letters, digits and `_`, no digit first, and none of the words that are taken,
/// which are separated by spaces.
pub(crate) fn identifier(text: &str, taken: &str) -> String {
    let mut name = slug(text);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert_str(0, if name.is_empty() { "x" } else { "x_" });
    }
    while taken.split(' ').any(|word| word == name) {
        name.push('_');
    }
    name
}

/// A name in which every word begins with a capital: `ByteCount`.
pub(crate) fn camel(text: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    identifier(text, "").split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

/// Names for several things at once, all different.
pub(crate) fn identifiers<'a>(texts: impl IntoIterator<Item = &'a str>, taken: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for text in texts {
        let mut name = identifier(text, taken);
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// What a name needs to know about a case.
pub(crate) struct Described<'a> {
    /// The values.
    pub input: &'a Input,
    /// What came of them.
    pub outcome: &'a Outcome,
    /// Which arguments differ from the other side.
    pub changed: Vec<bool>,
    /// Whether the other side is an error exactly if this one is not.
    pub crosses: bool,
}

/// What happens in each case, in a few words: `day 29 is rejected`. Where several inputs would be called the same, each says
/// more, because `year 1` alone is neither accepted nor rejected; what is still the same is numbered.
pub(crate) fn phrases(arguments: &[&str], cases: &[Described<'_>]) -> Vec<String> {
    let short: Vec<String> = cases.iter().map(|case| input_words(arguments, case, false)).collect();
    let times = counted(&short);
    let phrase = |(short, case): (String, &Described<'_>)| {
        let input = match times[&key(&short)] {
            1 => short,
            _ => input_words(arguments, case, true),
        };
        [shortened(input, LONGEST_INPUT), outcome_words(case)]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    numbered(short.into_iter().zip(cases).map(phrase).collect())
}

/// What tells one phrase from another: not every language has all characters, or capitals beside small letters.
fn key(phrase: &str) -> String {
    slug(phrase).to_lowercase()
}

fn counted(phrases: &[String]) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    phrases.iter().for_each(|phrase| *times.entry(key(phrase)).or_default() += 1);
    times
}

fn numbered(phrases: Vec<String>) -> Vec<String> {
    let all = counted(&phrases);
    let mut used: HashMap<String, usize> = HashMap::new();
    let number = |phrase: String| {
        if all[&key(&phrase)] == 1 {
            return phrase;
        }
        let n = used.entry(key(&phrase)).or_default();
        loop {
            *n += 1;
            let numbered = format!("{phrase} {n}");
            if !all.contains_key(&key(&numbered)) {
                return numbered;
            }
        }
    };
    phrases.into_iter().map(number).collect()
}

/// The first words of a text; what is left out is not missed where names are numbered.
fn shortened(words: String, longest: usize) -> String {
    if words.len() <= longest {
        return words;
    }
    let end = words.char_indices().take_while(|(at, _)| *at <= longest).filter(|(_, c)| *c == ' ').last();
    words[..end.map_or(words.len(), |(at, _)| at)].to_string()
}

fn input_words(arguments: &[&str], case: &Described<'_>, in_full: bool) -> String {
    let mut parts = Vec::new();
    let says_all = in_full || !case.changed.contains(&true);
    for ((value, argument), changed) in case.input.iter().zip(arguments).zip(&case.changed) {
        if says_all || *changed {
            // The one argument of a function needs no name.
            parts.extend((case.input.len() > 1).then(|| slug(argument)));
            parts.push(value_words(value));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn value_words(value: &Value) -> String {
    match value {
        Value::Text(text) => text_words(text, LONGEST_TEXT),
        Value::Float(float) if float.value().is_infinite() => {
            if float.value() > 0.0 {
                "infinity".into()
            } else {
                "minus infinity".into()
            }
        }
        value => number_words(&value.to_string()),
    }
}

fn number_words(shown: &str) -> String {
    let (sign, digits) = match shown.strip_prefix('-') {
        Some(digits) => ("minus ", digits),
        None => ("", shown),
    };
    if digits.len() <= LONGEST_NUMBER || !digits.is_ascii() {
        return format!("{sign}{}", digits.replace("e-", "e minus "));
    }
    let (first, last) = (&digits[..6], &digits[digits.len() - 6..]);
    format!("{sign}{first}...{last} of {} digits", digits.len())
}

fn text_words(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    let has_words = !slug(text).is_empty();
    match length {
        0 => "empty text".into(),
        1 if !has_words => "one character".into(),
        _ if length > longest || !has_words => format!("text of {length} characters"),
        _ => plain(text),
    }
}

/// A text without what has a meaning of its own in titles and tables.
fn plain(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " .,:;+-_/'()=@!?*&#~^".contains(c);
    let words: String = text.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn outcome_words(case: &Described<'_>) -> String {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    let is_negative = |text: &str| {
        text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    match (case.outcome.is_valid(), case.crosses) {
        (true, true) => "is accepted".into(),
        (true, false) if text.is_empty() => "gives nothing".into(),
        (true, false) if is_negative(text) && text.len() <= LONGEST_OUTPUT => {
            format!("gives minus {}", text_words(&text[1..], LONGEST_OUTPUT))
        }
        (true, false) => format!("gives {}", text_words(text, LONGEST_OUTPUT)),
        (false, _) if type_name == "Timeout" => "takes too long".into(),
        (false, _) if type_name.starts_with("Crashed") => "crashes".into(),
        (false, _) => "is rejected".into(),
    }
}

#[cfg(test)]
mod tests {
    use autobva_core::Signature;

    use super::*;

    fn named(declared: &[&str], cases: &[(&[&str], &str, bool)]) -> Vec<String> {
        let signature = Signature::parse(declared).unwrap();
        let arguments: Vec<&str> = signature.arguments().iter().map(|a| a.name()).collect();
        let sides: Vec<(Input, Outcome)> = cases
            .iter()
            .map(|(values, output, _)| {
                let outcome = match output.strip_prefix('!') {
                    Some(text) => Outcome::error("ValueError", text),
                    None => Outcome::valid("str", *output),
                };
                (signature.read(values, None).unwrap(), outcome)
            })
            .collect();
        let described: Vec<Described> = (sides.iter().zip(cases))
            .map(|((input, outcome), (_, _, crosses))| Described {
                input,
                outcome,
                changed: (0..input.len()).map(|i| i + 1 == input.len()).collect(),
                crosses: *crosses,
            })
            .collect();
        phrases(&arguments, &described)
    }

    #[test]
    fn one_argument_needs_no_name_and_several_do() {
        assert_eq!(named(&["n:int"], &[(&["999"], "999B", false)]), ["999 gives 999B"]);
        let date = ["year:int", "month:int", "day:int"];
        let both = named(&date, &[(&["9", "2", "28"], "x", true), (&["9", "2", "29"], "!Day", true)]);
        assert_eq!(both, ["day 28 is accepted", "day 29 is rejected"]);
    }

    #[test]
    fn equal_names_say_more_and_then_count() {
        let date = ["month:int", "day:int"];
        let cases: [(&[&str], &str, bool); 3] =
            [(&["2", "31"], "!Day", true), (&["4", "31"], "!Day", true), (&["5", "1"], "x", true)];
        let expected = ["month 2 day 31 is rejected", "month 4 day 31 is rejected", "day 1 is accepted"];
        assert_eq!(named(&date, &cases), expected);
        let texts: [(&[&str], &str, bool); 3] =
            [(&["é"], "a", false), (&["ü"], "A", false), (&["ab"], "", false)];
        let expected = ["one character gives a 1", "one character gives A 2", "ab gives nothing"];
        assert_eq!(named(&["s:str"], &texts), expected);
    }

    #[test]
    fn what_holds_for_one_input_is_not_said_of_all() {
        let date = ["year:int", "month:int"];
        let cases: [(&[&str], &str, bool); 3] =
            [(&["1", "1"], "x", true), (&["1", "0"], "!Month", true), (&["0", "1"], "!Year", true)];
        let expected = ["year 1 month 1 is accepted", "month 0 is rejected", "year 0 month 1 is rejected"];
        assert_eq!(named(&date, &cases), expected);
    }

    #[test]
    fn values_read_as_words() {
        let word = |declared: &str, value: &str| {
            value_words(&Signature::parse([declared]).unwrap().read(&[value], None).unwrap()[0])
        };
        assert_eq!(word("n:int", "-12"), "minus 12");
        assert_eq!(word("n:int", "true"), "true");
        assert_eq!(word("n:bigint", &"9".repeat(40)), "999999...999999 of 40 digits");
        assert_eq!(word("x:f64", "-0.0"), "minus 0.0");
        assert_eq!(word("x:f64", "NaN"), "NaN");
        assert_eq!(word("x:f64", "-inf"), "minus infinity");
        assert_eq!(word("x:f64", "1e-7"), "1e minus 7");
        assert_eq!(word("s:str", ""), "empty text");
        assert_eq!(word("s:str", "🎉🎉"), "text of 2 characters");
        assert_eq!(word("s:str", "a | 1.5"), "a 1.5");
    }

    #[test]
    fn camels_have_capitals() {
        assert_eq!(camel("byte_count so"), "ByteCountSo");
        assert_eq!(camel("9x"), "X9x");
    }

    #[test]
    fn identifiers_are_valid_and_differ() {
        assert_eq!(
            identifiers(["a-b", "a b", "class", "9", "é"], "class"),
            ["a_b", "a_b_", "class_", "x_9", "x"]
        );
    }
}
