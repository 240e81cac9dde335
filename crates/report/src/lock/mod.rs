//! The lock file: boundaries that were accepted, how their target is called, and what became of them.

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

pub use annotations::{LineOf, write_annotations, write_sarif};
pub use changes::{ChangeCounts, Changes, TargetChanges, TargetFault};
pub use json::write_changes_json;
pub(crate) use junit::escaped as xml;
pub use junit::write_junit;
pub use reader::LockError;
pub use selection::{Chosen, ChosenError};
pub use text::{ChangesView, changes_view};
pub use writer::is_lock;

/// The newest version of the format. A file in which no boundary says what it separates is of the first one.
const VERSION: i64 = 2;

/// The accepted boundaries of any number of targets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lock {
    /// The targets, in the order of the words that call them.
    pub targets: Vec<LockedTarget>,
}

/// A target and its accepted boundaries.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedTarget {
    /// How it is called.
    pub invocation: Invocation,
    /// Its arguments when the boundaries were accepted.
    pub signature: Signature,
    /// What was seen when they were accepted and is not among them: behaviours that meet, or the
    /// [marks](Guarded::marks) of boundaries.
    pub known: Vec<String>,
    /// The boundaries, in the order of their inputs; outcomes are abbreviated.
    pub boundaries: Vec<Guarded>,
}

impl LockedTarget {
    /// Whether its boundaries were found as changes of behaviour.
    pub fn tells_behaviours(&self) -> bool {
        self.boundaries.iter().any(|boundary| boundary.about.is_some())
    }

    /// How the target is called, in one line.
    pub fn name(&self) -> String {
        self.invocation.line()
    }

    /// The same as it is written: in order, and each thing once.
    pub fn tidy(mut self) -> LockedTarget {
        self.boundaries = self.boundaries.into_iter().map(Guarded::abbreviated).collect();
        self.sort();
        self
    }

    /// Puts everything into the order in which it is written, each thing once; of boundaries at the same place and with
    /// the same types, the first stays.
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
    /// Reads a lock file. Anything may stand there; what is no lock is refused with the line and the remedy.
    pub fn read(text: &str) -> Result<Lock, LockError> {
        reader::read(text)
    }

    /// The text of the lock file: the same for the same lock, whatever the order in which it was put together.
    pub fn write(&self) -> String {
        writer::write(self)
    }

    /// Accepts the boundaries of a target. What was accepted of it before is kept, except at the same places, if `keep`
    /// says so, and is replaced otherwise.
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
