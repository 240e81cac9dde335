//! The chosen candidates as data: the candidate CSV and the JSON of `find`.

use autobva_core::Candidate;
use autobva_summary::{Cluster, GroupSummary, Summary};

use super::Request;
use crate::candidate_csv::write_candidate_csv;
use crate::json::write_json;
use crate::report::Report;

pub(crate) fn csv(request: &Request<'_>) -> String {
    written(request, |report, summary, out| write_candidate_csv(report, Some(summary), out))
}

/// The JSON object of `find` and `summarize`.
pub(crate) fn json(request: &Request<'_>) -> String {
    written(request, |report, summary, out| write_json(report, Some(summary), out))
}

fn written(
    request: &Request<'_>,
    write: impl Fn(Report<'_>, &Summary, &mut Vec<u8>) -> std::io::Result<()>,
) -> String {
    // The order is best first, as everywhere.
    let mut places: Vec<usize> = request.choice.chosen.iter().map(|chosen| chosen.index).collect();
    places.sort_unstable();
    places.dedup();
    let candidates: Vec<Candidate> =
        places.iter().map(|&index| request.dossier.candidates[index].clone()).collect();
    let report = Report { candidates: &candidates, ..request.dossier.report() };
    let mut bytes = Vec::new();
    write(report, &restricted(&request.dossier.summary, &places), &mut bytes)
        .expect("memory takes everything");
    String::from_utf8(bytes).expect("texts stay texts")
}

/// The summary of these candidates alone, renumbered.
fn restricted(summary: &Summary, places: &[usize]) -> Summary {
    let moved = |indices: &[usize]| -> Vec<usize> {
        indices.iter().filter_map(|index| places.binary_search(index).ok()).collect()
    };
    let cluster = |cluster: &Cluster| {
        let members = moved(&cluster.members);
        let mut representatives = moved(&cluster.representatives);
        representatives.extend(members.first().filter(|_| representatives.is_empty()));
        (!members.is_empty()).then(|| Cluster { members, representatives, ..cluster.clone() })
    };
    let group = |group: &GroupSummary| {
        let clusters: Vec<Cluster> = group.clusters.iter().filter_map(cluster).collect();
        let size = clusters.iter().map(|cluster| cluster.members.len()).sum();
        (size > 0).then(|| GroupSummary { size, clusters, ..group.clone() })
    };
    Summary { groups: summary.groups.iter().filter_map(group).collect() }
}
