//! One function of a sweep, searched in a process of its own, so that it cannot harm the others.

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
#[cfg(feature = "processes")]
use autobva::sut::busy_time;
use autobva::{SlowInputs, StopSignal};
use autobva_report::sweep::{
    Argument, Budget, Entry, Failure, FoundBoundary, Function, Run, Settings, Side, State,
};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::smaller::SmallerNumbers;
use super::trying;
use crate::output::print_lines;
use crate::{Command, Status, read, remedy};

/// Searches one function as a job on standard input says; `autobva sweep` and its engines start it
#[derive(Args)]
pub struct JobArgs {}

/// What is to be done.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// The function.
    pub function: Function,
    /// How it is searched.
    pub settings: Settings,
    /// The id of the run.
    pub run: String,
    /// The path of the campaign.
    pub campaign: Option<PathBuf>,
    /// The path of the function's page.
    pub page: Option<PathBuf>,
    /// The number of calls that were planned, if they took too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<u64>,
}

impl JobArgs {
    pub fn run(self) -> Result<Status> {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).context("cannot read the job")?;
        let job: Job = serde_json::from_str(&line).context("standard input has no job of a sweep")?;
        // When the pipe closes, the caller is gone and nobody needs the answer.
        std::thread::spawn(|| {
            let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
            std::process::exit(i32::from(crate::INTERRUPTED));
        });
        let answer = Arc::new(Answer::default());
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        if let Budget::Calls(_) = job.settings.per_function {
            give_up_late(&job, &answer, folder.path());
        }
        answer.tell(&job.entry(folder.path()))
    }
}

/// The answer about a function, which is given only once.
#[derive(Default)]
struct Answer(AtomicBool);

impl Answer {
    /// Gives the answer. A second caller waits for the end of the process.
    fn tell(&self, entry: &Entry) -> Result<Status> {
        if self.0.swap(true, Ordering::SeqCst) {
            loop {
                std::thread::park();
            }
        }
        print_lines([serde_json::to_string(entry)?].into_iter())
    }
}

/// Ends the process when the calls of a function take too long. The answer does not depend on when that happens: a
/// search that is cut short by a clock has another result each time, while one with fewer calls has the same. Processor
/// time of the search and the function counts, because it is about the same on a busy machine; wall-clock time counts
/// for functions that wait.
fn give_up_late(job: &Job, answer: &Arc<Answer>, folder: &Path) {
    let longest = Duration::from_millis(job.settings.longest_ms);
    let (slow, answer) = (Entry::given_up(&job.function, &job.settings), Arc::clone(answer));
    let (folder, begun) = (folder.to_path_buf(), Instant::now());
    std::thread::spawn(move || {
        while busy_time() < longest && begun.elapsed() < longest.saturating_mul(PATIENCE) {
            std::thread::sleep(LOOK);
        }
        let told = answer.tell(&slow);
        let _ = std::fs::remove_dir_all(folder);
        std::process::exit(i32::from(told.is_err()));
    });
}

/// Without targets in processes there is nothing to measure.
#[cfg(not(feature = "processes"))]
fn busy_time() -> Duration {
    Duration::ZERO
}

/// How many times its time limit a function may take by the wall clock.
pub const PATIENCE: u32 = 10;
/// How often the time is checked.
const LOOK: Duration = Duration::from_millis(50);

impl Job {
    /// The same job with a tenth of the calls, for a function that is too slow for all of them; `None` if there can be
    /// no fewer.
    pub fn smaller(&self) -> Option<Job> {
        let Budget::Calls(calls) = self.settings.per_function else { return None };
        let mut less = self.clone();
        less.planned = self.planned.or(Some(calls));
        less.settings.per_function = Budget::Calls(Some(calls / 10).filter(|calls| *calls > 0)?);
        Some(less)
    }

    fn entry(&self, folder: &Path) -> Entry {
        let name = &self.function.name;
        self.searched(folder).unwrap_or_else(|error| {
            let told = remedy::message(&error);
            let first = told.lines().next().unwrap_or_default();
            Entry::without(name, &self.function.args, State::Dropped, first)
        })
    }

