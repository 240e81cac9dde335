//! `autobva check`: run the accepted boundaries again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use autobva::guard::{CheckSettings, Checked, check, unknown};
use autobva::{Fate, Hints, Redeclared, Selection, StopSignal, Sut, UnknownName, Verdict};
use autobva_report::{Changes, Lock, LockedTarget, TargetChanges, TargetFault};
use clap::{ArgMatches, Args};

use super::Status;
use super::changes::ChangesArgs;
use super::configuration::{Configuration, ConfiguredTarget, fits, is_same_target};
use super::lock_file::{LOCK_FILE, again, change_lock, read_lock, same_types};
use super::output::print_lines;
use super::remedy::message;
use super::searching::{SearchingArgs, interruptible, patient};
use super::target::draws_types;
use super::target_args::TargetArgs;

/// Run the accepted boundaries again and tell which moved, changed or vanished
///
/// Two calls for each place of a boundary, and a dozen for a kink; where the outcomes changed, some more to find out where it went. Exit code 0 if nothing
/// changed, 1 if something did and was not accepted, 2 if a target cannot be run; the others are run all the same.
#[derive(Args)]
pub struct CheckArgs {
    /// The lock file, as 'autobva accept' writes it
    #[arg(long, value_name = "FILE", default_value = LOCK_FILE)]
    lock: PathBuf,

    /// Check no target but this one
    #[arg(id = "picked", long = "target", value_name = "NAME")]
    picked: Option<String>,

    /// Search for new boundaries, too: behaviours that meet and were not seen to when the boundaries were accepted
    #[arg(long)]
    search: bool,

    /// Accept what changed: write it into the lock file
    #[arg(long)]
    accept: bool,

    /// Run nothing; say what would be run, as a lock file from elsewhere may name any program
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    budget: SearchingArgs,

    #[command(flatten)]
    changes: ChangesArgs,

    /// What the configuration file says about targets.
    #[arg(skip)]
    plans: Vec<Plan>,
}

/// What the configuration file says about a target.
struct Plan {
    target: ConfiguredTarget,
    /// How it is searched, if it is searched.
    budget: Option<SearchingArgs>,
}

impl Plan {
    /// Removes the verdicts on ignored boundaries: whatever happens to them is not a change.
    fn ignore(&self, verdicts: &mut Vec<Verdict>) {
        let is_ignored = |verdict: &Verdict| {
            let sentence = verdict.about.as_ref().map_or("", |about| about.sentence.as_str());
            self.target.ignore.iter().any(|text| fits(text, None, sentence))
        };
        verdicts.retain(|verdict| verdict.fate != Fate::New || !is_ignored(verdict));
        for verdict in verdicts.iter_mut().filter(|verdict| is_ignored(verdict)) {
            verdict.fate = Fate::Same;
        }
    }
}

impl CheckArgs {
    pub fn run(mut self, words: &[OsString], given: &ArgMatches) -> Result<Status> {
        let configured = self.configured()?;
        let mut lock = read_lock(&self.lock)?;
        self.tell_unguarded(&configured, &lock);
        self.pick(&mut lock)?;
        for target in configured {
            let is_searched =
                self.search && lock.targets.iter().any(|locked| target.is_called(&locked.name()));
            let budget = is_searched.then(|| target.searching(words, given)).transpose()?;
            self.plans.push(Plan { target, budget });
        }
        if lock.targets.iter().all(|target| target.boundaries.is_empty()) {
            bail!("{} has no boundaries; 'autobva accept FILE' adds some", self.lock.display());
        }
        if self.dry_run {
            return print_lines(lock.targets.iter().map(|target| TargetArgs::would_run(&target.invocation)));
        }
        if self.budget.has_budget() && !self.search {
            bail!("--max-time and --max-calls are for --search; without it each boundary takes few calls");
        }
        let out = self.changes.open()?;
        interruptible(|signal| {
            let changes = self.check_all(&lock, signal)?;
            changes.faults.iter().for_each(|fault| say!("error: {}: {}", fault.name, fault.message));
            if changes.targets.is_empty() && self.changes.for_people() {
                return Ok(Status::Failed);
            }
            let status = self.changes.write(&changes, out)?;
            if !changes.faults.is_empty() {
                return Ok(Status::Failed);
            }
            if self.accept && status == Status::Changed {
                change_lock(&self.lock, |now| self.accept_into(now, &lock, &changes))?;
                return Ok(self.tell_hangs(&changes));
            }
            Ok(status)
        })
    }

    /// The targets of the configuration file that belongs to the lock file. If there is no lock file in the current
    /// folder, the one in the folder of the configuration file is used.
    fn configured(&mut self) -> Result<Vec<ConfiguredTarget>> {
        let is_default = self.lock == Path::new(LOCK_FILE);
        let Some(file) = Configuration::nearest()? else { return Ok(Vec::new()) };
        if is_default && !self.lock.exists() && !file.is_here() {
            self.changes.output.keep_path()?;
            file.enter()?;
        }
        // Another lock file is about other targets, or names them from another folder.
        Ok(if is_default && file.is_here() { file.targets } else { Vec::new() })
    }

