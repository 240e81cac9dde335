//! Readable names: `day 29 is rejected`, and as an identifier `date_day_29_is_rejected`.

use std::collections::HashMap;

use autobva_core::{Input, Outcome};

use super::literals::Literals;
use super::words::{Words, shortened, spoken, text_words};

/// Outputs of up to 24 characters appear in a name.
const LONGEST_OUTPUT: usize = 24;
/// Messages of up to 24 characters appear in a name.
const LONGEST_REASON: usize = 24;
/// The maximum length of the part of a name that describes the input.
const LONGEST_INPUT: usize = 60;

/// The letters and digits of a text, with `_` for everything else, but never at an end or twice in a row.
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

/// A name that the language accepts: letters, digits and `_`, not starting with a digit, and none of the words in
/// `taken`, which are separated by spaces.
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

/// A name in which every word is capitalised: `ByteCount`.
pub(crate) fn camel(text: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    identifier(text, "").split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

/// Names for several things, all different.
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
    pub input: &'a Input,
    pub outcome: &'a Outcome,
    /// The outcome on the other side.
    pub other: &'a Outcome,
    /// Which arguments differ from the other side.
    pub changed: Vec<bool>,
    /// Whether these arguments alone decide the outcome, as far as is known.
    pub decides: bool,
}

