//! The outputs of one side of a cluster in words: what they have in common, and where they differ.

use autobva_core::Outcome;

use super::shortened;
use super::template::Template;

/// The longest output that is shown whole.
const LONGEST: usize = 60;
const LONGEST_NUMBER: usize = 15;

/// The outputs in words: the text if it is the same for all, a range of numbers, what is common to all texts with `…`
/// for the rest, or the name of their type.
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

/// How long they are: what is left to say where nothing else is common.
fn lengths(texts: &[&str]) -> String {
    let lengths = texts.iter().map(|text| text.chars().count());
    match (lengths.clone().min(), lengths.max()) {
        (Some(least), Some(most)) if least < most => format!("of {least} to {most} characters"),
        (Some(length), _) => format!("of {length} characters"),
        _ => String::new(),
    }
}

/// The text of an outcome; of an error that is written as `Type("message")` only the message.
fn message(outcome: &Outcome) -> &str {
    let text = outcome.text();
    let inner = || text.strip_prefix(outcome.type_name())?.strip_prefix("(\"")?.strip_suffix("\")");
    match inner() {
        Some(message) if !outcome.is_valid() && !message.contains('"') => message,
        _ => text,
    }
}

/// A number of more digits than anyone reads as a power of ten.
fn short_number((number, text): (f64, &str)) -> String {
    if text.len() > LONGEST_NUMBER { format!("{number:.1e}") } else { text.to_string() }
}

/// The least and the greatest, if all are numbers.
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
