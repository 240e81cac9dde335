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
    pub left_output: &'static str,
    /// The second input.
    pub right: &'static [&'static str],
    pub right_output: &'static str,
    /// How many candidates the cluster has.
    pub size: u64,
    /// How many of them BCS found.
    pub bcs: u64,
    /// Whether only BCS covers the cluster in runs of 600 seconds: the asterisk of the table.
    pub only_bcs: bool,
}

/// A row as printed in the paper: the group, inputs and output on either side, the size, and how many BCS found.
pub(super) const fn row(
    group: Group,
    (left, left_output): (&'static [&'static str], &'static str),
    (right, right_output): (&'static [&'static str], &'static str),
    size: u64,
    bcs: u64,
) -> PublishedRow {
    PublishedRow { group, left, left_output, right, right_output, size, bcs, only_bcs: false }
}

impl PublishedRow {
    /// The same row with an asterisk.
    pub(super) const fn only_bcs(self) -> PublishedRow {
        PublishedRow { only_bcs: true, ..self }
    }
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
