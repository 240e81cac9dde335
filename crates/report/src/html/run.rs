//! What was run, and how to run it again.

use autobva_core::{Moment, MomentKind, RunInfo, StopReason};
use minijinja::context;
use minijinja::value::Value;

use super::page::Page;
use crate::dossier::RunRecord;
use crate::text::figures::{counted, duration, rate, thousands};

pub(super) fn given(page: &Page) -> Value {
    let call = page
        .dossier
        .called
        .as_ref()
        .map(|called| command(["call".to_string()].into_iter().chain(called.invocation.words())));
    let run = |run: &RunRecord| {
        let facts = facts(&run.info).into_iter();
        context! {
            began => moment(run.started),
            command => (!run.command.is_empty()).then(|| command(run.command.iter().cloned())),
            facts => facts.map(|(name, value)| context! { name => name, value => value }).collect::<Value>(),
        }
    };
    context! {
        call => call,
        placeholders => page.names().map(str::to_uppercase).collect::<Vec<_>>(),
        runs => page.dossier.runs.iter().map(run).collect::<Value>(),
    }
}

fn facts(run: &RunInfo) -> Vec<(&'static str, String)> {
    let seconds = run.elapsed.as_secs_f64();
    let speed =
        if seconds > 0.0 { format!(", {} calls/s", rate(run.calls as f64 / seconds)) } else { String::new() };
    let mut facts = vec![
        ("Calls", format!("{} in {}{speed}", thousands(run.calls), duration(run.elapsed))),
        ("Stopped by", stopped(run)),
        ("Strategy", run.strategy.clone()),
        ("Sampler", format!("{}, compatible types {}", run.sampler, if run.cts { "on" } else { "off" })),
        ("Output distance", run.output_distance.clone()),
        ("Input distance", run.input_distance.clone()),
        ("Threshold", run.threshold.clone()),
        ("Seed", run.seed.to_string()),
        ("Jobs", run.jobs.to_string()),
    ];
    if run.recheck.calls > 0 {
        let unchecked = match run.recheck.unchecked {
            0 => String::new(),
            n => format!("; {} not run again", counted(n, "candidate")),
        };
        let flaky = counted(run.recheck.flaky.len(), "flaky input");
        facts.push((
            "Run again",
            format!("{}, {flaky}{unchecked}", counted(run.recheck.calls as usize, "call")),
        ));
    }
    facts
}

/// Why the run ended, and why that was before the whole budget was used.
fn stopped(run: &RunInfo) -> String {
    let spares = matches!(run.stop, StopReason::MaxCalls | StopReason::MaxTime) && run.recheck.unchecked == 0;
    match run.recheck.calls > 0 && spares {
        true => format!("{}, of which a part is kept for running candidates again", run.stop),
        false => run.stop.to_string(),
    }
}

/// A command line to copy.
fn command(words: impl Iterator<Item = String>) -> String {
    let words = words.map(|word| format!(" {}", quoted(&word)));
    format!("autobva{}", words.collect::<String>())
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Seconds since 1970 as a date and time.
fn moment(seconds: u64) -> String {
    // From the beginning of the year 1 to that of 1970.
    const DAYS: i128 = 719_162;
    let micros = (DAYS * 86_400 + i128::from(seconds)) * 1_000_000;
    let text = Moment::new(MomentKind::DateTime, micros).to_string();
    format!("{} {} UTC", &text[..10], &text[11..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        let shown = [0, 951_782_400, 951_868_799, 1_709_251_200, 4_102_444_799].map(moment);
        let wanted = [
            "1970-01-01 00:00",
            "2000-02-29 00:00",
            "2000-02-29 23:59",
            "2024-03-01 00:00",
            "2099-12-31 23:59",
        ];
        assert_eq!(shown, wanted.map(|moment| format!("{moment} UTC")));
    }

    #[test]
    fn a_shell_reads_the_words_back() {
        let shown = ["find", "a b", "it's", "", "n:int[0..9]"].map(quoted);
        assert_eq!(shown, ["find", "'a b'", r"'it'\''s'", "''", "'n:int[0..9]'"]);
    }
}
