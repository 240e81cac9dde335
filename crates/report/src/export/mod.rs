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

use autobva_core::{Boundary, Entry, PythonCall, Signature, UnknownName};

pub use choice::{Verdict, VerdictError};
pub use template::Template;

use crate::dossier::Dossier;
use choice::{Choice, choose};

/// A format to which boundaries are exported.
///
/// ```
/// use autobva_report::exporter;
///
/// let pytest = exporter("pytest").unwrap();
/// assert!(pytest.is_python() && pytest.has_calls());
/// assert_eq!(pytest.files_called("shop.py:price"), ["shop.py"]);
/// ```
pub trait Exporter: Sync {
    /// Its name, with a line of help.
    fn entry(&self) -> Entry;

    /// Whether Python functions are called directly, so that it matters how they are called.
    fn is_python(&self) -> bool {
        false
    }

    /// The files that `--call` names, in the syntax of the language.
    fn files_called(&self, call: &str) -> Vec<String> {
        call.rsplit_once(':').map(|(file, _)| file.to_string()).into_iter().collect()
    }

    /// Whether the file calls something, so that `--call` makes sense.
    fn has_calls(&self) -> bool {
        true
    }

    /// The template of the format, name and text, if it has one.
    fn template(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Writes the file.
    fn export(&self, request: &Request<'_>) -> Result<String, ExportError>;
}

/// Every format.
pub const EXPORTERS: &[&dyn Exporter] = &[
    &python::PYTEST,
    &python::UNITTEST,
    &rust::Rust,
    &jest::Jest,
    &junit5::Junit5,
    &go::Go,
    &gherkin::Gherkin,
    &tables::CandidateCsv,
    &tables::Json,
];

/// The exporter with this name.
pub fn exporter(name: &str) -> Result<&'static dyn Exporter, UnknownName> {
    let found = EXPORTERS.iter().copied().find(|exporter| exporter.entry().name == name);
    found.ok_or_else(|| UnknownName::new("export format", name, EXPORTERS.iter().map(|e| e.entry().name)))
}

/// Whether a text begins like an exported test file of any format.
pub fn is_export(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.contains("Boundaries of ") && first.contains(", found by autobva")
}

/// What to export, and how.
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

/// The input of an exporter.
pub struct Request<'a> {
    dossier: &'a Dossier,
    settings: &'a ExportSettings,
    choice: Choice,
}

impl Request<'_> {
    /// The template to use: the user's, or that of the format.
    fn template(&self, exporter: &(impl Exporter + ?Sized)) -> Template {
        let (name, text) = exporter.template().unwrap_or_default();
        let own = || Template { name: name.to_string(), text: text.to_string() };
        self.settings.template.clone().unwrap_or_else(own)
    }
}

/// An exported file, and what its user should know about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The file.
    pub text: String,
    /// How many boundaries it has.
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

/// Exports the boundaries of a dossier.
pub fn export(
    dossier: &Dossier,
    exporter: &dyn Exporter,
    settings: &ExportSettings,
) -> Result<Exported, ExportError> {
    if settings.call.is_some() && !exporter.has_calls() {
        let name = exporter.entry().name;
        return Err(ExportError(format!(
            "--call is for tests, and {name} holds the candidates as they are; leave --call out"
        )));
    }
    if settings.template.is_some() && exporter.template().is_none() {
        let name = exporter.entry().name;
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
    let taken = choice.chosen.iter().map(|chosen| Boundary::from(&dossier.candidates[chosen.index]));
    let more_of_same = dossier.known_besides(&taken.collect::<Vec<_>>()).is_empty();
    let text = exporter.export(&Request { dossier, settings, choice })?;
    Ok(Exported { text, boundaries, flaky, more, more_of_same })
}
