//! The closing line of a run, in words.

use autobva_core::{Findings, Flake};

use super::figures::{counted, duration, rate, thousands};
use super::shorten::shorten;
use super::shown::{shown_outcome, shown_value};
use super::table::FLAKY;

/// One line that says what was found, in how many calls and how long, and why the run ended; another one if the target
/// was flaky.
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
        "{found}{dropped} in {} {calls}{} ({}{speed}); stopped: {}{}",
        thousands(run.calls),
        again(findings),
        duration(run.elapsed),
        run.stop,
        flakiness(findings),
    )
}

/// How many calls were made again, and how many should have been.
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
    let inputs = counted(flaky.len(), "input");
    format!(
        "\nflaky: {inputs} had another answer when called again, e.g. {}; pairs with such an input are marked {FLAKY}",
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
