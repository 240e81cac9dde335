//! RQ1: candidates found by a run, by all runs, and by one strategy alone.

mod differences;
mod further;

use super::*;
use crate::experiment::paper::published::{DETECTION, share};

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry { name: "detection", help: "RQ1: candidates found, in total and by one strategy alone" },
    plan: full_plan,
    report,
};

/// The findings of the runs of one strategy on one function within one budget.
struct DetectionSeries {
    function: &'static Function,
    rules: Rules,
    strategy: &'static str,
    budget: Budget,
    total: u64,
    found: Cell,
    unique: u64,
    /// Candidates that the other strategy of the paper did not find, if this is one of the two.
    alone: u64,
    calls: f64,
    /// How many of the runs ended early because they had found enough.
    full: usize,
}

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let budgets = budgets(settings);
    let mut all = Vec::new();
    for function in &FUNCTIONS {
        for (rules, strategy) in series(settings) {
            let pool = evidence.pool(function, rules)?;
            all.extend(budgets.iter().map(|budget| one(evidence, pool, (rules, strategy), *budget)));
        }
    }
    let (study, ours): (Vec<DetectionSeries>, Vec<DetectionSeries>) =
        all.into_iter().partition(|s| s.rules != Rules::NONE);
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    Ok(Report {
        name: TABLE.entry.name,
        title: "boundary candidates found (RQ1)".into(),
        notes: vec![
            made_with(settings, &budgets, repetitions),
            "Total: found by any run of that budget; unique: by no other strategy within that budget.".into(),
            "Paper: table of RQ1, 10 runs of LNS and BCS.".into(),
        ],
        tables: vec![table(settings, &[&study, &ours], &budgets)],
        findings: Finding::beside(findings(&ours, &budgets), findings(&study, &budgets)),
        differences: differences::differences(&study, &ours, &budgets),
    })
}

fn one(
    evidence: &Evidence<'_>,
    pool: &Pool,
    (rules, strategy): (Rules, &'static str),
    budget: Budget,
) -> DetectionSeries {
    let own = |key: &RunKey| key.budget == budget && key.strategy == strategy;
    let by_own = pool.found_by(own);
    let by_others = pool.found_by(|key| key.budget == budget && key.strategy != strategy);
    let rival = if strategy == "lns" { "bcs" } else { "lns" };
    let by_rival = pool.found_by(|key| key.budget == budget && key.strategy == rival);
    let pairs = || by_own.iter().zip(&by_others);
    let runs = || pool.runs.iter().filter(|run| own(&run.key));
    let records: Vec<_> = runs().filter_map(|run| evidence.record(&run.key)).collect();
    DetectionSeries {
        function: pool.function,
        rules,
        strategy,
        budget,
        total: pairs().filter(|(own, others)| **own || **others).count() as u64,
        found: Cell::mean_of(&runs().map(|run| run.found.len() as f64).collect::<Vec<f64>>()),
        unique: pairs().filter(|(own, others)| **own && !**others).count() as u64,
        alone: by_own.iter().zip(&by_rival).filter(|(own, rival)| **own && !**rival).count() as u64,
        calls: records.iter().map(|record| record.calls as f64).sum::<f64>() / records.len().max(1) as f64,
        full: records.iter().filter(|record| record.stop == "max-candidates").count(),
    }
}

fn table(settings: &Settings, sides: &[&[DetectionSeries]], budgets: &[Budget]) -> Table {
    let figures = [("total", Kind::Figure), ("found", Kind::Mean), ("unique", Kind::Figure)];
    let mut columns = ["function", "strategy"].map(|heading| Column::new(heading, Kind::Text)).to_vec();
    for seconds in SECONDS {
        columns.extend(figures.map(|(heading, kind)| Column::grouped(&paper(seconds), heading, kind)));
    }
    let sides: Vec<(Rules, &&[DetectionSeries])> =
        settings.rules().into_iter().zip(sides.iter().rev().take(settings.rules().len()).rev()).collect();
    for (rules, _) in &sides {
        for budget in budgets {
            let own = figures.iter().chain(&[("calls", Kind::Figure)]);
            columns
                .extend(own.map(|(heading, kind)| Column::grouped(&made(*rules, *budget), heading, *kind)));
        }
    }
    let title = "Candidates: total over all runs, found by a run (mean ± standard deviation), unique";
    let mut table = Table::new("detection", title, columns);
    for function in &FUNCTIONS {
        for strategy in settings.strategies.iter().map(|strategy| strategy.entry.name) {
            let mut row = vec![Cell::text(function.title), Cell::text(strategy)];
            SECONDS.iter().for_each(|seconds| row.extend(published(function, strategy, *seconds)));
            for (_, series) in &sides {
                for budget in budgets {
                    row.extend(match find(series, function.name, strategy, *budget) {
                        Some(one) => [
                            Cell::Count(one.total),
                            one.found.clone(),
                            Cell::Count(one.unique),
                            Cell::Count(one.calls.round() as u64),
                        ],
                        None => [const { Cell::Empty }; 4],
                    });
                }
            }
            table.push(row);
        }
    }
    table
}

fn published(function: &Function, strategy: &str, seconds: u64) -> [Cell; 3] {
    match share(&DETECTION, function.name, strategy, seconds) {
        Some(row) => [Cell::Count(row.total), Cell::Mean(row.mean, row.deviation), Cell::Count(row.unique)],
        None => [Cell::Empty, Cell::Empty, Cell::Empty],
    }
}

fn find<'a>(
    series: &'a [DetectionSeries],
    function: &str,
    strategy: &str,
    budget: Budget,
) -> Option<&'a DetectionSeries> {
    series.iter().find(|s| (s.function.name, s.strategy, s.budget) == (function, strategy, budget))
}

