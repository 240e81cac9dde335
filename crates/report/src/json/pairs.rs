//! Pairs and their clusters: `autobva/1`.

use std::io::{self, Write};

use autobva_codec::declaration::{Declaration, declarations};
use autobva_codec::text::Texts;
use autobva_core::{Candidate, Flake, Group, RunInfo};
use autobva_summary::{Cluster, GroupSummary, Summary};
use serde::Serialize;

use super::candidates::{CandidatesView, decisions};
use super::parts::{OutcomeView, outcome_view};
use super::write_document;
use crate::membership::Membership;
use crate::report::Report;

/// The name and version of the format.
const SCHEMA: &str = "autobva/1";

/// Writes everything that a run found as one JSON object; with a summary, each candidate has its cluster.
///
/// Candidates are numbered from 1. Scores that are not finite are `null`, and so is everything that is not known about
/// the run.
pub fn write_json<'a>(
    report: impl Into<Report<'a>>,
    summary: Option<&Summary>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let report = report.into();
    let membership = Membership::of(report.candidates.len(), summary);
    let document = DocumentView {
        schema: SCHEMA,
        target: TargetView {
            name: &report.target.name,
            args: declarations(report.target.signature.arguments()),
        },
        run: run_view(report.run),
        candidates: CandidatesView {
            report,
            decisions: decisions(report, summary),
            plain: None,
            whose: |index, _: &_| MembershipView {
                cluster: membership.cluster(index),
                representative: membership.is_representative(index),
            },
        },
        groups: match summary {
            Some(summary) => summary.groups.iter().map(group_view).collect(),
            None => plain_groups(report.candidates),
        },
    };
    write_document(&document, out)
}

#[derive(Serialize)]
struct DocumentView<'a, C: Serialize> {
    schema: &'static str,
    target: TargetView<'a>,
    run: RunView<'a>,
    candidates: C,
    groups: Vec<GroupView<'a>>,
}

#[derive(Serialize)]
struct TargetView<'a> {
    name: &'a str,
    args: Vec<Declaration>,
}

/// The cluster of a candidate.
#[derive(Serialize)]
struct MembershipView {
    cluster: Option<usize>,
    representative: bool,
}

#[derive(Serialize, Default)]
struct RunView<'a> {
    strategy: Option<&'a str>,
    sampler: Option<&'a str>,
    cts: Option<bool>,
    output_distance: Option<&'a str>,
    input_distance: Option<&'a str>,
    threshold: Option<&'a str>,
    seed: Option<u64>,
    jobs: Option<usize>,
    calls: Option<u64>,
    elapsed_ms: Option<u64>,
    stop: Option<&'static str>,
    dropped: Option<u64>,
    /// The calls among them that ran candidates again.
    recheck_calls: Option<u64>,
    /// How many candidates were not run again.
    unchecked: Option<usize>,
    /// The inputs that had another outcome when they were run again.
    flaky: Option<Vec<FlakeView<'a>>>,
}

#[derive(Serialize)]
struct FlakeView<'a> {
    input: Texts<'a>,
    first: OutcomeView<'a>,
    again: OutcomeView<'a>,
}

fn flake_view(flake: &Flake) -> FlakeView<'_> {
    let (first, again) = (outcome_view(&flake.first), outcome_view(&flake.again));
    FlakeView { input: Texts(&flake.input), first, again }
}

fn run_view(run: Option<&RunInfo>) -> RunView<'_> {
    let Some(run) = run else { return RunView::default() };
    RunView {
        strategy: Some(&run.strategy),
        sampler: Some(&run.sampler),
        cts: Some(run.cts),
        output_distance: Some(&run.output_distance),
        input_distance: Some(&run.input_distance),
        threshold: Some(&run.threshold),
        seed: Some(run.seed),
        jobs: Some(run.jobs),
        calls: Some(run.calls),
        elapsed_ms: Some(u64::try_from(run.elapsed.as_millis()).unwrap_or(u64::MAX)),
        stop: Some(run.stop.name()),
        dropped: Some(run.dropped),
        recheck_calls: Some(run.recheck.calls),
        unchecked: Some(run.recheck.unchecked),
        flaky: Some(run.recheck.flaky.iter().map(flake_view).collect()),
    }
}

#[derive(Serialize)]
struct GroupView<'a> {
    group: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    types: Option<(&'a str, &'a str)>,
    size: usize,
    silhouette: Option<f64>,
    clusters: Vec<ClusterView<'a>>,
}

#[derive(Serialize)]
struct ClusterView<'a> {
    cluster: usize,
    size: usize,
    representative: Option<usize>,
    description: &'a str,
}

fn group_view(group: &GroupSummary) -> GroupView<'_> {
    GroupView {
        group: group.group.name(),
        types: Some((&group.types.0, &group.types.1)),
        size: group.size,
        silhouette: group.silhouette,
        clusters: group.clusters.iter().map(cluster_view).collect(),
    }
}

fn cluster_view(cluster: &Cluster) -> ClusterView<'_> {
    ClusterView {
        cluster: cluster.id,
        size: cluster.members.len(),
        representative: cluster.representatives.first().map(|index| index + 1),
        description: &cluster.description,
    }
}

/// The validity groups that occur, if there is no summary.
fn plain_groups(candidates: &[Candidate]) -> Vec<GroupView<'static>> {
    let size_of = |group: Group| candidates.iter().filter(|candidate| candidate.group() == group).count();
    let groups = [Group::VV, Group::VE, Group::EE].map(|group| GroupView {
        group: group.name(),
        types: None,
        size: size_of(group),
        silhouette: None,
        clusters: Vec::new(),
    });
    groups.into_iter().filter(|group| group.size > 0).collect()
}
