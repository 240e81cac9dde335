//! One run of `find` with its campaign, from opening the file to the last transaction.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow};
use autobva::behaviour::{Boundary, Past};
use autobva::explore::Archive;
use autobva::{
    Candidate, Decision, Findings, Invocation, Prepared, Progress, Selection, Settings, Standing, Summary,
};
use autobva_report::campaign::{CampaignError, CampaignWriter, Earlier, Moment, RunStart, Wanted, in_order};

use super::CampaignArgs;
use super::place::make_folder;
use super::saver::Saver;
use crate::search_args::words;

/// What is to be run, for the record.
pub struct Purpose<'a> {
    /// How the target is called.
    pub invocation: &'a Invocation,
    pub settings: &'a Settings,
    /// The settings of a run from the start, if this one continues another.
    pub from_start: &'a Settings,
    /// Whether this run continues another one.
    pub resumes: bool,
}

impl Purpose<'_> {
    /// The words that repeat the run, and the words that repeat it even if defaults change.
    pub fn words(&self) -> (Vec<String>, Vec<String>) {
        (command(self), full_command(self.invocation, self.from_start))
    }

    /// The candidates of earlier runs that this run reads. Each of them costs as much as some calls, so that a small run
    /// that selects by the derivative leaves most of a large campaign alone; a run that goes on needs to know them all.
    fn wanted(&self) -> Wanted {
        let (stop, time) = self.settings.budget();
        let by_calls = stop.max_calls.map(|calls| usize::try_from(calls).unwrap_or(usize::MAX));
        let by_time = time.map(|time| READ_PER_SECOND.saturating_mul(time.as_secs() as usize));
        let most = by_calls.into_iter().chain(by_time).min().unwrap_or(usize::MAX).max(LEAST_READ);
        Wanted { select: self.settings.select, most: if self.resumes { usize::MAX } else { most } }
    }
}

/// Every run reads so many candidates of earlier runs, which takes a fraction of a second with their summary.
const LEAST_READ: usize = 4_000;
/// With more time more are read, so that they take a fraction of it.
const READ_PER_SECOND: usize = 4_000;

/// A campaign to which a run is being saved.
pub struct Session {
    path: PathBuf,
    saver: Saver,
    /// The candidates of earlier runs, with the scores of this one.
    earlier: Vec<Candidate>,
    /// How many candidates the file held before, and how many of them were not read.
    before: usize,
    unread: usize,
    /// What earlier runs found out about behaviours.
    past: Past,
}

impl Session {
    /// Opens the requested campaign and lets it watch the run. If the default place cannot be written to, it prints a
    /// message and continues without a campaign.
    pub fn open(
        args: &CampaignArgs,
        purpose: &Purpose,
        run: Prepared,
        progress: &Arc<Progress>,
    ) -> Result<(Option<Session>, Prepared)> {
        let Some(path) = args.place(purpose.invocation) else { return Ok((None, run)) };
        let folder = if args.campaign.is_none() { make_folder() } else { Ok(()) };
        let opened = folder.and_then(|()| {
            Ok(CampaignWriter::open(&path, &run.target(), purpose.invocation, purpose.wanted())?)
        });
        match opened {
            Ok((writer, earlier)) => {
                Session::start(path, (writer, earlier), purpose, run, progress, args.verbose)
            }
            Err(error) if args.campaign.is_none() && cannot_be_written(&error) => {
                say!("autobva: {error:#}; nothing is saved (choose a place with --campaign FILE)");
                Ok((None, run))
            }
            Err(error) => Err(error),
        }
    }

