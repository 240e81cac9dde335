//! The closing line of a run, in words.

use autobva_core::Findings;

use super::figures::{counted, duration, rate, thousands};

/// One line that says what was found, in how many calls and how long, and why the run ended.
pub fn run_line(findings: &Findings) -> String {
    let run = &findings.run;
    let found = counted(findings.candidates.len(), "candidate");
    let dropped = match run.dropped {
        0 => String::new(),
        n => format!(" ({} more dropped)", thousands(n)),
    };
    let calls = if run.calls == 1 { "call" } else { "calls" };
    let seconds = run.elapsed.as_secs_f64();
    let speed = match seconds > 0.0 {
        true => format!(", {} calls/s", rate(run.calls as f64 / seconds)),
        false => String::new(),
    };
    format!(
        "{found}{dropped} in {} {calls} ({}{speed}); stopped: {}",
        thousands(run.calls),
        duration(run.elapsed),
        run.stop
    )
}
