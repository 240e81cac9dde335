//! One exchange with a worker: calls are sent in batches, several of them in flight, and outcomes come back in order.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use autobva_core::{Input, Outcome, StopCheck};

use super::answer::{Names, read_answer};
use super::connection::{Connection, Event};
use super::packed::{body_length, read_packed_answer};
use super::request::{push_packed_request, push_request};
use crate::process::{Ending, Limits};

/// The maximum number of calls in a request.
const MOST_CALLS: usize = 4096;
/// Two requests in flight keep the worker busy while the answers to the first are read.
const IN_FLIGHT: usize = 2;
/// After a request that took less than this, the next one is larger.
const SHORT: Duration = Duration::from_millis(2);
/// After a request that took longer than this, the next one is smaller, so that a hanging call is noticed soon.
const LONG: Duration = Duration::from_millis(20);

/// An exchange that ended before every call was answered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Break {
    /// How many calls were answered, from the first.
    pub(crate) answered: usize,
    /// How many calls had been sent.
    pub(crate) sent: usize,
    /// Which call was at fault.
    pub(crate) culprit: Culprit,
    /// What happened to that call.
    pub(crate) ending: Ending,
    /// What the last answered call has left behind.
    pub(crate) left: Option<String>,
}

/// The call that broke an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Culprit {
    Call(usize),
    /// One of the calls that were sent and not answered.
    Unknown,
    /// No call: the worker asked to be replaced, or ended between two calls.
    Nobody,
}

/// Calls in flight.
struct InFlight {
    id: u64,
    unanswered: usize,
}

pub(crate) struct Exchange<'a> {
    pub(crate) connection: &'a mut Connection,
    pub(crate) inputs: &'a [Input],
    pub(crate) outcomes: &'a mut [Outcome],
    pub(crate) names: &'a Names,
    pub(crate) limits: &'a Limits,
    /// Whether to send one call at a time, so that the culprit is known.
    pub(crate) singly: bool,
    /// Whether to give up.
    pub(crate) stop: &'a StopCheck,
}

struct State {
    requests: VecDeque<InFlight>,
    sent: usize,
    answered: usize,
    restart: bool,
    again: bool,
    left: Option<String>,
    /// When the worker last made progress, and how many calls it had begun.
    moved: Instant,
    begun: Option<u64>,
    /// How long the worker had waited for a processor when it was first found not to make progress.
    queued: Option<Duration>,
    /// How many calls it had begun when it was last seen to print a lot.
    noisy: Option<u64>,
    /// When the oldest request in flight became the oldest.
    headed: Instant,
    /// When a stop was last checked for.
    asked: Instant,
}

impl State {
    /// The worker has made progress.
    fn moves(&mut self) {
        self.moved = Instant::now();
        self.queued = None;
    }
}

