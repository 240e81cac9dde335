//! How the kinds of the paper differ in size, and what the paper does not describe.

use super::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use autobva_core::{Candidate, Input, Observation, Value};

use crate::experiment::paper::published::{all_iterations, lns_calls};

/// Clusters of the paper that are so small that they can be complete.
const COUNTABLE: u64 = 50;

pub fn differences(shares: &Shares<'_>, evidence: &Evidence<'_>) -> Vec<String> {
    [sizes(shares), found_by_lns(shares, evidence)].into_iter().flatten().collect()
}

/// Which kinds differ in size, and what the paper does not describe.
fn sizes(shares: &Shares<'_>) -> Option<String> {
    let pool = shares.pool;
    let rows = pool.function.rows().iter().enumerate();
    let mut words: Vec<String> = rows
        .filter(|(_, row)| row.size <= COUNTABLE)
        .filter_map(|(place, row)| size_difference(pool, place, row.size))
        .collect();
    words.extend(answered_twice(pool));
    words.extend(undescribed(pool));
    (!words.is_empty())
        .then(|| format!("{}, {}: {}.", pool.function.title, whose(shares.rules), words.join("; ")))
}

/// How a kind differs in size, and what the data says about it: whether the additional candidates show other outputs or
/// the same outputs at other inputs, and how many have a Boolean in place of a number.
fn size_difference(pool: &Pool, kind: usize, published: u64) -> Option<String> {
    let size = pool.of_kind(kind).count() as u64;
    if size == published {
        return None;
    }
    let own =
        || pool.held().filter(|(place, _)| pool.kind(*place) == Some(kind)).map(|(_, candidate)| candidate);
    let outputs: BTreeSet<_> = own().map(|c| (c.left.outcome.text(), c.right.outcome.text())).collect();
    let is_bool = |input: &Input| input.iter().any(Value::is_bool);
    let booleans = own().filter(|c| is_bool(&c.left.input) || is_bool(&c.right.input)).count();
    let mut remarks = Vec::new();
    if (outputs.len() as u64) < size {
        remarks.push(counted(outputs.len(), "different pair of outputs", "different pairs of outputs"));
    }
    if booleans > 0 {
        remarks.push(format!("{} with a Boolean", grouped(booleans as u64)));
    }
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    Some(format!("cluster {} has {} instead of {published}{remarks}", kind + 1, grouped(size)))
}

/// How many inputs have two different outcomes, and one of them as an example: inputs that read alike can differ in type.
fn answered_twice(pool: &Pool) -> Option<String> {
    let mut answers: HashMap<String, &str> = HashMap::new();
    let mut twice: BTreeMap<String, (&str, &str)> = BTreeMap::new();
    for side in pool.candidates.iter().flat_map(|candidate| [&candidate.left, &candidate.right]) {
        let (input, answer) = (side.input.to_string(), side.outcome.text());
        let first = *answers.entry(input.clone()).or_insert(answer);
        if first != answer {
            twice.entry(input).or_insert((first.min(answer), first.max(answer)));
        }
    }
    let (input, (first, second)) = twice.iter().min_by_key(|(input, _)| input.len())?;
    let inputs = counted(twice.len(), "input is", "inputs are");
    Some(format!("{inputs} answered in two ways, by type, such as {input} with {first} and with {second}"))
}

/// What only BCS found in the study but LNS finds here, and how many calls LNS had.
fn found_by_lns(shares: &Shares<'_>, evidence: &Evidence<'_>) -> Option<String> {
    let pool = shares.pool;
    let (_, by_lns) = shares.by_strategy.iter().find(|(name, _)| *name == "lns")?;
    let rows = pool.function.rows().iter().enumerate().filter(|(_, row)| row.only_bcs);
    let found: Vec<String> = rows
        .filter_map(|(kind, _)| {
            let own = pool.of_kind(kind).filter(|&place| by_lns[place]).count();
            (own > 0).then(|| format!("{} of cluster {}", grouped(own as u64), kind + 1))
        })
        .collect();
    let calls: u64 = pool
        .runs
        .iter()
        .filter(|run| run.key.strategy == "lns")
        .filter_map(|run| evidence.record(&run.key))
        .map(|record| record.calls)
        .sum();
    let published = published_calls(pool.function)?;
    (!found.is_empty()).then(|| {
        format!(
            "{}: LNS finds {} {}. All its runs together make {} calls, those of the study made about {}.",
            pool.function.title,
            listed(&found),
            whose(shares.rules),
            grouped(calls),
            grouped(published.round() as u64),
        )
    })
}

/// The calls of all runs of LNS on a function in the study.
fn published_calls(function: &Function) -> Option<f64> {
    let own = all_iterations(function.name, "lns");
    let calls: f64 = own.map(|row| lns_calls(row.iterations, function.arguments)).sum();
    (calls > 0.0).then_some(calls * REPETITIONS as f64)
}

/// How many candidates are of no kind that the paper describes, and the shortest of them.
fn undescribed(pool: &Pool) -> Option<String> {
    let count = pool.kinds.iter().filter(|kind| kind.is_none()).count();
    let held = pool.held().filter(|(place, _)| pool.kind(*place).is_none());
    let Candidate { left, right, .. } =
        held.map(|(_, candidate)| candidate).min_by_key(|c| c.written_length())?;
    let side = |side: &Observation| format!("({}) → {}", side.input, side.outcome.text());
    let candidates = counted(count, "candidate is", "candidates are");
    Some(format!(
        "{candidates} of no kind that the paper describes, such as {} and {}",
        side(left),
        side(right)
    ))
}