/// What happens in each case, in a few words: `day 0 is rejected`. If the changed arguments alone decide, a name
/// mentions only these; otherwise it mentions all values, because `day 29` alone is neither accepted nor rejected. If
/// several inputs would still have the same name, each mentions all values, and remaining duplicates are numbered.
pub(crate) fn phrases(arguments: &[&str], cases: &[Described<'_>]) -> Vec<String> {
    let short = |case: &Described<'_>| input_words(arguments, case, !case.decides);
    let short: Vec<String> = cases.iter().map(short).collect();
    let times = counted(&short);
    let phrase = |(short, case): (String, &Described<'_>)| {
        let input = match times[&key(&short)] {
            1 => short,
            _ => input_words(arguments, case, true),
        };
        let input = if input.len() > LONGEST_INPUT { input_words(arguments, case, false) } else { input };
        let parts = [shortened(input, LONGEST_INPUT), outcome_words(case)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    numbered(short.into_iter().zip(cases).map(phrase).collect())
}

/// The part of a phrase that must be unique: not every language allows all characters or distinguishes capitals.
fn key(phrase: &str) -> String {
    slug(phrase).to_lowercase()
}

fn counted(phrases: &[String]) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    phrases.iter().for_each(|phrase| *times.entry(key(phrase)).or_default() += 1);
    times
}

/// The phrases, with numbers added to those that are equal.
pub(crate) fn numbered(phrases: Vec<String>) -> Vec<String> {
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

fn input_words(arguments: &[&str], case: &Described<'_>, in_full: bool) -> String {
    let mut parts = Vec::new();
    let says_all = in_full || !case.changed.contains(&true);
    for ((value, argument), changed) in case.input.iter().zip(arguments).zip(&case.changed) {
        if says_all || *changed {
            // The only argument of a function needs no name.
            parts.extend((case.input.len() > 1).then(|| slug(argument)));
            parts.push(Words.value(value));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn outcome_words(case: &Described<'_>) -> String {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    match (case.outcome.is_valid(), case.other.is_valid()) {
        (true, false) => "is accepted".into(),
        (true, true) => format!("gives {}", text_words(text, LONGEST_OUTPUT)),
        (false, _) if type_name == "Timeout" => "takes too long".into(),
        (false, _) if type_name.starts_with("Crashed") => "crashes".into(),
        (false, true) => "is rejected".into(),
        (false, false) => rejection_words(case),
    }
}

/// Both sides are rejected, so the words must distinguish this side from the other.
fn rejection_words(case: &Described<'_>) -> String {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    if type_name != case.other.type_name() {
        return format!("is rejected with {}", spoken(type_name));
    }
    let reason = spoken(text);
    // A message that merely repeats the value says nothing new.
    let is_other = without_numbers(text) != without_numbers(case.other.text());
    match is_other && text.chars().count() <= LONGEST_REASON && !reason.is_empty() {
        true => format!("is rejected with {reason}"),
        false => "is rejected".into(),
    }
}

fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && *c != '-').collect()
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
        let (failed, done) = (Outcome::error("KeyError", "other"), Outcome::valid("str", "other"));
        let described: Vec<Described> = (sides.iter().zip(cases))
            .map(|((input, outcome), (_, _, crosses))| Described {
                input,
                outcome,
                other: if *crosses == outcome.is_valid() { &failed } else { &done },
                changed: (0..input.len()).map(|i| i + 1 == input.len()).collect(),
                decides: *crosses && !outcome.is_valid(),
            })
            .collect();
        phrases(&arguments, &described)
    }

    #[test]
    fn one_argument_needs_no_name_and_several_do() {
        assert_eq!(named(&["n:int"], &[(&["999"], "999B", false)]), ["999 gives 999B"]);
        let date = ["year:int", "month:int", "day:int"];
        let both = named(&date, &[(&["9", "2", "28"], "x", true), (&["9", "2", "29"], "!Day", true)]);
        assert_eq!(both, ["year 9 month 2 day 28 is accepted", "day 29 is rejected"]);
    }

    #[test]
    fn equal_names_say_more_and_then_count() {
        let date = ["month:int", "day:int"];
        let cases: [(&[&str], &str, bool); 3] =
            [(&["2", "31"], "!Day", true), (&["4", "31"], "!Day", true), (&["5", "1"], "x", true)];
        let expected =
            ["month 2 day 31 is rejected", "month 4 day 31 is rejected", "month 5 day 1 is accepted"];
        assert_eq!(named(&date, &cases), expected);
        let texts: [(&[&str], &str, bool); 3] =
            [(&["é"], "a", false), (&["ü"], "A", false), (&["ab"], "", false)];
        let expected = ["one character gives a 1", "one character gives A 2", "ab gives empty text"];
        assert_eq!(named(&["s:str"], &texts), expected);
    }

    #[test]
    fn what_holds_for_one_input_is_not_said_of_all() {
        let date = ["year:int", "month:int"];
        let cases: [(&[&str], &str, bool); 2] = [(&["1", "1"], "x", true), (&["1", "0"], "!Month", true)];
        let expected = ["year 1 month 1 is accepted", "month 0 is rejected"];
        assert_eq!(named(&date, &cases), expected);
    }

    #[test]
    fn outputs_read_as_words() {
        let said = |output: &str| named(&["n:int"], &[(&["1"], output, false)]).remove(0);
        assert_eq!(said("9.0"), "1 gives 9");
        assert_eq!(said("-2.5"), "1 gives minus 2.5");
        assert_eq!(said("1e+16"), "1 gives 1e16");
        assert_eq!(said("1e-16"), "1 gives 1e minus 16");
        assert_eq!(said("5 €, 20%"), "1 gives 5 euro, 20 percent");
        assert_eq!(said("ab…"), "1 gives ab ellipsis");
        assert_eq!(said("at -5, x=-2"), "1 gives at minus 5, x= minus 2");
        assert_eq!(said("{'kg': 5e-324}"), "1 gives 'kg': 5e minus 324");
        assert_eq!(said("2024-02-29"), "1 gives 2024-02-29");
        assert_eq!(said("NaN"), "1 gives NaN");
        assert_eq!(said(&"x".repeat(30)), "1 gives text of 30 characters");
    }

    #[test]
    fn two_rejections_are_told_apart() {
        let said = |output: &str| named(&["n:int"], &[(&["1"], output, false)]).remove(0);
        assert_eq!(said("!too small"), "1 is rejected with ValueError");
        let input = Signature::parse(["n:int"]).unwrap().read(&["1"], None).unwrap();
        let beside = |outcome: &str, other: &str| {
            let [outcome, other] = [outcome, other].map(|text| Outcome::error("E", text));
            let (outcome, other) = (&outcome, &other);
            let case = Described { input: &input, outcome, other, changed: vec![true], decides: false };
            phrases(&["n"], &[case]).remove(0)
        };
        assert_eq!(beside("too small", "too large"), "1 is rejected with too small");
        assert_eq!(beside("-9 is out", "10 is out"), "1 is rejected");
    }

    #[test]
    fn long_names_say_what_changed_and_then_count() {
        let declared: Vec<String> = (0..9).map(|n| format!("argument_{n}:int")).collect();
        let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
        let values = ["12"; 9];
        let cases: [(&[&str], &str, bool); 2] = [(&values, "a", false), (&values, "b", false)];
        assert_eq!(named(&declared, &cases), ["argument_8 12 gives a", "argument_8 12 gives b"]);
        let same: [(&[&str], &str, bool); 2] = [(&values, "a", false), (&values, "a", false)];
        assert_eq!(named(&declared, &same), ["argument_8 12 gives a 1", "argument_8 12 gives a 2"]);
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
