//! Squeezing: the two sides of a pair are moved together within their cell, one argument of one side at a time.

use autobva_core::{Axis, Input, Integer, Middle, Signature, halve};

use crate::mutation::MutationOperator;

/// The state of squeezing one pair. Each trial moves one argument of one side towards the other side, at first all the
/// way and then by halves; the next trial depends on whether the last one was better.
#[derive(Debug, Clone)]
pub(super) struct CellSqueeze {
    /// Twice the argument, plus one for the right side.
    turn: usize,
    /// How far to move, or `None` for all the way.
    step: Option<Integer>,
    /// How many turns there are.
    turns: usize,
    /// Whether anything improved since the first turn.
    better: bool,
    /// How many more times all turns may be taken.
    sweeps: u8,
}

/// At most two sweeps over one pair. If it still improves, pairs that are derived from it continue.
const MOST_SWEEPS: u8 = 2;

impl CellSqueeze {
    /// Starts to squeeze a pair with this many arguments. If the outputs do not differ, there is nothing to do.
    pub(super) fn new(arguments: usize, score: f64) -> CellSqueeze {
        let turns = if score > 0.0 { 2 * arguments } else { 0 };
        CellSqueeze { turn: 0, step: None, turns, better: false, sweeps: MOST_SWEEPS }
    }

    /// Writes the next input to try into `trial` and returns which side it would replace, 0 or 1; `None` if nothing is
    /// left to try.
    pub(super) fn next(
        &mut self,
        signature: &Signature,
        sides: [&Input; 2],
        trial: &mut Input,
    ) -> Option<usize> {
        while self.turn < self.turns {
            let (side, argument) = (self.turn % 2, self.turn / 2);
            let (moved, fixed) = (sides[side], sides[1 - side]);
            let axis = Axis::main(moved, argument);
            let (here, there) = (axis.get(moved), axis.get(fixed));
            let gap = here.distance(&there);
            let step = self.step.clone().map_or(gap.clone(), |step| step.min(gap));
            if step > Integer::ZERO {
                let direction =
                    if here < there { MutationOperator::Increment } else { MutationOperator::Decrement };
                trial.clone_from(moved);
                let arrived = direction.apply(&axis, signature, trial, &step);
                self.step = Some(step);
                if arrived && *trial != *fixed {
                    return Some(side);
                }
                self.failed();
            } else {
                self.next_turn();
            }
        }
        None
    }

    /// The last trial was better and has replaced its side.
    pub(super) fn succeeded(&mut self) {
        self.better = true;
    }

    /// The last trial was not better.
    pub(super) fn failed(&mut self) {
        self.step = self.step.as_ref().map(|step| halve(&Integer::ZERO, step, Middle::OfNumbers));
    }

    fn next_turn(&mut self) {
        (self.turn, self.step) = (self.turn + 1, None);
        if self.turn == self.turns && std::mem::take(&mut self.better) && self.sweeps > 1 {
            (self.turn, self.sweeps) = (0, self.sweeps - 1);
        }
    }
}
