//! Echoes: outcomes that repeat a text of the input, and therefore differ whenever the input does.

use std::ops::Range;

use autobva_core::{Input, Outcome, Validity, Value, digits};

/// The placeholder for the text that an outcome repeats.
pub const ECHO: &str = "…";
/// Placeholders for a text that is cut at an end, and for a text whose separators, blanks or some inner part differ.
pub const CUT: &str = "…, cut";
pub const TIDIED: &str = "…, tidied";
/// A text of fewer than three characters may occur in an outcome by chance.
const LEAST: usize = 3;
/// An empty text could stand anywhere in an outcome; only its first 64 positions are tried.
const LONGEST: usize = 64;

/// One way in which an outcome may repeat a text of its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The outcome with placeholders for the repeated parts and the numbers.
    pub text: String,
    pub strength: Strength,
}

/// How strongly an outcome supports its template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// A text is repeated.
    Sure,
    /// Only a character or two are repeated, which may be by chance.
    Faint,
    /// It does not support the template: it belongs to it only if other outcomes show that there is one.
    None,
}

/// The ways in which an outcome may repeat texts of its input, the most specific one first. A short or plain text may
/// be repeated in several ways at once.
pub fn templates(input: &Input, outcome: &Outcome) -> Vec<Template> {
    let mut texts = Vec::new();
    input.iter().for_each(|value| collect(value, &mut texts));
    match outcome.validity() {
        Validity::Valid => texts.iter().flat_map(|text| repeated(text, outcome)).collect(),
        Validity::Error => quoted(outcome.text(), &texts).into_iter().collect(),
    }
}

/// The message of an error with a placeholder for everything that it quotes from the input's texts.
fn quoted(message: &str, texts: &[&str]) -> Option<Template> {
    let mut text = without_quoted(message, texts);
    if !texts.is_empty() && !text.contains(ECHO) {
        let whole = texts.iter().filter(|text| text.chars().count() >= LEAST);
        text = whole.fold(text, |folded, text| folded.replace(*text, ECHO));
    }
    let strength = if text.contains(ECHO) { Strength::Sure } else { Strength::Faint };
    let text = if strength == Strength::Sure { text } else { without_repeated(message, texts) };
    text.contains(ECHO).then(|| Template { text: digits::wording(&text).collect(), strength })
}

/// A message with a placeholder for every word that is a piece of one of some texts: `unknown unit C`. Several messages must
/// show that, since any word may occur in a text.
fn without_repeated(message: &str, texts: &[&str]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let is_piece = |word: &str| {
        let word = word.to_lowercase();
        word.contains(char::is_alphabetic) && texts.iter().any(|text| text.contains(&word))
    };
    let words = message.split(' ').map(|word| if is_piece(word) { ECHO } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether an output is a text, rather than a value of another type that is written as one.
fn is_text(outcome: &Outcome) -> bool {
    matches!(outcome.type_name(), "str" | "String" | "&str")
}

fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::Text(text) => texts.push(text),
        Value::List(list) => list.items.iter().for_each(|item| collect(item, texts)),
        Value::Record(record) => record.values.iter().for_each(|field| collect(field, texts)),
        Value::Union(union) => collect(union.value(), texts),
        Value::Int(_)
        | Value::Float(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_) => {}
    }
}

/// The ways in which an output may repeat a text: whole, in another case, or backwards; padded; cut; with other words
/// around it; or with other separators. Outputs without letters count only if they are texts: numbers follow courses.
fn repeated(text: &str, outcome: &Outcome) -> Vec<Template> {
    let output = outcome.text();
    let has_letters = output.contains(char::is_alphabetic);
    if !has_letters && !is_text(outcome) {
        return Vec::new();
    }
    let mut found: Vec<Template> = Vec::new();
    let mut add = |text: &str, strength| {
        if !found.iter().any(|known| known.text == text) {
            found.push(Template { text: text.to_string(), strength });
        }
    };
    let [own, whole] = [output, text].map(str::to_lowercase);
    let [count, all] = [&own, &whole].map(|text| text.chars().count());
    // A text without letters may be a number that was computed.
    let sure = match (has_letters, count) {
        (false, _) => Strength::None,
        (true, LEAST..) => Strength::Sure,
        (true, _) => Strength::Faint,
    };
    if own == whole || own.chars().rev().eq(whole.chars()) {
        add(ECHO, if has_letters { Strength::Sure } else { Strength::None });
    }
    // Where only separators are missing in front, the text is tidied.
    let is_end = || whole.ends_with(&own) && (bare(text).is_empty() || bare(output) != bare(text));
    if count > 0 && all > count && (whole.starts_with(&own) || is_end()) {
        add(CUT, sure);
    }
    let strength = |repeated: usize| if repeated >= LEAST { Strength::Sure } else { Strength::None };
    if let Some(quotation) = quotation(output, text) {
        let [before, after] = [&output[..quotation.start], &output[quotation.end..]].map(folded);
        add(&format!("{before}'{ECHO}'{after}"), strength(all));
    }
    if let Some(filler) = filler(own.chars().next_back()) {
        let kept = own.trim_end_matches(filler);
        let is_filled =
            count > all && own.strip_prefix(&whole).is_some_and(|rest| rest.chars().all(|c| c == filler));
        match is_filled {
            true => add(&format!("{ECHO}{filler}"), strength(all)),
            false if whole.starts_with(kept) => {
                add(&format!("{CUT}{filler}"), strength(kept.chars().count()))
            }
            false => {}
        }
    }
    if let Some(filler) = filler(own.chars().next()) {
        let kept = own.trim_start_matches(filler);
        let is_end = whole.ends_with(kept) || !kept.is_empty() && bare(text).ends_with(kept);
        if count <= all && is_end {
            add(&format!("{filler}{CUT}"), strength(kept.chars().count()));
        }
    }
    // An empty text may stand anywhere.
    let anywhere = output.char_indices().map(|(at, _)| at).filter(|_| text.is_empty()).take(LONGEST);
    for at in output.rfind(text).into_iter().chain(output.find(text)).chain(anywhere) {
        if output.len() > text.len() {
            add(&around(output, at, text.len()), strength(all));
        }
    }
    let [own, whole] = [output, text].map(bare);
    if !own.is_empty() && own.len() < whole.len() && whole.starts_with(&own) {
        add(CUT, Strength::None);
    }
    if !own.is_empty() && (own == whole || is_most(&whole, &own)) {
        add(TIDIED, if own.contains(char::is_alphabetic) { Strength::Sure } else { Strength::None });
    } else if (!own.is_empty() || whole.is_empty() && output.is_empty() == text.is_empty())
        && is_left_of(&whole, &own)
    {
        // Where there are only separators and symbols, they may be what is tidied.
        add(TIDIED, Strength::None);
    }
    found
}

