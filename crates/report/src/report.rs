//! What is reported: candidates, and what is known about them.

use autobva_core::behaviour::{Boundary, Landscape};
use autobva_core::{Candidate, Decision, Findings, RunInfo, Scope, TargetInfo};
use autobva_summary::Cluster;

/// Candidates of a run, or of a file that does not say how they were found.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    pub target: &'a TargetInfo,
    /// How it was tested, if that is known.
    pub run: Option<&'a RunInfo>,
    /// The candidates, best first.
    pub candidates: &'a [Candidate],
    /// The decisions, if any; the first one about a cluster counts.
    pub decisions: &'a [Decision],
    /// The behaviours and boundaries, if a run looked for them.
    pub landscape: Option<&'a Landscape>,
}

impl<'a> Report<'a> {
    pub fn decision_on_cluster(&self, cluster: &Cluster) -> Option<&'a Decision> {
        let about = |decision: &&Decision| cluster.members.binary_search(&decision.candidate).is_ok();
        self.decisions.iter().filter(|decision| decision.scope == Scope::Cluster).find(about)
    }

    /// The decision about the boundary with this number.
    pub fn decision_on_boundary(&self, id: u32) -> Option<&'a Decision> {
        self.decisions.iter().find(|decision| decision.scope == Scope::Boundary(id))
    }

    /// The decision about a boundary, or else about a pair that shows it.
    pub(crate) fn decision_at(&self, boundary: &Boundary) -> Option<&'a Decision> {
        let shows = |candidate: &Candidate| {
            boundary.all_places().any(|place| place.left == candidate.left && place.right == candidate.right)
        };
        self.decision_on_boundary(boundary.id).or_else(|| {
            let is_of_pairs = |d: &&Decision| matches!(d.scope, Scope::Candidate | Scope::Cluster);
            let mut of_pairs = self.decisions.iter().filter(is_of_pairs);
            of_pairs.find(|decision| self.candidates.get(decision.candidate).is_some_and(shows))
        })
    }

    /// The decision about this candidate alone.
    pub fn own_decision(&self, candidate: usize) -> Option<&'a Decision> {
        self.decisions.iter().find(|d| d.scope == Scope::Candidate && d.candidate == candidate)
    }
}

impl<'a> From<&'a Findings> for Report<'a> {
    fn from(findings: &'a Findings) -> Self {
        Report {
            target: &findings.target,
            run: Some(&findings.run),
            candidates: &findings.candidates,
            decisions: &[],
            landscape: findings.landscape.as_ref(),
        }
    }
}
