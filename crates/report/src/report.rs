//! What is reported: candidates, and what is known about them.

use autobva_core::{Candidate, Findings, RunInfo, TargetInfo};

/// Candidates of a run, or of a file that does not say how they were found.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// What was tested.
    pub target: &'a TargetInfo,
    /// How, if that is known.
    pub run: Option<&'a RunInfo>,
    /// The candidates, best first.
    pub candidates: &'a [Candidate],
}

impl<'a> From<&'a Findings> for Report<'a> {
    fn from(findings: &'a Findings) -> Self {
        Report { target: &findings.target, run: Some(&findings.run), candidates: &findings.candidates }
    }
}
