//! Candidates to summarise in tests.

use autobva_core::{Candidate, Observation, Outcome, Signature};
use autobva_summary::{Cluster, Summary, SummarySettings};

/// One argument, a whole number.
pub fn signature() -> Signature {
    Signature::parse(["n:int"]).unwrap()
}

/// One side of a pair: the input of a target with one argument, and its output, which is an error if it starts with
/// `!`.
pub fn side(input: &str, output: &str) -> Observation {
    let input = signature().read(&[input], None).unwrap();
    let outcome = match output.strip_prefix('!') {
        Some(text) => Outcome::error("Error", text),
        None => Outcome::valid("String", output),
    };
    Observation { input, outcome }
}

/// A pair at a number and the next.
pub fn pair(at: i64, left: &str, right: &str) -> Candidate {
    let (left, right) = (side(&at.to_string(), left), side(&(at + 1).to_string(), right));
    Candidate { left, right, score: 1.0, count: 1 }
}

/// Pairs at 0, 10, 20, …
pub fn pairs<'a>(outputs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Candidate> {
    outputs.into_iter().zip(0..).map(|((left, right), i)| pair(i * 10, left, right)).collect()
}

/// The summary under those settings.
pub fn summarize(candidates: &[Candidate], settings: &SummarySettings) -> Summary {
    autobva_summary::summarize(&signature(), candidates, settings).unwrap()
}

/// All clusters of a summary, in order.
pub fn clusters(summary: &Summary) -> Vec<&Cluster> {
    summary.groups.iter().flat_map(|group| &group.clusters).collect()
}

/// The cluster of each candidate.
pub fn memberships(summary: &Summary, candidates: usize) -> Vec<usize> {
    let mut of = vec![0; candidates];
    for cluster in clusters(summary) {
        for &member in &cluster.members {
            assert_eq!(of[member], 0, "candidate {member} is in two clusters");
            of[member] = cluster.id;
        }
    }
    assert!(!of.contains(&0), "a candidate is in no cluster");
    of
}

/// The 56 valid pairs that the study found for `bytecount`, made anew.
pub fn bytecount() -> Vec<Candidate> {
    let mut outputs: Vec<(String, String)> = Vec::new();
    for digits in 1..=33 {
        outputs.push((format!("-1{}B", "0".repeat(digits)), format!("-{}B", "9".repeat(digits))));
    }
    outputs.extend(
        [("-1B", "0B"), ("9B", "10B"), ("99B", "100B"), ("falseB", "trueB"), ("999B", "1.0 kB")].map(own),
    );
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"];
    for (i, unit) in units.iter().enumerate() {
        outputs.push((format!("9.9 {unit}"), format!("10.0 {unit}")));
        outputs.push((format!("99.9 {unit}"), format!("100.0 {unit}")));
        match units.get(i + 1) {
            Some(next) => outputs.push((format!("999.9 {unit}"), format!("1.0 {next}"))),
            None => outputs.push((format!("999.9 {unit}"), format!("1000.0 {unit}"))),
        }
    }
    pairs(outputs.iter().map(|(left, right)| (left.as_str(), right.as_str())))
}

fn own((left, right): (&str, &str)) -> (String, String) {
    (left.to_string(), right.to_string())
}
