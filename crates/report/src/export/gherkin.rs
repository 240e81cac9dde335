//! Gherkin: a Scenario Outline for each kind of outcome, with an Examples table.

use autobva_core::{Entry, Float};

use super::choice::{Mark, Purpose};
use super::code::called_name;
use super::comments::{comment, is_plain};
use super::literals::Literals;
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Gherkin, for Cucumber, behave and their like.
pub(crate) struct Gherkin;

/// A kind of scenario: its tag, which cases belong to it, and the words of its last step.
struct Kind {
    tag: &'static str,
    purpose: Purpose,
    still: &'static str,
    note: &'static str,
}

const KINDS: &[Kind] = &[
    Kind { tag: "", purpose: Purpose::Guard, still: "", note: "" },
    Kind { tag: "@unclear", purpose: Purpose::Question, still: "", note: "unclear" },
    Kind { tag: "@known_fault", purpose: Purpose::Fault, still: "still ", note: "known fault" },
];

impl Exporter for Gherkin {
    fn entry(&self) -> Entry {
        Entry { name: "gherkin", help: "a .feature file with Scenario Outlines, for Cucumber and behave" }
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        let target = &request.dossier.target.name;
        let (called, name) = match (&request.settings.call, &request.dossier.called) {
            (Some(call), _) => (call.clone(), called_name(call)),
            (None, Some(called)) => (shell(&called.invocation.words()), called.name.clone()),
            // The name of the file, of which the endings say nothing about the target.
            (None, None) => {
                let stem = target.split('.').find(|part| !part.is_empty()).unwrap_or(target);
                (target.clone(), stem.to_string())
            }
        };
        let suite = Suite::new(request.dossier, name, request.settings, &request.choice);
        let mut outlines: Vec<String> = Vec::new();
        for family in 0..suite.families.len() {
            for kind in KINDS {
                outlines.extend(
                    [true, false].into_iter().filter_map(|valid| outline(&suite, family, kind, valid)),
                );
            }
        }
        Ok(format!(
            "Feature: Boundaries of {}, found by autobva\n\n  Background:\n    Given the target {}\n\n{}",
            comment(suite.title),
            quoted(&called),
            outlines.join("\n")
        ))
    }
}

fn outline(suite: &Suite<'_>, family: usize, kind: &Kind, valid: bool) -> Option<String> {
    let belongs = |case: &&Case| {
        case.family == family && case.mark.purpose() == kind.purpose && case.outcome.is_valid() == valid
    };
    let cases: Vec<&Case> = suite.cases.iter().filter(belongs).collect();
    if cases.is_empty() {
        return None;
    }
    let arguments = suite.parameters("case output error message note");
    let (then, expected): (&str, &[&str]) = match valid {
        true => ("answers <output>", &["output"]),
        false => ("fails with <error> and says <message>", &["error", "message"]),
    };
    let note: &[&str] = if kind.note.is_empty() { &[] } else { &["note"] };
    let header = ["case"].into_iter().chain(arguments.iter().map(String::as_str));
    let header = header.chain(expected.iter().copied()).chain(note.iter().copied()).map(String::from);
    let mut rows: Vec<Vec<String>> = vec![header.collect()];
    rows.extend(cases.iter().map(|case| row(case, valid)));
    let tag = if kind.tag.is_empty() { String::new() } else { format!("  {}\n", kind.tag) };
    let note = if kind.note.is_empty() { String::new() } else { format!(" ({}: <note>)", kind.note) };
    let values: Vec<String> = arguments.iter().map(|argument| format!("<{argument}>")).collect();
    let called =
        if values.is_empty() { "without values".into() } else { format!("with {}", values.join(", ")) };
    Some(format!(
        "{tag}  Scenario Outline: {} <case>{note}\n    When it is called {called}\n    Then it {}{then}\n\n    \
         Examples:\n{}",
        suite.families[family].name,
        kind.still,
        table(&rows)
    ))
}

fn row(case: &Case, valid: bool) -> Vec<String> {
    let mut cells = vec![case.phrase.clone()];
    cells.extend(case.input.iter().map(|value| Gherkin.value(value)));
    if !valid {
        cells.push(quoted(case.outcome.type_name()));
    }
    cells.push(quoted(case.outcome.text()));
    match &case.mark {
        Mark::Guard => {}
        Mark::Question(note) | Mark::Fault(note) => cells.push(quoted(note)),
    }
    cells
}

/// The rows with cells of equal width.
fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: String =
            row.iter().zip(&widths).map(|(cell, &width)| format!(" {cell:width$} |")).collect();
        format!("      |{cells}\n")
    };
    rows.iter().map(line).collect()
}

/// Numbers and Booleans as they are, everything else as a text.
impl Literals for Gherkin {
    fn float(&self, float: &Float) -> String {
        if float.value().is_finite() { float.to_string() } else { quoted(&float.to_string()) }
    }

    fn text(&self, text: &str) -> String {
        quoted(text)
    }
}

/// A text in quotes, so that spaces at its ends count, with the special characters as `%0A`. Gherkin's own escapes are
/// read in different ways by its readers, and a `<name>` within a cell would be taken for a placeholder.
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

/// Words as a shell takes them.
fn shell(words: &[String]) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "-_=./:,+@%".contains(c);
    let word = |word: &String| match !word.is_empty() && word.chars().all(is_safe) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}
