//! The command `autobva`, for its binary and for the Python package: one file per command, `options.rs` for what they
//! share, `output.rs` for where results go.

#![allow(missing_docs)] // Only the binary and the Python module use it: what a name says needs no comment.

#[macro_use]
mod say;

mod accept;
mod age;
mod budget;
mod call;
mod campaign;
mod changes;
mod check;
mod configuration;
mod decide;
mod defined;
mod desk;
mod diff;
mod dossier;
mod experiment;
mod export;
mod find;
mod init;
mod interrupt;
mod keepsake;
mod list;
mod lock_file;
mod manual;
mod observe;
mod options;
mod output;
mod progress;
mod record;
mod relative_path;
mod remedy;
mod report;
mod review;
mod search_args;
mod searching;
mod source;
mod status;
mod summarize;
mod sweep;
mod target;
mod target_args;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};

use anyhow::Result;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use configuration::attack as attack_configuration;
use configuration::find_every_target;
pub use lock_file::read_lock;
pub use record::Record;
pub use target_args::NamedTarget;

/// The result of a command for the shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Done,
    /// Boundaries changed (`check`, `diff`).
    Changed,
    /// Part of the work could not be done, which was reported.
    Failed,
    /// Interrupted; what was found has been printed.
    Interrupted,
}

const DONE: u8 = 0;
const CHANGED: u8 = 1;
const USAGE_ERROR: u8 = 2;
const INTERRUPTED: u8 = 130;

/// Finds where a program's behaviour changes: automated black-box boundary value analysis.
///
/// autobva calls a target with many inputs, looks for pairs of neighbouring inputs whose outputs are far apart, and
/// shows them. It needs no source and no specification.
#[derive(Parser)]
#[command(name = "autobva", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  autobva find bytecount                         the boundaries of a built-in example
  autobva find date --max-calls 100000 --seed 7  a run that can be repeated
  autobva review bytecount                       decide what to do about each kind of boundary
  autobva accept bytecount                       guard them in autobva.lock.toml
  autobva check                                  are they still where they were?
  autobva init shop.py                           a file with its functions, for 'autobva find' alone
  autobva sweep src/                             the boundaries of every function of a code base
  autobva status                                 campaigns, what is undecided, what is guarded
  autobva call bytecount 999 | autobva call bytecount 1000
  autobva list                                   targets, strategies, samplers, distances

Exit codes: 0 done, 1 boundaries changed (check, diff), 2 usage or bad input,
130 interrupted (what was found is saved and printed).";

#[derive(Subcommand)]
enum Command {
    Find(Box<find::FindArgs>),
    Call(call::CallArgs),
    Summarize(summarize::SummarizeArgs),
    Report(report::ReportArgs),
    Decide(decide::DecideArgs),
    Review(review::ReviewArgs),
    Export(export::ExportArgs),
    Accept(accept::AcceptArgs),
    Check(Box<check::CheckArgs>),
    Diff(Box<diff::DiffArgs>),
    Experiment(Box<experiment::ExperimentArgs>),
    Sweep(Box<sweep::SweepArgs>),
    Merge(sweep::MergeArgs),
    #[command(name = "sweep-function", hide = true)]
    SweepFunction(sweep::JobArgs),
    Init(init::InitArgs),
    Status(status::StatusArgs),
    List(list::ListArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// Executes a command line, whose first word is the name of the program, and returns the exit code.
pub fn main(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    match run(words) {
        Ok(Status::Done) => DONE,
        Ok(Status::Changed) => CHANGED,
        Ok(Status::Failed) => USAGE_ERROR,
        Ok(Status::Interrupted) => INTERRUPTED,
        Err(error) if is_broken_pipe(&error) => DONE,
        Err(error) => {
            say!("error: {}", remedy::message(&error));
            USAGE_ERROR
        }
    }
}

fn run(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Status> {
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    let (cli, given) = match read(&words) {
        Ok(read) => read,
        Err(told) if told.use_stderr() => told.exit(),
        // This is output that was asked for, such as --help; a full device is reported.
        Err(asked) => {
            asked.print()?;
            std::io::stdout().flush()?;
            return Ok(Status::Done);
        }
    };
    interrupt::listen()?;
    match cli.command {
        Command::Find(args) if args.is_without_target() => find_every_target(&words, &given, *args),
        Command::Find(args) => args.run(),
        Command::Call(args) => args.run(),
        Command::Summarize(args) => args.run(),
        Command::Report(args) => args.run(),
        Command::Accept(args) => args.run(),
        Command::Check(args) => args.run(&words, &given),
        Command::Diff(args) => args.run(),
        Command::Decide(args) => args.run(),
        Command::Review(args) => args.run(),
        Command::Export(args) => args.run(),
        Command::Experiment(args) => args.run(),
        Command::Sweep(args) => args.run(),
        Command::Merge(args) => args.run(),
        Command::SweepFunction(args) => args.run(),
        Command::Init(args) => args.run(),
        Command::Status(args) => args.run(),
        Command::List(args) => args.run(),
        Command::Completions(args) => args.run(),
        Command::Man(args) => args.run(),
    }
}

/// Reads a command line: the command, and which of its options are given.
fn read(words: &[OsString]) -> Result<(Cli, ArgMatches), clap::Error> {
    let matches = definition().try_get_matches_from(words)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definition()))?;
    let given = matches.subcommand().map(|(_, given)| given.clone()).unwrap_or_default();
    Ok((cli, given))
}

/// Whether the reader has closed the pipe, as in `autobva list | head`, which is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    })
}

/// The definition of the command line, for the manual and the completions.
fn definition() -> clap::Command {
    Cli::command()
}
