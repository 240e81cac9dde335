//! `autobva find` without a target: runs all targets of the configuration file, one after the other.

use std::ffi::OsString;
use std::io::Write;

use anyhow::{Result, anyhow, bail};
use autobva_report::escaped;
use clap::{ArgMatches, Parser};

use super::{Configuration, ConfiguredTarget, OWN_FILE, SHARED_FILE, is_given, shown};
use crate::find::FindArgs;
use crate::remedy::message;
use crate::searching::SearchingArgs;
use crate::{Cli, Command, Status, is_broken_pipe};

/// Runs `find` for the targets of the file, or for the one that the command line picks. Nothing is run before the whole
/// file and the command line were checked.
pub fn find_every_target(words: &[OsString], given: &ArgMatches, args: FindArgs) -> Result<Status> {
    let picked = args.picked_target();
    let Some(configuration) = Configuration::nearest()? else {
        match picked {
            None => return args.run(),
            Some(_) => bail!(
                "--target picks a target of {OWN_FILE} or [tool.autobva] in {SHARED_FILE}, and there is neither; \
                 'autobva init MODULE' writes one"
            ),
        }
    };
    let file = shown(&configuration.path);
    let targets = configuration.picked(picked)?;
    if let ([_, _, ..], Some(option)) = (targets.as_slice(), args.for_one_target()) {
        bail!("{option} is for one target, and {file} has {}; pick one with --target NAME", targets.len());
    }
    let mut runs = Vec::with_capacity(targets.len());
    for target in &targets {
        let Command::Find(mut run) = target.command("find", words, given)? else { continue };
        if !configuration.is_here() {
            run.keep_paths(is_given(given, "cwd"), is_given(given, "python"))?;
        }
        run.is_of_file(&file, &target.ignore);
        runs.push(*run);
    }
    if !configuration.is_here() {
        configuration.enter()?;
    }
    run_each(&targets, runs)
}

/// Runs each target under a heading. If one cannot be run, the others still are; an interruption ends everything.
fn run_each(targets: &[&ConfiguredTarget], runs: Vec<FindArgs>) -> Result<Status> {
    let (all, mut status) = (runs.len(), Status::Done);
    for (number, (target, run)) in targets.iter().zip(runs).enumerate() {
        if all == 1 {
            return run.run();
        }
        if !run.is_dry() {
            let gap = if number == 0 { "" } else { "\n" };
            let mut out = std::io::stdout().lock();
            writeln!(out, "{gap}[{} of {all}] {}", number + 1, escaped(&target.name()))?;
        }
        match run.run() {
            Ok(Status::Done) => {}
            Ok(other) => return Ok(other),
            Err(error) if is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                say!("error: {}: {}", target.name(), message(&error));
                status = Status::Failed;
            }
        }
    }
    Ok(status)
}

impl ConfiguredTarget {
    /// The command that results from the command line together with the file; the command line takes precedence.
    fn command(&self, command: &str, words: &[OsString], given: &ArgMatches) -> Result<Command> {
        let typed = words.iter().take_while(|word| *word != "--").cloned();
        let mut all: Vec<OsString> = typed.collect();
        all.extend(self.options_for(command, given).into_iter().map(OsString::from));
        if command == "find" {
            all.extend(self.target.iter().map(OsString::from));
            let program = self.program.iter().map(OsString::from);
            all.extend((!self.program.is_empty()).then(|| "--".into()).into_iter().chain(program));
        }
        let cli = Cli::try_parse_from(all).map_err(|error| {
            let told = error.to_string();
            let first = told.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
            anyhow!("{}: {first}", self.name())
        })?;
        Ok(cli.command)
    }

    /// How `check` searches this target.
    pub fn searching(&self, words: &[OsString], given: &ArgMatches) -> Result<SearchingArgs> {
        match self.command("check", words, given)? {
            Command::Check(check) => Ok(check.into_searching()),
            _ => bail!("{} is no check", self.name()),
        }
    }
}
