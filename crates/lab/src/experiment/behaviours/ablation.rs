//! The ablation: what each heuristic of the search is worth. Each is switched off, one at a time, and the boundaries
//! that are found within a tenth, a third and all of the calls are counted again.

use autobva::Error;
use autobva_core::Entry;
use autobva_explore::behaviours::{Heuristic, Tuning};

use super::super::report::{Cell, Column, Finding, Kind, Report, Table};
use super::super::search::{self, with_tuning};
use super::structured::STRUCTURED;
use super::{Example, score_with};

pub const ENTRY: Entry = Entry {
    name: "ablation",
    help: "what each heuristic of the search is worth: boundaries per call without it",
};

/// After so many calls boundaries are counted.
const CHECKPOINTS: [u64; 3] = [1_000, 3_000, 30_000];

/// Every third function is held out: no number of the tuning is chosen with it.
const HELD_OUT: usize = 3;

#[derive(Clone, Copy)]
enum KnownFunction {
    Numbers(&'static search::Subject),
    Structured(&'static Example),
}

impl KnownFunction {
    fn name(self) -> &'static str {
        match self {
            KnownFunction::Numbers(subject) => subject.entry.name,
            KnownFunction::Structured(subject) => subject.name,
        }
    }

    /// How many boundaries are found by each checkpoint.
    fn found(self, tuning: Tuning, seed: u64) -> Result<[u64; CHECKPOINTS.len()], Error> {
        let mut found = [0; CHECKPOINTS.len()];
        match self {
            KnownFunction::Numbers(subject) => {
                let [.., last] = CHECKPOINTS;
                let first = with_tuning(subject, tuning, last, seed)?;
                for (count, calls) in found.iter_mut().zip(CHECKPOINTS) {
                    *count = first.iter().flatten().filter(|first| **first <= calls).count() as u64;
                }
            }
            // What is found of texts and lists is judged by what is reported at the end.
            KnownFunction::Structured(subject) => {
                for (count, calls) in found.iter_mut().zip(CHECKPOINTS) {
                    *count = score_with(subject, seed, calls, tuning)?.found as u64;
                }
            }
        }
        Ok(found)
    }
}

/// The functions, and whether each is held out.
fn subjects() -> impl Iterator<Item = (KnownFunction, bool)> {
    let all = search::SUBJECTS
        .iter()
        .map(KnownFunction::Numbers)
        .chain(STRUCTURED.iter().map(KnownFunction::Structured));
    all.enumerate().map(|(at, subject)| (subject, at % HELD_OUT == HELD_OUT - 1))
}

/// The boundaries found by each checkpoint, of the functions that are held out and of the others.
#[derive(Default, Clone, Copy)]
struct Found {
    tuned: [u64; CHECKPOINTS.len()],
    held_out: [u64; CHECKPOINTS.len()],
}

impl Found {
    fn with(tuning: Tuning, seeds: u64) -> Result<Found, Error> {
        let mut found = Found::default();
        for (subject, is_held_out) in subjects() {
            let counts = if is_held_out { &mut found.held_out } else { &mut found.tuned };
            for seed in 1..=seeds {
                let more = subject.found(tuning, seed)?;
                counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            }
        }
        Ok(found)
    }

    fn counts(&self) -> impl Iterator<Item = u64> {
        self.tuned.into_iter().chain(self.held_out)
    }
}

/// Runs all functions without each heuristic, with the seeds 1, 2, …, and reports the results.
pub fn report(seeds: u64) -> Result<Report, Error> {
    let mut columns = vec![Column::new("without", Kind::Text)];
    for group in ["tuned", "held out"] {
        columns.extend(
            ["1,000", "3,000", "30,000"].map(|part| Column::new(&format!("{group}, {part}"), Kind::Figure)),
        );
    }
    let mut table =
        Table::new("ablation", "boundaries found, and the change without each heuristic", columns);
    let all = Found::with(Tuning::default(), seeds)?;
    let first = all.counts().map(Cell::Count);
    table.push([Cell::text("nothing: all heuristics")].into_iter().chain(first).collect());
    let mut idle: Vec<&str> = Vec::new();
    for Heuristic { name, off } in Tuning::HEURISTICS {
        let mut tuning = Tuning::default();
        off(&mut tuning);
        let changes: Vec<i64> = {
            let without = Found::with(tuning, seeds)?;
            without.counts().zip(all.counts()).map(|(without, with)| without as i64 - with as i64).collect()
        };
        if changes.iter().all(|change| *change >= 0) {
            idle.push(name);
        }
        let changes = changes.into_iter().map(|change| Cell::Number(change as f64, 0));
        table.push([Cell::text(name)].into_iter().chain(changes).collect());
    }
    let names = |held_out: bool| {
        let names = subjects().filter(|(_, is)| *is == held_out).map(|(subject, _)| subject.name());
        names.collect::<Vec<_>>().join(", ")
    };
    let here = if idle.is_empty() { "every one".to_string() } else { format!("not {}", idle.join(", ")) };
    Ok(Report {
        name: ENTRY.name,
        title: "Ablation: the search without each of its heuristics".into(),
        notes: vec![
            format!(
                "Each function is searched with the seeds 1 to {seeds}. The first row counts the boundaries that are found after \
                 1,000, 3,000 and 30,000 calls; the others say by how many fewer or more they are without the heuristic."
            ),
            format!("Held out, run for this table and not while tuning: {}.", names(true)),
            format!("Open to tuning: {}.", names(false)),
        ],
        tables: vec![table],
        findings: vec![Finding::new(
            "every heuristic finds boundaries that are missed without it",
            here,
            idle.is_empty(),
        )],
        differences: Vec::new(),
    })
}
