//! The number of calls, and what is known about it in the study.

use super::{Series, find};
use crate::experiment::paper::published::{DETECTION, ITERATIONS, SECONDS, lns_calls};
use crate::experiment::paper::settings::Budget;
use crate::experiment::paper::study::Rules;
use crate::experiment::paper::tables::common::{STUDIED, listed, made};
use crate::experiment::paper::{FUNCTIONS, Function};
use crate::experiment::report::grouped;

/// A sentence for each function whose figures still differ with the study's rules (or with ours, if there are no such
/// runs), and one about runs that ended early.
pub fn differences(study: &[Series], ours: &[Series], budgets: &[Budget]) -> Vec<String> {
    let Some(budget) = budgets.last() else { return Vec::new() };
    let series = if study.is_empty() { ours } else { study };
    let mut sentences = Vec::new();
    for function in &FUNCTIONS {
        let of = |strategy| find(series, function.name, strategy, *budget);
        if !matches!(budget, Budget::Study(_)) {
            sentences.extend(of("lns").and_then(calls_difference));
            sentences.extend(of("lns").zip(of("bcs")).and_then(|(lns, bcs)| strategies_difference(lns, bcs)));
        } else {
            sentences.extend(STUDIED.iter().filter_map(|strategy| of(strategy)).filter_map(rate_difference));
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
fn rate_difference(series: &Series) -> Option<String> {
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
            whole(iterations),
        )
    })
}

/// The study's long runs of a strategy on a function: iterations of a run, and candidates found.
fn long_run(function: &Function, strategy: &str) -> Option<(f64, f64)> {
    let own = (function.name, SECONDS[1], strategy);
    let iterations = ITERATIONS.iter().find(|row| (row.function, row.seconds, row.strategy) == own)?;
    let found = DETECTION.iter().find(|row| (row.function, row.seconds, row.strategy) == own)?;
    Some((iterations.iterations, found.found.0))
}

fn whole(number: f64) -> String {
    grouped(number.round() as u64)
}

/// How many calls LNS makes here and in the study, and whether that explains how much it finds.
fn calls_difference(lns: &Series) -> Option<String> {
    let function = lns.function;
    let (iterations, published) = long_run(function, "lns")?;
    let (calls, found) = (lns_calls(iterations, function.arguments), lns.found.value()?);
    let (more_calls, more_found) = (lns.calls / calls, found / published);
    let reason = match more_found / more_calls {
        rate if rate > 2.0 && more_calls < 1.0 => "a run of more calls finds little more",
        rate if rate < 0.5 && more_calls > 1.0 => "a run of more calls finds little more",
        rate if rate > 2.0 => "more per call than in the study, which the number of calls does not explain",
        rate if rate < 0.5 => "fewer per call than in the study, which the number of calls does not explain",
        _ => "as the calls are, so are the candidates",
    };
    Some(format!(
        "{}: LNS makes {} calls in a run here; in the study about {} in {} s ({} iterations of {} calls, file results.csv \
         of its replication package). That is {more_calls:.2} times the calls and {more_found:.2} times the candidates: \
         {reason}.",
        function.title,
        whole(lns.calls),
        whole(calls),
        SECONDS[1],
        whole(iterations),
        1 + 2 * function.arguments,
    ))
}

/// How BCS compares with LNS here and in the study, if one of its iterations took far longer there.
fn strategies_difference(lns: &Series, bcs: &Series) -> Option<String> {
    let function = lns.function;
    let (lns_iterations, lns_found) = long_run(function, "lns")?;
    let (bcs_iterations, bcs_found) = long_run(function, "bcs")?;
    let (own, published) = (bcs.found.value()? / lns.found.value()?, bcs_found / lns_found);
    (own > 2.0 * published).then(|| {
        format!(
            "{}: BCS finds {own:.2} times as many as LNS here, {published:.2} times in the study. There one iteration of \
             BCS took the time of {:.0} of LNS (file results.csv); here BCS makes {} calls in a run, LNS {}.",
            function.title,
            lns_iterations / bcs_iterations,
            whole(bcs.calls),
            whole(lns.calls),
        )
    })
}
