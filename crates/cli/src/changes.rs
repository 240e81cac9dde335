//! How `check` and `diff` write what changed.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use autobva::{Calling, Invocation};
use autobva_report::{
    Changes, Style, changes_view, write_annotations, write_changes_json, write_junit, write_sarif,
};
use clap::{Args, ValueEnum};

use super::defined::defined_in;
use super::options::{OutputArgs, terminal_width};
use super::output::Destination;
use super::relative_path::relative;
use super::target_args::TargetArgs;
use super::{Status, is_broken_pipe};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChangesFormat {
    /// For people.
    Text,
    /// One object, for programs.
    Json,
    /// XML as build servers read it: one test case per boundary.
    Junit,
    /// Workflow commands: an annotation for each change, on the line of the function where that is known.
    Github,
    /// SARIF 2.1.0, for viewers of static analyses.
    Sarif,
}

/// Where changes go and how they look.
#[derive(Args)]
pub struct ChangesArgs {
    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: ChangesFormat,

    /// Show every change instead of the first of each kind
    #[arg(long, help_heading = "Output")]
    all: bool,

    #[command(flatten)]
    pub output: OutputArgs,
}

impl ChangesArgs {
    /// Opens the destination before any work is done.
    pub fn open(&self) -> Result<Destination> {
        self.output.open()
    }

    /// Whether a person reads the result; programs need one in any case.
    pub fn for_people(&self) -> bool {
        self.format == ChangesFormat::Text
    }

    /// Writes the changes. The exit code says whether there are any, even if the reader closes the pipe early.
    pub fn write(&self, changes: &Changes, out: Destination) -> Result<Status> {
        match self.write_to(changes, out) {
            Err(error) if !is_broken_pipe(&error) => Err(error),
            _ if changes.counts().changed() > 0 => Ok(Status::Changed),
            _ => Ok(Status::Done),
        }
    }

    fn write_to(&self, changes: &Changes, mut out: Destination) -> Result<()> {
        match self.format {
            ChangesFormat::Text => {
                let style = Style { width: terminal_width(), color: self.output.colored() };
                write!(out, "{}", changes_view(changes, self.all, style))?;
            }
            ChangesFormat::Json => write_changes_json(changes, &mut out)?,
            ChangesFormat::Junit => write_junit(changes, &mut out)?,
            ChangesFormat::Github => write_annotations(changes, &line_of, &mut out)?,
            ChangesFormat::Sarif => write_sarif(changes, &line_of, &mut out)?,
        }
        out.finish()
    }
}

/// The file of a target and, for a Python function, the line in which its definition begins. The file is named relative
/// to the workflow's checkout, as annotations require.
fn line_of(name: &str) -> Option<(String, usize)> {
    let called = Invocation { target: Some(name.to_string()), ..Invocation::default() };
    let spec = TargetArgs::spec(&called);
    let file = spec.files.iter().find(|file| Path::new(file).is_file())?;
    let line = match &spec.calling {
        Calling::Python(function) => defined_in(&std::fs::read_to_string(file).ok()?, &function.path),
        Calling::Program(_) | Calling::Autobva => 1,
    };
    let place = std::path::absolute(file).ok()?;
    let checkout = std::env::var_os("GITHUB_WORKSPACE").filter(|folder| place.starts_with(folder));
    let shown = checkout.map_or(file.into(), |folder| relative(Path::new(&folder), &place));
    Some((shown.display().to_string(), line))
}
