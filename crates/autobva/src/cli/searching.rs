//! How `check` and `diff` search: the options of `find` that matter most.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use autobva::{Findings, Progress, Settings, StopReason, StopSignal, Sut};
use clap::Args;

use super::Status;
use super::budget::{count, duration};
use super::interrupt::on_interrupt;
use super::progress::{Limits, ProgressLine};

/// A search that gives the same result every time, as far as its budget is one of calls.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Search no longer than this on each target, e.g. 10s; without any budget until new candidates are rare, and 10 s
    /// at the latest
    #[arg(long, value_name = "TIME", value_parser = duration)]
    max_time: Option<Duration>,

    /// Make no more calls than this on each target in the search
    #[arg(long, value_name = "N", value_parser = count)]
    max_calls: Option<u64>,

    /// How to search
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,

    /// How far apart outputs are
    #[arg(long, value_name = "NAME", default_value = "shape")]
    output_distance: String,

    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads call a target; all cores if not given
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,
}

impl SearchArgs {
    /// How many threads call a target.
    pub fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| Settings::default().jobs, |jobs| jobs as usize)
    }

    /// Whether any budget was given.
    pub fn has_budget(&self) -> bool {
        self.max_time.is_some() || self.max_calls.is_some()
    }

    /// What a search finds on the target.
    pub fn search(&self, sut: Box<dyn Sut>, signal: &StopSignal, quiet: bool) -> Result<Findings> {
        let mut settings =
            Settings { max_time: self.max_time, seed: self.seed, jobs: self.jobs(), ..Settings::default() };
        settings.stop.max_calls = self.max_calls;
        settings.distances.output.clone_from(&self.output_distance);
        if let Some(strategy) = &self.strategy {
            settings.strategy.clone_from(strategy);
        }
        let (stop, time) = settings.budget();
        let run = autobva::find(sut).settings(settings).prepare()?;
        let progress = Arc::new(Progress::default());
        let _line = ProgressLine::start(&progress, Limits { time, calls: stop.max_calls }, quiet);
        let findings = run.run(signal, &progress)?;
        if findings.run.stop == StopReason::Interrupted {
            bail!("interrupted");
        }
        Ok(findings)
    }
}

/// Does the work unless someone asks to stop: calls in progress then give up, and nothing is written.
pub fn interruptible(work: impl FnOnce(&StopSignal) -> Result<Status>) -> Result<Status> {
    let signal = StopSignal::default();
    on_interrupt(&signal)?;
    match work(&signal) {
        Err(_) if signal.is_raised() => Ok(Status::Interrupted),
        result => result,
    }
}

/// The target, which gives up waiting when someone asks to stop.
pub fn patient(mut sut: Box<dyn Sut>, signal: &StopSignal) -> Box<dyn Sut> {
    let raised = signal.clone();
    sut.stop_when(Arc::new(move || raised.is_raised()));
    sut
}
