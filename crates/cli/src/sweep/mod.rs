//! `autobva sweep`: the boundaries of whole packages. A sweep is a loop of searches in processes of this program, and
//! an index of their findings.

mod engine;
mod folder;
mod helper;
mod job;
mod merge;
mod pool;
mod smaller;
mod survey;
mod trying;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use autobva::StopSignal;
use autobva::sut::python::DEFAULT_INTERPRETER;
use autobva_report::sweep::{
    Budget, Entry, Function, Plan, Settings, Sweep, score, surprises, sweep_difference,
};
use clap::Args;

use super::Status;
use super::budget::{at_least_one, count, duration};
use super::interrupt::{on_interrupt, search_is_over};
use super::progress::TickingLine;
use engine::Engine;
use folder::{Folder, INDEX, read_sweep};
use job::Job;
use survey::{Question, survey};
use write::{ShownArgs, write_difference, write_index, write_plan, write_sweep};

pub use job::JobArgs;
pub use merge::MergeArgs;

/// Find the boundaries of all functions of packages, modules, folders and files
///
/// A sweep runs code: modules are imported, and functions are called thousands of times with values of all kinds, each in
/// processes of its own and in an empty folder. Functions that remove, write, start or connect are left out, as far as a short
/// list of modules and names tells them, unless they are named; --list shows what would run, and runs nothing.
#[derive(Args)]
pub struct SweepArgs {
    /// Python packages and modules (json, shop.prices), folders (src/), files (tools/*.py), or functions of them
    /// (shop.py:price)
    targets: Vec<String>,

    /// Show what would run, how its arguments are known, and what is left out with the reasons; run nothing
    #[arg(long)]
    list: bool,

    /// The budget of each function: a time such as 2s, or a number of calls such as 5000, which gives the same result again
    #[arg(long, value_name = "TIME|CALLS", value_parser = budget, default_value = "2s")]
    per_function: Budget,

    /// The longest that a function whose budget is in calls may keep a processor busy; one that takes longer is searched again with
    /// a tenth of the calls
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    longest: Duration,

    /// How many functions are searched at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<u64>,

    /// The folder of the sweep: a campaign per function, and an index
    #[arg(long, value_name = "FOLDER", default_value = ".autobva/sweep")]
    out: PathBuf,

    /// Go on with the sweep of the folder, with its targets and settings
    #[arg(long, conflicts_with_all = ["targets", "list"])]
    resume: bool,

    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Leave out what matches: a function, a module, or module:function, with * and ?; repeat for more
    #[arg(long, value_name = "PATTERN")]
    deny: Vec<String>,

    /// Run what matches, whatever its name says it does; repeat for more
    #[arg(long, value_name = "PATTERN")]
    allow: Vec<String>,

    /// Run one of so many shares of the functions, as 3/16; 'autobva merge' puts them together
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<(u64, u64)>,

    /// Where functions are run instead of on this machine: ray, a cluster started for the occasion, or ray://HOST:PORT, one that
    /// is there; the Python package has the engines, as 'pip install autobva[ray]'
    #[arg(long, value_name = "ENGINE", value_parser = engine::known)]
    on: Option<String>,

    /// The longest that one call may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    timeout: Duration,

    /// The Python interpreter, a name on PATH or a path
    #[arg(long, value_name = "PROGRAM", default_value = DEFAULT_INTERPRETER)]
    python: String,

    /// Write a page per function that has boundaries, beside the index
    #[arg(long)]
    pages: bool,

    /// Run nothing; compare two sweeps, folders or what --format json wrote. Exit code 1 if anything is different
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with_all = ["targets", "list", "resume"])]
    diff: Vec<PathBuf>,

    #[command(flatten)]
    shown: ShownArgs,
}

/// Reads a budget: a time has a unit, a number of calls has none.
fn budget(text: &str) -> Result<Budget, String> {
    let fault = || format!("'{text}' is neither a time such as 2s nor a number of calls such as 5000");
    let is_time = text.ends_with(['s', 'm', 'h']) || text.ends_with("min");
    let read = match is_time {
        true => duration(text).map(|time| Budget::Ms(time.as_millis() as u64)),
        false => count(text).map(Budget::Calls),
    };
    match read.map_err(|_| fault())? {
        Budget::Ms(0) | Budget::Calls(0) => Err(format!("'{text}' is no budget at all; give more")),
        budget => Ok(budget),
    }
}

/// Reads a share such as 3/16.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let read = || -> Option<(u64, u64)> {
        let (shard, shards) = text.split_once('/')?;
        Some((shard.parse().ok()?, shards.parse().ok()?))
    };
    read()
        .filter(|(shard, shards)| (1..=*shards).contains(shard))
        .ok_or_else(|| format!("'{text}' is no share; write for instance 3/16, the third of sixteen"))
}

impl SweepArgs {
    pub fn run(self) -> Result<Status> {
        if let [old, new] = self.diff.as_slice() {
            return self.compare(old, new);
        }
        let out = self.shown.output.open()?;
        if self.list {
            write_plan(&self.plan()?, self.shown.format, out)?;
            return Ok(Status::Done);
        }
        let (sweep, is_whole) = self.found()?;
        write_sweep(&sweep, self.shown.format, self.shown.all, &self.out, out)?;
        if !self.shown.output.quiet {
            let there = self.out.display();
            say!("autobva: the sweep is in {there}, its index in {there}/{INDEX}");
            if !is_whole {
                say!("autobva: 'autobva sweep --resume --out {there}' goes on");
            }
        }
        Ok(if is_whole { Status::Done } else { Status::Interrupted })
    }

