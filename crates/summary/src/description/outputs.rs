//! Describes the outputs on one side of a cluster: what they have in common, and where they differ.

use autobva_core::Outcome;

use super::shortened;
use super::template::Template;

/// Outputs of up to 60 characters are shown in full.
const LONGEST: usize = 60;
const LONGEST_NUMBER: usize = 15;

/// Describes the outputs: the text if it is the same for all, a range of numbers, the common parts of all texts with
/// `…` for the rest, or the name of their type.
pub(super) fn describe(outcomes: &[&Outcome]) -> String {
    let mut texts: Vec<&str> = outcomes.iter().map(|outcome| message(outcome)).collect();
    texts.sort_unstable();
    texts.dedup();
    if let [text] = texts[..] {
        return if text.is_empty() { "\"\"".to_string() } else { shortened(text, LONGEST) };
    }
    if let Some(range) = numbers(&texts) {
        return range;
    }
    let common = Template::of(&texts).to_string();
    match common.chars().any(char::is_alphanumeric) {
        true => shortened(&common, LONGEST),
        false => format!("{} {}", kind(outcomes), lengths(&texts)),
    }
}

/// The name of their type.
fn kind(outcomes: &[&Outcome]) -> String {
    match outcomes.first().map_or("", |outcome| outcome.type_name()) {
        "" | "String" | "str" => "a text".to_string(),
        name => format!("a {}", name.rsplit(['.', ':']).next().unwrap_or(name)),
    }
}

/// The lengths of the texts, which is what is left to say if nothing else is common.
fn lengths(texts: &[&str]) -> String {
    let lengths = texts.iter().map(|text| text.chars().count());
    match (lengths.clone().min(), lengths.max()) {
        (Some(least), Some(most)) if least < most => format!("of {least} to {most} characters"),
        (Some(length), _) => format!("of {length} characters"),
        _ => String::new(),
    }
}

/// The text of an outcome; for an error written as `Type("message")` only the message.
fn message(outcome: &Outcome) -> &str {
    let text = outcome.text();
    let inner = || text.strip_prefix(outcome.type_name())?.strip_prefix("(\"")?.strip_suffix("\")");
    match inner() {
        Some(message) if !outcome.is_valid() && !message.contains('"') => message,
        _ => text,
    }
}

/// A number; one with too many digits to read is written as a power of ten.
fn short_number((number, text): (f64, &str)) -> String {
    if text.len() > LONGEST_NUMBER { format!("{number:.1e}") } else { text.to_string() }
}

/// The least and the greatest value, if all are numbers.
fn numbers(texts: &[&str]) -> Option<String> {
    let is_number = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit() || "-+.NI".contains(c));
    if !texts.iter().all(is_number) {
        return None;
    }
    let parsed: Option<Vec<(f64, &str)>> =
        texts.iter().map(|text| Some((text.parse().ok()?, *text))).collect();
    let order = |a: &&(f64, &str), b: &&(f64, &str)| a.0.total_cmp(&b.0);
    let parsed = parsed?;
    let (least, greatest) = (parsed.iter().min_by(order)?, parsed.iter().max_by(order)?);
    Some(format!("{} to {}", short_number(*least), short_number(*greatest)))
}
