//! The closing line of a run.

use std::time::Duration;

use autobva_core::{Findings, Flake, StopReason};

use super::figures::{boundaries, counted, duration, rate, thousands};
use super::shorten::shorten;
use super::shown::{shown_outcome, shown_value};
use super::table::FLAKY;

/// The calls and the time that a run may take.
pub type RunLimits = (Option<u64>, Option<Duration>);

/// One line that says what was found, in how many calls and how long, and why the run ended, even if it did not need
/// the whole budget; a second line if the target was flaky.
pub fn run_line(findings: &Findings, budget: RunLimits) -> String {
    let run = &findings.run;
    let found = match &findings.landscape {
        Some(landscape) => boundaries(landscape.boundaries.len()),
        None => counted(findings.candidates.len(), "candidate"),
    };
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
        "{found}{dropped} in {} {calls}{} ({}{speed}); stopped: {}{}{}",
        thousands(run.calls),
        again(findings),
        duration(run.elapsed),
        run.stop,
        spared(findings, budget),
        flakiness(findings),
    )
}

/// What remains of the budget that ended the search: it was reserved for running candidates again, and not needed.
fn spared(findings: &Findings, (calls, time): RunLimits) -> String {
    let run = &findings.run;
    let purpose = "kept for running candidates again";
    match (run.stop, calls, time) {
        (StopReason::MaxCalls, Some(most), _) if run.calls < most => {
            format!(" (the other {} of {} were {purpose})", thousands(most - run.calls), thousands(most))
        }
        // Ending a search takes a moment, so the time limit is never met exactly.
        (StopReason::MaxTime, _, Some(most)) if run.elapsed < most.mul_f64(0.9) => {
            format!(" (the rest of {} was {purpose})", duration(most))
        }
        _ => String::new(),
    }
}

/// How many calls ran candidates again, and how many candidates were not run again.
fn again(findings: &Findings) -> String {
    let recheck = &findings.run.recheck;
    match (recheck.calls, recheck.unchecked) {
        (0, 0) => String::new(),
        (calls, 0) => format!(", {} of them to run the candidates again", thousands(calls)),
        (calls, unchecked) => {
            let unchecked = counted(unchecked, "candidate");
            format!(", {} of them to run candidates again ({unchecked} not run again)", thousands(calls))
        }
    }
}

fn flakiness(findings: &Findings) -> String {
    let flaky = &findings.run.recheck.flaky;
    let Some(flake) = flaky.first() else { return String::new() };
    let recheck = &findings.run.recheck;
    let share = 100.0 * (1.0 - flaky.len() as f64 / (recheck.calls as f64).max(flaky.len() as f64));
    let inputs = counted(flaky.len(), "input");
    format!(
        "\nflaky: {inputs} of {} (stability {share:.1} %) had another answer when called again, e.g. {}; pairs with such an input are marked {FLAKY}",
        thousands(recheck.calls.max(flaky.len() as u64)),
        example(findings, flake)
    )
}

/// `n = 5 gave "a", then "b"`.
fn example(findings: &Findings, flake: &Flake) -> String {
    const ROOM: usize = 40;
    let names = findings.target.signature.arguments().iter().map(|argument| argument.name());
    let values = flake.input.iter().map(shown_value);
    let input: Vec<String> = names.zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
    let outcomes = [&flake.first, &flake.again].map(|outcome| shorten(&shown_outcome(outcome), ROOM));
    format!("{} gave {}, then {}", shorten(&input.join(", "), 2 * ROOM), outcomes[0], outcomes[1])
}
