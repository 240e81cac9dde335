//! The line that shows the progress of an experiment.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::HumanDuration;

use super::super::progress::TickingLine;

/// Shows how many of the runs are done until the line is dropped; the function is told so.
pub fn plan_line(all: usize, quiet: bool) -> (TickingLine, impl Fn(usize) + Sync) {
    let done = Arc::new(AtomicUsize::new(0));
    let shown = Arc::clone(&done);
    let line = TickingLine::start(quiet, move |elapsed| {
        let done = shown.load(Ordering::Relaxed);
        format!("{done} of {all} runs{}", left(elapsed, done as f64 / all as f64))
    });
    (line, move |finished| done.store(finished, Ordering::Relaxed))
}

/// How long the rest will take, once enough is done to estimate that.
fn left(elapsed: Duration, share: f64) -> String {
    const ENOUGH: f64 = 0.01;
    if share < ENOUGH {
        return String::new();
    }
    let seconds = elapsed.as_secs_f64() * (1.0 / share - 1.0).max(0.0);
    format!(" · {} left", HumanDuration(Duration::from_secs(seconds.round() as u64)))
}