    fn start(
        path: PathBuf,
        (mut writer, earlier): (CampaignWriter, Earlier),
        purpose: &Purpose,
        mut run: Prepared,
        progress: &Arc<Progress>,
        verbose: bool,
    ) -> Result<(Option<Session>, Prepared)> {
        let unread = if purpose.settings.select == Selection::Derivative { earlier.unread } else { 0 };
        let mut candidates = still_there(&mut writer, earlier, &mut run)?;
        let past = writer.past()?;
        run.rescore(&mut candidates);
        let (command, settings) = purpose.words();
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let start = RunStart { info: &run.info(), started, command: &command, settings: &settings };
        writer.begin(&start)?;
        if purpose.resumes {
            run = run.knowing(candidates.clone());
        }
        let (saver, watcher) = Saver::start(writer, Arc::clone(progress), verbose)?;
        let before = candidates.len() + unread;
        let session = Session { path, saver, before, unread, earlier: candidates, past };
        Ok((Some(session), run.watched_by(watcher)))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds what earlier runs found to the findings.
    pub fn merge_into(&mut self, findings: &mut Findings) {
        continued(findings, std::mem::take(&mut self.earlier), &self.past);
    }

    /// Saves the end of the run; returns a line about it, and the decisions about the candidates.
    pub fn finish(self, findings: &Findings, summary: &Summary) -> Result<(String, Vec<Decision>)> {
        let saved = self.saver.join().ok_or_else(|| anyhow!("the thread that saves broke"))?;
        if let Some(failure) = saved.failure {
            return Err(failure.into());
        }
        let moment = Moment { calls: findings.run.calls, elapsed: findings.run.elapsed };
        let held = saved.writer.candidates();
        let decisions = saved.writer.finish(findings, summary, &moment)?;
        let line = match &findings.landscape {
            Some(landscape) => {
                let known = |boundary: &&Boundary| self.past.standing.contains(&boundary.id);
                let before = landscape.boundaries.iter().filter(known).count();
                line(&self.path, ["boundary", "boundaries"], landscape.boundaries.len(), before)
            }
            None if self.unread > 0 => format!(
                "{}; {} of earlier runs are not shown, because the budget is small; 'autobva summarize {}' shows all",
                line(&self.path, ["candidate", "candidates"], held, self.before),
                self.unread,
                self.path.display()
            ),
            None => line(&self.path, ["candidate", "candidates"], findings.candidates.len(), self.before),
        };
        Ok((line, decisions))
    }
}

/// Adds the results of earlier runs to the findings. Boundaries get the numbers that they have in the campaign.
pub fn continued(findings: &mut Findings, earlier: Vec<Candidate>, past: &Past) {
    let calls = findings.run.calls;
    findings.landscape = findings.landscape.take().map(|found| past.continued(found, calls));
    if earlier.is_empty() && findings.landscape.is_none() {
        return;
    }
    let mut archive = Archive::new(earlier.len() + findings.candidates.len());
    for candidate in earlier.into_iter().chain(findings.candidates.drain(..)) {
        archive.add(candidate);
    }
    let all = archive.into_sorted().into_iter().map(|candidate| (candidate, ()));
    (findings.candidates, _) = in_order(all.collect(), &findings.landscape);
}

/// The earlier candidates that the target still shows; reports how many are gone, and notes that in the campaign.
fn still_there(writer: &mut CampaignWriter, earlier: Earlier, run: &mut Prepared) -> Result<Vec<Candidate>> {
    let Standing { holds, unasked } = run.still_hold(&earlier.candidates)?;
    let all = earlier.candidates.into_iter().zip(earlier.ids).zip(holds);
    let (there, gone): (Vec<_>, Vec<_>) = all.partition(|(_, holds)| *holds);
    let gone: Vec<i64> = gone.into_iter().map(|((_, id), _)| id).collect();
    writer.note_gone(&gone)?;
    if !gone.is_empty() {
        let (them, are) = if gone.len() == 1 { ("candidate", "is") } else { ("candidates", "are") };
        say!(
            "autobva: the target has changed: {} {them} of earlier runs {are} not shown any more; what was decided stays \
             in the file",
            gone.len()
        );
    }
    if unasked > 0 {
        let (them, are) = if unasked == 1 { ("candidate", "was") } else { ("candidates", "were") };
        say!("autobva: {unasked} {them} of earlier runs {are} not run again, because the budget is small");
    }
    Ok(there.into_iter().map(|((candidate, _), _)| candidate).collect())
}

fn line(path: &Path, [one, many]: [&str; 2], all: usize, before: usize) -> String {
    let new = match before {
        0 => String::new(),
        before => format!(", {} of them new", all.saturating_sub(before)),
    };
    let what = if all == 1 { one } else { many };
    format!("autobva: {all} {what} in {}{new}", path.display())
}

/// Whether the place is at fault rather than its content.
fn cannot_be_written(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<CampaignError>() {
        Some(error) => matches!(error, CampaignError::Place(_)),
        None => true,
    }
}

/// The words that repeat the run: everything that is not the default, the seed, and the option that selects pairs by
/// the program derivative.
fn command(purpose: &Purpose) -> Vec<String> {
    let defaults = words(&Settings { select: purpose.settings.select, ..Settings::default() });
    let is_told = |word: &(&str, String)| ["--seed", "--output-distance"].contains(&word.0);
    let told = words(purpose.settings).into_iter().filter(|word| is_told(word) || !defaults.contains(word));
    all_words(purpose.invocation, told.collect())
}

/// The words that repeat the run even if defaults change.
fn full_command(invocation: &Invocation, settings: &Settings) -> Vec<String> {
    all_words(invocation, words(settings))
}

fn all_words(invocation: &Invocation, options: Vec<(&'static str, String)>) -> Vec<String> {
    let mut all = vec!["find".to_string()];
    let mut target = invocation.words();
    let program = target
        .split_off(target.len() - invocation.program.len() - usize::from(!invocation.program.is_empty()));
    all.extend(target);
    for (name, value) in options {
        match name {
            // The value may begin with a minus, like an option.
            "--seed-value" | "--fix" => all.push(format!("{name}={value}")),
            _ => all.extend([name.to_string(), value]),
        }
    }
    all.extend(program);
    all
}
