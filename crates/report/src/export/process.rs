//! Tests that start a process: the target itself if it is a program, otherwise `autobva call`, which can call anything.

use autobva_codec::text::{texts, types};
use autobva_core::{Captured, Invocation, Outcome, ProgramCall, Template, TemplatePart};

use super::names::identifiers;
use super::suite::{Case, Suite};

/// Which output of a process is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
    /// Only the exit code is checked.
    Neither,
}

/// How a process is started and what it is expected to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    /// What varies from case to case.
    pub parameters: Vec<String>,
    /// The program and its words; a value refers to a parameter.
    pub words: Vec<Vec<TemplatePart>>,
    /// What is sent to standard input; nothing if empty.
    pub stdin: Vec<TemplatePart>,
    /// The exit code of success.
    pub ok: i32,
    /// What is checked after a success.
    pub success: Stream,
    /// What is checked otherwise.
    pub failure: Stream,
    /// One for each case of the suite.
    pub expected: Vec<Expected>,
}

/// The values with which a process is started, and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expected {
    pub values: Vec<String>,
    pub code: i32,
    /// Its output without trailing line ends.
    pub text: String,
}

impl Process {
    /// A program started directly, if everything that was observed can be seen that way.
    pub(crate) fn program(called: &ProgramCall, suite: &Suite<'_>) -> Option<Process> {
        let (success, failure) = match called.captured {
            Captured::Stdout => (Stream::Stdout, Stream::Stderr),
            Captured::Stderr => (Stream::Stderr, Stream::Stderr),
            Captured::Exit => (Stream::Neither, Stream::Neither),
            Captured::Both => return None,
        };
        let &[ok] = called.ok_codes.as_slice() else { return None };
        let (program, rest) = called.words.split_first().filter(|_| !called.has_folder)?;
        let template = Template::read(rest, suite.signature).ok()?;
        let expected = |case: &Case| {
            let (code, text) = program_outcome(&case.outcome, ok, success)?;
            let text = (!text.contains('\u{fffd}')).then_some(text)?;
            Some(Expected { values: texts(&case.input), code, text })
        };
        Some(Process {
            parameters: suite.signature.arguments().iter().map(|a| a.name().to_string()).collect(),
            words: std::iter::once(vec![TemplatePart::Text(program.clone())]).chain(template.words).collect(),
            stdin: template.sent.map(TemplatePart::Value).into_iter().collect(),
            ok,
            success,
            failure,
            expected: suite.cases.iter().map(expected).collect::<Option<_>>()?,
        })
    }

    /// The names of the parameters as the language spells them.
    pub(crate) fn names(&self, taken: &str) -> Vec<String> {
        identifiers(self.parameters.iter().map(String::as_str), taken)
    }

    /// `autobva call` with a row of CSV on standard input, so that every value keeps its type.
    pub(crate) fn call(invocation: &Invocation, suite: &Suite<'_>) -> Process {
        let words = [["autobva", "call"].map(String::from).to_vec(), call_words(invocation)].concat();
        let header = header(suite);
        let expected = |case: &Case| Expected {
            values: vec![row(case)],
            code: 0,
            text: trimmed(&call_text(&case.outcome)).to_string(),
        };
        Process {
            parameters: vec!["row".into()],
            words: words.into_iter().map(|word| vec![TemplatePart::Text(word)]).collect(),
            stdin: vec![
                TemplatePart::Text(header + "\n"),
                TemplatePart::Value(0),
                TemplatePart::Text("\n".into()),
            ],
            ok: 0,
            success: Stream::Stdout,
            failure: Stream::Stderr,
            expected: suite.cases.iter().map(expected).collect(),
        }
    }
}

/// The words after `autobva call`.
fn call_words(invocation: &Invocation) -> Vec<String> {
    let mut words = invocation.words();
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, ["--inputs", "-", "--format", "text"].map(String::from));
    words
}

/// What `autobva call` prints for an outcome.
fn call_text(outcome: &Outcome) -> String {
    format!("{} {}: {}", outcome.validity(), outcome.type_name(), outcome.text())
}

fn header(suite: &Suite<'_>) -> String {
    let arguments = suite.signature.arguments();
    let types = (1..=arguments.len()).map(|number| format!("t{number}"));
    csv_row(arguments.iter().map(|argument| argument.name().to_string()).chain(types))
}

fn row(case: &Case) -> String {
    csv_row(texts(&case.input).into_iter().chain(types(&case.input)))
}

fn csv_row(fields: impl Iterator<Item = String>) -> String {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    let written = writer.write_record(fields.map(String::into_bytes));
    written.expect("writing to memory does not fail");
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    let text = String::from_utf8(bytes).expect("texts stay texts");
    text.strip_suffix('\n').unwrap_or(&text).to_string()
}

/// The exit code and the text of a program, as far as they can be derived from the outcome.
fn program_outcome(outcome: &Outcome, ok: i32, success: Stream) -> Option<(i32, String)> {
    if outcome.is_valid() {
        let text = if success == Stream::Neither { "" } else { trimmed(outcome.text()) };
        return Some((ok, text.to_string()));
    }
    let code: i32 = outcome.type_name().strip_prefix("Exited(")?.strip_suffix(')')?.parse().ok()?;
    let said = outcome.text().strip_prefix(&format!("exit status {code}"))?;
    Some((code, said.strip_prefix(": ").unwrap_or(said).to_string()))
}

fn trimmed(text: &str) -> &str {
    text.trim_end_matches(['\n', '\r'])
}
