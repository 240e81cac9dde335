//! Experiments: tables that are computed again, never copied.
//!
//! [`experiments`] lists them, and `autobva experiment NAME` runs them: `paper` has the tables of the paper, `report`
//! writes any of them, `search` is the benchmark of strategies, `behaviours` that of the search by behaviour, and
//! `corpus` a sweep of Python's standard library.

pub mod behaviours;
pub mod corpus;
pub mod paper;
pub mod report;
pub mod search;
mod tasks;

use autobva_core::Entry;

/// The experiments, each with a line of help.
pub fn experiments() -> impl Iterator<Item = Entry> {
    paper::TABLES.iter().map(|table| table.entry).chain([
        search::ENTRY,
        behaviours::ENTRY,
        behaviours::ablation::ENTRY,
        corpus::ENTRY,
        paper::ALL,
    ])
}
