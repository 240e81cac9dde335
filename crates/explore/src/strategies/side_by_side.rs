//! Local searches side by side, so that one message to another process carries calls of many of them.

use autobva_core::{Input, Outcome};

use super::{Asking, LocalSearch, Strategy, TwoStep};
use crate::probe::{Halt, Probe};
use crate::round::Batch;

/// A local search in stages: it names the inputs that it needs next and goes on with their outcomes, so that others can
/// do the same meanwhile. What it draws at random, it draws when it begins.
pub trait Staged: Send + Default {
    /// Begins at `start`; false if there is nothing to search.
    fn begin(&mut self, start: &Input, probe: &mut Probe<'_>) -> bool;

    /// The inputs that it needs next, and where their outcomes belong.
    fn needs(&mut self) -> (&[Input], &mut [Outcome]);

    /// Goes on with the outcomes. Returns whether it needs more.
    fn go_on(&mut self, probe: &mut Probe<'_>) -> bool;

    /// Ends with the first `answered` of the outcomes, because the budget is used up.
    fn cut(&mut self, _answered: usize, _probe: &mut Probe<'_>) {}

    /// How many more calls it makes at most.
    fn most_calls(&self) -> u64;
}

impl<S: Staged> LocalSearch for S {
    fn search(&mut self, start: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut goes_on = self.begin(start, probe);
        while goes_on {
            let (inputs, outcomes) = self.needs();
            for at in 0..inputs.len() {
                if let Err(halt) = probe.execute(&inputs[at], &mut outcomes[at]) {
                    self.cut(at, probe);
                    return Err(halt);
                }
            }
            goes_on = self.go_on(probe);
        }
        Ok(())
    }
}

/// How many searches of a lane go on side by side at most.
const MOST: usize = 64;

/// Algorithm 1 around a staged local search. If calls are messages to another process, many searches go on side by side.
///
/// They make the same calls as one after the other: a search begins ahead of its turn only if its turn is certain to come
/// before this round's share of the calls is used up, and a search that may not be finished within the budget waits
/// until all others are over.
pub struct SideBySide<S> {
    alone: TwoStep<S>,
    active: Vec<S>,
    /// The search that waits.
    last: Option<S>,
    /// Searches that are over, whose memory is reused.
    over: Vec<S>,
    start: Input,
}

impl<S: Staged> Default for SideBySide<S> {
    fn default() -> SideBySide<S> {
        let alone = TwoStep::new(S::default());
        SideBySide { alone, active: Vec::new(), last: None, over: Vec::new(), start: Input::default() }
    }
}

impl<S: Staged> Strategy for SideBySide<S> {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        self.alone.step(probe)
    }

    fn asking(&mut self) -> Option<&mut dyn Asking> {
        Some(self)
    }
}

impl<S: Staged> Asking for SideBySide<S> {
    fn ask(&mut self, probe: &mut Probe<'_>, batch: &mut Batch) {
        self.begin(probe);
        for search in &mut self.active {
            search.needs().0.iter().for_each(|input| batch.push(input));
        }
    }

    fn hear(&mut self, mut outcomes: &mut [Outcome], probe: &mut Probe<'_>) {
        let ended = self.active.extract_if(.., |search| {
            let own = search.needs().1;
            let (needed, answered) = (own.len(), own.len().min(outcomes.len()));
            let (answers, others) = std::mem::take(&mut outcomes).split_at_mut(answered);
            own[..answered].swap_with_slice(answers);
            outcomes = others;
            if answered < needed {
                search.cut(answered, probe);
                return true;
            }
            !search.go_on(probe)
        });
        self.over.extend(ended);
    }
}

impl<S: Staged> SideBySide<S> {
    /// Begins the searches that are certain to have their turn.
    fn begin(&mut self, probe: &mut Probe<'_>) {
        if self.active.is_empty() {
            self.active.extend(self.last.take());
        }
        let most = MOST.min(probe.stretch());
        let mut calls: u64 = self.active.iter().map(S::most_calls).sum();
        while self.last.is_none() && self.active.len() < most && calls < probe.left_of_round() {
            probe.sample(&mut self.start);
            let mut search = self.over.pop().unwrap_or_default();
            if !search.begin(&self.start, probe) {
                return self.over.push(search);
            }
            calls += search.most_calls();
            if calls <= probe.left() || self.active.is_empty() {
                self.active.push(search);
            } else {
                self.last = Some(search);
            }
        }
    }
}
