//! The search by behaviour compared with the one by derivative: the calls until the last known change of behaviour.

use std::io::{self, Write};

use autobva::{Error, StopSignal};
use autobva_core::Selection;
use autobva_explore::behaviours::BehaviourSearch;
use autobva_explore::strategies::STRATEGIES;

use super::run::{Counted, Series, Setup, run};
use super::subject::Subject;
use super::table::grouped;

/// The calls that the median run of each search took to find all changes of behaviour of a subject.
pub struct Comparison {
    /// The subject.
    pub subject: &'static Subject,
    /// How many of its known boundaries are changes of behaviour.
    pub known: usize,
    /// By behaviour, if the median run found all.
    pub behaviour: Option<u64>,
    /// By derivative, if the median run found all.
    pub derivative: Option<u64>,
}

/// The search by behaviour may take at most 1.25 times the calls of the one by derivative.
const MOST: f64 = 1.25;

const BEHAVIOUR: &autobva_explore::strategies::StrategyEntry = &BehaviourSearch::ENTRY;

impl Comparison {
    /// The ratio of the calls by behaviour to those by derivative.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.behaviour? as f64 / self.derivative? as f64)
    }

    /// Whether it is fast enough; what the search by derivative does not find in its calls need not be found.
    pub fn is_met(&self) -> bool {
        self.derivative.is_none() || self.ratio().is_some_and(|ratio| ratio <= MOST)
    }
}

/// Runs the default strategy by behaviour and by derivative. There is no result if the signal is raised.
pub fn compare(
    subjects: Vec<&'static Subject>,
    [seeds, calls]: [u64; 2],
    jobs: usize,
    signal: &StopSignal,
    report: &(dyn Fn(usize, usize) + Sync),
) -> Result<Option<Vec<Comparison>>, Error> {
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
    let comparison = |(own, other): (&Series, &Series)| Comparison {
        subject: own.subject,
        known: own.known.len(),
        behaviour: own.median_calls_to(100),
        derivative: other.median_calls_to(100),
    };
    Ok(Some(behaviour.iter().zip(&derivative).map(comparison).collect()))
}

/// Writes a line for each subject that has a change of behaviour.
pub fn write_comparisons(
    all: &[Comparison],
    [seeds, calls]: [u64; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "Calls to the last known change of behaviour: median of {seeds} seeds, - where half of the"
    )?;
    writeln!(out, "runs did not find all in {}; at most {MOST} times those by derivative.", grouped(calls))?;
    writeln!(out)?;
    writeln!(out, "{:<24}{:>12}{:>12}{:>8}", "target (known)", "behaviour", "derivative", "ratio")?;
    let (some, none): (Vec<&Comparison>, Vec<&Comparison>) = all.iter().partition(|one| one.known > 0);
    for one in some {
        let target = format!("{} ({})", one.subject.entry.name, one.known);
        let shown = |calls: Option<u64>| calls.map_or("-".to_string(), grouped);
        let ratio = one.ratio().map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
        let verdict = if one.is_met() { "met" } else { "missed" };
        let [own, other] = [one.behaviour, one.derivative].map(shown);
        writeln!(out, "{target:<24}{own:>12}{other:>12}{ratio:>8}  {verdict}")?;
    }
    let names: Vec<&str> = none.iter().map(|one| one.subject.entry.name).collect();
    if !names.is_empty() {
        writeln!(out, "\nWithout a known change of behaviour: {}", names.join(", "))?;
    }
    Ok(())
}
