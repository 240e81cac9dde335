//! The options of `find` for the search and its budget, as settings and as the words that express them.

use std::time::Duration;

use autobva::explore::behaviours::BehaviourSearch;
use autobva::explore::{Saturation, StopRules};
use autobva::{Distances, Selection, Settings, Threshold, TypeOrder};
use clap::{Args, ValueEnum};

use super::budget::{count, duration};
use super::options::{DAILY, Switch};

/// The heading of the options that the paper varies; a search by behaviour needs none of them.
pub const PAPER: &str = "Pairs by distance, as in the paper";

#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Keep an argument at a value, as NAME=VALUE; repeat for more
    #[arg(long, value_name = "NAME=VALUE", help_heading = DAILY)]
    fix: Vec<String>,

    /// Whether to look for a rule that says where a boundary lies, and to test it at fresh places
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    rules: Switch,

    /// A value to look at early, as VALUE or NAME=VALUE; repeat for more
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, help_heading = DAILY)]
    seed_value: Vec<String>,

    /// Whether to look at constants, keys and examples that a Python function has in its code, or a worker tells; off is pure
    /// black box
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    hints: Switch,

    /// The seed of all random choices; printed, and the same again with the same seed and --max-calls
    #[arg(long, value_name = "N", help_heading = DAILY)]
    pub seed: Option<u64>,

    /// How many threads call the target; all cores if not given
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,

    /// How many examples of each boundary to keep, or all; 16 if not given. Where pairs are selected by
    /// distance, how many candidates, the best ones; 1,000,000 if not given
    #[arg(long, value_name = "N|all", value_parser = count_or_all)]
    keep: Option<u64>,

    /// How to search; strategies other than lines select pairs by distance
    #[arg(long, value_name = "NAME", help_heading = PAPER)]
    strategy: Option<String>,

    /// How to draw numbers: bituniform or uniform
    #[arg(long, value_name = "NAME", default_value = "bituniform", help_heading = PAPER)]
    sampler: String,

    /// Compatible type sampling: draw the type of each argument, too; on if not given, but off for a program, which is
    /// given text whatever the type, and for a Python function, whose int is Python's
    #[arg(long, value_name = "ON|OFF", help_heading = PAPER)]
    cts: Option<Switch>,

    /// How compatible types are drawn
    #[arg(long, value_name = "ORDER", default_value = "random", help_heading = PAPER)]
    type_order: Order,

    /// Select pairs by this distance between their outputs, divided by that between their inputs, instead of by behaviour;
    /// shape if only another option asks for that. Two, as shape,levenshtein, are a coarse one and a finer one that zooms in
    #[arg(long, value_name = "NAME", help_heading = PAPER)]
    output_distance: Option<String>,

    /// How far apart inputs are, where pairs are selected by distance; euclidean if not given
    #[arg(long, value_name = "NAME", help_heading = PAPER)]
    input_distance: Option<String>,

    /// Another output distance for what the archive keeps
    #[arg(long, value_name = "NAME", help_heading = PAPER)]
    archive_distance: Option<String>,

    /// Another output distance for the order in which candidates are shown
    #[arg(long, value_name = "NAME", help_heading = PAPER)]
    rank_distance: Option<String>,

    /// Which pairs become candidates by their distance: more than a number, percentile:90, or top:100; 0 if not given
    #[arg(long, value_name = "RULE", help_heading = PAPER)]
    threshold: Option<Threshold>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// At random
    Random,
    /// Each in turn
    RoundRobin,
}

#[derive(Args)]
#[command(next_help_heading = "Budget")]
pub struct BudgetArgs {
    /// Search no longer than this, e.g. 10s, 500ms, 2m
    #[arg(long, alias = "time", value_name = "TIME", value_parser = duration, help_heading = DAILY)]
    max_time: Option<Duration>,

    /// Make no more calls than this
    #[arg(long, value_name = "N", value_parser = count, help_heading = DAILY)]
    max_calls: Option<u64>,

    /// Stop when this many boundaries (or candidates, where pairs are selected by a distance) are found
    #[arg(long, value_name = "N", value_parser = count)]
    max_candidates: Option<u64>,

    /// Stop when new boundaries or candidates per call fall under this rate, e.g. 1e-5
    #[arg(long, value_name = "RATE", value_parser = rate)]
    saturation: Option<f64>,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err(format!(
            "'{text}' is not a rate; write new candidates per call, between 0 and 1, for instance 1e-5"
        )),
    }
}

fn count_or_all(text: &str) -> Result<u64, String> {
    if text == ALL { Ok(u64::MAX) } else { count(text).map_err(|fault| format!("{fault}, or {ALL}")) }
}

/// The word for an unlimited number.
const ALL: &str = "all";

