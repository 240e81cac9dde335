//! What the tables share: the runs of the main study, and words for their settings.

use crate::experiment::paper::FUNCTIONS;
use crate::experiment::paper::function::Function;
use crate::experiment::paper::published::{REPETITIONS, SECONDS};
use crate::experiment::paper::runs::RunKey;
use crate::experiment::paper::settings::{Budget, Settings};

/// The budgets of the main study.
pub fn budgets(settings: &Settings) -> Vec<Budget> {
    settings.budgets_or(&SECONDS)
}

/// The runs of the main study on some functions.
pub fn study_plan<'a>(functions: impl IntoIterator<Item = &'a Function>, settings: &Settings) -> Vec<RunKey> {
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    let mut plan = Vec::new();
    for function in functions {
        for strategy in &settings.strategies {
            for budget in budgets(settings) {
                let run =
                    |repetition| RunKey::of_study(function.name, strategy.entry.name, budget, repetition);
                plan.extend((1..=repetitions).map(run));
            }
        }
    }
    plan
}

/// The runs of the main study on all functions.
pub fn full_plan(settings: &Settings) -> Vec<RunKey> {
    study_plan(&FUNCTIONS, settings)
}

/// The heading of our columns for a budget.
pub fn here(budget: Budget) -> String {
    format!("here, {budget}")
}

/// The heading of the paper's columns for a budget.
pub fn paper(seconds: u64) -> String {
    format!("paper, {seconds} s")
}

/// How the runs were made, in a sentence.
pub fn made_with(settings: &Settings, budgets: &[Budget], repetitions: u64) -> String {
    let budgets: Vec<String> = budgets.iter().map(Budget::to_string).collect();
    format!(
        "Here: {repetitions} run{} of {} each, seed {}, output distance strlen, threshold 0, one job a run.",
        if repetitions == 1 { "" } else { "s" },
        budgets.join(" and of "),
        settings.seed,
    )
}

/// A list in words: `a, b and c`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => "none".to_string(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