fn findings(series: &[DetectionSeries], budgets: &[Budget]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for function in &FUNCTIONS {
        let pairs: Vec<(&DetectionSeries, &DetectionSeries)> = budgets
            .iter()
            .filter_map(|b| {
                find(series, function.name, "lns", *b).zip(find(series, function.name, "bcs", *b))
            })
            .collect();
        findings.push(more_finding(function, &pairs));
    }
    findings.push(large_finding(series));
    findings.extend(further::findings(series, budgets));
    findings
}

/// LNS finds more if there are several arguments, BCS if there is one.
fn more_finding(function: &Function, pairs: &[(&DetectionSeries, &DetectionSeries)]) -> Finding {
    let is_single = function.arguments == 1;
    let claim = match is_single {
        true => format!("BCS finds more candidates than LNS on {}, LNS none of its own", function.title),
        false => format!("LNS finds more candidates and more unique ones than BCS on {}", function.title),
    };
    if pairs.is_empty() {
        return Finding::open(claim, "needs runs of both lns and bcs");
    }
    let value = |series: &DetectionSeries| series.found.value().unwrap_or(0.0);
    let holds = pairs.iter().all(|(lns, bcs)| match is_single {
        true => value(bcs) > value(lns) && lns.alone == 0,
        false => value(lns) > value(bcs) && lns.alone > bcs.alone,
    });
    let words = pairs.iter().map(|(lns, bcs)| {
        let figure = |series: &DetectionSeries| {
            let found = grouped(value(series).round() as u64);
            format!("{} {found} ({} alone)", series.strategy, grouped(series.alone))
        };
        format!("{}: {}, {}", lns.budget, figure(lns), figure(bcs))
    });
    Finding::new(claim, words.collect::<Vec<_>>().join("; "), holds)
}

fn large_finding(series: &[DetectionSeries]) -> Finding {
    let several = || series.iter().filter(|s| s.function.arguments > 1);
    let least = several().map(|s| s.found.value().unwrap_or(0.0)).fold(f64::INFINITY, f64::min);
    Finding::new(
        "large quantities of candidates are found by every strategy on the functions of several arguments",
        format!("at least {} in a run, on average", grouped(least.max(0.0) as u64)),
        least.is_finite() && least >= 20.0,
    )
}
