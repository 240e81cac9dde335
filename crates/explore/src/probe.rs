//! The probe: the only thing that a strategy works with.

use std::sync::atomic::{AtomicU64, Ordering};

use autobva_core::{Hints, Input, Outcome, Quantifier, Signature, Sut, SutError, Value};
use rayon::prelude::*;

use crate::archive::{Archive, Kept};
use crate::samplers::{InputSampler, Random};
use crate::stop::StopSignal;
use crate::watcher::Watcher;

/// Why a step of a strategy ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// No call is left, or someone asked to stop.
    Budget,
    /// The strategy has nothing left to try.
    Exhausted,
    /// The adapter of the target broke.
    Broken(SutError),
}

/// The two quantifiers of a search.
#[derive(Clone, Copy)]
pub struct Quantifiers<'a> {
    /// Guides the strategy.
    pub search: &'a dyn Quantifier,
    /// Scores what goes into the archive, if that differs from `search`.
    pub archive: Option<&'a dyn Quantifier>,
}

/// Samples, runs, scores and keeps on behalf of a strategy. The probe counts the calls, owns the random stream and
/// enforces the budget, so that the code of a strategy mirrors its algorithm.
pub struct Probe<'a> {
    pub(crate) sut: &'a dyn Sut,
    pub(crate) signature: &'a Signature,
    pub(crate) quantifiers: Quantifiers<'a>,
    pub(crate) sampler: &'a mut InputSampler,
    pub(crate) random: &'a mut Random,
    pub(crate) known: &'a Archive,
    pub(crate) found: &'a mut Archive,
    pub(crate) watcher: Option<&'a dyn Watcher>,
    pub(crate) level: f64,
    pub(crate) calls: u64,
    pub(crate) limit: u64,
    pub(crate) quota: u64,
    pub(crate) budget: Option<u64>,
    pub(crate) signal: &'a StopSignal,
    pub(crate) jobs: usize,
    pub(crate) counter: &'a AtomicU64,
    pub(crate) cts: bool,
    pub(crate) hints: &'a [Vec<Value>],
    pub(crate) target_hints: &'a Hints,
    pub(crate) rules: bool,
    pub(crate) examples: usize,
}

