//! The runner: plays lanes of search, round by round, until a stop rule is met.
//!
//! A run is divided into rounds and, if the strategy consists of independent searches, into lanes. Every lane has its own
//! random stream and its own share of each round's calls, sees the archive as it was when the round began, and keeps its
//! findings to itself until the round ends. Then the findings are merged in the order of the lanes, and the stop rules
//! are checked. Neither the number of lanes nor their shares depend on the number of jobs, so the result does not either.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use autobva_core::behaviour::Landscape;
use autobva_core::{Candidate, Hints, Signature, StopReason, Sut, SutError, Value};
use rayon::prelude::*;

use crate::archive::{Archive, Kept};
use crate::probe::{Halt, Quantifiers};
use crate::round::{Lane, Round};
use crate::samplers::{InputSampler, Random, Sampler, TypeOrder, lane_randoms};
use crate::stop::{SaturationWatch, StopRules, StopSignal};
use crate::strategies::{MakeStrategy, Parallelism};
use crate::threshold::Threshold;
use crate::watcher::Watcher;

/// What to do: everything that a run depends on besides the target.
pub struct Plan<'a> {
    /// How to search.
    pub strategy: &'a dyn MakeStrategy,
    /// How to draw numbers.
    pub sampler: Arc<dyn Sampler>,
    /// Whether the types of arguments are drawn among the compatible ones.
    pub cts: bool,
    /// How these types are drawn.
    pub type_order: TypeOrder,
    /// How to score pairs.
    pub quantifiers: Quantifiers<'a>,
    /// Which pairs become candidates.
    pub threshold: Threshold,
    /// Values to try, by argument, for strategies that take hints.
    pub hints: Vec<Vec<Value>>,
    /// Values that the target itself suggests, for the search by behaviour.
    pub target_hints: Hints,
    /// When to stop.
    pub stop: StopRules,
    /// The maximum number of candidates to keep.
    pub capacity: usize,
    /// The maximum number of examples per boundary, for strategies that look for behaviours.
    pub examples: usize,
    /// Whether such a strategy derives rules for boundaries.
    pub rules: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many threads call the target.
    pub jobs: usize,
    /// What earlier runs have found: it is in the archive from the start, with the counts given here.
    pub known: Vec<Candidate>,
    /// Is notified of candidates as they are found.
    pub watcher: Option<&'a dyn Watcher>,
}

/// What a run found.
#[derive(Debug)]
pub struct Found {
    /// The candidates.
    pub archive: Archive,
    /// How many calls were made.
    pub calls: u64,
    /// Which rule ended the run.
    pub stop: StopReason,
    /// Behaviours and their boundaries, if the strategy looks for those.
    pub landscape: Option<Landscape>,
}

/// Why a run could not be started or finished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The target takes no arguments.
    #[error("the target takes no arguments, so there is nothing to vary; declare some")]
    NoArguments,
    /// A range leaves an argument no value.
    #[error("argument '{0}' has no values to draw from")]
    EmptyArgument(String),
    /// The threads could not be started.
    #[error("cannot start {jobs} threads: {reason}; ask for fewer")]
    Threads {
        /// How many were asked for.
        jobs: usize,
        /// What the system said.
        reason: String,
    },
    /// The adapter of the target broke.
    #[error(transparent)]
    Sut(#[from] SutError),
}

/// How far a run has got, for those who display it. Lanes count without waiting for each other.
#[derive(Debug, Default)]
pub struct Progress {
    lanes: [LaneCounter; MOST_LANES],
    found: AtomicUsize,
}

/// A counter on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
struct LaneCounter(AtomicU64);

impl Progress {
    /// How many calls were made so far.
    pub fn calls(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.0.load(Ordering::Relaxed)).sum()
    }

    /// How many candidates or boundaries had been found by the end of the latest round.
    pub fn found(&self) -> usize {
        self.found.load(Ordering::Relaxed)
    }
}

/// Enough lanes for the cores of any likely machine.
pub(crate) const MOST_LANES: usize = 32;
/// With fewer calls than this, a lane could hardly finish a search.
const LEAST_CALLS_PER_LANE: u64 = 4_000;
/// The calls of one lane in the first round. The first rounds are short, so that slow targets show their first findings
/// early; then each round is four times as long, so that fast targets do not spend their time merging.
const FIRST_ROUND: u64 = 64;
const LONGEST_ROUND: u64 = 16_384;

/// Searches until a rule of the plan is met or the signal is raised.
pub fn search(
    sut: &dyn Sut,
    plan: &Plan<'_>,
    signal: &StopSignal,
    progress: &Progress,
) -> Result<Found, SearchError> {
    check(sut.signature(), plan.cts)?;
    let run = RunningSearch::new(sut, plan, signal, progress);
    if plan.jobs <= 1 {
        // Stay on the caller's thread: the target may be bound to it, for example by its interpreter.
        return run.finish(None);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs)
        .build()
        .map_err(|e| SearchError::Threads { jobs: plan.jobs, reason: e.to_string() })?;
    run.finish(Some(&pool))
}

fn check(signature: &Signature, cts: bool) -> Result<(), SearchError> {
    if signature.is_empty() {
        return Err(SearchError::NoArguments);
    }
    let empty = signature.arguments().iter().find(|a| !a.schema().has_values(cts));
    empty.map_or(Ok(()), |a| Err(SearchError::EmptyArgument(a.name().to_string())))
}

