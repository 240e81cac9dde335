//! The lock file: accepted boundaries, how their target is called, and what happened to them.

mod alike;
mod annotations;
mod changes;
mod conditions;
mod document;
mod json;
mod junit;
mod reader;
mod selection;
mod shown;
mod text;
mod writer;

use autobva_core::{Guarded, Invocation, Signature};

use crate::fault::FileFault;

pub use annotations::{LineOf, write_annotations, write_sarif};
pub use changes::{ChangeCounts, Changes, TargetChanges, TargetFault};
pub use json::write_changes_json;
pub use junit::write_junit;
pub use selection::{Chosen, ChosenError};
pub use text::{ChangesView, changes_view};
pub use writer::is_lock;

/// The newest version of the format. A file in which no boundary has behaviours is written as version 1.
const VERSION: i64 = 2;

/// The accepted boundaries of any number of targets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lock {
    /// The targets, ordered by the words that call them.
    pub targets: Vec<LockedTarget>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LockedTarget {
    pub invocation: Invocation,
    /// Its arguments when the boundaries were accepted.
    pub signature: Signature,
    /// What was seen when they were accepted and is not among them: pairs of behaviours, or the [marks](Guarded::marks)
    /// of boundaries.
    pub known: Vec<String>,
    /// The boundaries, in the order of their inputs; outcomes are abbreviated.
    pub boundaries: Vec<Guarded>,
}

impl LockedTarget {
    /// Whether its boundaries were found as changes of behaviour.
    pub fn tells_behaviours(&self) -> bool {
        self.boundaries.iter().any(|boundary| boundary.about.is_some())
    }

    /// The words that name the target, in one line.
    pub fn name(&self) -> String {
        self.invocation.line()
    }

    /// The same as it is written: sorted and without duplicates.
    pub fn tidy(mut self) -> LockedTarget {
        self.boundaries = self.boundaries.into_iter().map(Guarded::abbreviated).collect();
        self.sort();
        self
    }

    /// Sorts everything as it is written and removes duplicates; of several boundaries at the same place with the same
    /// types, the first stays.
    fn sort(&mut self) {
        self.invocation.options.sort();
        self.known.sort();
        self.known.dedup();
        let types = |Guarded { pair, .. }: &Guarded| {
            let values = pair.left.input.iter().chain(pair.right.input.iter());
            values.map(|value| value.type_name()).collect::<Vec<_>>()
        };
        self.boundaries.sort_by(|a, b| a.pair.cmp_place(&b.pair).then_with(|| types(a).cmp(&types(b))));
        self.boundaries.dedup_by(|Guarded { pair: later, .. }, Guarded { pair: first, .. }| {
            later.left.input == first.left.input && later.right.input == first.right.input
        });
    }
}

impl Lock {
    /// Reads a lock file. The text may be anything; if it is not a lock, the error has the line and the remedy.
    pub fn read(text: &str) -> Result<Lock, FileFault> {
        reader::read(text)
    }

    /// The text of the lock file. It does not depend on the order in which the lock was put together.
    pub fn write(&self) -> String {
        writer::write(self)
    }

    /// Accepts the boundaries of a target. With `keep`, boundaries that were accepted before stay, except at the same
    /// places; otherwise they are replaced.
    pub fn accept(&mut self, accepted: LockedTarget, keep: bool) {
        let mut accepted = accepted.tidy();
        let before = self.targets.iter().position(|target| target.invocation == accepted.invocation);
        if let Some(before) = before.map(|place| self.targets.remove(place)).filter(|_| keep) {
            accepted.boundaries.extend(before.boundaries);
            accepted.known.extend(before.known);
            accepted.sort();
        }
        self.targets.push(accepted);
        self.targets.sort_by_key(|target| target.invocation.words());
    }
}