impl Exchange<'_> {
    /// Calls the target with every input. Our own errors are an `io::Error`; everything else is a [`Break`].
    pub(crate) fn run(mut self) -> io::Result<Option<Break>> {
        let now = Instant::now();
        let begun = self.connection.begun();
        let requests = VecDeque::with_capacity(IN_FLIGHT);
        let mut state = State {
            requests,
            sent: 0,
            answered: 0,
            restart: false,
            again: false,
            left: None,
            moved: now,
            begun,
            queued: None,
            noisy: None,
            headed: now,
            asked: now,
        };
        self.connection.quiet();
        loop {
            self.send(&mut state);
            let event = self.connection.wait(self.limits.tick())?;
            if let Err(ending) = self.receive(&mut state) {
                return Ok(Some(self.broken(&state, ending)));
            }
            if state.answered == self.inputs.len() {
                self.connection.calls += state.answered as u64;
                return Ok(state.restart.then(|| self.replaced(&state)));
            }
            if state.restart || state.again {
                return Ok(Some(self.replaced(&state)));
            }
            if event == Event::Over {
                let ending = self.connection.end(self.limits);
                return Ok(Some(self.broken(&state, ending)));
            }
            if state.asked.elapsed() >= self.limits.tick() {
                state.asked = Instant::now();
                if (self.stop)() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
            }
            if let Some(ending) = self.overdrawn(&mut state) {
                return Ok(Some(self.broken(&state, ending)));
            }
        }
    }

    /// Puts requests in flight.
    fn send(&mut self, state: &mut State) {
        let in_flight = if self.singly { 1 } else { IN_FLIGHT };
        while state.requests.len() < in_flight && state.sent < self.inputs.len() {
            let most = if self.singly { 1 } else { self.connection.chunk };
            let calls = &self.inputs[state.sent..self.inputs.len().min(state.sent + most)];
            let id = self.connection.next_id;
            self.connection.next_id += 1;
            let push = if self.connection.packed { push_packed_request } else { push_request };
            push(id, calls, self.connection.outbox());
            if state.requests.is_empty() {
                state.moves();
                state.headed = state.moved;
            }
            state.requests.push_back(InFlight { id, unanswered: calls.len() });
            state.sent += calls.len();
        }
    }

    /// Reads the answers that have arrived.
    fn receive(&mut self, state: &mut State) -> Result<(), Ending> {
        while let Some((line, body)) = self.connection.take_answer() {
            let Some(request) = state.requests.front_mut() else { return Err(Ending::BadAnswer) };
            let expected = &mut self.outcomes[state.answered..state.answered + request.unanswered];
            let answer = match body_length(&line).filter(|_| self.connection.packed) {
                Some(_) => read_packed_answer(&line, &body, expected, self.names, self.limits),
                None => read_answer(&line, expected, self.names, self.limits),
            };
            let answer = answer.ok_or(Ending::BadAnswer)?;
            if answer.id != Some(request.id) {
                return Err(Ending::BadAnswer);
            }
            request.unanswered -= answer.count;
            let is_done = request.unanswered == 0;
            state.answered += answer.count;
            state.restart |= answer.restart;
            state.again |= answer.again;
            state.left = answer.left.or(state.left.take());
            // An empty answer is no progress: a worker that sends nothing else runs into the timeout.
            if answer.count > 0 {
                state.moves();
            }
            if is_done {
                state.requests.pop_front();
                self.learn(state);
            }
            self.connection.quiet();
        }
        // Allow for a text of the maximum length with every byte written as an escape, and for what surrounds it.
        let longest = self.limits.output.saturating_mul(6).saturating_add(1 << 20);
        if self.connection.unfinished() > longest { Err(Ending::OutputTooLong) } else { Ok(()) }
    }

    /// Adapts the size of requests to how long they take.
    fn learn(&mut self, state: &mut State) {
        let took = state.moved - state.headed;
        state.headed = state.moved;
        let chunk = &mut self.connection.chunk;
        match () {
            () if self.singly => {}
            () if took < SHORT => *chunk = (*chunk * 4).min(MOST_CALLS),
            () if took > LONG.min(self.limits.timeout / 4) => *chunk = (*chunk / 2).max(1),
            () => {}
        }
    }

    /// Which limit the worker has exceeded, if any.
    fn overdrawn(&mut self, state: &mut State) -> Option<Ending> {
        if self.connection.noise() > self.limits.output {
            let begun = self.connection.begun();
            if begun.is_none() || begun == state.noisy {
                return Some(Ending::OutputTooLong);
            }
            // Several calls have written this output.
            state.noisy = begun;
            self.connection.quiet();
        }
        let waited = state.moved.elapsed();
        if waited < self.limits.tick() {
            return None;
        }
        if self.connection.over_memory(self.limits) {
            return Some(Ending::OutOfMemory);
        }
        let begun = self.connection.begun();
        if begun != state.begun {
            state.begun = begun;
            state.moves();
            return None;
        }
        let before = *state.queued.get_or_insert_with(|| self.connection.queued());
        let is_late = waited >= self.limits.timeout
            && waited.saturating_sub(self.connection.queued().saturating_sub(before)) >= self.limits.timeout;
        is_late.then_some(Ending::Timeout)
    }

    fn replaced(&self, state: &State) -> Break {
        let culprit = if state.again { Culprit::Unknown } else { Culprit::Nobody };
        Break { culprit, ..self.broken(state, Ending::Exited(0)) }
    }

    fn broken(&self, state: &State, ending: Ending) -> Break {
        let State { answered, sent, ref left, .. } = *state;
        let culprit = match ending {
            _ if sent == answered => Culprit::Nobody,
            // What was read may have been written by an earlier call.
            Ending::BadAnswer | Ending::OutputTooLong | Ending::ClosedPipe => Culprit::Unknown,
            _ => self.in_progress(answered, sent),
        };
        let is_only_one = culprit == Culprit::Unknown && sent - answered == 1;
        let culprit = if is_only_one { Culprit::Call(answered) } else { culprit };
        Break { answered, sent, culprit, ending, left: left.clone() }
    }

    /// The call that the worker had begun last.
    fn in_progress(&self, answered: usize, sent: usize) -> Culprit {
        let Some(begun) = self.connection.begun() else { return Culprit::Unknown };
        match usize::try_from(begun.saturating_sub(self.connection.calls)) {
            Ok(begun) if begun <= answered => Culprit::Nobody,
            // If the whole batch was made, the effect of one of its calls on the worker showed only afterwards.
            Ok(begun) if begun <= sent && !self.connection.is_between_calls() => Culprit::Call(begun - 1),
            _ => Culprit::Unknown,
        }
    }
}
