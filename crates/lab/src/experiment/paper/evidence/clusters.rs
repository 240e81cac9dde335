//! The clusters of a pool, which holds the candidates of all runs on a function, and which runs cover them.

use std::collections::BTreeSet;

use autobva_core::Candidate;
use autobva_summary::{Cluster, GroupSummary, Summary, SummarySettings, summarize};

use super::pool::{Pool, PoolRun};
use crate::experiment::paper::ExperimentError;

/// The clusters of all candidates of a function.
pub struct Clusters {
    summary: Summary,
    /// The id of the cluster at each place of the pool; 0 for a candidate that the pool does not hold.
    cluster_of: Vec<u32>,
}

/// The maximum number of clusters per group: the study found thirteen in one, and five classes make twenty ordered pairs.
const MOST_CLUSTERS: usize = 20;

impl Clusters {
    /// Merges and clusters all runs, as the study did: two outputs in different orders are different.
    pub fn of(pool: &Pool) -> Result<Clusters, ExperimentError> {
        let settings = SummarySettings { ordered: true, k: 2..=MOST_CLUSTERS, ..SummarySettings::default() };
        let summary = summarize(&pool.signature, &pool.candidates, &settings)?;
        let mut cluster_of = vec![0; pool.size()];
        for cluster in summary.groups.iter().flat_map(|group| &group.clusters) {
            for &member in &cluster.members {
                cluster_of[pool.places[member] as usize] = cluster.id as u32;
            }
        }
        Ok(Clusters { summary, cluster_of })
    }

    pub fn count(&self) -> usize {
        self.summary.groups.iter().map(|group| group.clusters.len()).sum()
    }

    pub fn all(&self) -> impl Iterator<Item = (&GroupSummary, &Cluster)> {
        let groups = self.summary.groups.iter();
        groups.flat_map(|group| group.clusters.iter().map(move |cluster| (group, cluster)))
    }

    /// The ids of the clusters of some candidates.
    pub fn of_candidates(&self, places: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        places.map(|place| self.cluster_of[place] as usize).filter(|id| *id > 0).collect()
    }

    /// The clusters of which a run has found a candidate.
    pub fn covered(&self, run: &PoolRun) -> BTreeSet<usize> {
        self.of_candidates(run.found.iter().map(|place| *place as usize))
    }

    pub fn places(pool: &Pool, cluster: &Cluster) -> Vec<usize> {
        cluster.members.iter().map(|&member| pool.places[member] as usize).collect()
    }

    /// The kinds of the paper that occur in a cluster.
    pub fn kinds(pool: &Pool, cluster: &Cluster) -> BTreeSet<usize> {
        Clusters::places(pool, cluster).into_iter().filter_map(|place| pool.kind(place)).collect()
    }

    pub fn representative<'a>(pool: &'a Pool, cluster: &Cluster) -> &'a Candidate {
        &pool.candidates[cluster.representatives[0]]
    }
}
