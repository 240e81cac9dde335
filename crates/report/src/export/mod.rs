//! Tests and tables for other tools, made from a dossier: one file per format, and one line for each in [`EXPORTERS`].

mod choice;
mod code;
mod comments;
mod family_names;
mod file;
mod gherkin;
mod go;
mod jest;
mod junit5;
mod languages;
mod literals;
mod names;
mod process;
mod python;
mod python_function;
mod python_values;
mod rust;
mod suite;
mod tables;
mod template;
mod words;

use autobva_core::{Entry, Place, PythonCall, Signature, UnknownName, named};

pub use choice::{Verdict, VerdictError};
pub use template::Template;

use crate::dossier::Dossier;
use choice::{Choice, choose};
use code::{Language, write_tests};

/// A format to which boundaries are exported.
///
/// ```
/// use autobva_report::exporter;
///
/// let pytest = exporter("pytest").unwrap();
/// assert!(pytest.is_python() && pytest.has_calls());
/// assert_eq!(pytest.files_called("shop.py:price"), ["shop.py"]);
/// ```
pub struct Exporter {
    /// Its name, with a line of help.
    pub entry: Entry,
    /// The template of the format, name and text, if it has one.
    pub template: Option<(&'static str, &'static str)>,
    content: Content,
}

/// What a file of a format contains.
enum Content {
    Tests(&'static dyn Language),
    Candidates(fn(&Request<'_>) -> String),
}

impl Exporter {
    const fn tests(
        entry: Entry,
        template: (&'static str, &'static str),
        language: &'static dyn Language,
    ) -> Exporter {
        Exporter { entry, template: Some(template), content: Content::Tests(language) }
    }

    const fn candidates(entry: Entry, write: fn(&Request<'_>) -> String) -> Exporter {
        Exporter { entry, template: None, content: Content::Candidates(write) }
    }

    /// The language of the tests, if the file contains any; only then it has calls, and `--call` makes sense.
    fn language(&self) -> Option<&'static dyn Language> {
        match self.content {
            Content::Tests(language) => Some(language),
            Content::Candidates(_) => None,
        }
    }

    /// Whether the file calls something, so that `--call` makes sense.
    pub fn has_calls(&self) -> bool {
        self.language().is_some()
    }

    /// Whether Python functions are called directly, so that it matters how they are called.
    pub fn is_python(&self) -> bool {
        self.language().is_some_and(Language::is_python)
    }

    /// The files that `--call` names, in the syntax of the language.
    pub fn files_called(&self, call: &str) -> Vec<String> {
        self.language().map_or(Vec::new(), |language| language.files_called(call))
    }
}

pub const EXPORTERS: &[Exporter] = &[
    Exporter::tests(
        Entry { name: "pytest", help: "Python tests for pytest: parametrised, known faults as strict xfail" },
        ("pytest.py.j2", include_str!("templates/pytest.py.j2")),
        &python::PythonTests,
    ),
    Exporter::tests(
        Entry {
            name: "unittest",
            help: "Python tests for unittest: a method each, known faults as expectedFailure",
        },
        ("unittest.py.j2", include_str!("templates/unittest.py.j2")),
        &python::PythonTests,
    ),
    Exporter::tests(
        Entry { name: "rust", help: "Rust tests: a function each, known faults as should_panic" },
        ("rust.rs.j2", include_str!("templates/rust.rs.j2")),
        &rust::Rust,
    ),
    Exporter::tests(
        Entry { name: "jest", help: "JavaScript tests for Jest: tables, known faults as test.failing" },
        ("jest.test.js.j2", include_str!("templates/jest.test.js.j2")),
        &jest::Jest,
    ),
    Exporter::tests(
        Entry { name: "junit5", help: "Java tests for JUnit 5: @ParameterizedTest with @MethodSource" },
        ("junit5.java.j2", include_str!("templates/junit5.java.j2")),
        &junit5::Junit5,
    ),
    Exporter::tests(
        Entry { name: "go", help: "Go tests: a table and t.Run" },
        ("go_test.go.j2", include_str!("templates/go_test.go.j2")),
        &go::Go,
    ),
    Exporter::tests(
        Entry { name: "gherkin", help: "a .feature file with Scenario Outlines, for Cucumber and behave" },
        ("gherkin.feature.j2", include_str!("templates/gherkin.feature.j2")),
        &gherkin::Gherkin,
    ),
    Exporter::candidates(
        Entry { name: "csv", help: "a candidate CSV with the exported candidates and their clusters" },
        tables::csv,
    ),
    Exporter::candidates(
        Entry { name: "json", help: "the JSON of find with the exported candidates and their clusters" },
        tables::json,
    ),
];

pub fn exporter(name: &str) -> Result<&'static Exporter, UnknownName> {
    named("export format", name, EXPORTERS, |exporter| exporter.entry.name)
}

/// Whether a text begins like an exported test file of any format.
pub fn is_export(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.contains("Boundaries of ") && first.contains(", found by autobva")
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportSettings {
    /// Export every candidate instead of the representatives of clusters.
    pub all: bool,
    /// Export boundaries with these decisions.
    pub only: Vec<Verdict>,
    /// What to call, in the syntax of the language, instead of the target with which the boundaries were found.
    pub call: Option<String>,
    /// Where autobva was run, relative to the folder of the exported file; empty if it is the same.
    pub base: String,
    /// The name of the exported file without its extension, for languages in which it matters.
    pub file: Option<String>,
    /// How a Python function is called, as far as that is known.
    pub python: PythonCall,
    /// Whether a Python module is in the folder in which autobva was run.
    pub module_is_here: bool,
    /// The arguments that the target has now, if that could be found out.
    pub signature: Option<Signature>,
    /// The template to use instead of the format's own.
    pub template: Option<Template>,
}

impl Default for ExportSettings {
    fn default() -> ExportSettings {
        ExportSettings {
            all: false,
            only: Verdict::USUAL.to_vec(),
            call: None,
            base: String::new(),
            file: None,
            python: PythonCall::default(),
            module_is_here: false,
            signature: None,
            template: None,
        }
    }
}

struct Request<'a> {
    exporter: &'static Exporter,
    dossier: &'a Dossier,
    settings: &'a ExportSettings,
    choice: Choice,
}

impl Request<'_> {
    /// The template to use: the user's, or that of the format.
    fn template(&self) -> Template {
        let (name, text) = self.exporter.template.unwrap_or_default();
        let own = || Template { name: name.to_string(), text: text.to_string() };
        self.settings.template.clone().unwrap_or_else(own)
    }
}

/// An exported file, and what its user should know about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    pub text: String,
    pub boundaries: usize,
    /// How many were left out because their outcomes differ each time.
    pub flaky: usize,
    /// How many were left out because others represent them.
    pub more: usize,
    /// Whether the behaviours at those are the same as at the exported ones.
    pub more_of_same: bool,
}

