//! A row of a published table of representatives.

use autobva_core::Group;

use crate::experiment::search::{Known, Pair, Truth};

/// A representative with its cluster, as published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedRow {
    /// The validity group.
    pub group: Group,
    /// The first input.
    pub left: &'static [&'static str],
    /// Its output.
    pub left_output: &'static str,
    /// The second input.
    pub right: &'static [&'static str],
    /// Its output.
    pub right_output: &'static str,
    /// How many candidates the cluster has.
    pub size: u64,
    /// How many of them BCS found.
    pub bcs: u64,
    /// Whether only BCS covers the cluster in runs of 600 seconds: the asterisk of the table.
    pub only_bcs: bool,
}

/// The rows of a table as kinds of candidates, distinguished by a function that returns the index of a row.
pub(super) fn kinds(
    rows: &'static [PublishedRow],
    kind: impl Fn(&Pair<'_>) -> Option<usize> + Send + Sync + 'static,
) -> Truth {
    let known = rows.iter().enumerate().map(|(place, row)| {
        let name = format!("{}: {} | {}", place + 1, row.left_output, row.right_output);
        Known::new(name, row.left, row.right)
    });
    Truth::kinds(known.collect(), kind)
}
