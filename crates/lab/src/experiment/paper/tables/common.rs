//! What the tables share: the runs of the main study, and texts about their settings.

use super::*;

pub fn budgets(settings: &Settings) -> Vec<Budget> {
    settings.budgets_or(&SECONDS)
}

/// The runs of the main study on some functions.
pub fn study_plan<'a>(functions: impl IntoIterator<Item = &'a Function>, settings: &Settings) -> Vec<RunKey> {
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    let mut plan = Vec::new();
    for function in functions {
        for (rules, strategy) in series(settings) {
            for budget in budgets(settings) {
                let run =
                    |repetition| RunKey::of_study(function.name, strategy, budget, repetition).by(rules);
                plan.extend((1..=repetitions).map(run));
            }
        }
    }
    plan
}

/// The combinations of rules and strategies: the study's tool has only its own strategies.
pub fn series(settings: &Settings) -> Vec<(Rules, &'static str)> {
    let of = |rules: Rules| {
        let names = settings.strategies.iter().map(|strategy| strategy.entry.name);
        let has = move |name: &&str| rules == Rules::NONE || STUDIED.contains(name);
        names.filter(has).map(move |name| (rules, name))
    };
    settings.rules().into_iter().flat_map(of).collect()
}

/// The strategies of the study.
pub const STUDIED: [&str; 2] = ["lns", "bcs"];

/// The runs of the main study on all functions.
pub fn full_plan(settings: &Settings) -> Vec<RunKey> {
    study_plan(&FUNCTIONS, settings)
}

/// The column heading for runs with these rules.
pub fn whose(rules: Rules) -> &'static str {
    if rules == Rules::NONE { "here" } else { "as published" }
}

/// The heading of the columns of runs by these rules for a budget.
pub fn made(rules: Rules, budget: Budget) -> String {
    format!("{}, {budget}", whose(rules))
}

/// The heading of the paper's columns for a budget.
pub fn paper(seconds: u64) -> String {
    format!("paper, {seconds} s")
}

/// A sentence on how the runs were made.
pub fn made_with(settings: &Settings, budgets: &[Budget], repetitions: u64) -> String {
    let budgets: Vec<String> = budgets.iter().map(Budget::to_string).collect();
    let studied = match settings.as_published {
        Rules::NONE => String::new(),
        Rules::ALL => " As published: the same by the rules of the study's own tool.".to_string(),
        some => format!(" As published: the same by these rules of the study's own tool: {some}."),
    };
    format!(
        "Here: {} of {} each, seed {}, output distance strlen, threshold 0, one job a run.{studied}",
        counted(repetitions as usize, "run", "runs"),
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

/// `1 run`, `2,000 runs`.
pub fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { several })
}

/// A sentence about a pool that could not hold all candidates.
pub fn sampled(pool: &Pool) -> Option<String> {
    let (held, all) = (pool.candidates.len(), pool.size());
    (held < all).then(|| {
        format!(
            "{}: {} of all {} candidates are clustered: fewer of those whose outputs look alike.",
            pool.function.title,
            grouped(held as u64),
            grouped(all as u64)
        )
    })
}
