//! What a run found and how it was run: the result that goes from the search to summary, report and store.

use std::fmt;

use crate::behaviour::Landscape;
use crate::candidate::Candidate;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::signature::Signature;

/// Why a run ended: the first stop rule that was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The time was up.
    MaxTime,
    /// All calls were made.
    MaxCalls,
    /// New candidates had become too rare.
    Saturated,
    /// Enough candidates were found.
    MaxCandidates,
    /// The strategy has nothing left to try.
    Exhausted,
    /// Someone asked it to stop.
    Interrupted,
}

impl StopReason {
    /// All of them.
    pub const ALL: [StopReason; 6] = [
        StopReason::MaxTime,
        StopReason::MaxCalls,
        StopReason::Saturated,
        StopReason::MaxCandidates,
        StopReason::Exhausted,
        StopReason::Interrupted,
    ];

    /// The name used in the output, such as `max-calls`.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::MaxTime => "max-time",
            StopReason::MaxCalls => "max-calls",
            StopReason::Saturated => "saturated",
            StopReason::MaxCandidates => "max-candidates",
            StopReason::Exhausted => "exhausted",
            StopReason::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How pairs of inputs are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// Two behaviours meet there.
    #[default]
    Behaviour,
    /// The program derivative is above the threshold, as in the paper.
    Derivative,
}

impl Selection {
    /// The name used in the output: `behaviour` or `derivative`.
    pub fn name(self) -> &'static str {
        match self {
            Selection::Behaviour => "behaviour",
            Selection::Derivative => "derivative",
        }
    }
}

/// What was tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetInfo {
    /// The name of the target.
    pub name: String,
    /// Its arguments.
    pub signature: Signature,
}

/// How a run was made, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct RunInfo {
    /// How pairs were selected.
    pub select: Selection,
    /// The arguments that were kept at a fixed value: name and value.
    pub fixed: Vec<(String, String)>,
    /// The name of the strategy.
    pub strategy: String,
    /// The name of the sampler.
    pub sampler: String,
    /// Whether compatible type sampling was on.
    pub cts: bool,
    /// The name of the output distance.
    pub output_distance: String,
    /// The name of the input distance.
    pub input_distance: String,
    /// The rule by which a pair became a candidate, as it would be given to `--threshold`.
    pub threshold: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many threads called the target.
    pub jobs: usize,
    /// How many calls were made.
    pub calls: u64,
    /// How long the run took.
    pub elapsed: std::time::Duration,
    /// Why it ended.
    pub stop: StopReason,
    /// How many candidates were found but dropped because the archive was full.
    pub dropped: u64,
    /// The result of running the candidates again.
    pub recheck: Recheck,
}

/// The result of running candidates again, to check whether the target gives the same answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recheck {
    /// How many calls that took; they are included in all calls.
    pub calls: u64,
    /// How many candidates were not run again because calls or time ran out.
    pub unchecked: usize,
    /// The inputs that had another outcome the second time, in order.
    pub flaky: Vec<Flake>,
}

/// An input with two different outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flake {
    /// The input.
    pub input: Input,
    /// Its outcome in the search.
    pub first: Outcome,
    /// Its outcome when it was run again.
    pub again: Outcome,
}

impl Recheck {
    /// Adds an input with two outcomes; the inputs are kept in order.
    pub fn note(&mut self, flake: Flake) {
        if let Err(place) = self.place(&flake.input) {
            self.flaky.insert(place, flake);
        }
    }

    fn place(&self, input: &Input) -> Result<usize, usize> {
        self.flaky.binary_search_by(|flake| flake.input.cmp_reading(input))
    }

    /// Whether an input of the candidate had another outcome when it was run again.
    pub fn is_flaky(&self, candidate: &Candidate) -> bool {
        self.place(&candidate.left.input).is_ok() || self.place(&candidate.right.input).is_ok()
    }
}

/// All that a run found.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// What was tested.
    pub target: TargetInfo,
    /// How it was tested.
    pub run: RunInfo,
    /// The candidates, best first; after a search by behaviour those that show the boundaries, in the order of these.
    pub candidates: Vec<Candidate>,
    /// The behaviours and their boundaries, after a search by behaviour.
    pub landscape: Option<Landscape>,
}
