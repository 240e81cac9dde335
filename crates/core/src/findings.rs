//! What a run found and how it was run: the object that leaves the search for summary, report and store.

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

/// By what pairs of inputs are selected.
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
    /// By what pairs are selected.
    pub select: Selection,
    /// The arguments that were kept at a value, by name, each with its value.
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
    /// What came of running the candidates again.
    pub recheck: Recheck,
}

/// What came of running candidates again, to see whether the target gives the same answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recheck {
    /// How many calls were made for it; they are part of all calls.
    pub calls: u64,
    /// How many candidates were not run again because calls or time ran out.
    pub unchecked: usize,
    /// The inputs that were answered differently, in order.
    pub flaky: Vec<Flake>,
}

/// An input that was answered in two ways.
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
    /// Adds an input that was answered in two ways; the inputs are kept in order.
    pub fn note(&mut self, flake: Flake) {
        if let Err(place) = self.place(&flake.input) {
            self.flaky.insert(place, flake);
        }
    }

    fn place(&self, input: &Input) -> Result<usize, usize> {
        self.flaky.binary_search_by(|flake| flake.input.cmp_reading(input))
    }

    /// Whether a side of the candidate was answered differently when it was run again.
    pub fn is_flaky(&self, candidate: &Candidate) -> bool {
        self.place(&candidate.left.input).is_ok() || self.place(&candidate.right.input).is_ok()
    }
}

/// All that a run found.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// What was tested.
    pub target: TargetInfo,
    /// How.
    pub run: RunInfo,
    /// The candidates, best first; where behaviours are told apart, those that show the boundaries, in their order.
    pub candidates: Vec<Candidate>,
    /// The behaviours and their boundaries, where those were looked for.
    pub landscape: Option<Landscape>,
}
