//! The differences between two sweeps.

use super::{Entry, Sweep};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SweepDifference {
    /// Functions that only the newer one has.
    pub added: Vec<String>,
    /// Functions that only the older one has.
    pub removed: Vec<String>,
    /// Functions that both have, with different boundaries.
    pub changed: Vec<FunctionDifference>,
    /// How many functions are the same.
    pub same: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionDifference {
    pub function: String,
    /// How its search ended differently, in words; empty if it ended in the same way.
    pub state: String,
    /// The sentences of new boundaries, and new failures.
    pub new: Vec<String>,
    /// The sentences of boundaries, and failures, that are gone.
    pub gone: Vec<String>,
}

impl SweepDifference {
    /// Whether anything is different.
    pub fn is_change(&self) -> bool {
        !(self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty())
    }
}

/// Compares two sweeps, function by function.
pub fn sweep_difference(old: &Sweep, new: &Sweep) -> SweepDifference {
    let only = |a: &Sweep, b: &Sweep| {
        a.entries.keys().filter(|name| !b.entries.contains_key(*name)).cloned().collect()
    };
    let mut difference =
        SweepDifference { added: only(new, old), removed: only(old, new), ..SweepDifference::default() };
    for (name, was) in &old.entries {
        match new.entries.get(name).map(|now| compare(was, now)) {
            Some(Some(change)) => difference.changed.push(change),
            Some(None) => difference.same += 1,
            None => {}
        }
    }
    difference
}

fn compare(was: &Entry, now: &Entry) -> Option<FunctionDifference> {
    let (before, after) = (told(was), told(now));
    let without = |some: &[String], others: &[String]| -> Vec<String> {
        some.iter().filter(|text| !others.contains(text)).cloned().collect()
    };
    let (new, gone) = (without(&after, &before), without(&before, &after));
    let state = match was.state == now.state {
        true => String::new(),
        false => format!("was {}, is {}", state(was), state(now)),
    };
    let is_same = new.is_empty() && gone.is_empty() && state.is_empty();
    (!is_same).then(|| FunctionDifference { function: was.function.clone(), state, new, gone })
}

fn state(entry: &Entry) -> String {
    let why = if entry.why.is_empty() { String::new() } else { format!(" ({})", entry.why) };
    format!("{:?}{why}", entry.state).to_lowercase()
}

/// What is compared: the sentences, and failures that killed a process.
fn told(entry: &Entry) -> Vec<String> {
    let sentences = entry.boundaries.iter().map(|boundary| boundary.sentence.clone());
    let killing = entry.failures.iter().filter(|failure| failure.is_killing());
    sentences.chain(killing.map(|failure| format!("✗ {}", failure.kind))).collect()
}
