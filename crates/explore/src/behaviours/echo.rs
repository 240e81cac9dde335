//! Echoes: outcomes that repeat a text of the input, so that they differ wherever the input does.

use autobva_core::{Input, Outcome, Validity, Value, digits};

/// What an echo is told as, instead of the text that it repeats.
pub const ECHO: &str = "…";
/// A text that is shorter than this stands in a message by chance.
const LEAST: usize = 3;

/// What outcomes have in common that repeat texts of their inputs: the text with the repeated parts and the numbers folded.
/// Nothing if this one repeats none.
pub fn template(input: &Input, outcome: &Outcome) -> Option<String> {
    let mut texts = Vec::new();
    input.iter().for_each(|value| collect(value, &mut texts));
    if texts.is_empty() {
        return None;
    }
    if outcome.validity() == Validity::Valid {
        return texts.iter().any(|text| is_repeated(text, outcome.text())).then(|| ECHO.to_string());
    }
    let mut folded = without_quoted(outcome.text(), &texts);
    if !folded.contains(ECHO) {
        let whole = texts.iter().filter(|text| text.chars().count() >= LEAST);
        folded = whole.fold(folded, |folded, text| folded.replace(*text, ECHO));
    }
    folded.contains(ECHO).then(|| digits::wording(&folded).collect())
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

/// Whether an output is a text in other clothes: in upper or lower case, with other separators or none, cut or padded.
/// Numbers have courses of their own.
fn is_repeated(text: &str, output: &str) -> bool {
    let [text, output] = [text, output].map(bare);
    let [short, long] = if text.len() < output.len() { [&text, &output] } else { [&output, &text] };
    let is_most = short.len() >= LEAST && 2 * short.len() > long.len();
    short.contains(char::is_alphabetic) && (short == long || is_most && long.contains(short.as_str()))
}

/// A message with `'…'` for whatever it quotes of some texts.
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

/// Where the quote ends that a text begins with; a long one may be cut.
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

/// Whether it is a piece of one of the texts, separators aside; what is escaped is read as one.
fn is_of(quoted: &str, texts: &[&str]) -> bool {
    let (lower, own) = (quoted.to_lowercase(), bare(quoted));
    let has =
        |text: &&str| text.to_lowercase().contains(&lower) || own.len() >= LEAST && bare(text).contains(&own);
    quoted.contains('\\') || texts.iter().any(has)
}

/// The letters and digits of a text, in lower case.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    fn of(text: &str, validity: Validity, output: &str) -> Option<String> {
        let signature = Signature::parse(["s:str"]).unwrap();
        let outcome = match validity {
            Validity::Valid => Outcome::valid("T", output),
            Validity::Error => Outcome::error("T", output),
        };
        template(&signature.read(&[text], None).unwrap(), &outcome)
    }

    #[test]
    fn messages_that_quote_their_input_have_one_template() {
        let error = |text: &str, output: &str| of(text, Validity::Error, output);
        let folded = Some("invalid literal with base #: '…'".to_string());
        assert_eq!(error("1a", "invalid literal with base 10: '1a'"), folded);
        assert_eq!(error("x.À", "invalid literal with base 10: 'à'"), folded);
        assert_eq!(error("it's", "invalid literal with base 10: \"it's\""), folded);
        assert_eq!(error("\0", "invalid literal with base 10: '\\x00'"), folded);
        assert_eq!(error("IPv", "'IPv' is no IPv4"), Some("'…' is no IPv#".to_string()));
        assert_eq!(error("ab", "cut: 'ab"), Some("cut: '…'".to_string()));
        assert_eq!(error("1.2.x", "bad version 1.2.x"), Some("bad version …".to_string()));
        assert_eq!(error("7a", "must contain 'upper case'"), None);
        assert_eq!(error("t", "can't be that"), None);
    }

    #[test]
    fn outputs_that_are_their_input_have_one_template() {
        let valid = |text: &str, output: &str| of(text, Validity::Valid, output);
        assert_eq!(valid("AB-c", "a-bc"), Some(ECHO.to_string()));
        assert_eq!(valid(" abcd", "0abcd"), Some(ECHO.to_string()));
        assert_eq!(valid("12", "12"), None);
        assert_eq!(valid("ab", "ok"), None);
    }
}
