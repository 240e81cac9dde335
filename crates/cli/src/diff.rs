//! `autobva diff`: the differences between the boundaries of two recordings or of two targets.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use autobva::guard::{
    CheckSettings, check, compare, compare_boundaries, compare_landscapes, compare_targets, tell_behaviours,
};
use autobva::sut::Remarks;
use autobva::{
    Candidate, Find, Guarded, Place, Redeclared, Signature, StopSignal, SummarySettings, Sut, Verdict,
};
use autobva_report::{Changes, LockedTarget, TargetChanges, is_lock};
use clap::Args;

use super::Status;
use super::changes::ChangesArgs;
use super::dossier::open_one_of;
use super::keepsake::{is_program, start};
use super::lock_file::{again, read_lock, same_types};
use super::searching::{SearchingArgs, interruptible, patient};
use super::target::{adapters, draws_types, is_target, tell};
use super::target_args::{TargetArgs, TargetOptions};

/// Tell what is different about the boundaries of two campaigns, lock files or targets
///
/// Files are compared as they are. Targets are searched with the same seed and budget, and what is found on one is run on
/// the other, so that a difference is one of the targets. Exit code 0 if nothing is different, 1 if something is.
#[derive(Args)]
pub struct DiffArgs {
    /// A campaign, a candidate CSV, a lock file (.toml), a target such as old.py:function, or a program with its words in
    /// one, such as './old {age}' with --arg age:int
    old: String,

    /// The same kind of thing, or a target on which the boundaries of OLD are run
    new: String,

    /// Declare or restrict an argument of both targets, e.g. 'bytes:int[0..250]'; repeat for more
    #[arg(long = "arg", value_name = "NAME:TYPE", help_heading = "Target")]
    arguments: Vec<String>,

    #[command(flatten)]
    options: TargetOptions,

    #[command(flatten)]
    search: SearchingArgs,

    #[command(flatten)]
    changes: ChangesArgs,
}

/// The boundaries of a target in a file.
struct Recorded {
    name: String,
    signature: Signature,
    boundaries: Vec<Guarded>,
}

impl DiffArgs {
    pub fn run(self) -> Result<Status> {
        let is_file = |word: &str| Path::new(word).is_file();
        [&self.old, &self.new].into_iter().try_for_each(|word| self.check_word(word))?;
        if is_file(&self.old)
            && is_file(&self.new)
            && (!self.arguments.is_empty() || self.search.has_budget())
        {
            bail!("--arg and budgets are for targets; two files are compared as they are, so leave them out");
        }
        let out = self.changes.open()?;
        interruptible(|signal| {
            let targets = match (is_file(&self.old), is_file(&self.new)) {
                (true, true) => compare_files(recorded(&self.old)?, recorded(&self.new)?)?,
                (true, false) => vec![self.compare_file_and_target(signal)?],
                (false, false) => vec![self.compare_targets(signal)?],
                (false, true) => bail!(
                    "{} is a file and {} is none; give the file first, to run its boundaries on the target",
                    self.new,
                    self.old
                ),
            };
            self.changes.write(&Changes { targets, faults: Vec::new() }, out)
        })
    }

    /// Rejects a word that is neither a file nor a target nor a program as it stands.
    fn check_word(&self, word: &str) -> Result<()> {
        if is_program(Path::new(word)) {
            let argument = self.arguments.first().and_then(|argument| argument.split(':').next());
            let example = match argument {
                Some(name) => format!("'{word} {{{name}}}'"),
                None => format!("for instance '{word} {{n}}', with --arg n:int"),
            };
            bail!("{word} is a program, and nothing says where a value belongs; write {example}");
        }
        check_word(word)
    }

    /// Starts a target with the options that were given for both.
    fn start(&self, target: &str, signal: &StopSignal) -> Result<Box<dyn Sut>> {
        let program = program(target)?;
        let mut args = TargetArgs {
            target: program.is_empty().then(|| target.to_string()),
            arguments: self.arguments.clone(),
            options: self.options.clone(),
            start_within: None,
            remarks: Remarks::default(),
        };
        let started = args.start_by_example(self.search.seed_values(), &[], &program);
        let started = started.with_context(|| target.to_string())?;
        tell(&started, self.changes.output.quiet);
        Ok(patient(Find::declared(started.sut, &args.arguments)?, signal))
    }

    fn settings(&self) -> CheckSettings {
        CheckSettings { jobs: self.search.jobs(), ..CheckSettings::default() }
    }

    fn compare_targets(&self, signal: &StopSignal) -> Result<TargetChanges> {
        let quiet = self.changes.output.quiet;
        let mut calls = 0;
        let mut found = Vec::new();
        let (old, new) = (self.start(&self.old, signal)?, self.start(&self.new, signal)?);
        same_arguments(old.signature(), new.signature())?;
        // Both targets are searched with the hints of both, so that a difference comes from the targets.
        let hints = old.hints().and(new.hints());
        for target in [&self.old, &self.new] {
            let program = program(target)?;
            let cts = draws_types(Some(target.as_str()).filter(|_| program.is_empty()), &program);
            let started = (self.start(target, signal)?, cts);
            let findings = self.search.search(started, None, &hints, signal, quiet)?;
            calls += findings.run.calls;
            found.push(findings);
        }
        let landscapes = (found[0].landscape.as_ref(), found[1].landscape.as_ref());
        let checked = match landscapes {
            (Some(on_old), Some(on_new)) => {
                compare_landscapes([&*old, &*new], [on_old, on_new], &self.settings())?
            }
            _ => {
                let pairs: Vec<Candidate> = found.into_iter().flat_map(|found| found.candidates).collect();
                compare_targets(&*old, &*new, &pairs, &self.settings())?
            }
        };
        Ok(TargetChanges {
            name: format!("{} → {}", self.old, self.new),
            signature: new.signature().clone(),
            verdicts: checked.verdicts,
            calls: calls + checked.calls,
        })
    }

