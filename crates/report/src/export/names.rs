//! Names that a person would give: `date_day_29_is_rejected`, `bytecount_999_gives_999B`.

use std::collections::HashMap;

use autobva_core::{Input, Outcome, Value};

/// The longest output that a name repeats.
const LONGEST_OUTPUT: usize = 24;
/// The longest number and text that a name repeats in full.
const LONGEST_NUMBER: usize = 21;
const LONGEST_TEXT: usize = 20;

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

/// A name that the language accepts: letters, digits and `_`, no digit first, and none of the words that are taken.
pub(crate) fn identifier(text: &str, taken: &[&str]) -> String {
    let mut name = slug(text);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert_str(0, if name.is_empty() { "x" } else { "x_" });
    }
    while taken.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// A name in which every word begins with a capital: `ByteCount`.
pub(crate) fn camel(text: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    identifier(text, &[]).split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

/// Names for several things at once, all different.
pub(crate) fn identifiers<'a>(texts: impl IntoIterator<Item = &'a str>, taken: &[&str]) -> Vec<String> {
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

/// The names of all cases of a target. Those that would be the same say more about their inputs, and are numbered
/// where that does not help.
pub(crate) fn names(target: &str, arguments: &[&str], cases: &[Described<'_>]) -> Vec<String> {
    let short: Vec<String> = cases.iter().map(|case| name(target, arguments, case, false)).collect();
    let times = counted(&short);
    let longer: Vec<String> = (short.into_iter().zip(cases))
        .map(|(short, case)| match times[&short.to_lowercase()] {
            1 => short,
            _ => name(target, arguments, case, true),
        })
        .collect();
    numbered(longer)
}

/// How often each name stands there; not every language tells capitals from small letters.
fn counted(names: &[String]) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    names.iter().for_each(|name| *times.entry(name.to_lowercase()).or_default() += 1);
    times
}

fn numbered(names: Vec<String>) -> Vec<String> {
    let all = counted(&names);
    let mut used: HashMap<String, usize> = HashMap::new();
    let number = |name: String| {
        if all[&name.to_lowercase()] == 1 {
            return name;
        }
        let n = used.entry(name.to_lowercase()).or_default();
        loop {
            *n += 1;
            let numbered = format!("{name}_{n}");
            if !all.contains_key(&numbered.to_lowercase()) {
                return numbered;
            }
        }
    };
    names.into_iter().map(number).collect()
}

fn name(target: &str, arguments: &[&str], case: &Described<'_>, in_full: bool) -> String {
    let mut parts = vec![slug(target)];
    let says_all = in_full || !case.changed.contains(&true);
    for ((value, argument), changed) in case.input.iter().zip(arguments).zip(&case.changed) {
        if says_all || *changed {
            // The one argument of a function needs no name.
            parts.extend((case.input.len() > 1).then(|| slug(argument)));
            parts.push(value_words(value));
        }
    }
    parts.push(outcome_words(case));
    parts.retain(|part| !part.is_empty());
    parts.join("_")
}

fn value_words(value: &Value) -> String {
    match value {
        Value::Text(text) => text_words(text, LONGEST_TEXT),
        Value::Float(float) if float.value().is_infinite() => {
            if float.value() > 0.0 {
                "infinity".into()
            } else {
                "minus_infinity".into()
            }
        }
        value => number_words(&value.to_string()),
    }
}

fn number_words(shown: &str) -> String {
    let (sign, digits) = match shown.strip_prefix('-') {
        Some(digits) => ("minus_", digits),
        None => ("", shown),
    };
    if digits.len() <= LONGEST_NUMBER || !digits.is_ascii() {
        return format!("{sign}{}", slug(&digits.replace("e-", "e_minus_")));
    }
    let (first, last) = (&digits[..6], &digits[digits.len() - 6..]);
    format!("{sign}{}_{}_of_{}_digits", slug(first), slug(last), digits.len())
}

fn text_words(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    let words = slug(text);
    match length {
        0 => "empty_text".into(),
        1 if words.is_empty() => "one_character".into(),
        _ if length > longest || words.is_empty() => format!("text_of_{length}_characters"),
        _ => words,
    }
}

fn outcome_words(case: &Described<'_>) -> String {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    match (case.outcome.is_valid(), case.crosses) {
        (true, true) => "is_accepted".into(),
        (true, false) if text.is_empty() => "gives_nothing".into(),
        (true, false) => {
            match text.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
                Some(rest) => format!("gives_minus_{}", text_words(rest, LONGEST_OUTPUT)),
                None => format!("gives_{}", text_words(text, LONGEST_OUTPUT)),
            }
        }
        (false, _) if type_name == "Timeout" => "takes_too_long".into(),
        (false, _) if type_name.starts_with("Crashed") => "crashes".into(),
        (false, _) => "is_rejected".into(),
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
        names("shop.f", &arguments, &described)
    }

    #[test]
    fn one_argument_needs_no_name_and_several_do() {
        assert_eq!(named(&["n:int"], &[(&["999"], "999B", false)]), ["shop_f_999_gives_999B"]);
        let date = ["year:int", "month:int", "day:int"];
        let both = named(&date, &[(&["9", "2", "28"], "x", true), (&["9", "2", "29"], "!Day", true)]);
        assert_eq!(both, ["shop_f_day_28_is_accepted", "shop_f_day_29_is_rejected"]);
    }

    #[test]
    fn equal_names_say_more_and_then_count() {
        let date = ["month:int", "day:int"];
        let cases: [(&[&str], &str, bool); 3] =
            [(&["2", "31"], "!Day", true), (&["4", "31"], "!Day", true), (&["5", "1"], "x", true)];
        let expected = [
            "shop_f_month_2_day_31_is_rejected",
            "shop_f_month_4_day_31_is_rejected",
            "shop_f_day_1_is_accepted",
        ];
        assert_eq!(named(&date, &cases), expected);
        let texts: [(&[&str], &str, bool); 3] =
            [(&["é"], "a", false), (&["ü"], "A", false), (&["ab"], "", false)];
        let expected =
            ["shop_f_one_character_gives_a_1", "shop_f_one_character_gives_A_2", "shop_f_ab_gives_nothing"];
        assert_eq!(named(&["s:str"], &texts), expected);
    }

    #[test]
    fn values_read_as_words() {
        let word = |declared: &str, value: &str| {
            value_words(&Signature::parse([declared]).unwrap().read(&[value], None).unwrap()[0])
        };
        assert_eq!(word("n:int", "-12"), "minus_12");
        assert_eq!(word("n:int", "true"), "true");
        assert_eq!(word("n:bigint", &"9".repeat(40)), "999999_999999_of_40_digits");
        assert_eq!(word("x:f64", "-0.0"), "minus_0_0");
        assert_eq!(word("x:f64", "NaN"), "NaN");
        assert_eq!(word("x:f64", "-inf"), "minus_infinity");
        assert_eq!(word("x:f64", "1e-7"), "1e_minus_7");
        assert_eq!(word("s:str", ""), "empty_text");
        assert_eq!(word("s:str", "🎉🎉"), "text_of_2_characters");
        assert_eq!(word("s:str", "a b"), "a_b");
    }

    #[test]
    fn camels_have_capitals() {
        assert_eq!(camel("byte_count so"), "ByteCountSo");
        assert_eq!(camel("9x"), "X9x");
    }

    #[test]
    fn identifiers_are_valid_and_differ() {
        assert_eq!(
            identifiers(["a-b", "a b", "class", "9", "é"], &["class"]),
            ["a_b", "a_b_", "class_", "x_9", "x"]
        );
    }
}