    fn searched(&self, folder: &Path) -> Result<Entry> {
        if !self.function.folder.is_empty() {
            let folder = &self.function.folder;
            std::env::set_current_dir(folder).with_context(|| format!("there is no folder {folder}"))?;
        }
        let mut args = self.function.args.clone();
        if args.iter().any(|arg| arg.declared.is_none()) {
            match trying::learn(&self.words_of_target(), &args)? {
                Some(learned) => args = learned,
                None => {
                    let why = "no call succeeded with a handful of values of each kind";
                    return Ok(Entry::without(&self.function.name, &args, State::Dropped, why));
                }
            }
        }
        let entry = self.found_within_limits(args, folder)?;
        if let (Some(page), Some(campaign), false) = (&self.page, &self.campaign, entry.boundaries.is_empty())
        {
            write_page(campaign, page)?;
        }
        Ok(entry)
    }

    /// The result of the search. If a call exceeds a limit of time, memory or output, the function is searched again with
    /// smaller numbers where that call had large ones. Otherwise most of the time would go into waiting for such calls,
    /// and the result would depend on chance: a call that takes about as long as the limit sometimes ends in time, and
    /// what is searched next follows from it.
    fn found_within_limits(&self, args: Vec<Argument>, folder: &Path) -> Result<Entry> {
        let watch = || Arc::new(SlowInputs::ending(&StopSignal::default()));
        let first = watch();
        let mut found = self.found(&args, &[], folder, Some(Arc::clone(&first)))?;
        let mut call = first.overrun().cloned();
        let stopped = call
            .as_ref()
            .map(|input| Failure::overrun(clipped(input.iter().map(ToString::to_string).collect())));
        let declared = found.target.args.iter().map(|arg| (arg.name.as_str(), arg.declared.as_str()));
        let mut smaller = SmallerNumbers::of(declared);
        while let Some(input) = call {
            let next = smaller.avoid(&input).then(watch);
            found = self.found(&args, &smaller.declared(), folder, next.clone())?;
            call = next.and_then(|next| next.overrun().cloned());
        }
        let mut entry = self.told(found, args);
        // Without smaller numbers the last search has met the limit itself.
        entry.failures.extend(stopped.filter(|_| !smaller.declared().is_empty()));
        Ok(entry)
    }

    /// Searches the function with its arguments declared like this, or as they are known if nothing is declared.
    fn found(
        &self,
        args: &[Argument],
        declared: &[String],
        folder: &Path,
        until_overrun: Option<Arc<SlowInputs>>,
    ) -> Result<Found> {
        if let Some(campaign) = &self.campaign {
            // The remains of a killed run would influence this one.
            for ending in ["", "-wal", "-shm", "-journal"] {
                let _ = std::fs::remove_file(format!("{}{ending}", campaign.display()));
            }
        }
        let result = folder.join("found.json");
        let _ = std::fs::remove_file(&result);
        let words = self.words(args, declared, &result);
        let (cli, _) = read(&words.iter().map(Into::into).collect::<Vec<_>>())?;
        let Command::Find(mut find) = cli.command else { bail!("a job is a search") };
        find.until_overrun = until_overrun;
        find.run()?;
        Ok(serde_json::from_str(&std::fs::read_to_string(&result)?)?)
    }

    fn words_of_target(&self) -> Vec<String> {
        let timeout = format!("{}ms", self.settings.timeout_ms);
        [&self.function.name, "--python", &self.settings.interpreter, "--timeout", &timeout]
            .map(String::from)
            .to_vec()
    }

    /// The search as it would be typed.
    fn words(&self, args: &[Argument], declared: &[String], result: &Path) -> Vec<String> {
        let mut words: Vec<String> = vec!["autobva".into(), "find".into()];
        words.extend(self.words_of_target());
        let path = |path: &Path| path.display().to_string();
        let fixed = ["--quiet", "--jobs", "1", "--format", "json", "-o", &path(result)].map(String::from);
        words.extend(fixed);
        words.extend(["--seed".into(), self.settings.seed.to_string()]);
        words.extend(match self.settings.per_function {
            Budget::Calls(calls) => ["--max-calls".into(), calls.to_string()],
            Budget::Ms(time) => ["--max-time".into(), format!("{time}ms")],
        });
        match &self.campaign {
            Some(campaign) => words.extend(["--campaign".into(), path(campaign)]),
            None => words.push("--no-campaign".into()),
        }
        // Types that the function itself declares are read when it runs, also by whoever searches it again.
        if !declared.is_empty() {
            words.extend(declared.iter().flat_map(|declared| ["--arg".into(), declared.clone()]));
        } else if args.iter().any(|arg| arg.how != "annotation" && arg.how != "default") {
            words.extend(declarations(args));
        }
        words
    }