    /// Reports which targets of the configuration file have no boundary in the lock file.
    fn tell_unguarded(&self, configured: &[ConfiguredTarget], lock: &Lock) {
        let is_guarded = |target: &ConfiguredTarget| {
            lock.targets
                .iter()
                .any(|locked| target.is_called(&locked.name()) && !locked.boundaries.is_empty())
        };
        let is_meant =
            |target: &ConfiguredTarget| self.picked.as_deref().is_none_or(|name| target.is_called(name));
        let open = configured.iter().filter(|target| is_meant(target) && !is_guarded(target));
        let names: Vec<String> = open.map(ConfiguredTarget::name).collect();
        if !names.is_empty() && !self.changes.output.quiet {
            let (file, names) = (self.lock.display(), names.join(", "));
            say!(
                "autobva: {file} does not guard {names}; 'autobva find' and 'autobva accept TARGET' change that"
            );
        }
    }

    /// Removes everything from the lock that is not to be checked.
    fn pick(&self, lock: &mut Lock) -> Result<()> {
        let Some(name) = &self.picked else { return Ok(()) };
        let known: Vec<String> = lock.targets.iter().map(LockedTarget::name).collect();
        lock.targets.retain(|target| is_same_target(&target.name(), name));
        if lock.targets.is_empty() {
            let file = self.lock.display().to_string();
            return Err(UnknownName::new("target", name, known)).with_context(|| file);
        }
        Ok(())
    }

    pub fn into_searching(self) -> SearchingArgs {
        self.budget
    }

    /// What the configuration file says about a target of the lock file.
    fn plan(&self, target: &LockedTarget) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.target.is_called(&target.name()))
    }

    /// Checks every target. If one cannot be run, the others are still checked; an interruption ends everything.
    fn check_all(&self, lock: &Lock, signal: &StopSignal) -> Result<Changes> {
        let mut changes = Changes::default();
        for target in &lock.targets {
            match self.check(target, signal) {
                Ok(checked) => changes.targets.push(checked),
                Err(error) if signal.is_raised() => return Err(error),
                Err(error) => {
                    let message = message(&error);
                    changes.faults.push(TargetFault { name: target.name(), message });
                }
            }
        }
        Ok(changes)
    }

    /// Accepts the changes into the present lock file. The targets that were `checked` must be unchanged in it; others
    /// that were added meanwhile stay.
    fn accept_into(&self, lock: &mut Lock, checked: &Lock, changes: &Changes) -> Result<()> {
        for (target, changes) in checked.targets.iter().zip(&changes.targets) {
            let accepted = accepted(target, changes);
            let now = lock.targets.iter().find(|now| now.invocation == target.invocation);
            if !now.is_some_and(|now| now == target || *now == accepted) {
                let (file, name) = (self.lock.display(), target.name());
                bail!("{file} has changed while {name} was checked, and was not written; check again");
            }
            lock.accept(accepted, false);
        }
        Ok(())
    }

    /// Whether all changes could be accepted; if not, prints a message.
    fn tell_hangs(&self, changes: &Changes) -> Status {
        let verdicts = changes.targets.iter().flat_map(|target| &target.verdicts);
        match verdicts.filter(|verdict| is_new_hang(verdict)).count() {
            0 => Status::Done,
            hangs => {
                say!("autobva: {hangs} not accepted: no answer in time is no behaviour to be guarded");
                Status::Changed
            }
        }
    }

    fn check(&self, target: &LockedTarget, signal: &StopSignal) -> Result<TargetChanges> {
        let started = TargetArgs::start_again(&target.invocation)?;
        let sut = patient(Redeclared::as_earlier(started.sut, &target.signature), signal);
        let (was, now) = (&target.signature, sut.signature().clone());
        let differ = |fault: String| {
            anyhow!("its arguments were {was} and are {now}{fault}; find and accept its boundaries again")
        };
        // Values of another type are other values: a text of digits is not a number.
        if !same_types(was, &now) {
            return Err(differ(String::new()));
        }
        let boundaries =
            again(&target.boundaries, was, &now).map_err(|fault| differ(format!(": {fault}")))?;
        let settings = CheckSettings { jobs: self.budget.jobs(), ..CheckSettings::default() };
        let Checked { mut verdicts, mut calls } = check(&*sut, &boundaries, &settings)?;
        if self.search {
            let cts = draws_types(target.invocation.target.as_deref(), &target.invocation.program);
            // New boundaries are looked for in the same way as the guarded ones were found.
            let select = match target.tells_behaviours() {
                true => Some(Selection::Behaviour),
                false => Some(Selection::Derivative),
            };
            let quiet = self.changes.output.quiet;
            let budget = self.plan(target).and_then(|plan| plan.budget.as_ref()).unwrap_or(&self.budget);
            let found = budget.search((sut, cts), select, Hints::NONE, signal, quiet)?;
            calls += found.run.calls;
            let news = unknown(&found, &verdicts, &target.known);
            verdicts.extend(news);
        }
        if let Some(plan) = self.plan(target) {
            plan.ignore(&mut verdicts);
        }
        Ok(TargetChanges { name: target.name(), signature: now, verdicts, calls })
    }
}

/// The target with every boundary as it is now, without those that vanished.
fn accepted(target: &LockedTarget, changes: &TargetChanges) -> LockedTarget {
    let now = changes.verdicts.iter().filter_map(|verdict| match is_new_hang(verdict) {
        true => Some(verdict.was()),
        false => verdict.now(),
    });
    let (boundaries, signature) = (now.collect(), changes.signature.clone());
    LockedTarget { boundaries, signature, ..target.clone() }.tidy()
}

/// Whether a target that used to answer now times out.
fn is_new_hang(verdict: &Verdict) -> bool {
    matches!(&verdict.fate, Fate::OutcomeChanged(now) if now.hangs() && !verdict.boundary.hangs())
}
