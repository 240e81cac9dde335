//! `autobva call`: run the target on one input, or on a file of inputs.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use autobva::{Find, Input, Outcome, Sut, run_all};
use autobva_codec::text::{Texts, Types, read_input};
use autobva_report::{InputRow, Inputs, OutcomeWriter, read_inputs};
use clap::Args;

use super::Status;
use super::keepsake::keep_source;
use super::options::{DAILY, Format, OutputArgs};
use super::source::open_source;
use super::target::{is_target, tell};
use super::target_args::TargetArgs;

/// Run the target on one input, or on a file of inputs
///
/// Prints whether the outcome is valid or an error, its type and its text. An error of the target is an answer too: the
/// exit code is 0.
#[derive(Args)]
pub struct CallArgs {
    #[command(flatten)]
    target: TargetArgs,

    /// One value per argument
    #[arg(value_name = "ARG", allow_negative_numbers = true, conflicts_with = "inputs")]
    values: Vec<String>,

    /// Read the inputs from a CSV whose header names the arguments (or a1,a2,…), with optional run-time types t1,t2,…;
    /// - is standard input
    #[arg(long, value_name = "FILE.csv")]
    inputs: Option<PathBuf>,

    /// The program to start once per call; after a target, the values, of which the first may begin with a dash
    #[arg(last = true, value_name = "PROGRAM ARG", help_heading = DAILY)]
    program: Vec<String>,

    /// How to write the result; csv if a file of inputs is given
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputArgs,
}

impl CallArgs {
    pub fn run(mut self) -> Result<Status> {
        if self.has_values_last() {
            self.values.append(&mut self.program);
        } else if !self.program.is_empty() {
            // The first word is a value then.
            self.values.splice(0..0, self.target.target.take());
        }
        // The given values also serve as examples for types.
        let names = self.target.arguments.iter().filter_map(|declared| declared.split_once(':'));
        let examples: Vec<String> =
            names.zip(&self.values).map(|((name, _), value)| format!("{name}={value}")).collect();
        let started = self.target.start_by_example(&examples, &[], &self.program)?;
        tell(&started, self.output.quiet);
        let sut = Find::declared(started.sut, &self.target.arguments)?;
        let (inputs, default) = match &self.inputs {
            Some(path) => (Asked::File(read_file(path, &*sut)?), Format::Csv),
            None => (Asked::One(read_input(sut.signature(), &self.values, None)?), Format::Text),
        };
        if let Some(inputs) = &self.inputs {
            keep_source(self.output.file(), inputs, "read")?;
        }
        let mut out = self.output.open()?;
        let asked: Vec<Input> = inputs.list().into_iter().cloned().collect();
        let outcomes = run_all(&*sut, &asked, autobva::processors())?;
        match (self.format.unwrap_or(default), &inputs) {
            (Format::Text, _) => text(&outcomes, &mut out)?,
            (Format::Json, _) => json(&inputs.list(), &outcomes, &mut out)?,
            (Format::Csv, Asked::File(file)) => csv(file, &outcomes, &mut out)?,
            (Format::Csv, Asked::One(_)) => {
                bail!("--format csv goes with --inputs FILE.csv; use text or json for one input")
            }
        }
        out.finish()?;
        Ok(Status::Done)
    }

    /// Whether values follow `--`, as for any other program: there is a target, and none of the values is a placeholder
    /// for an argument, which every program must have.
    fn has_values_last(&self) -> bool {
        let names = self.target.arguments.iter().filter_map(|declared| declared.split(':').next());
        let mut places = names.map(|name| format!("{{{name}}}"));
        let is_program = places.any(|place| self.program.iter().any(|word| word.contains(&place)));
        !is_program && self.target.target.as_deref().is_some_and(is_target)
    }
}

enum Asked {
    One(Input),
    File(Inputs),
}

impl Asked {
    fn list(&self) -> Vec<&Input> {
        match self {
            Asked::One(input) => vec![input],
            Asked::File(inputs) => inputs.rows.iter().map(|row: &InputRow| &row.input).collect(),
        }
    }
}

fn read_file(path: &Path, sut: &dyn Sut) -> Result<Inputs> {
    let source = open_source(path, "a CSV file of inputs")?;
    read_inputs(source, sut.signature()).with_context(|| path.display().to_string())
}

fn text(outcomes: &[Outcome], out: &mut dyn Write) -> Result<()> {
    for outcome in outcomes {
        writeln!(out, "{} {}: {}", outcome.validity(), outcome.type_name(), outcome.text())?;
    }
    Ok(())
}

fn json(inputs: &[&Input], outcomes: &[Outcome], out: &mut dyn Write) -> Result<()> {
    for (input, outcome) in inputs.iter().zip(outcomes) {
        let line = serde_json::json!({
            "input": Texts(input),
            "types": Types(input),
            "validity": outcome.validity().name(),
            "type": outcome.type_name(),
            "output": outcome.text(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn csv(inputs: &Inputs, outcomes: &[Outcome], out: &mut dyn Write) -> Result<()> {
    let mut writer = OutcomeWriter::new(inputs, out)?;
    for (row, outcome) in inputs.rows.iter().zip(outcomes) {
        writer.write(row, outcome)?;
    }
    Ok(writer.finish()?)
}
