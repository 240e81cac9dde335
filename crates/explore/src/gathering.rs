//! Gathering: lanes wait for each other's calls, so that one message to another process carries the calls of all lanes.
//!
//! A lane of the study's strategies makes one call at a time, because the next call depends on the outcome. A message
//! takes as long as dozens of quick calls. But there are many lanes, and their calls do not depend on each other.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use autobva_core::{Input, Outcome, Signature, Sut, SutError};

/// A target whose callers are lanes, each on a thread of its own. A call waits until every active lane has made one;
/// the last lane to arrive sends them all.
pub struct Gathering<'a> {
    sut: &'a dyn Sut,
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    /// How many lanes are active, and how many of them wait.
    lanes: usize,
    waiting: usize,
    /// The number of waiting inputs, which are the first ones of `inputs`.
    count: usize,
    inputs: Vec<Input>,
    /// The outcomes of the last message. Each lane takes its own before it asks again.
    outcomes: Vec<Outcome>,
    broken: Option<SutError>,
    /// How many messages were answered.
    turn: u64,
}

impl<'a> Gathering<'a> {
    pub fn new(sut: &'a dyn Sut, lanes: usize) -> Gathering<'a> {
        let state = State { lanes, ..State::default() };
        Gathering { sut, state: Mutex::new(state), answered: Condvar::new() }
    }

    /// Registers a lane until the result is dropped, even by a panic: the other lanes no longer wait for it then.
    pub fn seat(&self) -> Seat<'_> {
        Seat(self)
    }

    fn leave(&self) {
        let mut state = self.lock();
        state.lanes -= 1;
        if state.waiting > 0 && state.waiting == state.lanes {
            drop(self.send(state));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the waiting calls, and wakes the lanes that wait for them.
    fn send<'s>(&'s self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let (count, inputs) = (state.count, std::mem::take(&mut state.inputs));
        let mut outcomes = std::mem::take(&mut state.outcomes);
        drop(state);
        outcomes.resize_with(inputs.len(), Outcome::default);
        let broken = self.sut.run_batch(&inputs[..count], &mut outcomes[..count]).err();
        let mut state = self.lock();
        (state.inputs, state.outcomes, state.broken) = (inputs, outcomes, broken);
        (state.waiting, state.count) = (0, 0);
        state.turn += 1;
        self.answered.notify_all();
        state
    }
}

/// An active lane.
pub struct Seat<'a>(&'a Gathering<'a>);

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl Sut for Gathering<'_> {
    fn name(&self) -> &str {
        self.sut.name()
    }

    fn signature(&self) -> &Signature {
        self.sut.signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.run_batch(std::slice::from_ref(input), std::slice::from_mut(outcome))
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let mut state = self.lock();
        let (first, turn) = (state.count, state.turn);
        for input in inputs {
            let place = state.count;
            match state.inputs.get_mut(place) {
                Some(buffer) => buffer.clone_from(input),
                None => state.inputs.push(input.clone()),
            }
            state.count += 1;
        }
        state.waiting += 1;
        if state.waiting == state.lanes {
            state = self.send(state);
        }
        while state.turn == turn {
            state = self.answered.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        outcomes.swap_with_slice(&mut state.outcomes[first..first + inputs.len()]);
        state.broken.clone().map_or(Ok(()), Err)
    }

    /// A batch of one lane must not be split among threads, because each thread would count as a lane.
    fn grain(&self) -> usize {
        usize::MAX
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(self.sut)
    }
}
