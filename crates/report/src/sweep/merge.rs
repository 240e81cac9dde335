//! Merges sweeps of parts of a plan.

use std::collections::btree_map::Entry as Place;

use thiserror::Error;

use super::{Entry, Function, LeftOut, Plan, Sweep};

/// Why two sweeps cannot be merged.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct MergeError(String);

/// How a sweep was requested.
fn words(plan: &Plan) -> (&[String], &[Function], &[LeftOut]) {
    (&plan.targets, &plan.functions, &plan.left_out)
}

impl Sweep {
    /// Merges the results of another shard. Shards may overlap, be repeated, or be missing; their order does not matter.
    pub fn merge(&mut self, other: Sweep) -> Result<(), MergeError> {
        let (ours, theirs) = (&self.plan, &other.plan);
        let differ = |made: &str, ours: &str, theirs: &str| {
            MergeError(format!("they were {made} {ours} and {theirs}; run the shards with one version"))
        };
        if ours.version != theirs.version {
            return Err(differ("made by autobva", &ours.version, &theirs.version));
        }
        if ours.python != theirs.python {
            return Err(differ("made with Python", &ours.python, &theirs.python));
        }
        if ours.id != theirs.id {
            let (ours, theirs, remedy) =
                (&ours.id, &theirs.id, "the same targets and settings make the same sweep");
            return Err(MergeError(format!(
                "they are shards of different sweeps ({ours} and {theirs}); {remedy}"
            )));
        }
        // The same sweep may have been requested in other words; the least of them is kept, regardless of the order.
        if words(theirs) < words(ours) {
            self.plan = other.plan;
        }
        other.entries.into_values().for_each(|entry| self.add(entry));
        Ok(())
    }

    pub fn add(&mut self, entry: Entry) {
        match self.entries.entry(entry.function.clone()) {
            Place::Vacant(place) => drop(place.insert(entry)),
            Place::Occupied(mut place) => place.get_mut().join(&entry),
        }
    }
}
