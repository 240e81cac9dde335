//! Sweeps: the boundaries of many functions. A [`Plan`] says what is run, an [`Entry`] is the result of one function,
//! and a [`Sweep`] is both, as it is written, merged and compared.

mod csv;
mod difference;
mod entry;
mod html;
mod json;
mod junit;
mod merge;
mod plan;
mod surprise;
mod text;

pub use csv::{SWEEP_CSV, write_sweep_csv};
pub use difference::{SweepDifference, sweep_difference};
pub use entry::{Entry, Failure, FoundBoundary, Run, Side, State};
pub use html::write_sweep_html;
pub use json::{write_difference_json, write_sweep_json};
pub use junit::write_sweep_junit;
pub use merge::MergeError;
pub use plan::{Argument, Budget, Function, LeftOut, Plan, Settings};
pub use surprise::{Surprise, score, surprises};
pub use text::{write_difference_text, write_plan_text, write_sweep_text};

use std::collections::BTreeMap;

/// A plan and its results so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    pub plan: Plan,
    /// The result of each function, by name.
    pub entries: BTreeMap<String, Entry>,
}

/// A function with the results of its search, as the writers of all formats need it.
pub struct Ranked<'a> {
    pub entry: &'a Entry,
    /// Its surprises, the greatest first.
    pub surprises: Vec<Surprise>,
    /// The total weight of its surprises.
    pub score: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Totals {
    pub functions: usize,
    /// Functions that were searched to the end.
    pub searched: usize,
    /// Functions of which no call succeeded.
    pub dropped: usize,
    pub failed: usize,
    /// Functions that have not been run.
    pub missing: usize,
    /// Functions with boundaries.
    pub with_boundaries: usize,
    /// Functions that ended the process they ran in, or never answered.
    pub killers: usize,
    /// Functions whose calls exceed the time limit, so that fewer were made.
    pub slow: usize,
    pub boundaries: usize,
    /// Pairs of inputs that show them.
    pub candidates: u64,
    pub calls: u64,
    /// What is not run.
    pub left_out: usize,
}

impl Sweep {
    /// The functions sorted by surprise, then by boundaries and names.
    pub fn ranked(&self) -> Vec<Ranked<'_>> {
        let by_name: BTreeMap<&str, &Function> =
            self.plan.functions.iter().map(|function| (function.name.as_str(), function)).collect();
        let ranked = |entry| {
            let surprises = surprises(by_name.get(Entry::name(entry)).copied(), entry);
            Ranked { entry, score: score(&surprises), surprises }
        };
        let mut all: Vec<Ranked> = self.entries.values().map(ranked).collect();
        all.sort_by(|a, b| {
            let key = |one: &Ranked| (one.score, one.entry.boundaries.len());
            key(b).cmp(&key(a)).then_with(|| a.entry.function.cmp(&b.entry.function))
        });
        all
    }

    /// The functions that have not been run.
    pub fn missing(&self) -> impl Iterator<Item = &Function> {
        self.plan.functions.iter().filter(|function| !self.entries.contains_key(&function.name))
    }

    pub fn totals(&self) -> Totals {
        let count = |is: fn(&Entry) -> bool| self.entries.values().filter(|entry| is(entry)).count();
        Totals {
            functions: self.plan.functions.len(),
            searched: count(|entry| entry.state >= State::Slow && !entry.is_given_up()),
            dropped: count(|entry| entry.state == State::Dropped),
            failed: count(|entry| entry.state == State::Failed),
            missing: self.missing().count(),
            with_boundaries: count(|entry| !entry.boundaries.is_empty()),
            killers: count(Entry::is_killer),
            slow: count(|entry| entry.state == State::Slow),
            boundaries: self.entries.values().map(|entry| entry.boundaries.len()).sum(),
            candidates: self.entries.values().map(Entry::candidates).sum(),
            calls: self.entries.values().map(Entry::calls).sum(),
            left_out: self.plan.left_out.len(),
        }
    }
}
