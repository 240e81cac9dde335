//! One round of a search: every lane makes its share of the calls.

use std::sync::atomic::AtomicU64;

use autobva_core::{Input, Outcome, Sut, SutError};

use crate::archive::Archive;
use crate::probe::{Halt, Probe, share};
use crate::samplers::{InputSampler, Random};
use crate::search::{MOST_LANES, Plan};
use crate::stop::StopSignal;
use crate::strategies::Strategy;

/// A strategy that makes no call in this many steps has nothing left to try.
const MOST_IDLE_STEPS: u32 = 1_000;

/// An independent search.
pub(crate) struct Lane {
    pub(crate) strategy: Box<dyn Strategy>,
    pub(crate) sampler: InputSampler,
    pub(crate) random: Random,
    pub(crate) found: Archive,
    pub(crate) calls: u64,
    pub(crate) halt: Option<Halt>,
}

/// What all lanes have in common in a round.
pub(crate) struct Round<'a> {
    pub(crate) sut: &'a dyn Sut,
    pub(crate) plan: &'a Plan<'a>,
    pub(crate) signal: &'a StopSignal,
    pub(crate) counters: [&'a AtomicU64; MOST_LANES],
    /// What was found before, and the threshold that follows from it.
    pub(crate) archive: &'a Archive,
    pub(crate) level: f64,
    /// How many calls each lane is to make, and how many calls are left for all.
    pub(crate) quota: u64,
    pub(crate) left: Option<u64>,
    pub(crate) lanes: u64,
    /// How many threads make the calls of a batch.
    pub(crate) jobs: usize,
}

impl Round<'_> {
    fn player<'p>(&'p self, at: usize, lane: &'p mut Lane) -> Player<'p> {
        let plan = self.plan;
        // Each lane gets a fair share of the remaining calls; the first lanes get the remainder.
        let fair = |left: u64| left / self.lanes + u64::from((at as u64) < left % self.lanes);
        let limit = self.left.map_or(u64::MAX, fair);
        let probe = Probe {
            sut: self.sut,
            signature: self.sut.signature(),
            quantifiers: plan.quantifiers,
            sampler: &mut lane.sampler,
            random: &mut lane.random,
            known: self.archive,
            found: &mut lane.found,
            watcher: plan.watcher,
            level: self.level,
            calls: 0,
            limit,
            quota: self.quota.min(limit),
            budget: plan.stop.max_calls,
            signal: self.signal,
            jobs: self.jobs,
            counter: self.counters[at],
            cts: plan.cts,
            hints: &plan.hints,
            target_hints: &plan.target_hints,
            rules: plan.rules,
            examples: plan.examples,
        };
        Player { strategy: &mut *lane.strategy, probe, calls: &mut lane.calls, halt: &mut lane.halt, idle: 0 }
    }

    /// Lets a lane make its calls.
    pub(crate) fn play(&self, at: usize, lane: &mut Lane) {
        let mut player = self.player(at, lane);
        while player.goes_on() {
            let before = player.probe.calls;
            match player.strategy.step(&mut player.probe) {
                Ok(()) | Err(Halt::Budget) => {}
                Err(halt) => *player.halt = Some(halt),
            }
            player.rests(player.probe.calls == before);
        }
        player.end();
    }

    /// Lets lanes whose strategies [ask](crate::strategies::Asking) make their calls together: each message carries those
    /// that all of them need.
    pub(crate) fn play_together(&self, lanes: &mut [Lane]) {
        let lanes = lanes.iter_mut().enumerate();
        let mut players: Vec<Player<'_>> = lanes.map(|(at, lane)| self.player(at, lane)).collect();
        let mut batch = Batch::default();
        loop {
            batch.count = 0;
            let asked: Vec<usize> = players.iter_mut().map(|player| player.ask(&mut batch)).collect();
            match batch.count {
                0 if players.iter().any(Player::goes_on) => continue,
                0 => break,
                _ => {}
            }
            let (inputs, mut outcomes) = batch.filled();
            if let Err(error) = share(self.sut, inputs, outcomes, self.jobs) {
                players.iter_mut().for_each(|player| player.breaks(&error));
                continue;
            }
            for (player, asked) in players.iter_mut().zip(asked) {
                let (own, others) = outcomes.split_at_mut(asked);
                player.hear(own);
                outcomes = others;
            }
        }
        players.into_iter().for_each(Player::end);
    }
}

/// A lane in a round.
struct Player<'p> {
    strategy: &'p mut dyn Strategy,
    probe: Probe<'p>,
    calls: &'p mut u64,
    halt: &'p mut Option<Halt>,
    /// How many steps in a row were made without a call.
    idle: u32,
}

impl Player<'_> {
    fn goes_on(&self) -> bool {
        self.halt.is_none() && self.probe.calls < self.probe.quota && !self.probe.signal.is_raised()
    }

    fn rests(&mut self, is_idle: bool) {
        self.idle = if is_idle { self.idle + 1 } else { 0 };
        if self.idle == MOST_IDLE_STEPS && self.halt.is_none() {
            *self.halt = Some(Halt::Exhausted);
        }
    }

    fn breaks(&mut self, error: &SutError) {
        if let broken @ Halt::Broken(_) = self.probe.halted(error.clone()) {
            *self.halt = Some(broken);
        }
    }

    /// Puts the inputs that the lane needs next into a batch, as far as its budget goes; returns how many.
    fn ask(&mut self, batch: &mut Batch) -> usize {
        let (before, has_turn) = (batch.count, self.goes_on());
        // What was begun is finished, even if that takes more than the share of this round.
        if self.halt.is_none() && !self.probe.signal.is_raised() {
            self.strategy.asking().into_iter().for_each(|asking| asking.ask(&mut self.probe, batch));
            let most = usize::try_from(self.probe.left()).unwrap_or(usize::MAX);
            batch.count = batch.count.min(before.saturating_add(most));
        }
        if has_turn {
            self.rests(batch.count == before);
        }
        batch.count - before
    }

    fn hear(&mut self, outcomes: &mut [Outcome]) {
        self.probe.count(outcomes.len());
        self.strategy.asking().into_iter().for_each(|asking| asking.hear(outcomes, &mut self.probe));
    }

    fn end(self) {
        *self.calls = self.probe.calls;
    }
}

/// Inputs that are run together, and their outcomes. The buffers are reused.
#[derive(Default)]
pub struct Batch {
    inputs: Vec<Input>,
    outcomes: Vec<Outcome>,
    count: usize,
}

impl Batch {
    /// Adds an input.
    pub fn push(&mut self, input: &Input) {
        match self.inputs.get_mut(self.count) {
            Some(buffer) => buffer.clone_from(input),
            None => self.inputs.push(input.clone()),
        }
        self.count += 1;
    }

    fn filled(&mut self) -> (&[Input], &mut [Outcome]) {
        if self.outcomes.len() < self.count {
            self.outcomes.resize_with(self.count, Outcome::default);
        }
        (&self.inputs[..self.count], &mut self.outcomes[..self.count])
    }
}
