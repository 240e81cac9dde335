//! The line that shows the progress of an experiment.

use std::sync::Arc;
use std::time::Duration;

use autobva_lab::experiment::paper::runs::{Look, Standing};
use indicatif::HumanDuration;

use super::super::progress::TickingLine;

/// Shows the progress of an experiment until it is dropped.
pub fn plan_line(standing: &Arc<Standing>, quiet: bool) -> TickingLine {
    let standing = Arc::clone(standing);
    TickingLine::start(quiet, move |elapsed| message(&standing.look(), elapsed))
}

fn message(look: &Look, elapsed: Duration) -> String {
    let left = left(elapsed, (look.share - look.kept) / (1.0 - look.kept).max(f64::MIN_POSITIVE));
    let running =
        if look.running.is_empty() { String::new() } else { format!(" · {}", look.running.join(", ")) };
    format!("{} of {} runs · {:.0} %{left}{running}", look.finished, look.runs, 100.0 * look.share)
}

/// How long the rest will take, once enough is done to estimate that.
pub fn left(elapsed: Duration, share: f64) -> String {
    const ENOUGH: f64 = 0.01;
    if share < ENOUGH {
        return String::new();
    }
    let seconds = elapsed.as_secs_f64() * (1.0 / share - 1.0).max(0.0);
    format!(" · {} left", HumanDuration(Duration::from_secs(seconds.round() as u64)))
}
