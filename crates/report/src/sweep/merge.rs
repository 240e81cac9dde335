//! Merges sweeps of parts of a plan.

use std::collections::btree_map::Entry as Place;

use thiserror::Error;

use super::{Entry, Function, LeftOut, Plan, Sweep};

/// Why two sweeps cannot be merged.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MergeError {
    /// Their versions differ.
    #[error("they were made by autobva {0} and {1}; run the shards with one version")]
    Versions(String, String),
    /// Their versions of Python differ.
    #[error("they were made with Python {0} and {1}; run the shards with one version")]
    Pythons(String, String),
    /// Their functions or settings differ.
    #[error(
        "they are shards of different sweeps ({0} and {1}); the same targets and settings make the same sweep"
    )]
    Sweeps(String, String),
}

/// How a sweep was requested.
fn words(plan: &Plan) -> (&[String], &[Function], &[LeftOut]) {
    (&plan.targets, &plan.functions, &plan.left_out)
}

impl Sweep {
    /// Merges the results of another shard. Shards may overlap, be repeated, or be missing; their order does not matter.
    pub fn merge(&mut self, other: Sweep) -> Result<(), MergeError> {
        let (ours, theirs) = (&self.plan, &other.plan);
        if ours.version != theirs.version {
            return Err(MergeError::Versions(ours.version.clone(), theirs.version.clone()));
        }
        if ours.python != theirs.python {
            return Err(MergeError::Pythons(ours.python.clone(), theirs.python.clone()));
        }
        if ours.id != theirs.id {
            return Err(MergeError::Sweeps(ours.id.clone(), theirs.id.clone()));
        }
        // The same sweep may have been requested in other words; the least of them is kept, regardless of the order.
        if words(theirs) < words(ours) {
            self.plan = other.plan;
        }
        other.entries.into_values().for_each(|entry| self.add(entry));
        Ok(())
    }

    /// Adds the result of a function.
    pub fn add(&mut self, entry: Entry) {
        match self.entries.entry(entry.function.clone()) {
            Place::Vacant(place) => drop(place.insert(entry)),
            Place::Occupied(mut place) => place.get_mut().join(&entry),
        }
    }
}
