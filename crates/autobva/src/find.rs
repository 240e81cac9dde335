//! `find`: detect the boundary candidates of a target.

use std::sync::Arc;
use std::time::Duration;

use autobva_codec::declaration::read_arguments;
use autobva_core::{Findings, Hints, Quantifier, Selection, Signature, Sut};
use autobva_explore::behaviours::BehaviourSearch;
use autobva_explore::samplers::{Sampler, TypeOrder};
use autobva_explore::strategies::MakeStrategy;
use autobva_explore::{Progress, Saturation, SearchError, StopSignal, Threshold};
use autobva_metrics::{InputDistance, TextDistance};

use crate::choice::{Choice, IntoChoice};
use crate::error::{Budget, Error};
use crate::examples::{example_types, learned};
use crate::hints::{add_defaults, hints};
use crate::kept::Kept;
use crate::prepared::{Prepared, Scores};
use crate::redeclared::Redeclared;
use crate::settings::Settings;
use crate::target::{ChosenTarget, IntoTarget};

/// Finds the boundary candidates of a closure, a function, any other system under test, or a target by its name; see
/// the [crate documentation](crate).
pub fn find<Kind>(target: impl IntoTarget<Kind>) -> Find {
    Find { target: target.into_target(), declarations: Vec::new(), settings: Settings::default() }
}

/// A run to be configured and then started with [`run`](Find::run).
#[must_use = "nothing happens before `run` is called"]
pub struct Find {
    target: ChosenTarget,
    declarations: Vec<String>,
    settings: Settings,
}

impl Find {
    /// A target with declarations of its arguments, as [`argument`](Find::argument) makes them for a run.
    pub fn declared(sut: Box<dyn Sut>, declarations: &[String]) -> Result<Box<dyn Sut>, Error> {
        if declarations.is_empty() {
            return Ok(sut);
        }
        let declared = Signature::new(read_arguments(declarations)?)?;
        Ok(Box::new(Redeclared::narrowed(sut, declared.arguments())?))
    }

