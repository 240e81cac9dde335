//! The JSON of a run: one object, streamed, a candidate per line.

use std::io::{self, BufWriter, Write};

use autobva_core::{Argument, Candidate, Findings, Group, Input, Observation, RunInfo};
use autobva_summary::{Cluster, GroupSummary, Summary};
use serde::{Serialize, Serializer};

use crate::json_lines::LinePerRecord;
use crate::membership::Membership;

/// The name and version of the format.
const SCHEMA: &str = "autobva/1";

/// Writes all that a run found, and with a summary the cluster of each candidate, as one JSON object.
///
/// Candidates are numbered from 1 in their order. Scores that are not finite are `null`.
pub fn write_json(findings: &Findings, summary: Option<&Summary>, out: &mut dyn Write) -> io::Result<()> {
    let membership = Membership::of(findings.candidates.len(), summary);
    let document = DocumentView {
        schema: SCHEMA,
        target: TargetView {
            name: &findings.target.name,
            args: findings.target.signature.arguments().iter().map(argument_view).collect(),
        },
        run: run_view(&findings.run),
        candidates: CandidatesView { candidates: &findings.candidates, membership: &membership },
        groups: match summary {
            Some(summary) => summary.groups.iter().map(group_view).collect(),
            None => plain_groups(&findings.candidates),
        },
    };
    let mut buffered = BufWriter::new(out);
    document
        .serialize(&mut serde_json::Serializer::with_formatter(&mut buffered, LinePerRecord::default()))?;
    buffered.write_all(b"\n")?;
    buffered.flush()
}

#[derive(Serialize)]
struct DocumentView<'a> {
    schema: &'static str,
    target: TargetView<'a>,
    run: RunView<'a>,
    candidates: CandidatesView<'a>,
    groups: Vec<GroupView<'a>>,
}

#[derive(Serialize)]
struct TargetView<'a> {
    name: &'a str,
    args: Vec<ArgumentView<'a>>,
}

#[derive(Serialize)]
struct ArgumentView<'a> {
    name: &'a str,
    r#type: String,
}

fn argument_view(argument: &Argument) -> ArgumentView<'_> {
    ArgumentView { name: argument.name(), r#type: argument.declared() }
}

#[derive(Serialize)]
struct RunView<'a> {
    strategy: &'a str,
    sampler: &'a str,
    cts: bool,
    output_distance: &'a str,
    input_distance: &'a str,
    threshold: &'a str,
    seed: u64,
    jobs: usize,
    calls: u64,
    elapsed_ms: u64,
    stop: &'static str,
    dropped: u64,
}

fn run_view(run: &RunInfo) -> RunView<'_> {
    RunView {
        strategy: &run.strategy,
        sampler: &run.sampler,
        cts: run.cts,
        output_distance: &run.output_distance,
        input_distance: &run.input_distance,
        threshold: &run.threshold,
        seed: run.seed,
        jobs: run.jobs,
        calls: run.calls,
        elapsed_ms: u64::try_from(run.elapsed.as_millis()).unwrap_or(u64::MAX),
        stop: run.stop.name(),
        dropped: run.dropped,
    }
}

struct CandidatesView<'a> {
    candidates: &'a [Candidate],
    membership: &'a Membership,
}

impl Serialize for CandidatesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let views = self.candidates.iter().enumerate().map(|(index, candidate)| CandidateView {
            id: index + 1,
            group: candidate.group().name(),
            cluster: self.membership.cluster(index),
            representative: self.membership.is_representative(index),
            pdq: candidate.score,
            count: candidate.count,
            left: side_view(&candidate.left),
            right: side_view(&candidate.right),
        });
        serializer.collect_seq(views)
    }
}

#[derive(Serialize)]
struct CandidateView<'a> {
    id: usize,
    group: &'static str,
    cluster: Option<usize>,
    representative: bool,
    pdq: f64,
    count: u64,
    left: SideView<'a>,
    right: SideView<'a>,
}

#[derive(Serialize)]
struct SideView<'a> {
    input: InputView<'a>,
    types: TypesView<'a>,
    validity: &'static str,
    r#type: &'a str,
    output: &'a str,
}

fn side_view(side: &Observation) -> SideView<'_> {
    SideView {
        input: InputView(&side.input),
        types: TypesView(&side.input),
        validity: side.outcome.validity().name(),
        r#type: side.outcome.type_name(),
        output: side.outcome.text(),
    }
}

/// The values as strings, so that no integer loses precision.
struct InputView<'a>(&'a Input);

impl Serialize for InputView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Shown))
    }
}

struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

struct TypesView<'a>(&'a Input);

impl Serialize for TypesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|value| value.type_name()))
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

/// The validity groups that occur, where no summary has looked further.
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