    fn told(&self, found: Found, args: Vec<Argument>) -> Entry {
        let mut entry = Entry::without(&self.function.name, &args, State::Done, "");
        entry.args.iter_mut().zip(&found.target.args).for_each(|(arg, found)| {
            if arg.name == found.name {
                arg.declared = Some(found.declared.clone());
            }
        });
        if let Some(run) = found.run {
            let counts = (found.candidates.len() as u64, found.behaviours.len() as u64);
            let RunFound { calls, elapsed_ms, stop } = run;
            let run = Run { calls, candidates: counts.0, behaviours: counts.1, stop, elapsed_ms };
            entry.runs.insert(self.run.clone(), run);
        }
        let is_valid = |behaviour: &BehaviourFound| behaviour.validity == "valid";
        if !found.behaviours.is_empty() && !found.behaviours.iter().any(is_valid) {
            entry.state = State::Dropped;
            entry.why = "no call succeeded".into();
        }
        for behaviour in found.behaviours.into_iter().filter(|behaviour| !is_valid(behaviour)) {
            let BehaviourFound { kind, example, .. } = behaviour;
            if !entry.failures.iter().any(|failure| failure.kind == kind) {
                let (input, output) = (clipped(example.input), clip(example.output));
                entry.failures.push(Failure { kind, input, output });
            }
        }
        if let (State::Done, Some(planned)) = (entry.state, self.planned) {
            let seconds = self.settings.longest_ms as f64 / 1000.0;
            entry.state = State::Slow;
            entry.why = format!("its {planned} calls take longer than {seconds} s; fewer were made");
        }
        entry.boundaries = found.boundaries.into_iter().map(FoundBoundary::clipped).collect();
        entry
    }
}

pub fn declarations(args: &[Argument]) -> impl Iterator<Item = String> {
    let declared = args.iter().filter_map(|arg| Some((&arg.name, arg.declared.as_ref()?)));
    declared.flat_map(|(name, declared)| ["--arg".to_string(), format!("{name}:{declared}")])
}

fn write_page(campaign: &Path, page: &Path) -> Result<()> {
    let words =
        ["autobva", "report", &campaign.display().to_string(), "-q", "-o", &page.display().to_string()]
            .map(Into::into);
    let (cli, _) = read(&words)?;
    let Command::Report(report) = cli.command else { bail!("a page is a report") };
    report.run().map(drop)
}

/// At most 300 characters of a text go into an index; the campaign has all of it.
const LONGEST: usize = 300;

fn clip(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

fn clipped(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().map(clip).collect()
}

/// Texts that are cut to fit into an index.
trait Clipped {
    fn clipped(self) -> Self;
}

impl Clipped for FoundBoundary {
    fn clipped(self) -> FoundBoundary {
        let side = |side: Side| Side { input: clipped(side.input), output: clip(side.output), ..side };
        FoundBoundary {
            sentence: clip(self.sentence),
            left: side(self.left),
            right: side(self.right),
            ..self
        }
    }
}

/// The part of the output of `find --format json` that an index needs.
#[derive(Deserialize)]
struct Found {
    target: TargetFound,
    run: Option<RunFound>,
    #[serde(default)]
    behaviours: Vec<BehaviourFound>,
    #[serde(default)]
    boundaries: Vec<FoundBoundary>,
    candidates: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct TargetFound {
    args: Vec<ArgumentFound>,
}

#[derive(Deserialize)]
struct ArgumentFound {
    name: String,
    #[serde(rename = "type")]
    declared: String,
}

#[derive(Deserialize)]
struct RunFound {
    calls: u64,
    elapsed_ms: u64,
    stop: String,
}

#[derive(Deserialize)]
struct BehaviourFound {
    validity: String,
    #[serde(rename = "type")]
    kind: String,
    example: ExampleFound,
}

#[derive(Deserialize)]
struct ExampleFound {
    input: Vec<String>,
    output: String,
}
