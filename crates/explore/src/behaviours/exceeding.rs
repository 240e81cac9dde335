//! Calls that exceeded a limit of time, memory or output. Each takes as long as it may, so inputs beyond them are left out,
//! and the place where they begin is looked for with a few calls only: it says more about the machine than about the target.

use autobva_core::{Input, Integer, Outcome, Value};

use super::runs::{RunId, Runs};

/// An input is left out if it lies beyond 2 calls that exceeded a limit: one may be a single value that never ends.
const LEAST: usize = 2;
/// After 6 calls that exceeded a limit, the place where they begin is known well enough.
const ENOUGH: usize = 6;
/// At most 64 of them are compared with every input.
const MOST: usize = 64;
/// Where calls may take long, 4 of the first 256 inputs, which go from small numbers to huge ones, are run at once, and as many
/// after each call that exceeded a limit; the number doubles while none does.
const CAREFUL: usize = 4;
const BEGINNING: usize = 256;

/// The calls that exceeded a limit.
pub struct Exceeding {
    overruns: Vec<Overrun>,
    slice: usize,
}

struct Overrun {
    input: Input,
    /// Whether a call beyond it ended in time, so that size is not what made it exceed the limit.
    is_alone: bool,
}

impl Exceeding {
    pub fn new() -> Exceeding {
        Exceeding { overruns: Vec::new(), slice: CAREFUL }
    }

    /// How many inputs may be run at once.
    pub fn slice(&self) -> usize {
        self.slice
    }

    /// Takes in calls that were made together.
    pub fn note<'a>(&mut self, calls: impl Iterator<Item = (&'a Input, &'a Outcome)>, runs: &Runs) {
        let before = self.overruns.len();
        for (input, outcome) in calls {
            if !outcome.is_overrun() {
                let beyond = self.overruns.iter_mut().filter(|overrun| lies_beyond(input, &overrun.input));
                beyond.for_each(|overrun| overrun.is_alone = true);
            } else if self.overruns.len() < MOST {
                let is_alone = (0..runs.len() as RunId)
                    .map(|id| runs.run(id))
                    .any(|run| !run.outcome.is_overrun() && lies_beyond(&run.input, input));
                self.overruns.push(Overrun { input: input.clone(), is_alone });
            }
        }
        let is_careful = self.overruns.len() > before || runs.len() < BEGINNING;
        self.slice = if is_careful { CAREFUL } else { self.slice.saturating_mul(2) };
    }

    /// Whether an input is expected to exceed a limit as well.
    pub fn avoids(&self, input: &Input) -> bool {
        let nearer = |overrun: &&Overrun| !overrun.is_alone && lies_beyond(input, &overrun.input);
        self.overruns.iter().filter(nearer).take(LEAST).count() == LEAST
    }

    /// Whether enough calls exceeded a limit to know where they begin.
    pub fn are_enough(&self) -> bool {
        self.overruns.len() >= ENOUGH
    }
}

/// Whether all numbers of one input are at least as far from zero, in the same direction, as those of another, which is
/// the same otherwise.
fn lies_beyond(far: &Input, near: &Input) -> bool {
    far != near && far.iter().zip(near.iter()).all(|(far, near)| is_as_far(far, near))
}

fn is_as_far(far: &Value, near: &Value) -> bool {
    match (far, near) {
        (Value::Int(far), Value::Int(near)) => {
            let (far, near) = (far.number(), near.number());
            let are_opposite = *near != Integer::ZERO && far.is_negative() != near.is_negative();
            !are_opposite && far.distance(&Integer::ZERO) >= near.distance(&Integer::ZERO)
        }
        (Value::Float(far), Value::Float(near)) => {
            let (far, near) = (far.value(), near.value());
            (near == 0.0 || far.is_sign_negative() == near.is_sign_negative()) && far.abs() >= near.abs()
        }
        _ => far == near,
    }
}
