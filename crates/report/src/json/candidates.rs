//! Candidates, each with the cluster or boundary that it belongs to.

use std::collections::HashMap;

use autobva_core::{Candidate, Decision, Scope, Signature};
use autobva_summary::Summary;
use serde::{Serialize, Serializer};

use super::parts::{SideView, plain_side_view};
use crate::report::Report;

/// The candidates of a report, numbered from 1; `whose` returns what the candidate at an index belongs to.
pub(super) struct CandidatesView<'a, F> {
    pub(super) report: Report<'a>,
    pub(super) decisions: HashMap<usize, &'a Decision>,
    /// The arguments, if types are to be named as declared.
    pub(super) plain: Option<&'a Signature>,
    pub(super) whose: F,
}

impl<W: Serialize, F: Fn(usize, &Candidate) -> W> Serialize for CandidatesView<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let views = self.report.candidates.iter().enumerate().map(|(index, candidate)| CandidateView {
            id: index + 1,
            group: candidate.group().name(),
            whose: (self.whose)(index, candidate),
            pdq: candidate.score,
            count: candidate.count,
            flaky: self.report.run.is_some_and(|run| run.recheck.is_flaky(candidate)),
            left: plain_side_view(&candidate.left, self.plain),
            right: plain_side_view(&candidate.right, self.plain),
            decision: self.decisions.get(&index).map(|decision| decision.action.name()),
            note: self.decisions.get(&index).map(|d| d.note.as_str()).filter(|note| !note.is_empty()),
        });
        serializer.collect_seq(views)
    }
}

#[derive(Serialize)]
struct CandidateView<'a, W> {
    id: usize,
    group: &'static str,
    #[serde(flatten)]
    whose: W,
    pdq: f64,
    count: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flaky: bool,
    left: SideView<'a>,
    right: SideView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// The decision about each candidate: one about the candidate itself, or else about its cluster.
pub(super) fn decisions<'a>(report: Report<'a>, summary: Option<&Summary>) -> HashMap<usize, &'a Decision> {
    let mut decisions = HashMap::new();
    if report.decisions.is_empty() {
        return decisions;
    }
    for cluster in summary.into_iter().flat_map(|summary| &summary.groups).flat_map(|group| &group.clusters) {
        if let Some(decision) = report.decision_on_cluster(cluster) {
            decisions.extend(cluster.members.iter().map(|&member| (member, decision)));
        }
    }
    let own = report.decisions.iter().filter(|decision| decision.scope == Scope::Candidate);
    decisions.extend(own.map(|decision| (decision.candidate, decision)));
    decisions
}
