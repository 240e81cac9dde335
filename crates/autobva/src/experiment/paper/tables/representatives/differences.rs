//! Where the kinds of the paper differ in size, and what the paper does not describe.

use std::collections::BTreeSet;

use autobva_core::{Candidate, Input, Observation};

use crate::experiment::paper::evidence::Pool;
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
    let own = || pool.of_kind(kind).map(|place| &pool.candidates[place]);
    let size = own().count() as u64;
    if size == published {
        return None;
    }
    let outputs: BTreeSet<_> = own().map(|c| (c.left.outcome.text(), c.right.outcome.text())).collect();
    let is_bool = |input: &Input| input.iter().any(|value| value.type_name() == "Bool");
    let booleans = own().filter(|c| is_bool(&c.left.input) || is_bool(&c.right.input)).count();
    let mut remarks = Vec::new();
    if (outputs.len() as u64) < size {
        remarks.push(format!("{} different pairs of outputs", grouped(outputs.len() as u64)));
    }
    if booleans > 0 {
        remarks.push(format!("{} with a Boolean", grouped(booleans as u64)));
    }
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    Some(format!("cluster {} has {} instead of {published}{remarks}", kind + 1, grouped(size)))
}

/// How many candidates are of no kind that the paper describes, and the shortest of them.
fn undescribed(pool: &Pool) -> Option<String> {
    let places: Vec<usize> = (0..pool.kinds.len()).filter(|&place| pool.kinds[place].is_none()).collect();
    let shortest = *places.iter().min_by_key(|&&place| pool.candidates[place].written_length())?;
    let Candidate { left, right, .. } = &pool.candidates[shortest];
    let side = |side: &Observation| format!("({}) → {}", side.input, side.outcome.text());
    Some(format!(
        "{} candidates are of no kind that the paper describes, such as {} and {}",
        grouped(places.len() as u64),
        side(left),
        side(right)
    ))
}
