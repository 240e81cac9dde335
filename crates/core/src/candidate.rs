//! Boundary candidates: pairs of inputs with their outcomes and a score.

use std::fmt;

use crate::input::Input;
use crate::outcome::{Outcome, Validity};

/// The validity group of a pair: the topmost distinction of the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Group {
    /// Both outputs are valid.
    VV,
    /// One output is valid, the other is an error.
    VE,
    /// Both outputs are errors.
    EE,
}

impl Group {
    /// The group of a pair with these validities.
    pub fn of(a: Validity, b: Validity) -> Group {
        match (a, b) {
            (Validity::Valid, Validity::Valid) => Group::VV,
            (Validity::Error, Validity::Error) => Group::EE,
            _ => Group::VE,
        }
    }

    /// `VV`, `VE` or `EE`.
    pub fn name(self) -> &'static str {
        match self {
            Group::VV => "VV",
            Group::VE => "VE",
            Group::EE => "EE",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One side of a pair: an input and its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The input of the call.
    pub input: Input,
    /// The outcome of the call.
    pub outcome: Outcome,
}

/// A pair of inputs whose outcomes differ; `left` has the lesser input.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The side with the lesser input.
    pub left: Observation,
    /// The side with the greater input.
    pub right: Observation,
    /// The score by which the archive keeps or drops the pair: its program difference quotient.
    pub score: f64,
    /// How many times the pair was found, from either side.
    pub count: u64,
}

impl Candidate {
    /// The validity group of the pair.
    pub fn group(&self) -> Group {
        Group::of(self.left.outcome.validity(), self.right.outcome.validity())
    }

    /// Whether both are the same finding: their inputs read alike and their outcomes are equal.
    pub fn same_pair(&self, other: &Candidate) -> bool {
        self.left.input.reads_as(&other.left.input)
            && self.right.input.reads_as(&other.right.input)
            && self.left.outcome == other.left.outcome
            && self.right.outcome == other.right.outcome
    }

    /// The total length of both inputs in characters when written; short, readable pairs are preferred.
    pub fn written_length(&self) -> usize {
        self.left.input.written_length() + self.right.input.written_length()
    }
}