impl<'a> Probe<'a> {
    /// The arguments of the target.
    pub fn signature(&self) -> &'a Signature {
        self.signature
    }

    /// How many calls the whole run may make, if there is a limit.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }

    /// Whether other types than the declared ones are to be tried.
    pub fn cts(&self) -> bool {
        self.cts
    }

    /// Whether a call may take long, up to a limit.
    pub fn may_take_long(&self) -> bool {
        self.sut.stretch() < usize::MAX
    }

    /// How many inputs can be run between two checks for a stop.
    pub(crate) fn stretch(&self) -> usize {
        self.sut.stretch()
    }

    /// How many calls are left.
    pub(crate) fn left(&self) -> u64 {
        self.limit - self.calls
    }

    /// How many calls are left of the share of this round, after which no more steps are made for now.
    pub(crate) fn left_of_round(&self) -> u64 {
        self.quota.saturating_sub(self.calls)
    }

    /// Whether rules for boundaries are wanted.
    pub fn rules(&self) -> bool {
        self.rules
    }

    /// The maximum number of examples per boundary.
    pub fn examples_kept(&self) -> usize {
        self.examples
    }

    /// The values of an argument that the user wants to be tried.
    pub fn hints(&self, argument: usize) -> impl Iterator<Item = &'a Value> {
        self.hints.get(argument).into_iter().flatten()
    }

    /// Values that the target itself suggests.
    pub fn target_hints(&self) -> &'a Hints {
        self.target_hints
    }

    /// The random stream.
    pub fn random(&mut self) -> &mut Random {
        self.random
    }

    /// Draws an input from the whole input space into `input`.
    pub fn sample(&mut self, input: &mut Input) {
        self.sampler.sample(self.random, input);
    }

    /// Runs an input and writes the result into `outcome`.
    #[inline]
    pub fn execute(&mut self, input: &Input, outcome: &mut Outcome) -> Result<(), Halt> {
        if self.calls >= self.limit || self.signal.is_raised() {
            return Err(Halt::Budget);
        }
        self.calls += 1;
        self.counter.store(self.counter.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.sut.run(input, outcome).map_err(|e| self.halted(e))
    }

    /// Counts calls that were made on behalf of this lane.
    pub(crate) fn count(&mut self, calls: usize) {
        self.calls += calls as u64;
        self.counter.fetch_add(calls as u64, Ordering::Relaxed);
    }

    /// Why a call could not be finished: a target also gives up when someone asks to stop.
    pub(crate) fn halted(&self, error: SutError) -> Halt {
        if self.signal.is_raised() { Halt::Budget } else { Halt::Broken(error) }
    }

    /// Runs several inputs, spread over all jobs, and returns how many were run. These are fewer than asked for if the
    /// budget ends or someone asks to stop; the next call then returns an error.
    pub fn execute_batch(&mut self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<usize, Halt> {
        let left = usize::try_from(self.limit - self.calls).unwrap_or(usize::MAX);
        let count = inputs.len().min(left);
        if count == 0 && !inputs.is_empty() || self.signal.is_raised() {
            return Err(Halt::Budget);
        }
        let mut run = 0;
        while run < count && !self.signal.is_raised() {
            let stretch = self.sut.stretch().saturating_mul(self.jobs).clamp(1, count - run);
            let (from, to) = (run, run + stretch);
            let shared = share(self.sut, &inputs[from..to], &mut outcomes[from..to], self.jobs);
            match shared.map_err(|e| self.halted(e)) {
                Err(Halt::Budget) => break,
                result => result?,
            }
            self.count(stretch);
            run = to;
        }
        Ok(run)
    }

    /// Scores a pair for the search.
    #[inline]
    pub fn evaluate(&self, a: (&Input, &Outcome), b: (&Input, &Outcome)) -> f64 {
        self.quantifiers.search.evaluate(a.0, a.1, b.0, b.1)
    }

    /// Whether the search would score a pair above 0.
    pub fn tells_apart(&self, a: (&Input, &Outcome), b: (&Input, &Outcome)) -> bool {
        self.quantifiers.search.tells_apart(a.0, a.1, b.0, b.1)
    }

    /// Offers a potential candidate: it is kept if its score exceeds the threshold.
    #[inline]
    pub fn propose(&mut self, a: (&Input, &Outcome), b: (&Input, &Outcome)) {
        let quantifier = self.quantifiers.archive.unwrap_or(self.quantifiers.search);
        let score = quantifier.evaluate(a.0, a.1, b.0, b.1);
        if score > self.level
            && self.found.offer(a, b, score) == Kept::New
            && let Some(watcher) = self.watcher
        {
            self.tell(watcher, a, b, score);
        }
    }

    /// Keeps a pair whatever its score, for strategies that select by other criteria.
    pub fn keep(&mut self, a: (&Input, &Outcome), b: (&Input, &Outcome)) {
        let score = self.evaluate(a, b);
        if self.found.offer(a, b, score) == Kept::New
            && let Some(watcher) = self.watcher
        {
            self.tell(watcher, a, b, score);
        }
    }

    /// Notifies the watcher of a pair that is new to the whole run; lanes find the common pairs again and again.
    #[cold]
    fn tell(&self, watcher: &dyn Watcher, a: (&Input, &Outcome), b: (&Input, &Outcome), score: f64) {
        let candidate = Archive::pair(a, b, score);
        if !self.known.contains(&candidate) {
            watcher.found(candidate);
        }
    }

    /// The archive as it was when this round began: everything that all lanes had found by then.
    pub fn archive(&self) -> &Archive {
        self.known
    }
}

/// Runs inputs at once, in shares for each of the jobs.
pub(crate) fn share(
    sut: &dyn Sut,
    inputs: &[Input],
    outcomes: &mut [Outcome],
    jobs: usize,
) -> Result<(), SutError> {
    let share = inputs.len().div_ceil(jobs).max(sut.grain());
    if share >= inputs.len() {
        return sut.run_batch(inputs, outcomes);
    }
    let shares = inputs.par_chunks(share).zip(outcomes.par_chunks_mut(share));
    shares.try_for_each(|(inputs, outcomes)| sut.run_batch(inputs, outcomes))
}
