//! The benchmark as a report: shares at checkpoints, calls to reach a share, and the requirements as findings.

use autobva_explore::strategies::STRATEGIES;

use super::ENTRY;
use super::figures::{PERCENTAGES, checkpoints};
use super::run::Series;
use crate::experiment::report::{Cell, Column, Finding, Kind, Report, Table, grouped};

/// For each subject, the maximum number of calls in which the worst seed must find everything that is known.
const ALL_WITHIN: [(&str, u64); 3] = [("bytecount", 5_000), ("bytecount_so", 5_000), ("bmi_class", 20_000)];
/// For `date`: the maximum number of calls, and how many tenths of the seeds must find everything within them.
const DATE: (u64, usize) = (200_000, 9);
/// For `date`: a more ambitious number of calls.
const DATE_AIM: u64 = 20_000;

/// The report of runs of this many calls. Percentages are rounded down: 100 means all, in every run.
pub fn report(series: &[Series], calls: u64) -> Report {
    let mut columns = vec![
        Column::new("target", Kind::Text),
        Column::new("known", Kind::Figure),
        Column::new("strategy", Kind::Text),
    ];
    for checkpoint in checkpoints(calls) {
        let group = format!("% after {}", grouped(checkpoint));
        columns.extend(["mean", "least"].map(|heading| Column::grouped(&group, heading, Kind::Figure)));
    }
    columns.extend(PERCENTAGES.map(|p| Column::grouped("median calls to", &format!("{p} %"), Kind::Figure)));
    let mut table = Table::new("search", "Known boundaries found", columns);
    for one in series {
        let mut row = vec![
            Cell::text(one.subject.entry.name),
            Cell::Count(one.known.len() as u64),
            Cell::text(one.strategy.entry.name),
        ];
        for checkpoint in checkpoints(calls) {
            let shares = [one.mean_share(checkpoint), one.least_share(checkpoint)];
            row.extend(shares.map(|share| Cell::Count((share * 100.0).floor() as u64)));
        }
        row.extend(PERCENTAGES.map(|p| one.median_calls_to(p).map_or(Cell::Empty, Cell::Count)));
        table.push(row);
    }
    let seeds = series.first().map_or(0, |s| s.runs.len());
    Report {
        name: ENTRY.name,
        title: ENTRY.help.into(),
        notes: vec![format!(
            "Mean and least of {seeds} seeds. The calls to a share are missing where half of the runs did not reach it."
        )],
        tables: vec![table],
        findings: bars(series, calls),
        differences: Vec::new(),
    }
}

/// The requirements that these series can check: those of the default strategy, if it was run.
fn bars(series: &[Series], calls: u64) -> Vec<Finding> {
    let default = STRATEGIES[0].entry.name;
    let own: Vec<&Series> = series.iter().filter(|s| s.strategy.entry.name == default).collect();
    let mut bars = Vec::new();
    for one in &own {
        let name = one.subject.entry.name;
        let within = ALL_WITHIN.iter().find(|(subject, _)| *subject == name).map(|(_, most)| *most);
        if let Some(most) = within.filter(|most| *most <= calls) {
            bars.push(all_within(one, most));
        }
        if name == "date" && DATE.0 <= calls {
            bars.push(date(one));
        }
    }
    if !own.is_empty() && own.len() < series.len() {
        bars.push(nowhere_behind(&own, series, calls));
    }
    bars
}

fn all_within(series: &Series, most: u64) -> Finding {
    let worst = series.worst_calls_to(100);
    let (name, known, strategy) = (series.subject.entry.name, series.known.len(), series.strategy.entry.name);
    let claim = format!("{name}: all {known} within {} calls in every run of {strategy}", grouped(most));
    let here = match worst {
        Some(worst) => format!("the worst run took {}", grouped(worst)),
        None => "a run did not find all".to_string(),
    };
    Finding::new(claim, here, worst.is_some_and(|worst| worst <= most))
}

fn date(series: &Series) -> Finding {
    let within =
        |most: u64| series.runs.iter().filter(|r| r.calls_to(100).is_some_and(|c| c <= most)).count();
    let (found, seeds, strategy) = (within(DATE.0), series.runs.len(), series.strategy.entry.name);
    let (known, most) = (series.known.len(), grouped(DATE.0));
    Finding::new(
        format!("date: all {known} clusters within {most} calls in nine of ten runs of {strategy}"),
        format!("{found} of {seeds} (within {}: {})", grouped(DATE_AIM), within(DATE_AIM)),
        10 * found >= DATE.1 * seeds,
    )
}

/// Whether the default strategy reaches the mean share of every other strategy on every subject at every checkpoint.
fn nowhere_behind(own: &[&Series], series: &[Series], calls: u64) -> Finding {
    let mut behind = Vec::new();
    let mut compared = 0;
    for one in own {
        let others = series
            .iter()
            .filter(|s| s.subject.entry.name == one.subject.entry.name)
            .filter(|s| s.strategy.entry.name != one.strategy.entry.name);
        for other in others {
            for checkpoint in checkpoints(calls) {
                compared += 1;
                let (share, rival) = (one.mean_share(checkpoint), other.mean_share(checkpoint));
                if share < rival {
                    behind.push(format!(
                        "; {} at {}: {:.1} % against {:.1} % of {}",
                        one.subject.entry.name,
                        grouped(checkpoint),
                        100.0 * share,
                        100.0 * rival,
                        other.strategy.entry.name
                    ));
                }
            }
        }
    }
    Finding::new(
        format!("{} reaches the share of every other strategy everywhere", own[0].strategy.entry.name),
        format!("behind in {} of {compared} comparisons{}", behind.len(), behind.concat()),
        behind.is_empty(),
    )
}