    fn compare_file_and_target(&self, signal: &StopSignal) -> Result<TargetChanges> {
        let [old] = <[Recorded; 1]>::try_from(recorded(&self.old)?).map_err(|all| {
            anyhow!("{} has {} targets; 'autobva check' runs each of them", self.old, all.len())
        })?;
        let sut = Redeclared::as_earlier(self.start(&self.new, signal)?, &old.signature);
        let boundaries = again(&old.boundaries, &old.signature, sut.signature())
            .with_context(|| format!("{} does not fit {}", self.old, self.new))?;
        let checked = check(&*sut, &boundaries, &self.settings())?;
        Ok(TargetChanges {
            name: format!("{} → {}", self.old, self.new),
            signature: sut.signature().clone(),
            verdicts: checked.verdicts,
            calls: checked.calls,
        })
    }
}

/// Rejects a word that is meant to be a file but is none: that is clearer than saying that there is no such target.
fn check_word(word: &str) -> Result<()> {
    let path = Path::new(word);
    if path.is_dir() {
        bail!("{word} is a folder; give {ANYTHING}");
    }
    let is_named =
        path.extension().is_some_and(|ending| ["autobva", "csv", "toml"].iter().any(|e| ending == *e));
    if is_named && !path.exists() {
        bail!("there is no file {word}; give {ANYTHING}");
    }
    if !word.contains(char::is_whitespace) && !path.exists() && !is_target(word) {
        bail!("there is neither a file nor a target '{word}'; give {ANYTHING}, as 'autobva list' names them");
    }
    Ok(())
}

const ANYTHING: &str = "a campaign, a candidate CSV, a lock file or a target";

/// The words of a program that is written as one word; empty if the word is a target.
fn program(word: &str) -> Result<Vec<String>> {
    if adapters().spans(word) {
        return Ok(Vec::new());
    }
    let words = shlex::split(word).ok_or_else(|| anyhow!("'{word}' has a quote that is not closed"))?;
    match words.as_slice() {
        [first, option, ..] if is_target(first) => bail!(
            "'{word}': '{option}' is not expected after a target; options stand on their own and apply to both"
        ),
        [_, _, ..] => Ok(words),
        _ => Ok(Vec::new()),
    }
}

fn same_arguments(old: &Signature, new: &Signature) -> Result<()> {
    if !same_types(old, new) {
        bail!(
            "the arguments differ: {old} and {new}; declare them alike with --arg, or give targets that take the same"
        );
    }
    Ok(())
}

/// The description of a file without boundaries.
const NONE_OF_THEM: &str = "neither a campaign nor a candidate CSV nor a lock file (.toml)";

/// The content of a file: several targets if it is a lock file, otherwise one.
fn recorded(path: &str) -> Result<Vec<Recorded>> {
    if Path::new(path).extension().is_some_and(|ending| ending == "toml") || is_lock(&start(Path::new(path)))
    {
        let lock = read_lock(Path::new(path))?;
        let target = |target: LockedTarget| Recorded {
            name: target.name(),
            signature: target.signature,
            boundaries: target.boundaries,
        };
        return Ok(lock.targets.into_iter().map(target).collect());
    }
    let dossier = open_one_of(Path::new(path), &SummarySettings::default(), NONE_OF_THEM)?;
    let boundaries: Vec<Guarded> = match &dossier.landscape {
        Some(landscape) => landscape.boundaries.iter().map(Guarded::from).collect(),
        None => dossier.candidates.iter().map(|candidate| Guarded::from(Place::from(candidate))).collect(),
    };
    Ok(vec![Recorded {
        name: dossier.target.name,
        signature: dossier.target.signature,
        boundaries: boundaries.into_iter().map(Guarded::abbreviated).collect(),
    }])
}

/// Compares targets with the same name; if there is one on each side, their names do not matter.
fn compare_files(old: Vec<Recorded>, mut new: Vec<Recorded>) -> Result<Vec<TargetChanges>> {
    let single = old.len() == 1 && new.len() == 1;
    let mut changes = Vec::new();
    for old in old {
        let place = new.iter().position(|new| single || new.name == old.name);
        let (name, signature) = (old.name.clone(), old.signature.clone());
        let boundaries = match place.map(|place| new.remove(place)) {
            Some(new) => {
                same_arguments(&old.signature, &new.signature).with_context(|| name.clone())?;
                new.boundaries
            }
            None => Vec::new(),
        };
        let verdicts = compared(&signature, &old.boundaries, &boundaries);
        changes.push(TargetChanges { name, signature, verdicts, calls: 0 });
    }
    changes.extend(new.into_iter().map(|new| TargetChanges {
        verdicts: compared(&new.signature, &[], &new.boundaries),
        name: new.name,
        signature: new.signature,
        calls: 0,
    }));
    Ok(changes)
}

/// Compares boundaries between behaviours as such, or pairs if one side has nothing else.
fn compared(signature: &Signature, old: &[Guarded], new: &[Guarded]) -> Vec<Verdict> {
    if tell_behaviours(old, new) {
        return compare_boundaries(signature, old, new);
    }
    let pairs = |all: &[Guarded]| all.iter().flat_map(Guarded::places).cloned().collect::<Vec<_>>();
    compare(&pairs(old), &pairs(new))
}