    /// The result of the sweep, and whether it was completed; the folder has the result and an index.
    pub fn found(&self) -> Result<(Sweep, bool)> {
        let (mut folder, mut sweep) = self.begin()?;
        let is_whole = self.search(&mut folder, &mut sweep)?;
        write_index(&sweep, &self.out.join(INDEX), &self.out)?;
        Ok((sweep, is_whole))
    }

    fn compare(&self, old: &Path, new: &Path) -> Result<Status> {
        let out = self.shown.output.open()?;
        let difference = sweep_difference(&read_sweep(old)?, &read_sweep(new)?);
        write_difference(&difference, self.shown.format, out)?;
        Ok(if difference.is_change() { Status::Changed } else { Status::Done })
    }

    fn plan(&self) -> Result<Plan> {
        if self.targets.is_empty() {
            bail!("no target is given; name packages, modules, folders or files, as in 'autobva sweep src/'");
        }
        let (targets, allow, deny) = (&self.targets, &self.allow, &self.deny);
        let found = survey(&Question { targets, allow, deny, interpreter: &self.python })?;
        if found.functions.is_empty() && !self.list {
            bail!(
                "{} has no function that can be swept, {} left out; 'autobva sweep --list' says why",
                self.targets.join(" "),
                found.left_out.len()
            );
        }
        let settings = Settings {
            per_function: self.per_function,
            seed: self.seed,
            timeout_ms: self.timeout.as_millis() as u64,
            longest_ms: self.longest.as_millis() as u64,
            interpreter: self.python.clone(),
        };
        Ok(Plan::new(found.python, self.targets.clone(), settings, found.functions, found.left_out))
    }

    /// The folder with the results so far, which are empty unless a sweep is continued.
    fn begin(&self) -> Result<(Folder, Sweep)> {
        if self.resume {
            return Folder::open(&self.out);
        }
        if Folder::holds_sweep(&self.out) {
            let out = self.out.display();
            bail!("{out} holds a sweep already; --resume goes on with it, another --out begins a new one");
        }
        let plan = self.plan()?;
        Ok((Folder::create(&self.out, &plan)?, Sweep { plan, entries: Default::default() }))
    }

    /// Runs what has not been run yet; returns whether it was completed.
    fn search(&self, folder: &mut Folder, sweep: &mut Sweep) -> Result<bool> {
        let is_ours = |name: &Function| self.shard.is_none_or(|shard| name.is_of(shard));
        let open: Vec<_> = sweep.missing().filter(|function| is_ours(function)).cloned().collect();
        let nonce = nonce();
        let plan = sweep.plan.clone();
        let jobs = open.iter().map(|function| self.job(folder, &plan, function, &nonce));
        let jobs = jobs.collect::<Result<Vec<Job>>>()?;
        let many = self.jobs.map_or_else(autobva::processors, |n| n as usize);
        if !self.shown.output.quiet {
            let (all, left) = (plan.functions.len(), plan.left_out.len());
            say!(
                "autobva: {} of {all} functions to run, {left} left out, seed {}",
                open.len(),
                plan.settings.seed
            );
        }
        let signal = StopSignal::default();
        on_interrupt(&signal);
        let standing = Arc::new(Standing { of: open.len(), ..Standing::default() });
        let seen = Arc::clone(&standing);
        let line = TickingLine::start(self.shown.output.quiet, move |elapsed| seen.told(elapsed));
        let known: HashMap<&str, &Function> =
            plan.functions.iter().map(|function| (function.name.as_str(), function)).collect();
        let hear = |entry: Entry| {
            folder.add(&entry)?;
            standing.add(&entry);
            self.tell(known.get(entry.function.as_str()).copied(), &entry);
            sweep.add(entry);
            Ok(())
        };
        let result = match &self.on {
            None => pool::run(jobs, many, &signal, hear),
            Some(engine) => {
                engine::run(&Engine { name: engine, many, interpreter: &self.python }, jobs, &signal, hear)
            }
        };
        drop(line);
        let is_whole = standing.done.load(Ordering::Relaxed) == open.len();
        search_is_over(None);
        result.map(|()| is_whole)
    }

    fn job(&self, folder: &Folder, plan: &Plan, function: &Function, nonce: &str) -> Result<Job> {
        let name = &function.name;
        Ok(Job {
            function: function.clone(),
            settings: plan.settings.clone(),
            run: plan.run_id(name, nonce),
            campaign: Some(folder.campaign(name)?),
            page: if self.pages { Some(folder.page(name)?) } else { None },
            planned: None,
        })
    }

    /// Reports great surprises at once.
    fn tell(&self, function: Option<&Function>, entry: &Entry) {
        let found = surprises(function, entry);
        if let Some(first) = found.first().filter(|first| !self.shown.output.quiet && first.weight >= LOUD) {
            say!("autobva: {} ({}): {}", entry.function, score(&found), autobva_report::escaped(&first.text));
        }
    }
}

/// Surprises of at least this weight are reported at once.
const LOUD: u32 = 30;

/// A text that distinguishes this run from those on other machines.
fn nonce() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}", now.as_nanos(), std::process::id())
}

#[derive(Default)]
struct Standing {
    of: usize,
    done: AtomicUsize,
    boundaries: AtomicUsize,
}

impl Standing {
    fn add(&self, entry: &Entry) {
        self.boundaries.fetch_add(entry.boundaries.len(), Ordering::Relaxed);
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn told(&self, elapsed: Duration) -> String {
        let (done, of) = (self.done.load(Ordering::Relaxed), self.of);
        let boundaries = self.boundaries.load(Ordering::Relaxed);
        let left = match done {
            0 => String::new(),
            _ => {
                let seconds = elapsed.as_secs_f64() / done as f64 * (of - done) as f64;
                format!(" · {}:{:02} left", seconds as u64 / 60, seconds as u64 % 60)
            }
        };
        format!("{done} of {of} functions · {boundaries} boundaries{left}")
    }
}