/// The last or first character of a text, if it may be padding or stand for a cut: `...`, `****`.
fn filler(end: Option<char>) -> Option<char> {
    end.filter(|c| !c.is_alphanumeric())
}

/// An output with a placeholder for the text that it holds at a place; numbers and repeated characters are folded.
fn around(output: &str, at: usize, length: usize) -> String {
    format!("{}{ECHO}{}", folded(&output[..at]), folded(&output[at + length..]))
}

fn folded(part: &str) -> String {
    let mut part: Vec<char> = digits::wording(part).collect();
    part.dedup_by(|a, b| a == b && !a.is_alphanumeric());
    part.into_iter().collect()
}

/// Where an output quotes a whole text. An escaped quotation always counts as one.
fn quotation(output: &str, text: &str) -> Option<Range<usize>> {
    output.match_indices(['\'', '"']).find_map(|(at, _)| {
        let end = at + closing(&output[at..]);
        let quoted = output.get(at + 1..end).filter(|_| end < output.len())?;
        (quoted == text || quoted.contains('\\')).then_some(at..end + 1)
    })
}

/// Whether a text results from removing characters from another one.
fn is_left_of(text: &str, rest: &str) -> bool {
    let mut all = text.chars();
    rest.chars().all(|c| all.any(|other| other == c))
}

/// Whether one of two texts makes up most of the other.
fn is_most(text: &str, output: &str) -> bool {
    let [short, long] = if text.len() < output.len() { [text, output] } else { [output, text] };
    let is_most = short.len() >= LEAST && 2 * short.len() > long.len();
    short.contains(char::is_alphabetic) && is_most && long.contains(short)
}

/// A message with `'…'` in place of everything that it quotes from some texts.
fn without_quoted(message: &str, texts: &[&str]) -> String {
    let mut folded = String::new();
    let mut rest = message;
    while let Some(at) = rest.find(['\'', '"']) {
        let (before, quoted) = rest.split_at(at);
        folded.push_str(before);
        let is_apostrophe = before.ends_with(char::is_alphanumeric);
        let end = closing(quoted);
        rest = match !is_apostrophe && is_of(&quoted[1..end], texts) {
            true => {
                folded.push_str("'…'");
                quoted.get(end + 1..).unwrap_or_default()
            }
            false => {
                folded.push_str(&quoted[..1]);
                &quoted[1..]
            }
        };
    }
    folded + rest
}

/// The index of the closing quote; a long quotation may be cut off without one.
fn closing(quoted: &str) -> usize {
    let quote = quoted.as_bytes()[0];
    let mut is_escaped = false;
    let end = quoted.bytes().enumerate().skip(1).find_map(|(at, byte)| {
        let is_end = byte == quote && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end.then_some(at)
    });
    end.unwrap_or(quoted.len())
}

/// Whether a quotation is a piece of one of the texts, ignoring separators. An escaped quotation always counts as one.
fn is_of(quoted: &str, texts: &[&str]) -> bool {
    let (lower, own) = (quoted.to_lowercase(), bare(quoted));
    let has =
        |text: &&str| text.to_lowercase().contains(&lower) || own.len() >= LEAST && bare(text).contains(&own);
    // One character may be written several times: a short colour has every digit doubled.
    let one = lower.chars().next().filter(|one| lower.chars().all(|c| c == *one));
    let repeats = |text: &&str| one.is_some_and(|one| text.to_lowercase().contains(one));
    quoted.contains('\\') || texts.iter().any(has) || texts.iter().any(repeats)
}

