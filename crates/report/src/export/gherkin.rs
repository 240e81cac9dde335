//! Gherkin: a Scenario Outline for each kind of outcome, with an Examples table.

use super::choice::Mark;
use super::code::called_name;
use super::languages::*;

/// Gherkin, for Cucumber, behave and similar tools.
pub(crate) struct Gherkin;

/// Names of columns that an argument must not have.
const TAKEN: &str = "case output error message note";

/// The user's own step definitions make the calls, whatever is called.
impl Language for Gherkin {
    fn literal(&self, text: &str) -> String {
        quoted(text)
    }

    fn taken(&self) -> &'static str {
        TAKEN
    }

    fn without_calls<'a>(&self, request: &Request<'a>) -> Result<Option<Tests<'a>>, ExportError> {
        let target = &request.dossier.target.name;
        let (called, name) = match (&request.settings.call, &request.dossier.called) {
            (Some(call), _) => (call.clone(), called_name(call)),
            (None, Some(called)) => (shell(&called.invocation.words()), called.name.clone()),
            // Use the name of the file; its extensions say nothing about the target.
            (None, None) => {
                let stem = target.split('.').find(|part| !part.is_empty()).unwrap_or(target);
                (target.clone(), stem.to_string())
            }
        };
        let suite = Suite::new(request.dossier, name, request.settings, &request.choice);
        self.function(suite, &called).map(Some)
    }

    fn function<'a>(&self, suite: Suite<'a>, called: &str) -> Result<Tests<'a>, ExportError> {
        let case = |case: &Case| {
            let values: Vec<String> = case.input.iter().map(|value| self.value(value)).collect();
            let mut cells = [vec![case.phrase.clone()], values.clone()].concat();
            cells.extend((!case.outcome.is_valid()).then(|| quoted(case.outcome.type_name())));
            cells.push(quoted(case.outcome.text()));
            match &case.mark {
                Mark::Guard => {}
                Mark::Unspecified(note) | Mark::Fault(note) => cells.push(quoted(note)),
            }
            context! { values => values, cells => cells }
        };
        let cases = suite.cases.iter().map(case).collect();
        let file = context! { parameters => suite.parameters(TAKEN), called => quoted(called) };
        Ok(Tests { suite, file, families: Vec::new(), cases })
    }

    fn expresses(&self, _schema: &Schema) -> bool {
        true
    }
}

/// Numbers and Booleans are written as they are, everything else as a text.
impl Literals for Gherkin {
    fn float(&self, float: &Float) -> String {
        if float.value().is_finite() { float.to_string() } else { quoted(&float.to_string()) }
    }

    fn text(&self, text: &str) -> String {
        quoted(text)
    }
}

/// A text in quotes, so that spaces at its ends count, with special characters as `%0A`. Readers of Gherkin interpret
/// its own escapes in different ways, and a `<name>` within a cell would be taken for a placeholder.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        if c == ' ' || (c.is_ascii_graphic() && !"\"%|\\<>".contains(c)) || is_plain(c) {
            quoted.push(c);
        } else {
            quoted.extend(c.to_string().bytes().map(|byte| format!("%{byte:02X}")));
        }
    }
    quoted.push('"');
    quoted
}

/// Words quoted for a shell.
fn shell(words: &[String]) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "-_=./:,+@%".contains(c);
    let word = |word: &String| match !word.is_empty() && word.chars().all(is_safe) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}
