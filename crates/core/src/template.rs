//! The command line of a program, with placeholders for the values.

use crate::input::Input;
use crate::signature::Signature;
use crate::sut::SutError;

/// A command line with placeholders for values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The words, each in pieces.
    pub words: Vec<Vec<TemplatePart>>,
    /// The argument that is sent on standard input.
    pub sent: Option<usize>,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplatePart {
    /// A fixed text.
    Text(String),
    /// The value of the argument with this index.
    Value(usize),
}

/// The word that stands for the value on standard input.
const STDIN: &str = "{-}";

impl Template {
    /// Reads `{name}` if there is an argument of that name; `{{name}}` is the text `{name}`. Braces around anything but
    /// a name are left alone. `{-}` must be a word of its own and stands for the one argument that has no other place.
    pub fn read(words: &[String], signature: &Signature) -> Result<Template, SutError> {
        let mut used = vec![false; signature.len()];
        let (sending, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| *word == STDIN);
        let words = words.iter().map(|word| read_word(word, signature, &mut used));
        let words = words.collect::<Result<Vec<_>, _>>()?;
        let mut unused = (0..used.len()).filter(|index| !used[*index]);
        let sent = match sending.len() {
            0 => None,
            1 => unused.next(),
            _ => return Err(SutError("{-} stands twice in the command line; keep one".into())),
        };
        let name = |index: usize| signature.arguments()[index].name();
        match (sending.is_empty(), sent, unused.next()) {
            (false, None, _) => {
                Err(SutError("{-} has no argument to send; declare one more with --arg NAME:TYPE".into()))
            }
            (_, Some(_), Some(more)) => Err(SutError(format!(
                "{{-}} sends one argument, but '{}' has no place either; write {{{0}}} where its value belongs",
                name(more)
            ))),
            (_, None, Some(more)) => Err(SutError(format!(
                "argument '{0}' is not used; write {{{0}}} in the command line where its value belongs, or {{-}} to \
                 send it on standard input",
                name(more)
            ))),
            (_, sent, None) => Ok(Template { words, sent }),
        }
    }

    /// The command line for an input.
    pub fn filled(&self, input: &Input) -> impl Iterator<Item = String> {
        self.words.iter().map(|pieces| {
            let mut word = String::new();
            for piece in pieces {
                match piece {
                    TemplatePart::Text(text) => word.push_str(text),
                    TemplatePart::Value(index) => word.push_str(&input[*index].to_string()),
                }
            }
            word
        })
    }

    /// What is sent to standard input for an input, if anything.
    pub fn sent_by(&self, input: &Input) -> Option<String> {
        self.sent.map(|index| input[index].to_string())
    }
}

fn read_word(word: &str, signature: &Signature, used: &mut [bool]) -> Result<Vec<TemplatePart>, SutError> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        rest = &rest[open..];
        let (name, length, is_escaped) = match placeholder(rest) {
            Some(found) => found,
            None => {
                text.push('{');
                rest = &rest[1..];
                continue;
            }
        };
        if is_escaped {
            text.push_str(&rest[1..length - 1]);
        } else {
            let index = place_of(name, signature)?;
            used[index] = true;
            if !text.is_empty() {
                pieces.push(TemplatePart::Text(std::mem::take(&mut text)));
            }
            pieces.push(TemplatePart::Value(index));
        }
        rest = &rest[length..];
    }
    text.push_str(rest);
    if !text.is_empty() || pieces.is_empty() {
        pieces.push(TemplatePart::Text(text));
    }
    Ok(pieces)
}

/// The name of a placeholder at the start of a text, its length, and whether it is escaped.
fn placeholder(text: &str) -> Option<(&str, usize, bool)> {
    let is_escaped = text.starts_with("{{");
    let start = if is_escaped { 2 } else { 1 };
    let end = start + text[start..].find('}')?;
    let name = &text[start..end];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let closes = !is_escaped || text[end..].starts_with("}}");
    ((is_name || name == "-") && closes).then_some((name, end + start, is_escaped))
}

fn place_of(name: &str, signature: &Signature) -> Result<usize, SutError> {
    if name == "-" {
        return Err(SutError("{-} must be a word of its own: its value goes to standard input".into()));
    }
    signature.arguments().iter().position(|argument| argument.name() == name).ok_or_else(|| {
        SutError(format!(
            "{{{name}}} is not declared; declare it with --arg {name}:TYPE, or write {{{{{name}}}}} if the program \
             itself is to see {{{name}}}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(words: &[&str], declared: &[&str]) -> Result<Template, String> {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Template::read(&words, &Signature::parse(declared).unwrap()).map_err(|e| e.to_string())
    }

    fn filled(words: &[&str], declared: &[&str], values: &[&str]) -> (Vec<String>, Option<String>) {
        let input = Signature::parse(declared).unwrap().read(values, None).unwrap();
        let template = template(words, declared).unwrap();
        (template.filled(&input).collect(), template.sent_by(&input))
    }

    #[test]
    fn values_take_their_places() {
        let declared = ["a:int", "b:str"];
        let (words, sent) =
            filled(&["{a}", "x{b}y{a}", "{", "{print $1}", "{}", ""], &declared, &["-1", "{a}"]);
        assert_eq!(words, ["-1", "x{a}y-1", "{", "{print $1}", "{}", ""]);
        assert_eq!(sent, None);
        assert_eq!(filled(&["{{n}}{n}"], &["n:int"], &["5"]).0, ["{n}5"]);
        assert_eq!(filled(&["-c", "{-}"], &["n:int"], &["5"]), (vec!["-c".into()], Some("5".into())));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |words: &[&str], declared: &[&str]| template(words, declared).unwrap_err();
        assert!(
            refused(&["{m}"], &["n:int"]).starts_with("{m} is not declared; declare it with --arg m:TYPE")
        );
        assert!(
            refused(&["x"], &["n:int"])
                .starts_with("argument 'n' is not used; write {n} in the command line")
        );
        assert!(refused(&["{-}", "{n}"], &["n:int"]).starts_with("{-} has no argument to send"));
        assert!(
            refused(&["{-}"], &["n:int", "m:int"])
                .starts_with("{-} sends one argument, but 'm' has no place")
        );
        assert!(refused(&["{-}", "{-}"], &["n:int"]).starts_with("{-} stands twice"));
        assert!(refused(&["x{-}"], &["n:int"]).starts_with("{-} must be a word of its own"));
    }
}
