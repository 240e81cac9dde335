//! The data that the stage produces: groups, clusters, representatives.

use autobva_core::Group;

/// The candidates of a run in groups and clusters. Candidates are referred to by their index.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// The groups, in the order VV, VE, EE, and within one validity by the names of the output types.
    pub groups: Vec<GroupSummary>,
}

/// One group: candidates of one validity and one pair of output types.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupSummary {
    /// The validity group.
    pub group: Group,
    /// The types of the two outputs, in an order that does not depend on the side: a valid output comes before an
    /// error, otherwise they are sorted by name.
    pub types: (String, String),
    /// How many candidates there are.
    pub size: usize,
    /// How well the clusters are separated, from −1 to 1; `None` if there is only one cluster.
    pub silhouette: Option<f64>,
    /// The clusters, numbered across all groups.
    pub clusters: Vec<Cluster>,
}

/// Candidates that resemble each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Its number, from 1, unique across all groups.
    pub id: usize,
    /// The indices of its candidates, ascending.
    pub members: Vec<usize>,
    /// The indices of the candidates to show, best first; at least one.
    pub representatives: Vec<usize>,
    /// The description of the cluster.
    pub description: String,
}
