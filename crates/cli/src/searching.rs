//! How `check` and `diff` search, with the options of `find`.

use std::sync::Arc;

use anyhow::{Result, bail};
use autobva::{Findings, Hints, Progress, Selection, Settings, StopReason, StopSignal, Sut};
use clap::Args;

use super::Status;
use super::interrupt::on_interrupt;
use super::progress::{Limits, ProgressLine};
use super::search_args::{BudgetArgs, SearchArgs};

/// A search that gives the same result every time, as far as its budget is one of calls.
#[derive(Args)]
pub struct SearchingArgs {
    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// The default seed: a check must have the same result today and tomorrow.
const SEED: u64 = 1;

impl SearchingArgs {
    /// All settings of a search; `cts` says whether types are drawn by default.
    fn settings(&self, cts: bool) -> Settings {
        let settings = self.search.settings(&self.budget, cts);
        Settings { seed: self.search.seed.unwrap_or(SEED), ..settings }
    }

    /// How many threads call a target.
    pub fn jobs(&self) -> usize {
        self.settings(false).jobs
    }

    pub fn has_budget(&self) -> bool {
        !self.settings(false).without_budget()
    }

    pub fn seed_values(&self) -> &[String] {
        self.search.seed_values()
    }

    /// The findings of a search on the target, with this selection or else that of the options, and with additional
    /// hints.
    pub fn search(
        &self,
        (sut, cts): (Box<dyn Sut>, bool),
        select: Option<Selection>,
        hints: &Hints,
        signal: &StopSignal,
        quiet: bool,
    ) -> Result<Findings> {
        let settings = self.settings(cts);
        let select = select.unwrap_or(settings.select);
        let settings = Settings { select, more_hints: hints.clone(), ..settings };
        let (stop, time) = settings.budget();
        let run = autobva::find(sut).settings(settings).prepare()?;
        let progress = Arc::new(Progress::default());
        let _line = ProgressLine::start(&progress, Limits { time, calls: stop.max_calls }, quiet);
        // This search has a signal of its own: its time limit must not affect other searches.
        let findings = run.run(&signal.for_one_search(), &progress)?;
        if findings.run.stop == StopReason::Interrupted {
            bail!("interrupted");
        }
        Ok(findings)
    }
}

/// Does the work unless someone asks to stop: calls in progress then give up, and nothing is written.
pub fn interruptible(work: impl FnOnce(&StopSignal) -> Result<Status>) -> Result<Status> {
    let signal = StopSignal::default();
    on_interrupt(&signal);
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