/// Why nothing can be exported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(String);

impl ExportError {
    /// What `--call` names cannot be called from the language.
    fn bad_call(call: &str, expected: &str) -> ExportError {
        ExportError(format!("--call {call}: {expected}"))
    }
}

pub fn export(
    dossier: &Dossier,
    exporter: &'static Exporter,
    settings: &ExportSettings,
) -> Result<Exported, ExportError> {
    let name = exporter.entry.name;
    if settings.call.is_some() && !exporter.has_calls() {
        return Err(ExportError(format!(
            "--call is for tests, and {name} holds the candidates as they are; leave --call out"
        )));
    }
    if settings.template.is_some() && exporter.template.is_none() {
        return Err(ExportError(format!(
            "{name} holds the candidates as they are, and has no template; leave --template out"
        )));
    }
    let choice = choose(dossier, settings.all, &settings.only);
    if dossier.candidates.is_empty() {
        let none = "there is no boundary to export, because none was found";
        return Err(ExportError(format!("{none}; search again, longer or with another distance")));
    }
    if choice.chosen.is_empty() {
        let only: Vec<String> = settings.only.iter().map(Verdict::to_string).collect();
        let found = dossier.landscape.as_ref().map_or(dossier.candidates.len(), |l| l.boundaries.len());
        let none = format!("none of the {found} that were found is {}", only.join(" or "));
        return Err(ExportError(format!(
            "there is no boundary to export: {none}; choose others with --only"
        )));
    }
    let Choice { boundaries, flaky, more, .. } = choice;
    let taken = choice.chosen.iter().map(|chosen| Place::from(&dossier.candidates[chosen.index]));
    let more_of_same = dossier.known_besides(&taken.collect::<Vec<_>>()).is_empty();
    let request = Request { exporter, dossier, settings, choice };
    let text = match exporter.content {
        Content::Tests(language) => write_tests(language, &request)?,
        Content::Candidates(write) => write(&request),
    };
    Ok(Exported { text, boundaries, flaky, more, more_of_same })
}
