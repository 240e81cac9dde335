//! The options of every experiment of the paper, and the way from them to finished runs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use autobva::StopSignal;
use autobva::explore::strategies::strategy;
use autobva_lab::experiment::paper::evidence::Evidence;
use autobva_lab::experiment::paper::runs::{RunKey, Store, run};
use autobva_lab::experiment::paper::study::{Rule, Rules};
use autobva_lab::experiment::paper::tables::plan;
use autobva_lab::experiment::paper::{Budget, PaperTable, Settings};
use autobva_lab::experiment::report::Report;
use clap::Args;

use super::super::Status;
use super::super::budget::{count, duration};
use super::super::progress::TickingLine;
use super::plan_line::plan_line;

/// What the runs are made with.
#[derive(Args)]
#[command(next_help_heading = "Runs")]
pub struct StudyArgs {
    /// The strategies, separated by commas: those of the paper, and any other as a further column
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "lns,bcs")]
    strategies: Vec<String>,

    /// How long a run takes, e.g. 2s; several budgets separated by commas. If not given, runs make as many iterations as
    /// those of the study
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = duration)]
    time: Vec<Duration>,

    /// How many calls a run makes, instead of a time; the result is then the same again with the same seed
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = count, conflicts_with = "time")]
    calls: Vec<u64>,

    /// How often each run is repeated. As in the paper if not given
    #[arg(long, value_name = "N", value_parser = count)]
    repetitions: Option<u64>,

    /// Make all runs once more by the rules of the study's own tool, for a column beside ours: archive (of each input its
    /// strongest neighbour alone), breaker (BCS gives up after 120 recursions), first-step (half the value), text (what was
    /// found is run again from its text) and arguments (of BMI and Date: 64 bits). All of them, or those that are named
    #[arg(
        long, value_name = "RULES", value_delimiter = ',', num_args = 0.., require_equals = true,
        default_missing_values = ["archive", "breaker", "first-step", "text", "arguments"]
    )]
    as_published: Vec<Rule>,

    /// A run that has found so many candidates ends early
    #[arg(long, value_name = "N", value_parser = count, default_value_t = Settings::MAX_CANDIDATES as u64)]
    max_candidates: u64,

    /// The seed that the seeds of all runs are derived from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// How many runs at a time, each with one job; all cores if not given
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,

    /// Keep what each run found in this folder, as candidate CSV files that `autobva summarize` reads
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Go on where an experiment with the same settings and folder was interrupted
    #[arg(long)]
    resume: bool,
}

/// The runs of an experiment: those on disk, and those to come.
pub struct Study<'a> {
    arguments: &'a StudyArgs,
    settings: &'a Settings,
    tables: &'a [&'static PaperTable],
    plan: Vec<RunKey>,
    store: Store,
}

impl StudyArgs {
    /// Makes all runs by the study's rules, too, unless rules are named.
    pub fn make_as_published(&mut self) {
        if self.as_published.is_empty() {
            self.as_published = Rule::ALL.to_vec();
        }
    }

    pub fn settings(&self) -> Result<Settings> {
        let numbers = [
            ("--repetitions", self.repetitions.unwrap_or(1)),
            ("--max-candidates", self.max_candidates),
            ("--jobs", self.jobs.unwrap_or(1)),
            ("--calls", self.calls.iter().copied().min().unwrap_or(1)),
            ("--time", self.time.iter().map(|time| time.as_nanos() as u64).min().unwrap_or(1)),
        ];
        if let Some((what, _)) = numbers.iter().find(|(_, number)| *number == 0) {
            bail!("{what} is zero, so nothing could be measured; give more");
        }
        let mut budgets: Vec<Budget> = self.time.iter().map(|time| Budget::Time(*time)).collect();
        budgets.extend(self.calls.iter().map(|calls| Budget::Calls(*calls)));
        let defaults = Settings::default();
        let mut strategies = Vec::new();
        for name in &self.strategies {
            let entry = strategy(name)?;
            if strategies.iter().any(|s: &&autobva::explore::strategies::StrategyEntry| s.entry.name == name)
            {
                bail!("the strategy '{name}' is there twice; name each once");
            }
            strategies.push(entry);
        }
        budgets.sort();
        budgets.dedup();
        Ok(Settings {
            strategies,
            budgets,
            repetitions: self.repetitions,
            max_candidates: self.max_candidates as usize,
            seed: self.seed,
            jobs: self.jobs.map_or(defaults.jobs, |jobs| jobs as usize),
            as_published: self.as_published.iter().copied().collect(),
        })
    }

    /// The options on which the results depend, as they would be given again.
    pub fn command(&self) -> String {
        let list = |items: Vec<String>| items.join(",");
        let mut words = vec![format!("--strategies {}", self.strategies.join(","))];
        if !self.time.is_empty() {
            let seconds = self.time.iter().map(|time| format!("{}s", time.as_secs_f64()));
            words.push(format!("--time {}", list(seconds.collect())));
        }
        if !self.calls.is_empty() {
            words.push(format!("--calls {}", list(self.calls.iter().map(u64::to_string).collect())));
        }
        match self.as_published.iter().copied().collect::<Rules>() {
            Rules::NONE => {}
            Rules::ALL => words.push("--as-published".to_string()),
            some => words.push(format!("--as-published={some}")),
        }
        words.extend(self.repetitions.map(|repetitions| format!("--repetitions {repetitions}")));
        if self.max_candidates != Settings::MAX_CANDIDATES as u64 {
            words.push(format!("--max-candidates {}", self.max_candidates));
        }
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }

    /// The runs that some tables need. Their findings are kept where the options say, or in `partial` until
    /// [`Study::finish`].
    pub fn open<'a>(
        &'a self,
        settings: &'a Settings,
        tables: &'a [&'static PaperTable],
        partial: &Path,
    ) -> Result<Study<'a>> {
        let folder = self.keep.as_deref().unwrap_or(partial);
        let store = Store::open(folder, &settings.identity(), self.resume)?;
        Ok(Study { arguments: self, settings, tables, plan: plan(tables.iter().copied(), settings), store })
    }
}

impl Study<'_> {
    /// Makes the missing runs and the tables; `None` after Ctrl-C.
    pub fn run(&self, signal: &StopSignal, quiet: bool) -> Result<Option<Vec<Report>>> {
        let (line, done) = plan_line(self.plan.len(), quiet);
        if !run(&self.plan, self.settings, &self.store, signal, &done)? {
            return Ok(None);
        }
        drop(line);
        let _line = TickingLine::start(quiet, |_| "merging and clustering what was found".to_string());
        let evidence = Evidence::new(self.settings, &self.plan, &self.store);
        let reports = self.tables.iter().map(|table| (table.report)(&evidence)).collect::<Result<_, _>>()?;
        Ok((!signal.is_raised()).then_some(reports))
    }

    /// Prints what is kept and how to continue.
    pub fn interrupted(&self) -> Status {
        let done = self.plan.iter().filter(|key| self.store.record(key).is_some()).count();
        say!(
            "autobva: interrupted; {done} of {} runs are kept in {}; the same command with --resume goes on",
            self.plan.len(),
            self.store.folder().display()
        );
        Status::Interrupted
    }

    /// Removes what nobody asked to keep.
    pub fn finish(self) -> Result<Status> {
        if self.arguments.keep.is_none() {
            self.store.remove()?;
        }
        Ok(Status::Done)
    }
}
