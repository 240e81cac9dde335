//! Settings of a run, with their defaults.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use autobva_core::{Hints, Quantifier, Selection};
use autobva_explore::behaviours::BehaviourSearch;
use autobva_explore::samplers::{Sampler, TypeOrder};
use autobva_explore::strategies::{MakeStrategy, STRATEGIES};
use autobva_explore::{Archive, Saturation, StopRules, Threshold};
use autobva_metrics::{InputDistance, TextDistance};

use crate::choice::Choice;

/// Everything that a run depends on besides the target.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How pairs of inputs are selected.
    pub select: Selection,
    /// How to search.
    pub strategy: Choice<dyn MakeStrategy>,
    /// How to draw numbers.
    pub sampler: Choice<dyn Sampler>,
    /// Whether the types of arguments are drawn among the compatible ones.
    pub cts: bool,
    /// How these types are drawn.
    pub type_order: TypeOrder,
    /// How far apart outputs and inputs are.
    pub distances: Distances,
    /// Scores pairs for the search, instead of the quotient of the distances.
    pub quantifier: Option<Arc<dyn Quantifier>>,
    /// Values to try early, as `VALUE` or `NAME=VALUE`.
    pub seed_values: Vec<String>,
    /// Whether a search by behaviour uses the hints of the target: constants, keys, examples.
    pub hints: bool,
    /// Hints in addition to the target's own, such as those of another version of it.
    pub more_hints: Hints,
    /// Which pairs become candidates.
    pub threshold: Threshold,
    /// When to stop. Without any rule and without a time limit, a run stops when it is saturated, but after ten seconds
    /// at the latest.
    pub stop: StopRules,
    /// The time limit of the search.
    pub max_time: Option<Duration>,
    /// The maximum number of candidates to keep if pairs are selected by the derivative; the best are kept.
    pub capacity: usize,
    /// The maximum number of examples per boundary if pairs are selected by behaviour.
    pub examples: usize,
    /// Whether rules for boundaries are derived.
    pub rules: bool,
    /// Arguments that are kept at a value instead of being varied, as `NAME=VALUE`.
    pub fixed: Vec<String>,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many threads call the target.
    pub jobs: usize,
}

/// The distances of a run.
#[derive(Debug, Clone)]
pub struct Distances {
    /// Between outputs, for the search, and for the other two purposes unless they have their own.
    pub output: Choice<dyn TextDistance>,
    /// Between outputs, for the score by which the archive keeps a pair.
    pub archive: Option<Choice<dyn TextDistance>>,
    /// Between outputs, for the order in which candidates are shown.
    pub ranking: Option<Choice<dyn TextDistance>>,
    /// Between inputs.
    pub input: Choice<dyn InputDistance>,
}

impl Settings {
    /// The time limit of a run without a budget.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
    /// The default number of examples per boundary.
    pub const DEFAULT_EXAMPLES: usize = 16;

    /// Whether the strategy is the one that can select by behaviour.
    pub fn has_lines(&self) -> bool {
        matches!(&self.strategy, Choice::Named(name) if name == BehaviourSearch::ENTRY.entry.name)
    }

    /// Whether no budget was given at all.
    pub fn without_budget(&self) -> bool {
        let stop = &self.stop;
        let no_rule = stop.max_calls.is_none() && stop.max_candidates.is_none() && stop.saturation.is_none();
        no_rule && self.max_time.is_none()
    }

    /// The rules and the time limit that apply: those given, or the default ones.
    pub fn budget(&self) -> (StopRules, Option<Duration>) {
        if self.without_budget() {
            let stop = StopRules { saturation: Some(Saturation::default()), ..StopRules::default() };
            (stop, Some(Settings::DEFAULT_TIME))
        } else {
            (self.stop.clone(), self.max_time)
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            select: Selection::default(),
            strategy: STRATEGIES[0].entry.name.into(),
            sampler: "bituniform".into(),
            cts: true,
            type_order: TypeOrder::default(),
            distances: Distances::default(),
            quantifier: None,
            seed_values: Vec::new(),
            hints: true,
            more_hints: Hints::default(),
            threshold: Threshold::default(),
            stop: StopRules::default(),
            max_time: None,
            capacity: Archive::DEFAULT_CAPACITY,
            examples: Settings::DEFAULT_EXAMPLES,
            rules: true,
            fixed: Vec::new(),
            seed: random_seed(),
            jobs: processors(),
        }
    }
}

impl Default for Distances {
    fn default() -> Self {
        Distances { output: "shape".into(), archive: None, ranking: None, input: "euclidean".into() }
    }
}

/// The number of processors that this process may use. It takes a dozen calls of the system, so they are made once.
pub fn processors() -> usize {
    static PROCESSORS: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *PROCESSORS
}

/// A random seed that is short enough to be typed again.
fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}
