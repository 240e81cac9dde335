//! The cluster of each candidate: a summary inverted, for formats that list candidates.

use autobva_summary::Summary;

/// The cluster of each candidate, by the candidate's index.
#[derive(Default)]
pub(crate) struct Membership {
    /// Zero if there is none; clusters are numbered from 1.
    clusters: Vec<usize>,
    representative: Vec<bool>,
}

impl Membership {
    /// The membership of this many candidates; without a summary none has a cluster.
    pub(crate) fn of(candidates: usize, summary: Option<&Summary>) -> Membership {
        let Some(summary) = summary else { return Membership::default() };
        let mut membership =
            Membership { clusters: vec![0; candidates], representative: vec![false; candidates] };
        for cluster in summary.groups.iter().flat_map(|group| &group.clusters) {
            for &member in &cluster.members {
                membership.clusters[member] = cluster.id;
            }
            for &shown in &cluster.representatives {
                membership.representative[shown] = true;
            }
        }
        membership
    }

    /// The number of the candidate's cluster.
    pub(crate) fn cluster(&self, index: usize) -> Option<usize> {
        self.clusters.get(index).copied().filter(|&id| id > 0)
    }

    /// Whether the candidate represents its cluster.
    pub(crate) fn is_representative(&self, index: usize) -> bool {
        self.representative.get(index).copied().unwrap_or(false)
    }
}
