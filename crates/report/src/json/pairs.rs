//! Pairs and their clusters: `autobva/1`.

use std::io::{self, Write};

use autobva_codec::declaration::declarations;
use autobva_codec::text::Texts;
use autobva_core::{Candidate, Flake, Group, RunInfo};
use autobva_summary::{Cluster, GroupSummary, Summary};
use serde::Serialize;
use serde_json::{Value, json};

use super::candidates::{CandidatesView, decisions};
use super::parts::outcome_view;
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
    let arguments = declarations(report.target.signature.arguments());
    let head = json!({
        "schema": SCHEMA,
        "target": {"name": report.target.name, "args": arguments},
        "run": run_object(report.run),
    });
    let candidates = CandidatesView {
        report,
        decisions: decisions(report, summary),
        plain: None,
        whose: |index, _: &_| MembershipView {
            cluster: membership.cluster(index),
            representative: membership.is_representative(index),
        },
    };
    let groups: Value = match summary {
        Some(summary) => summary.groups.iter().map(group_object).collect(),
        None => plain_groups(report.candidates),
    };
    write_document(head, candidates, json!({"groups": groups}), out)
}

#[derive(Serialize)]
struct MembershipView {
    cluster: Option<usize>,
    representative: bool,
}

fn run_object(run: Option<&RunInfo>) -> Value {
    let flake = |flake: &Flake| {
        let (first, again) = (outcome_view(&flake.first), outcome_view(&flake.again));
        json!({"input": Texts(&flake.input), "first": first, "again": again})
    };
    json!({
        "strategy": run.map(|run| &run.strategy),
        "sampler": run.map(|run| &run.sampler),
        "cts": run.map(|run| run.cts),
        "output_distance": run.map(|run| &run.output_distance),
        "input_distance": run.map(|run| &run.input_distance),
        "threshold": run.map(|run| &run.threshold),
        "seed": run.map(|run| run.seed),
        "jobs": run.map(|run| run.jobs),
        "calls": run.map(|run| run.calls),
        "elapsed_ms": run.map(|run| run.elapsed.as_millis() as u64),
        "stop": run.map(|run| run.stop.name()),
        "dropped": run.map(|run| run.dropped),
        "recheck_calls": run.map(|run| run.recheck.calls),
        "unchecked": run.map(|run| run.recheck.unchecked),
        "flaky": run.map(|run| run.recheck.flaky.iter().map(flake).collect::<Value>()),
    })
}

fn group_object(group: &GroupSummary) -> Value {
    let cluster = |cluster: &Cluster| {
        json!({
            "cluster": cluster.id,
            "size": cluster.members.len(),
            "representative": cluster.representatives.first().map(|index| index + 1),
            "description": cluster.description,
        })
    };
    json!({
        "group": group.group.name(),
        "types": group.types,
        "size": group.size,
        "silhouette": group.silhouette,
        "clusters": group.clusters.iter().map(cluster).collect::<Value>(),
    })
}

/// The validity groups that occur, if there is no summary.
fn plain_groups(candidates: &[Candidate]) -> Value {
    let size_of = |group: Group| candidates.iter().filter(|candidate| candidate.group() == group).count();
    let sizes = [Group::VV, Group::VE, Group::EE].map(|group| (group, size_of(group)));
    let found = sizes.into_iter().filter(|(_, size)| *size > 0);
    found
        .map(|(group, size)| json!({"group": group.name(), "size": size, "silhouette": null, "clusters": []}))
        .collect()
}
