//! `find`: detect the boundary candidates of a target.

use std::time::Duration;

use autobva_core::{Findings, Signature, SignatureError, Sut, UnknownName};
use autobva_explore::samplers::{TypeOrder, sampler};
use autobva_explore::strategies::strategy;
use autobva_explore::{Progress, Saturation, SearchError, StopSignal, Threshold};
use autobva_metrics::distances::NameError;
use autobva_sut::IntoSut;

use crate::hints::hints;
use crate::prepared::{Prepared, Scores};
use crate::restricted::Restricted;
use crate::settings::Settings;

/// Why a run could not be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A strategy or sampler that does not exist.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// A distance that does not exist.
    #[error(transparent)]
    Distance(#[from] NameError),
    /// An argument that does not fit the target.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// A value to look at that no argument can take.
    #[error("no argument takes the value '{value}'; the arguments are {signature}")]
    Hint {
        /// What was given.
        value: String,
        /// The arguments of the target.
        signature: String,
    },
    /// A budget under which nothing could be found.
    #[error("{0} is zero, so nothing could be found; give at least {1}")]
    ZeroBudget(&'static str, &'static str),
    /// The search could not be made, or not be finished.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Finds the boundary candidates of a closure, a function, or any other system under test; see the
/// [crate documentation](crate).
pub fn find<Kind>(target: impl IntoSut<Kind>) -> Find {
    Find { sut: Box::new(target.into_sut()), declarations: Vec::new(), settings: Settings::default() }
}

/// A run to be made: choose, then [`run`](Find::run).
#[must_use = "nothing happens before `run` is called"]
pub struct Find {
    sut: Box<dyn Sut>,
    declarations: Vec<String>,
    settings: Settings,
}

impl Find {
    /// A target under declarations of its arguments, as [`argument`](Find::argument) makes them for a run.
    pub fn declared(sut: Box<dyn Sut>, declarations: &[String]) -> Result<Box<dyn Sut>, Error> {
        if declarations.is_empty() {
            return Ok(sut);
        }
        let declared = Signature::parse(declarations)?;
        Ok(Box::new(Restricted::new(sut, declared.arguments())?))
    }

    /// Declares the next argument as `NAME:TYPE` or `NAME:TYPE[lo..hi]`: names it and restricts its range.
    pub fn argument(mut self, declaration: impl Into<String>) -> Find {
        self.declarations.push(declaration.into());
        self
    }

    /// All settings at once.
    pub fn settings(mut self, settings: Settings) -> Find {
        self.settings = settings;
        self
    }

    /// The strategy, by name.
    pub fn strategy(mut self, name: impl Into<String>) -> Find {
        self.settings.strategy = name.into();
        self
    }

    /// The sampler, by name.
    pub fn sampler(mut self, name: impl Into<String>) -> Find {
        self.settings.sampler = name.into();
        self
    }

    /// Whether the types of arguments are drawn among the compatible ones.
    pub fn cts(mut self, on: bool) -> Find {
        self.settings.cts = on;
        self
    }

    /// How compatible types are drawn.
    pub fn type_order(mut self, order: TypeOrder) -> Find {
        self.settings.type_order = order;
        self
    }

    /// The distance between outputs, by name.
    pub fn output_distance(mut self, name: impl Into<String>) -> Find {
        self.settings.distances.output = name.into();
        self
    }

    /// The distance between inputs, by name.
    pub fn input_distance(mut self, name: impl Into<String>) -> Find {
        self.settings.distances.input = name.into();
        self
    }

    /// Which pairs become candidates.
    pub fn threshold(mut self, rule: Threshold) -> Find {
        self.settings.threshold = rule;
        self
    }

    /// The most calls to make. A run with a call budget is reproducible from its seed, whatever the number of jobs.
    pub fn max_calls(mut self, calls: u64) -> Find {
        self.settings.stop.max_calls = Some(calls);
        self
    }

    /// The most candidates to find.
    pub fn max_candidates(mut self, candidates: usize) -> Find {
        self.settings.stop.max_candidates = Some(candidates);
        self
    }

    /// Stop when new candidates become too rare.
    pub fn until_saturated(mut self, rule: Saturation) -> Find {
        self.settings.stop.saturation = Some(rule);
        self
    }

    /// The longest time to search.
    pub fn max_time(mut self, time: Duration) -> Find {
        self.settings.max_time = Some(time);
        self
    }

    /// A value to look at early, as `VALUE` for every argument that can take it or as `NAME=VALUE`.
    pub fn seed_value(mut self, value: impl Into<String>) -> Find {
        self.settings.seed_values.push(value.into());
        self
    }

    /// The seed of all random choices.
    pub fn seed(mut self, seed: u64) -> Find {
        self.settings.seed = seed;
        self
    }

    /// How many threads call the target.
    pub fn jobs(mut self, jobs: usize) -> Find {
        self.settings.jobs = jobs;
        self
    }

    /// Searches, and returns what was found.
    pub fn run(self) -> Result<Findings, Error> {
        self.prepare()?.run(&StopSignal::default(), &Progress::default())
    }

    /// Checks that everything fits together, so that [`Prepared::run`] can start at once.
    pub fn prepare(self) -> Result<Prepared, Error> {
        check_budget(&self.settings)?;
        let sut = Find::declared(self.sut, &self.declarations)?;
        if sut.signature().is_empty() {
            return Err(SearchError::NoArguments.into());
        }
        Ok(Prepared {
            hints: hints(&self.settings.seed_values, sut.signature())?,
            sut,
            strategy: strategy(&self.settings.strategy)?,
            sampler: sampler(&self.settings.sampler)?,
            scores: Scores::new(&self.settings)?,
            settings: self.settings,
            known: Vec::new(),
            watcher: None,
        })
    }
}

fn check_budget(settings: &Settings) -> Result<(), Error> {
    let zero = |what, least| Err(Error::ZeroBudget(what, least));
    match settings {
        s if s.stop.max_calls == Some(0) => zero("the number of calls", "1 with --max-calls"),
        s if s.stop.max_candidates == Some(0) => zero("the number of candidates", "1 with --max-candidates"),
        s if s.max_time == Some(Duration::ZERO) => zero("the time", "1ms with --max-time"),
        s if s.jobs == 0 => zero("the number of jobs", "1 with --jobs"),
        s if s.capacity == 0 => zero("the number of candidates to keep", "1 with --keep"),
        _ => Ok(()),
    }
}
