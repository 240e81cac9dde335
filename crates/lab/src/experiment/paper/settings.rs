//! The settings of an experiment: those of the paper unless others are given.

use std::fmt;
use std::time::Duration;

use autobva_explore::strategies::{STRATEGIES, StrategyEntry};
use serde_json::{Value, json};

use super::study::Rules;
use crate::experiment::report::grouped;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Budget {
    Time(Duration),
    /// A number of calls; the run is then reproducible from its seed.
    Calls(u64),
    /// As many iterations as the study made in this many seconds with the same strategy on the same function; also
    /// reproducible.
    Study(u64),
}

impl Budget {
    pub fn seconds(seconds: u64) -> Budget {
        Budget::Time(Duration::from_secs(seconds))
    }

    /// The budget in a file name: `2s`, `20000calls`.
    pub fn tag(self) -> String {
        match self {
            Budget::Time(time) => format!("{}s", time.as_secs_f64()),
            Budget::Calls(calls) => format!("{calls}calls"),
            Budget::Study(seconds) => format!("study{seconds}s"),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Budget::Calls(calls) => write!(f, "{} calls", grouped(*calls)),
            Budget::Study(seconds) => write!(f, "study's {seconds} s"),
        }
    }
}

#[derive(Clone)]
pub struct Settings {
    pub strategies: Vec<&'static StrategyEntry>,
    /// The budgets; if empty, those of the table in the paper.
    pub budgets: Vec<Budget>,
    /// How often each run is repeated; as often as in the paper if not given.
    pub repetitions: Option<u64>,
    /// A run that has found this many candidates ends early.
    pub max_candidates: usize,
    /// The seed that the seeds of all runs are derived from.
    pub seed: u64,
    /// How many runs are made at a time. A run has one job, as in the study.
    pub jobs: usize,
    /// The rules of the study's tool with which all runs are repeated; none if they are not.
    pub as_published: Rules,
}

impl Settings {
    /// More than ten times what any run of the study found, and few enough for all runs of a function to fit into
    /// memory.
    pub const MAX_CANDIDATES: usize = 500_000;

    /// The budgets of a table for which the paper used these seconds: the same numbers of iterations.
    pub fn budgets_or(&self, seconds: &[u64]) -> Vec<Budget> {
        match &self.budgets[..] {
            [] => seconds.iter().map(|seconds| Budget::Study(*seconds)).collect(),
            own => own.to_vec(),
        }
    }

    /// The rules with which runs are made: the study's, if requested, and ours.
    pub fn rules(&self) -> Vec<Rules> {
        match self.as_published {
            Rules::NONE => vec![Rules::NONE],
            study => vec![study, Rules::NONE],
        }
    }

    /// Everything that the results depend on, to check whether runs on disk match. The number of jobs is not part of it.
    pub fn identity(&self) -> Value {
        let budget = |budget: &Budget| budget.tag();
        json!({
            "autobva": env!("CARGO_PKG_VERSION"),
            "--strategies": self.strategies.iter().map(|s| s.entry.name).collect::<Vec<_>>().join(","),
            "--time or --calls": self.budgets.iter().map(budget).collect::<Vec<_>>().join(","),
            "--repetitions": self.repetitions.map_or("as in the paper".to_string(), |n| n.to_string()),
            "--max-candidates": self.max_candidates.to_string(),
            "--seed": self.seed.to_string(),
            "--as-published": self.as_published.to_string(),
        })
    }
}

impl Default for Settings {
    fn default() -> Self {
        let paper = ["lns", "bcs"];
        let strategy = |name: &&str| STRATEGIES.iter().find(|s| s.entry.name == *name);
        Settings {
            strategies: paper.iter().filter_map(strategy).collect(),
            budgets: Vec::new(),
            repetitions: None,
            max_candidates: Settings::MAX_CANDIDATES,
            seed: 1,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            as_published: Rules::NONE,
        }
    }
}
