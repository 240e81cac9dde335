//! Where the kinds of the paper differ in size, and what the paper does not describe.

use std::collections::BTreeSet;

use autobva_core::{Candidate, Input, Observation};

use crate::experiment::paper::evidence::Pool;
use crate::experiment::paper::tables::common::counted;
use crate::experiment::search::grouped;

/// Clusters of the paper that are small enough to hold all there is.
const COUNTABLE: u64 = 50;

/// The differences of a function, in one sentence.
pub fn difference(pool: &Pool) -> Option<String> {
    let rows = pool.function.rows.iter().enumerate();
    let mut words: Vec<String> = rows
        .filter(|(_, row)| row.size <= COUNTABLE)
        .filter_map(|(place, row)| size_difference(pool, place, row.size))
        .collect();
    words.extend(undescribed(pool));
    (!words.is_empty()).then(|| format!("{}: {}.", pool.function.title, words.join("; ")))
}

/// How a kind differs in size, with what the data says about it: whether the further candidates show other outputs, or
/// the same at other inputs, and how many have a Boolean for a number.
fn size_difference(pool: &Pool, kind: usize, published: u64) -> Option<String> {
    let size = pool.of_kind(kind).count() as u64;
    if size == published {
        return None;
    }
    let own =
        || pool.held().filter(|(place, _)| pool.kind(*place) == Some(kind)).map(|(_, candidate)| candidate);
    let outputs: BTreeSet<_> = own().map(|c| (c.left.outcome.text(), c.right.outcome.text())).collect();
    let is_bool = |input: &Input| input.iter().any(|value| value.type_name() == "Bool");
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
