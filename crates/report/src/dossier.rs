//! All that is known about a target from one file: a campaign, or a candidate CSV, which says less.

use autobva_core::behaviour::Landscape;
use autobva_core::{Candidate, Decision, RunInfo, Selection, TargetInfo, TargetSpec};
use autobva_summary::{Cluster, Summary};

use crate::report::Report;

/// What report, export and lock are made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Dossier {
    /// What was tested.
    pub target: TargetInfo,
    /// How it is called, if that is known.
    pub called: Option<TargetSpec>,
    /// The runs that found the candidates, in their order; none if that is not known.
    pub runs: Vec<RunRecord>,
    /// The candidates, best first; where behaviours were told apart, those that show boundaries before all others, in the
    /// order of these.
    pub candidates: Vec<Candidate>,
    /// Their groups and clusters.
    pub summary: Summary,
    /// What was decided; at most one decision for each candidate and scope.
    pub decisions: Vec<Decision>,
    /// The behaviours and boundaries, where those were looked for.
    pub landscape: Option<Landscape>,
}

/// A run of `find`.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRecord {
    /// How it was made, and how it ended.
    pub info: RunInfo,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// The words after `autobva` that make the same run again.
    pub command: Vec<String>,
}

impl Dossier {
    /// What the writers of text, JSON and CSV take.
    pub fn report(&self) -> Report<'_> {
        let run = self.runs.last().map(|run| &run.info);
        Report {
            target: &self.target,
            run,
            candidates: &self.candidates,
            decisions: &self.decisions,
            landscape: self.landscape.as_ref(),
        }
    }

    /// The behaviours and boundaries, if they are what the last run looked for.
    pub fn shown_landscape(&self) -> Option<&Landscape> {
        let is_by_behaviour = |run: &RunRecord| run.info.select == Selection::Behaviour;
        self.landscape.as_ref().filter(|_| self.runs.last().is_none_or(is_by_behaviour))
    }

    /// The cluster of a candidate.
    pub fn cluster_of(&self, candidate: usize) -> Option<&Cluster> {
        let mut clusters = self.summary.groups.iter().flat_map(|group| &group.clusters);
        clusters.find(|cluster| cluster.members.binary_search(&candidate).is_ok())
    }

    /// What was decided about a cluster.
    pub fn decision_on_cluster(&self, cluster: &Cluster) -> Option<&Decision> {
        self.report().decision_on_cluster(cluster)
    }

    /// What was decided about a candidate: about itself, or else about its cluster.
    pub fn decision_on(&self, candidate: usize) -> Option<&Decision> {
        let own = self.report().own_decision(candidate);
        own.or_else(|| self.decision_on_cluster(self.cluster_of(candidate)?))
    }
}