/// The letters and digits of a text, in lower case.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    fn all(text: &str, outcome: Outcome) -> Vec<Template> {
        let signature = Signature::parse(["s:str"]).unwrap();
        templates(&signature.read(&[text], None).unwrap(), &outcome)
    }

    fn first(text: &str, outcome: Outcome) -> Option<String> {
        all(text, outcome).into_iter().next().map(|template| template.text)
    }

    #[test]
    fn messages_that_quote_their_input_have_one_template() {
        let error = |text: &str, output: &str| first(text, Outcome::error("T", output));
        let folded = Some("invalid literal with base #: '…'".to_string());
        assert_eq!(error("1a", "invalid literal with base 10: '1a'"), folded);
        assert_eq!(error("x.À", "invalid literal with base 10: 'à'"), folded);
        assert_eq!(error("it's", "invalid literal with base 10: \"it's\""), folded);
        assert_eq!(error("\0", "invalid literal with base 10: '\\x00'"), folded);
        assert_eq!(error("#00G", "invalid literal with base 16: 'GG'"), folded);
        assert_eq!(error("IPv", "'IPv' is no IPv4"), Some("'…' is no IPv#".to_string()));
        assert_eq!(error("ab", "cut: 'ab"), Some("cut: '…'".to_string()));
        assert_eq!(error("1.2.x", "bad version 1.2.x"), Some("bad version …".to_string()));
        assert_eq!(error("7a", "must contain 'upper case'"), None);
        assert_eq!(error("t", "can't be that"), None);
        assert_eq!(error("0c", "unknown unit C"), Some("unknown unit …".to_string()));
    }

    #[test]
    fn outputs_that_are_their_input_have_one_template() {
        let valid = |text: &str, output: &str| first(text, Outcome::valid("T", output));
        assert_eq!(valid("ABc", "abC"), Some(ECHO.to_string()));
        assert_eq!(valid("abc", "cba"), Some(ECHO.to_string()));
        assert_eq!(valid("AB-c", "a-bc"), Some(TIDIED.to_string()));
        assert_eq!(valid(" ab ", "ab"), Some(TIDIED.to_string()));
        assert_eq!(valid("-abc", "abc"), Some(TIDIED.to_string()));
        let quoted = Some("for '…', # left".to_string());
        assert_eq!(valid("a\\b", "for 'a\\\\b', 3 left"), quoted);
        assert_eq!(valid("it's", "for \"it's\", 3 left"), quoted);
        assert_eq!(valid("12", "12"), None);
        assert_eq!(valid("ab", "ok"), None);
    }

    #[test]
    fn what_is_cut_or_filled_up_is_told_from_what_is_not() {
        let valid = |text: &str, output: &str| first(text, Outcome::valid("str", output)).unwrap();
        assert_eq!(valid("abcdef", "abcd"), CUT);
        assert_eq!(valid("abcdef", "def"), CUT);
        assert_eq!(valid("abcdefgh", "abcde..."), format!("{CUT}."));
        assert_eq!(valid("/        ", "/     ..."), format!("{CUT}."));
        assert_eq!(valid("41-abcd", "***abcd"), format!("*{CUT}"));
        assert_eq!(valid("41-23 4", "*234"), format!("*{CUT}"));
        assert_eq!(valid("abc", "abc....."), "….");
        assert_eq!(valid("abc", "abc  "), "… ");
        assert_eq!(valid("abcd", "0abcd"), "#…");
        assert_eq!(valid("Bob", "Hello, Bob!"), "Hello, …!");
    }

    #[test]
    fn what_may_be_by_chance_says_less_for_it() {
        let of = |text: &str, type_name: &'static str, output: &str, template: &str| {
            let all = all(text, Outcome::valid(type_name, output));
            all.into_iter().find(|known| known.text == template).map(|known| known.strength)
        };
        assert_eq!(of("abcdef", "str", "ab", CUT), Some(Strength::Faint));
        assert_eq!(of("Hel", "str", "Hello, Hel", "Hello, …"), Some(Strength::Sure));
        assert_eq!(of("e", "str", "Hello, e", "Hello, …"), Some(Strength::None));
        assert_eq!(of("", "str", "...", "…."), Some(Strength::None));
        assert_eq!(of("", "str", "Hello, !", "Hello, …!"), Some(Strength::None));
        assert_eq!(of("12", "str", "12", ECHO), Some(Strength::None));
        assert_eq!(of("12", "int", "12", ECHO), None);
        assert_eq!(of("e/", "str", "e", TIDIED), Some(Strength::Sure));
        assert_eq!(of(" ab 12", "str", "AB", CUT), Some(Strength::None));
        assert_eq!(of("é1.b", "str", "1-b", TIDIED), Some(Strength::None));
        assert_eq!(of("é1.b", "str", "b-1", TIDIED), None);
    }
}
