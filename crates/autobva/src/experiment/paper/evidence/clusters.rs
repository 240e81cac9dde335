//! The clusters of a pool, and which runs cover them.

use std::collections::BTreeSet;

use autobva_summary::{Cluster, GroupSummary, Summary, SummarySettings, summarize};

use super::pool::{Pool, PoolRun};
use crate::experiment::paper::ExperimentError;

/// The clusters of all candidates of a function.
pub struct Clusters {
    /// Groups and clusters.
    pub summary: Summary,
    /// The id of the cluster of each candidate.
    cluster_of: Vec<u32>,
}

/// The most clusters of a group: the study found thirteen in one, and five classes make twenty ordered pairs.
const MOST_CLUSTERS: usize = 20;

impl Clusters {
    /// Merges all runs and clusters once, as the study did: both orders of two outputs are different.
    pub fn of(pool: &Pool) -> Result<Clusters, ExperimentError> {
        let settings = SummarySettings { ordered: true, k: 2..=MOST_CLUSTERS, ..SummarySettings::default() };
        let summary = summarize(&pool.signature, &pool.candidates, &settings)?;
        let mut cluster_of = vec![0; pool.candidates.len()];
        for cluster in summary.groups.iter().flat_map(|group| &group.clusters) {
            cluster.members.iter().for_each(|&member| cluster_of[member] = cluster.id as u32);
        }
        Ok(Clusters { summary, cluster_of })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.summary.groups.iter().map(|group| group.clusters.len()).sum()
    }

    /// Each with its group.
    pub fn all(&self) -> impl Iterator<Item = (&GroupSummary, &Cluster)> {
        self.summary
            .groups
            .iter()
            .flat_map(|group| group.clusters.iter().map(move |cluster| (group, cluster)))
    }

    /// The id of the cluster of a candidate.
    pub fn of_candidate(&self, place: usize) -> usize {
        self.cluster_of[place] as usize
    }

    /// The clusters that a run has a candidate of.
    pub fn covered(&self, run: &PoolRun) -> BTreeSet<usize> {
        run.found.iter().map(|&place| self.of_candidate(place as usize)).collect()
    }
}
