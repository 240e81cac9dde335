//! Everything that is known about a target from one file: a campaign, or a candidate CSV, which contains less.

use autobva_core::behaviour::Landscape;
use autobva_core::{Candidate, Decision, RunInfo, Selection, TargetInfo, TargetSpec};
use autobva_summary::{Cluster, Summary};

use crate::report::Report;

/// The source of report, export and lock.
#[derive(Debug, Clone, PartialEq)]
pub struct Dossier {
    pub target: TargetInfo,
    /// How it is called, if that is known.
    pub called: Option<TargetSpec>,
    /// The runs that found the candidates, in order; empty if they are not known.
    pub runs: Vec<RunRecord>,
    /// The candidates, best first. If behaviours were distinguished, those that show boundaries come first, in the
    /// order of these.
    pub candidates: Vec<Candidate>,
    /// Their groups and clusters.
    pub summary: Summary,
    /// The decisions; at most one for each candidate and scope.
    pub decisions: Vec<Decision>,
    /// The behaviours and boundaries, if a run looked for them.
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
    /// The input of the writers of text, JSON and CSV.
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

    /// The behaviours and boundaries, if the last run looked for them.
    pub fn shown_landscape(&self) -> Option<&Landscape> {
        let is_by_behaviour = |run: &RunRecord| run.info.select == Selection::Behaviour;
        self.landscape.as_ref().filter(|_| self.runs.last().is_none_or(is_by_behaviour))
    }

    pub fn cluster_of(&self, candidate: usize) -> Option<&Cluster> {
        let mut clusters = self.summary.groups.iter().flat_map(|group| &group.clusters);
        clusters.find(|cluster| cluster.members.binary_search(&candidate).is_ok())
    }

    pub fn decision_on_cluster(&self, cluster: &Cluster) -> Option<&Decision> {
        self.report().decision_on_cluster(cluster)
    }

    /// The decision about a candidate: one about the candidate itself, or else about its cluster.
    pub fn decision_on(&self, candidate: usize) -> Option<&Decision> {
        let own = self.report().own_decision(candidate);
        own.or_else(|| self.decision_on_cluster(self.cluster_of(candidate)?))
    }
}
