//! What was run, and how to run it again.

use std::fmt::Display;

use autobva_core::{RunInfo, StopReason};

use super::markup::Markup;
use super::page::Page;
use crate::dossier::RunRecord;
use crate::text::figures::{counted, duration, rate, thousands};

/// Writes the section.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let dossier = page.dossier;
    if let Some(called) = &dossier.called {
        markup.element("p", &[], "To call the target on values of your own:");
        let words = ["call".to_string()].into_iter().chain(called.invocation.words());
        write_command(markup, words, &page.names().map(str::to_uppercase).collect::<Vec<_>>());
    }
    if dossier.runs.is_empty() {
        let text = "The candidates come from a candidate CSV, which does not say how they were found. A campaign does: \
                    it keeps settings, seed and target, so that a report of it says how to repeat the run.";
        markup.element("p", &[], text);
    }
    for (at, run) in dossier.runs.iter().enumerate() {
        write_run(markup, at + 1, run);
    }
}

fn write_run(markup: &mut Markup, number: usize, run: &RunRecord) {
    let began = moment(run.started);
    markup.element("h3", &[], format_args!("Run {number}, {began}"));
    if !run.command.is_empty() {
        markup.element("p", &[], "To repeat it:");
        write_command(markup, run.command.iter().cloned(), &[]);
    }
    markup.within("dl", &[], |list| {
        for (name, value) in facts(&run.info) {
            list.within("div", &[], |pair| {
                pair.element("dt", &[], name);
                pair.element("dd", &[], value);
            });
        }
    });
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

/// A command line to copy, followed by placeholders.
fn write_command(markup: &mut Markup, words: impl IntoIterator<Item = String>, placeholders: &[String]) {
    markup.within("pre", &[("tabindex", &"0"), ("translate", &"no")], |line| {
        line.within("code", &[], |code| {
            code.text("autobva");
            words.into_iter().for_each(|word| code.text(format_args!(" {}", quoted(&word))));
            for placeholder in placeholders {
                code.fixed(" ");
                code.element("var", &[], placeholder);
            }
        });
    });
}

/// A word quoted for a shell.
pub(crate) fn quoted(word: &str) -> impl Display {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Seconds since 1970 as a date and time.
fn moment(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Count days since 1 March of year 0; all eras of 400 years are alike.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest / 60 % 60)
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
        let shown = ["find", "a b", "it's", "", "n:int[0..9]"].map(|word| quoted(word).to_string());
        assert_eq!(shown, ["find", "'a b'", r"'it'\''s'", "''", "'n:int[0..9]'"]);
    }
}
