//! Where a run finds more or fewer candidates than in the study.

use super::*;
use crate::experiment::paper::published::{DETECTION, all_iterations, share};

/// A sentence for each function whose figures still differ with the study's rules (or with ours, if there are no such
/// runs), and one about runs that ended early.
pub fn differences(study: &[DetectionSeries], ours: &[DetectionSeries], budgets: &[Budget]) -> Vec<String> {
    let Some(budget) = budgets.last() else { return Vec::new() };
    let series = if study.is_empty() { ours } else { study };
    let mut sentences = Vec::new();
    for function in &FUNCTIONS {
        // Runs of other budgets than the study's cannot be compared.
        if let Budget::Study(_) = budget {
            let own = STUDIED.iter().filter_map(|strategy| find(series, function.name, strategy, *budget));
            sentences.extend(own.filter_map(rate_difference));
        }
    }
    let full: Vec<String> = study
        .iter()
        .chain(ours)
        .filter(|s| s.full > 0)
        .map(|s| {
            format!("{} with {} ({}, {} runs)", s.function.title, s.strategy, made(s.rules, s.budget), s.full)
        })
        .collect();
    if !full.is_empty() {
        sentences.push(format!(
            "Some runs ended early because they had found as many candidates as --max-candidates allows, so that their \
             figures are lower bounds: {}.",
            listed(&full)
        ));
    }
    sentences
}

/// How much a run with the study's number of iterations finds compared with the study, if that differs much.
fn rate_difference(series: &DetectionSeries) -> Option<String> {
    let (iterations, published) = long_run(series.function, series.strategy)?;
    let found = series.found.value()?;
    let rate = found / published;
    let (title, strategy) = (series.function.title, series.strategy.to_uppercase());
    let whose = if series.rules == Rules::NONE { "Here" } else { "As published" };
    (!(0.8..=1.25).contains(&rate)).then(|| {
        format!(
            "{title}: {whose}, {strategy} finds {found:.0} in {} iterations, {rate:.2} times the {published:.1} of the study. \
             Likeliest cause, not shown: for arguments of 64 bits the study's tool draws no unsigned numbers, which the \
             paper calls compatible, and so fewer pairs that are not negative.",
            grouped(iterations.round() as u64),
        )
    })
}

/// The study's long runs of a strategy on a function: iterations of a run, and candidates found.
fn long_run(function: &Function, strategy: &str) -> Option<(f64, f64)> {
    let iterations = all_iterations(function.name, strategy).find(|row| row.seconds == SECONDS[1])?;
    Some((iterations.iterations, share(&DETECTION, function.name, strategy, SECONDS[1])?.mean))
}
