//! The tables of the paper: one file each, and one line each in [`TABLES`].

mod causes;
mod clustering_screening;
mod clusters;
mod common;
mod detection;
mod quotients;
mod representatives;
mod sampling_screening;

use autobva_core::{Entry, UnknownName, named};

use super::ExperimentError;
use super::evidence::{Clusters, Evidence, Pool};
use super::function::{FUNCTIONS, Function};
use super::published::{REPETITIONS, SECONDS};
use super::runs::RunKey;
use super::settings::{Budget, Settings};
use super::study::{Rule, Rules};
use crate::experiment::report::{Cell, Column, Finding, Kind, Report, Table, grouped};
use common::*;

pub struct PaperTable {
    /// Its name and what it shows.
    pub entry: Entry,
    /// The runs that it needs.
    pub plan: fn(&Settings) -> Vec<RunKey>,
    /// Makes the report from the findings of the runs.
    pub report: fn(&Evidence<'_>) -> Result<Report, ExperimentError>,
}

/// The tables, in the order in which they build on each other.
pub const TABLES: &[PaperTable] = &[
    quotients::TABLE,
    sampling_screening::TABLE,
    detection::TABLE,
    clusters::TABLE,
    representatives::TABLE,
    clustering_screening::TABLE,
    causes::TABLE,
];

pub fn table(name: &str) -> Result<&'static PaperTable, UnknownName> {
    named("experiment", name, TABLES, |table| table.entry.name)
}

/// The runs that some tables need, without duplicates; those of the first repetition come first.
pub fn plan<'a>(tables: impl IntoIterator<Item = &'a PaperTable>, settings: &Settings) -> Vec<RunKey> {
    let mut plan: Vec<RunKey> = tables.into_iter().flat_map(|table| (table.plan)(settings)).collect();
    plan.sort();
    plan.dedup();
    plan
}
