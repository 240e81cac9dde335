//! `autobva experiment corpus`: a sweep of the standard library of Python.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use autobva_lab::experiment::corpus::{IMPURE, MODULES, report};
use clap::Args;

use super::super::options::{Format, OutputArgs};
use super::super::{Command, Status, read};

/// The pure functions of Python's standard library, swept: how many have boundaries, and what is survived
///
/// Functions that remove, write, start or connect are left out. What was found is kept in the folder, as by 'autobva sweep'.
#[derive(Args)]
pub struct CorpusArgs {
    /// The budget of each function: a time such as 2s, or a number of calls
    #[arg(long, value_name = "TIME|CALLS", default_value = "2000")]
    per_function: String,

    /// How many functions are searched at a time; all cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<String>,

    /// The folder of the sweep
    #[arg(long, value_name = "FOLDER", default_value = ".autobva/corpus")]
    out: String,

    /// Go on with the sweep of the folder
    #[arg(long)]
    resume: bool,

    /// The Python interpreter whose library is swept, a name on PATH or a path
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: String,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    #[command(flatten)]
    output: OutputArgs,
}

/// The time limit of one function.
const LONGEST: &str = "20s";

impl CorpusArgs {
    pub fn run(self) -> Result<Status> {
        let mut out = self.output.open()?;
        let (cli, _) = read(&self.words().into_iter().map(Into::into).collect::<Vec<_>>())?;
        let Command::Sweep(sweep) = cli.command else { bail!("a corpus is a sweep") };
        let begun = Instant::now();
        let (sweep, is_whole) = sweep.found()?;
        let report = report(&sweep, if self.resume { Duration::ZERO } else { begun.elapsed() });
        super::write(&report, self.format, &mut out)?;
        out.finish()?;
        Ok(if is_whole { Status::Done } else { Status::Interrupted })
    }

    /// The sweep as it would be typed.
    fn words(&self) -> Vec<String> {
        let mut words =
            ["autobva", "sweep", "--out", &self.out, "--python", &self.python].map(String::from).to_vec();
        words.extend(["--per-function", &self.per_function, "--longest", LONGEST].map(String::from));
        words.extend(self.jobs.iter().flat_map(|jobs| ["--jobs".to_string(), jobs.clone()]));
        words.extend(self.output.quiet.then(|| "--quiet".to_string()));
        match self.resume {
            true => words.push("--resume".into()),
            false => {
                words.extend(IMPURE.iter().flat_map(|one| ["--deny".to_string(), one.to_string()]));
                words.extend(MODULES.split(' ').map(String::from));
            }
        }
        words
    }
}
