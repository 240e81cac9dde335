//! The runs of the benchmark: each subject with each strategy and each seed, spread over threads.

use autobva_core::{Hints, Selection};
use autobva_explore::behaviours::Tuning;
use autobva_explore::strategies::{MakeStrategy, StrategyEntry};
use autobva_explore::{Archive, Plan, Progress, Quantifiers, StopRules, StopSignal, Threshold, search};
use autobva_metrics::{ProgramDerivative, text_distance};

use super::subject::{Subject, Truth};
use super::watch::Watch;
use crate::experiment::tasks::run_tasks;
use autobva::Error;
use autobva::Settings;

pub struct Setup {
    pub subjects: Vec<&'static Subject>,
    pub strategies: Vec<&'static StrategyEntry>,
    pub seeds: u64,
    /// The most calls of one run.
    pub calls: u64,
    /// How many runs are made at a time. A run has one job, so that "found after so many calls" is well defined.
    pub jobs: usize,
    pub select: Selection,
    /// Which of the known boundaries count.
    pub counted: Counted,
}

/// Which known boundaries count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    All,
    /// Those that are changes of behaviour between values of the default types of their arguments: behaviours are
    /// looked for along these.
    Behaviours,
}

/// The findings of the runs of one strategy on one subject.
pub struct Series {
    pub subject: &'static Subject,
    pub known: Vec<String>,
    pub strategy: &'static StrategyEntry,
    /// One run per seed.
    pub runs: Vec<Run>,
}

/// After how many calls each known boundary was first found, or `None`.
pub type First = Vec<Option<u64>>;

/// One run: after how many calls each known boundary was first found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub seed: u64,
    /// By the index of the boundary among the known ones.
    pub first: First,
}

/// Makes all runs. After each run `report` is called with the number of finished runs and the total. Raising the signal
/// ends the experiment early, without a result.
pub fn run(
    setup: &Setup,
    signal: &StopSignal,
    report: &(dyn Fn(usize, usize) + Sync),
) -> Result<Option<Vec<Series>>, Error> {
    let truth = |subject: &&Subject| match setup.counted {
        Counted::All => (subject.truth)(),
        Counted::Behaviours => (subject.truth)().of_behaviour(&*(subject.sut)()),
    };
    let truths: Vec<Truth> = setup.subjects.iter().map(truth).collect();
    // By seed first, so that long subjects do not all come last.
    let mut tasks = Vec::new();
    for seed in 1..=setup.seeds {
        for subject in 0..setup.subjects.len() {
            tasks.extend(setup.strategies.iter().map(|strategy| (subject, *strategy, seed)));
        }
    }
    let made = |(subject, strategy, seed): &(usize, &StrategyEntry, u64), signal: &StopSignal| {
        one(setup, setup.subjects[*subject], &truths[*subject], *strategy, *seed, signal)
    };
    let done = |finished: usize| report(finished, tasks.len());
    let Some(found) = run_tasks(&tasks, setup.jobs, signal, &done, made)? else { return Ok(None) };
    let mut all = Vec::new();
    for (at, (subject, truth)) in setup.subjects.iter().zip(&truths).enumerate() {
        for strategy in &setup.strategies {
            let is_own = |(subject, made, _): &(usize, &StrategyEntry, u64)| {
                *subject == at && made.entry.name == strategy.entry.name
            };
            let own = tasks.iter().zip(&found).filter(|(task, _)| is_own(task));
            let runs = own.map(|((_, _, seed), first)| Run { seed: *seed, first: first.clone() }).collect();
            let known = truth.known.iter().map(|known| known.name.clone()).collect();
            all.push(Series { subject, known, strategy, runs });
        }
    }
    Ok(Some(all))
}

/// After how many calls the search by behaviour with this tuning finds each change of behaviour of a subject.
pub fn with_tuning(subject: &'static Subject, tuning: Tuning, calls: u64, seed: u64) -> Result<First, Error> {
    let (select, counted) = (Selection::Behaviour, Counted::Behaviours);
    let setup =
        Setup { subjects: vec![subject], strategies: Vec::new(), seeds: 1, calls, jobs: 1, select, counted };
    let truth = (subject.truth)().of_behaviour(&*(subject.sut)());
    one(&setup, subject, &truth, &tuning, seed, &StopSignal::default())
}

/// One run, with the settings of `find` except for the seed, the budget and the output distance.
fn one(
    setup: &Setup,
    subject: &Subject,
    truth: &Truth,
    strategy: &dyn MakeStrategy,
    seed: u64,
    signal: &StopSignal,
) -> Result<First, Error> {
    if truth.known.is_empty() {
        return Ok(First::new());
    }
    let settings = Settings::default();
    let derivative = ProgramDerivative::new(
        text_distance(subject.output_distance)?.into(),
        settings.distances.input.get()?,
    );
    let progress = Progress::default();
    let watch = Watch::new(&derivative, truth, &progress, signal);
    let sut = (subject.sut)();
    let plan = Plan {
        strategy,
        sampler: settings.sampler.get()?,
        cts: settings.cts && setup.counted == Counted::All,
        type_order: settings.type_order,
        quantifiers: match setup.select {
            // Pairs that are kept by behaviour are scored by the only quantifier that there is.
            Selection::Behaviour => Quantifiers { search: &watch, archive: None },
            Selection::Derivative => Quantifiers { search: &derivative, archive: Some(&watch) },
        },
        threshold: Threshold::default(),
        hints: Vec::new(),
        target_hints: Hints::default(),
        stop: StopRules { max_calls: Some(setup.calls), ..StopRules::default() },
        capacity: Archive::DEFAULT_CAPACITY,
        examples: 16,
        rules: true,
        seed,
        jobs: 1,
        known: Vec::new(),
        watcher: None,
    };
    search(&*sut, &plan, signal, &progress)?;
    Ok(watch.into_first())
}
