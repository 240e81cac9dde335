//! The progress of an experiment, for display.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use autobva_explore::Progress;

use super::super::settings::Budget;
use super::key::RunKey;
use super::work::Work;

/// Which runs are done and which are in progress.
#[derive(Default)]
pub struct Standing(Mutex<State>);

#[derive(Default)]
struct State {
    /// The budgets of all runs, of those found on disk, and of those made since; in seconds or calls.
    all: f64,
    kept: f64,
    made: f64,
    runs: usize,
    finished: usize,
    running: Vec<(RunKey, Instant, Arc<Progress>)>,
}

/// A snapshot of the progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// How many runs there are.
    pub runs: usize,
    /// How many of them are done.
    pub finished: usize,
    /// The names of the runs in progress.
    pub running: Vec<String>,
    /// The share of the work that is done, 0 to 1.
    pub share: f64,
    /// The share that was done before this started.
    pub kept: f64,
}

/// The cost of a run, in the unit of all budgets of an experiment: seconds or calls.
fn cost(key: &RunKey) -> f64 {
    let work = Work::of(key);
    work.time.map_or_else(|| work.likely_calls(key), |time| time.as_secs_f64())
}

impl Standing {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the planned runs, and those of them that are on disk.
    pub fn begin<'a>(&self, plan: &[RunKey], kept: impl Iterator<Item = &'a RunKey>) {
        let mut state = self.state();
        state.runs = plan.len();
        state.all = plan.iter().map(cost).sum();
        for key in kept {
            state.kept += cost(key);
            state.finished += 1;
        }
    }

    /// A run starts.
    pub fn start(&self, key: &RunKey, progress: &Arc<Progress>) {
        self.state().running.push((key.clone(), Instant::now(), Arc::clone(progress)));
    }

    /// A run has ended.
    pub fn end(&self, key: &RunKey) {
        let mut state = self.state();
        state.running.retain(|(running, ..)| running != key);
        state.made += cost(key);
        state.finished += 1;
    }

    /// The present state.
    pub fn look(&self) -> Look {
        let state = self.state();
        let under_way = |(key, start, progress): &(RunKey, Instant, Arc<Progress>)| {
            let done = match key.budget {
                Budget::Time(_) => start.elapsed().as_secs_f64(),
                Budget::Calls(_) | Budget::Study(_) => progress.calls() as f64,
            };
            done.min(cost(key))
        };
        let running: f64 = state.running.iter().map(under_way).sum();
        let all = state.all.max(f64::MIN_POSITIVE);
        Look {
            runs: state.runs,
            finished: state.finished,
            running: state.running.iter().map(|(key, ..)| key.name()).collect(),
            share: (state.kept + state.made + running) / all,
            kept: state.kept / all,
        }
    }
}