struct RunningSearch<'a> {
    sut: &'a dyn Sut,
    plan: &'a Plan<'a>,
    signal: &'a StopSignal,
    progress: &'a Progress,
    lanes: Vec<Lane>,
    archive: Archive,
    watch: SaturationWatch,
    calls: u64,
    round: u32,
}

impl<'a> RunningSearch<'a> {
    fn new(
        sut: &'a dyn Sut,
        plan: &'a Plan<'a>,
        signal: &'a StopSignal,
        progress: &'a Progress,
    ) -> RunningSearch<'a> {
        let capacity = plan.threshold.capacity(plan.capacity);
        let lane = |(index, random): (usize, Random)| Lane {
            strategy: plan.strategy.make(),
            sampler: InputSampler::new(plan.sampler.clone(), sut.signature(), plan.cts, plan.type_order)
                .starting_at(index),
            random,
            found: Archive::new(capacity),
            calls: 0,
            halt: None,
        };
        let lanes = lane_randoms(plan.seed).take(lane_count(plan)).enumerate().map(lane).collect();
        let mut archive = Archive::new(capacity);
        plan.known.iter().for_each(|candidate| {
            archive.add(candidate.clone());
        });
        let watch = SaturationWatch::default();
        RunningSearch { sut, plan, signal, progress, lanes, archive, watch, calls: 0, round: 0 }
    }

    fn finish(mut self, pool: Option<&rayon::ThreadPool>) -> Result<Found, SearchError> {
        loop {
            self.play_round(pool);
            let enough = self.gather()?;
            if let Some(stop) = enough.or_else(|| self.stop_rule_met()) {
                self.archive.prune();
                let landscape =
                    self.lanes.iter_mut().find_map(|lane| lane.strategy.landscape(self.sut.signature()));
                return Ok(Found { archive: self.archive, calls: self.calls, stop, landscape });
            }
            self.round += 1;
        }
    }

    /// Lets every lane make its share of the round's calls.
    fn play_round(&mut self, pool: Option<&rayon::ThreadPool>) {
        let left = self.plan.stop.max_calls.map(|most| most - self.calls);
        let RunningSearch { sut, plan, signal, progress, archive, lanes, round, .. } = self;
        let together = sut.sends_messages() && lanes.iter_mut().all(|lane| lane.strategy.asking().is_some());
        let round = Round {
            sut: *sut,
            plan,
            signal,
            counters: progress.lanes.each_ref().map(|lane| &lane.0),
            level: plan.threshold.level(archive),
            archive,
            quota: (FIRST_ROUND << (2 * *round).min(32)).min(LONGEST_ROUND),
            left,
            lanes: lanes.len() as u64,
            jobs: plan.jobs.max(1),
        };
        let play = |(at, lane): (usize, &mut Lane)| round.play(at, lane);
        match pool {
            None if together => round.play_together(lanes),
            None => lanes.iter_mut().enumerate().for_each(play),
            Some(pool) if together => pool.install(|| round.play_together(lanes)),
            Some(pool) => {
                pool.install(|| lanes.par_iter_mut().with_max_len(1).enumerate().for_each(play));
            }
        }
    }

    /// Merges what the lanes found in this round, in their order.
    fn gather(&mut self) -> Result<Option<StopReason>, SearchError> {
        let most = self.plan.stop.max_candidates.unwrap_or(usize::MAX);
        let mut enough = false;
        for lane in &mut self.lanes {
            self.calls += lane.calls;
            if let Some(Halt::Broken(error)) = &lane.halt {
                return Err(error.clone().into());
            }
            self.archive.note_dropped(lane.found.take_dropped());
            for candidate in lane.found.drain() {
                if !enough {
                    let kept = self.archive.add(candidate);
                    enough = kept == Kept::New && self.archive.len() >= most;
                }
            }
        }
        self.archive.prune();
        self.progress.found.store(self.found(), Ordering::Relaxed);
        Ok((enough || self.boundaries() >= most).then_some(StopReason::MaxCandidates))
    }

    /// How many boundaries the strategy has found, if it looks for boundaries.
    fn boundaries(&self) -> usize {
        self.lanes.iter().map(|lane| lane.strategy.boundaries()).sum()
    }

    /// How many candidates or boundaries there are.
    fn found(&self) -> usize {
        self.archive.len() + self.boundaries()
    }

    fn stop_rule_met(&mut self) -> Option<StopReason> {
        let rules = &self.plan.stop;
        if rules.max_calls.is_some_and(|most| self.calls >= most) {
            return Some(StopReason::MaxCalls);
        }
        if let Some(reason) = self.signal.reason() {
            return Some(reason);
        }
        if self.lanes.iter().all(|lane| lane.halt == Some(Halt::Exhausted)) {
            return Some(StopReason::Exhausted);
        }
        let rule = rules.saturation.as_ref()?;
        let found = self.found();
        self.watch.saturated(rule, self.calls, found).then_some(StopReason::Saturated)
    }
}

/// The number of lanes of a plan. It depends on the budget alone, never on the jobs.
fn lane_count(plan: &Plan<'_>) -> usize {
    match (plan.strategy.parallelism(), plan.stop.max_calls) {
        (Parallelism::Batches, _) => 1,
        (Parallelism::Lanes, Some(calls)) => {
            (calls / LEAST_CALLS_PER_LANE).clamp(1, MOST_LANES as u64) as usize
        }
        (Parallelism::Lanes, None) => MOST_LANES,
    }
}
