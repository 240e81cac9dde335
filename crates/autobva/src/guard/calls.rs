//! The calls of a pursuit: they are limited, and none is made twice.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use autobva_core::{Input, Outcome, Place, Sut, SutError};

/// What a pursuit may cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance<'a> {
    /// How many calls may be made.
    pub(super) calls: u64,
    /// When all pursuits must end.
    pub(super) deadline: Option<Instant>,
    /// How many timeouts all pursuits together may wait for.
    pub(super) hangs: &'a AtomicU64,
}

impl Allowance<'_> {
    /// Counts a call that timed out.
    pub(super) fn note(&self, outcome: &Outcome) {
        if outcome.is_hang() {
            let one_less = |hangs: u64| hangs.checked_sub(1);
            let _ = self.hangs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        }
    }

    /// Whether further timeouts are affordable.
    pub(super) fn is_patient(&self) -> bool {
        self.hangs.load(Ordering::Relaxed) > 0
    }
}

/// Why a pursuit ended early.
pub(super) enum Halt {
    /// All calls were made, or the time is up.
    Calls,
    /// The target cannot be run.
    Broken(SutError),
}

pub(super) type Step<T> = Result<T, Halt>;

/// A target and its known outcomes.
pub(super) struct Calls<'a> {
    sut: &'a dyn Sut,
    seen: HashMap<Input, Outcome>,
    allowance: Allowance<'a>,
    pub(super) made: u64,
}

impl<'a> Calls<'a> {
    /// No calls yet; the outcomes of a boundary's inputs are known.
    pub(super) fn new(sut: &'a dyn Sut, known: &Place, allowance: Allowance<'a>) -> Calls<'a> {
        let sides = [&known.left, &known.right];
        let seen = sides.map(|side| (side.input.clone(), side.outcome.clone())).into();
        Calls { sut, seen, allowance, made: 0 }
    }

    /// The outcome of an input; a long one is abbreviated.
    pub(super) fn outcome(&mut self, input: &Input) -> Step<Outcome> {
        if let Some(outcome) = self.seen.get(input) {
            return Ok(outcome.clone());
        }
        if self.is_over() {
            return Err(Halt::Calls);
        }
        self.made += 1;
        let mut outcome = Outcome::default();
        self.sut.run(input, &mut outcome).map_err(Halt::Broken)?;
        self.allowance.note(&outcome);
        let outcome = outcome.abbreviated();
        self.seen.insert(input.clone(), outcome.clone());
        Ok(outcome)
    }

    fn is_over(&self) -> bool {
        let Allowance { calls, deadline, .. } = self.allowance;
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.made >= calls || !self.allowance.is_patient()
    }
}
