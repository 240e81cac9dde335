//! The line that shows where an experiment stands.

use std::sync::Arc;
use std::time::Duration;

use autobva::experiment::paper::runs::{Look, Standing};
use indicatif::HumanDuration;

use super::super::progress::TickingLine;

/// Shows the standing of an experiment until it is dropped.
pub fn plan_line(standing: &Arc<Standing>, quiet: bool) -> TickingLine {
    let standing = Arc::clone(standing);
    TickingLine::start(quiet, move |elapsed| message(&standing.look(), elapsed))
}

fn message(look: &Look, elapsed: Duration) -> String {
    let remaining = look.remaining(elapsed).map_or(String::new(), |time| {
        format!(" · {} left", HumanDuration(Duration::from_secs(time.as_secs())))
    });
    let running =
        if look.running.is_empty() { String::new() } else { format!(" · {}", look.running.join(", ")) };
    format!("{} of {} runs · {:.0} %{remaining}{running}", look.finished, look.runs, 100.0 * look.share)
}
