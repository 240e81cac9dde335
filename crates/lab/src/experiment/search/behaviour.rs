//! The search by behaviour compared with the one by derivative: the calls until the last known change of behaviour.

use autobva::{Error, StopSignal};
use autobva_core::Selection;
use autobva_explore::behaviours::BehaviourSearch;
use autobva_explore::strategies::STRATEGIES;

use super::ENTRY;
use super::run::{Counted, Setup, run};
use super::subject::Subject;
use crate::experiment::report::{Cell, Column, Finding, Kind, Report, Table, grouped};

/// The search by behaviour may take at most 1.25 times the calls of the one by derivative.
const MOST: f64 = 1.25;

const BEHAVIOUR: &autobva_explore::strategies::StrategyEntry = &BehaviourSearch::ENTRY;

/// Runs the default strategy by behaviour and by derivative. There is no result if the signal is raised.
pub fn compare(
    subjects: Vec<&'static Subject>,
    [seeds, calls]: [u64; 2],
    jobs: usize,
    signal: &StopSignal,
    report: &(dyn Fn(usize, usize) + Sync),
) -> Result<Option<Report>, Error> {
    let of = |select: Selection| {
        let strategy = match select {
            Selection::Behaviour => BEHAVIOUR,
            Selection::Derivative => &STRATEGIES[0],
        };
        let (subjects, strategies, counted) = (subjects.clone(), vec![strategy], Counted::Behaviours);
        run(&Setup { subjects, strategies, seeds, calls, jobs, select, counted }, signal, report)
    };
    let (Some(behaviour), Some(derivative)) = (of(Selection::Behaviour)?, of(Selection::Derivative)?) else {
        return Ok(None);
    };
    let columns = [("target", Kind::Text), ("known", Kind::Figure), ("behaviour", Kind::Figure)];
    let columns = columns.into_iter().chain([("derivative", Kind::Figure), ("ratio", Kind::Figure)]);
    let columns = columns.map(|(heading, kind)| Column::new(heading, kind)).collect();
    let title = format!("Calls to the last known change of behaviour: median of {seeds} seeds");
    let mut table = Table::new("by-behaviour", title, columns);
    let (mut without, mut slow) = (Vec::new(), Vec::new());
    for (own, other) in behaviour.iter().zip(&derivative) {
        let name = own.subject.entry.name;
        if own.known.is_empty() {
            without.push(name);
            continue;
        }
        let medians = [own, other].map(|series| series.median_calls_to(100));
        let ratio = medians[0].zip(medians[1]).map(|(own, other)| own as f64 / other as f64);
        // What the search by derivative does not find in its calls need not be found.
        if medians[1].is_some() && ratio.is_none_or(|ratio| ratio > MOST) {
            slow.push(name);
        }
        let mut row = vec![Cell::text(name), Cell::Count(own.known.len() as u64)];
        row.extend(medians.map(|median| median.map_or(Cell::Empty, Cell::Count)));
        row.push(ratio.map_or(Cell::Empty, |ratio| Cell::Number(ratio, 2)));
        table.push(row);
    }
    let here =
        if slow.is_empty() { "on every target".to_string() } else { format!("not {}", slow.join(", ")) };
    let claim = format!("it takes at most {MOST} times the calls of the search by derivative");
    Ok(Some(Report {
        name: ENTRY.name,
        title: "the search by behaviour beside the one by derivative".into(),
        notes: vec![
            format!("Calls are missing where half of the runs did not find all in {}.", grouped(calls)),
            format!("Without a known change of behaviour: {}.", Cell::list(without)),
        ],
        tables: vec![table],
        findings: vec![Finding::new(claim, here, slow.is_empty())],
        differences: Vec::new(),
    }))
}