impl SearchArgs {
    /// How pairs are selected: by behaviour, unless an option is given that only the selection by distance has.
    fn selection(&self) -> Selection {
        let names =
            [&self.output_distance, &self.input_distance, &self.archive_distance, &self.rank_distance];
        let is_lines = self.strategy.as_deref().is_none_or(|name| name == BehaviourSearch::ENTRY.entry.name);
        match is_lines && self.threshold.is_none() && names.into_iter().all(Option::is_none) {
            true => Selection::Behaviour,
            false => Selection::Derivative,
        }
    }

    pub fn seed_values(&self) -> &[String] {
        &self.seed_value
    }

    /// The settings, with the budget; `cts` says whether types are drawn by default.
    pub fn settings(&self, budget: &BudgetArgs, cts: bool) -> Settings {
        let (search, defaults) = (self, Settings::default());
        let kept = search.keep.map(|kept| kept as usize);
        let (examples, capacity) = match self.selection() {
            Selection::Behaviour => (kept, None),
            Selection::Derivative => (None, kept),
        };
        Settings {
            select: self.selection(),
            strategy: search.strategy.as_deref().map_or(defaults.strategy, Into::into),
            sampler: search.sampler.as_str().into(),
            cts: search.cts.map_or(cts, |cts| cts == Switch::On),
            type_order: match search.type_order {
                Order::Random => TypeOrder::Random,
                Order::RoundRobin => TypeOrder::RoundRobin,
            },
            distances: Distances {
                output: search.output_distance.as_deref().map_or(defaults.distances.output, Into::into),
                archive: search.archive_distance.as_deref().map(Into::into),
                ranking: search.rank_distance.as_deref().map(Into::into),
                input: search.input_distance.as_deref().map_or(defaults.distances.input, Into::into),
            },
            quantifier: None,
            seed_values: search.seed_value.clone(),
            hints: search.hints == Switch::On,
            more_hints: defaults.more_hints,
            threshold: search.threshold.unwrap_or(defaults.threshold),
            stop: StopRules {
                max_calls: budget.max_calls,
                max_candidates: budget.max_candidates.map(|n| n as usize),
                saturation: budget.saturation.map(|rate| Saturation { rate, ..Saturation::default() }),
            },
            max_time: budget.max_time,
            capacity: capacity.unwrap_or(defaults.capacity),
            examples: examples.unwrap_or(defaults.examples),
            rules: search.rules == Switch::On,
            fixed: search.fix.clone(),
            seed: search.seed.unwrap_or(defaults.seed),
            jobs: search.jobs.map_or(defaults.jobs, |n| n as usize),
        }
    }
}

/// The options that express these settings, each with its value: all of them, whatever the defaults are.
pub fn words(settings: &Settings) -> Vec<(&'static str, String)> {
    let Settings { distances, stop, .. } = settings;
    let on = |is_on| if is_on { "on" } else { "off" }.to_string();
    let order = match settings.type_order {
        TypeOrder::Random => "random",
        TypeOrder::RoundRobin => "round-robin",
    };
    let mut words = vec![
        ("--strategy", settings.strategy.to_string()),
        ("--sampler", settings.sampler.to_string()),
        ("--cts", on(settings.cts)),
        ("--type-order", order.to_string()),
        ("--seed", settings.seed.to_string()),
        ("--jobs", settings.jobs.to_string()),
    ];
    let kept = |number: usize| if number == usize::MAX { ALL.to_string() } else { number.to_string() };
    match settings.select {
        Selection::Behaviour => {
            let rules = ("--rules", on(settings.rules));
            words.extend([rules, ("--hints", on(settings.hints)), ("--keep", kept(settings.examples))]);
        }
        Selection::Derivative => words.extend([
            ("--output-distance", distances.output.to_string()),
            ("--input-distance", distances.input.to_string()),
            ("--threshold", settings.threshold.to_string()),
            ("--keep", kept(settings.capacity)),
        ]),
    }
    words.extend(settings.seed_values.iter().map(|value| ("--seed-value", value.clone())));
    words.extend(settings.fixed.iter().map(|argument| ("--fix", argument.clone())));
    let mut given = |name, value: Option<String>| words.extend(value.map(|value| (name, value)));
    given("--archive-distance", distances.archive.as_ref().map(ToString::to_string));
    given("--rank-distance", distances.ranking.as_ref().map(ToString::to_string));
    given("--max-time", settings.max_time.map(|time| format!("{}ms", time.as_micros() as f64 / 1e3)));
    given("--max-calls", stop.max_calls.map(|calls| calls.to_string()));
    given("--max-candidates", stop.max_candidates.map(|most| most.to_string()));
    given("--saturation", stop.saturation.map(|rule| format!("{:e}", rule.rate)));
    words
}

impl BudgetArgs {
    pub fn is_given(&self) -> bool {
        self.max_time.is_some()
            || self.max_calls.is_some()
            || self.max_candidates.is_some()
            || self.saturation.is_some()
    }
}