    /// Another target, with the same settings.
    ///
    /// A target is a closure or a function, anything that implements [`Sut`], or the word that names a Python function
    /// or a worker:
    ///
    /// ```no_run
    /// let run = autobva::find("shop.py:discount").seed(7).max_calls(2_000).run()?;
    /// println!("{} candidates", run.candidates.len());
    /// # Ok::<(), autobva::Error>(())
    /// ```
    pub fn target<Kind>(mut self, target: impl IntoTarget<Kind>) -> Find {
        self.target = target.into_target();
        self
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

    /// How pairs of inputs are selected: by behaviour, unless a distance, a quantifier, a threshold or a strategy other
    /// than `lines` is chosen, which select by the program derivative.
    pub fn select(mut self, by: Selection) -> Find {
        self.settings.select = by;
        self
    }

    /// The strategy: one by name, or one of your own, as a closure that makes it.
    ///
    /// ```
    /// use autobva::explore::strategies::Strategy;
    /// use autobva::explore::{Halt, Probe};
    /// use autobva::{Input, Outcome, Value};
    ///
    /// /// Draws pairs at random and keeps what differs.
    /// struct Blind;
    ///
    /// impl Strategy for Blind {
    ///     fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
    ///         let mut pair = [(Input::default(), Outcome::default()), (Input::default(), Outcome::default())];
    ///         for (input, outcome) in &mut pair {
    ///             probe.sample(input);
    ///             probe.execute(input, outcome)?;
    ///         }
    ///         let [(a, output_a), (b, output_b)] = &pair;
    ///         probe.propose((a, output_a), (b, output_b));
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let age = |age: u8| if age < 18 { "minor" } else { "adult" };
    /// let found = autobva::find(age).strategy(|| Blind).seed(7).max_calls(200).run()?;
    /// assert!(!found.candidates.is_empty());
    /// # Ok::<(), autobva::Error>(())
    /// ```
    pub fn strategy<Kind>(mut self, strategy: impl IntoChoice<dyn MakeStrategy, Kind>) -> Find {
        self.settings.strategy = strategy.into_choice();
        match self.settings.has_lines() {
            true => self,
            false => self.select(Selection::Derivative),
        }
    }

    /// The sampler: one by name, or one of your own.
    pub fn sampler<Kind>(mut self, sampler: impl IntoChoice<dyn Sampler, Kind>) -> Find {
        self.settings.sampler = sampler.into_choice();
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

    /// The distance between outputs: one by name, or one of your own.
    pub fn output_distance<Kind>(mut self, distance: impl IntoChoice<dyn TextDistance, Kind>) -> Find {
        self.settings.distances.output = distance.into_choice();
        self.select(Selection::Derivative)
    }

    /// The distance between inputs: one by name, or one of your own.
    pub fn input_distance<Kind>(mut self, distance: impl IntoChoice<dyn InputDistance, Kind>) -> Find {
        self.settings.distances.input = distance.into_choice();
        self.select(Selection::Derivative)
    }

    /// Scores pairs with a quantifier of your own, instead of the quotient of the distances.
    ///
    /// ```
    /// use autobva::{Input, Outcome, Quantifier};
    ///
    /// /// Whether exactly one of two inputs is refused.
    /// struct Validity;
    ///
    /// impl Quantifier for Validity {
    ///     fn evaluate(&self, _: &Input, output_a: &Outcome, _: &Input, output_b: &Outcome) -> f64 {
    ///         f64::from(output_a.is_valid() != output_b.is_valid())
    ///     }
    /// }
    ///
    /// let half = |n: i64| if n % 2 == 0 { Ok(n / 2) } else if n < 1_000 { Ok(0) } else { Err("odd and large") };
    /// let found = autobva::find(half).quantifier(Validity).seed(7).max_calls(5_000).run()?;
    /// assert!(!found.candidates.is_empty());
    /// assert!(found.candidates.iter().all(|c| c.left.outcome.is_valid() != c.right.outcome.is_valid()));
    /// # Ok::<(), autobva::Error>(())
    /// ```
    pub fn quantifier(mut self, quantifier: impl Quantifier + 'static) -> Find {
        self.settings.quantifier = Some(Arc::new(quantifier));
        self.select(Selection::Derivative)
    }

    /// Which pairs become candidates.
    pub fn threshold(mut self, rule: Threshold) -> Find {
        self.settings.threshold = rule;
        self.select(Selection::Derivative)
    }

    /// The maximum number of calls. A run with a call budget is reproducible from its seed, whatever the number of jobs.
    pub fn max_calls(mut self, calls: u64) -> Find {
        self.settings.stop.max_calls = Some(calls);
        self
    }

    /// The maximum number of candidates to find, or of boundaries if pairs are selected by behaviour.
    pub fn max_candidates(mut self, candidates: usize) -> Find {
        self.settings.stop.max_candidates = Some(candidates);
        self
    }

    /// Stop when new candidates become too rare.
    pub fn until_saturated(mut self, rule: Saturation) -> Find {
        self.settings.stop.saturation = Some(rule);
        self
    }

    /// The time limit of the search.
    pub fn max_time(mut self, time: Duration) -> Find {
        self.settings.max_time = Some(time);
        self
    }

    /// A value to try early: `VALUE` for every argument that can take it, or `NAME=VALUE`. With a name it also
    /// determines the type of an argument that is declared as `json`, or that has no type in a Python function.
    pub fn seed_value(mut self, value: impl Into<String>) -> Find {
        self.settings.seed_values.push(value.into());
        self
    }

    /// Whether a search by behaviour uses the hints of the target. For a Python function these are constants in its
    /// code, keys that it looks up, and examples in its docstring. Without them the target is a black box.
    pub fn hints(mut self, on: bool) -> Find {
        self.settings.hints = on;
        self
    }

    /// Keeps an argument at a value, given as `NAME=VALUE`, instead of varying it.
    pub fn fix(mut self, argument: impl Into<String>) -> Find {
        self.settings.fixed.push(argument.into());
        self
    }

    /// Whether rules for boundaries are derived.
    pub fn rules(mut self, on: bool) -> Find {
        self.settings.rules = on;
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
        let declarations = learned(&self.declarations, &self.settings.seed_values)?;
        let declared = Signature::new(read_arguments(&declarations)?)?;
        let examples = example_types(&self.settings.seed_values);
        let sut = self.target.started(declared.arguments(), examples)?;
        let sut = Find::declared(sut, &declarations)?;
        if sut.signature().is_empty() {
            return Err(SearchError::NoArguments.into());
        }
        let kept = Kept::read(&self.settings.fixed, sut.signature(), self.settings.select)?;
        let mut hints = hints(&self.settings.seed_values, sut.signature(), self.settings.select)?;
        if self.settings.select == Selection::Behaviour {
            add_defaults(&mut hints, &*sut);
        }
        let target_hints = match self.settings.hints {
            true => sut.hints().and(&self.settings.more_hints),
            false => Hints::default(),
        };
        Ok(Prepared {
            target_hints,
            hints: kept.hints(hints),
            sut,
            kept,
            strategy: match (self.settings.select, &self.settings.strategy) {
                (Selection::Behaviour, Choice::Named(_)) => Arc::new(BehaviourSearch::ENTRY),
                (Selection::Behaviour, Choice::Own(own)) => Arc::clone(own),
                (Selection::Derivative, strategy) => strategy.get()?,
            },
            sampler: self.settings.sampler.get()?,
            scores: Scores::new(&self.settings)?,
            settings: self.settings,
            known: Vec::new(),
            watcher: None,
            since: None,
        })
    }
}

fn check_budget(settings: &Settings) -> Result<(), Error> {
    let budget = match settings {
        s if s.stop.max_calls == Some(0) => Budget::Calls,
        s if s.stop.max_candidates == Some(0) => Budget::Candidates,
        s if s.max_time == Some(Duration::ZERO) => Budget::Time,
        s if s.jobs == 0 => Budget::Jobs,
        s if s.capacity == 0 || s.examples == 0 => Budget::Capacity,
        _ => return Ok(()),
    };
    Err(Error::ZeroBudget(budget))
}
