//! The ablation: what each heuristic of the search is worth. Each is switched off, one at a time, and the boundaries
//! that are found within a tenth, a third and all of the calls are counted again.

use autobva::Error;
use autobva_core::Entry;
use autobva_explore::behaviours::{Heuristic, Tuning};

use super::super::report::{Cell, Column, Finding, Kind, Report, Table};
use super::structured::STRUCTURED;
use super::{SUBJECTS, Subject, owed, score_with};

/// The entry in the registry.
pub const ENTRY: Entry = Entry {
    name: "ablation",
    help: "what each heuristic of the search is worth: boundaries per call without it",
};

/// The parts of the calls within which boundaries are counted.
const PARTS: [u64; 3] = [10, 3, 1];

/// Every third function is held out: the tuning was never chosen with it.
const HELD_OUT: usize = 3;

/// The functions, and whether each is held out.
fn subjects() -> impl Iterator<Item = (&'static Subject, bool)> {
    let all = SUBJECTS.iter().chain(STRUCTURED).filter(|subject| owed(subject).next().is_some());
    all.enumerate().map(|(at, subject)| (subject, at % HELD_OUT == HELD_OUT - 1))
}

/// The boundaries found within each part of the calls, by the functions that are held out and by the others.
#[derive(Default, Clone, Copy)]
struct Found {
    tuned: [u64; PARTS.len()],
    held_out: [u64; PARTS.len()],
}

impl Found {
    fn with(tuning: Tuning, seeds: u64) -> Result<Found, Error> {
        let mut found = Found::default();
        for (subject, is_held_out) in subjects() {
            let counts = if is_held_out { &mut found.held_out } else { &mut found.tuned };
            for (count, part) in counts.iter_mut().zip(PARTS) {
                for seed in 1..=seeds {
                    let score = score_with(subject, seed, subject.calls / part, tuning)?;
                    *count += score.found as u64;
                }
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
            ["1/10", "1/3", "all"].map(|part| Column::new(&format!("{group}, {part}"), Kind::Figure)),
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
        let names = subjects().filter(|(_, is)| *is == held_out).map(|(subject, _)| subject.name);
        names.collect::<Vec<_>>().join(", ")
    };
    let here = if idle.is_empty() { "every one".to_string() } else { format!("not {}", idle.join(", ")) };
    Ok(Report {
        name: ENTRY.name,
        title: "Ablation: the search without each of its heuristics".into(),
        notes: vec![
            format!(
                "Each function is searched with a tenth, a third and all of its calls and the seeds 1 to {seeds}; the first \
                 row counts the boundaries that are found, the others say by how many fewer or more they are without the \
                 heuristic."
            ),
            format!("Held out, never used to choose a number of the tuning: {}.", names(true)),
            format!("Tuned with: {}.", names(false)),
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
