//! Mutation operators: a step, or many, along one argument.

use autobva_core::{Argument, Input, Integer, Signature, Value};

/// A direction along one argument. Integers step by one, floats to the next float, texts by one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MutationOperator {
    /// Towards greater values.
    Increment,
    /// Towards lesser values.
    Decrement,
}

use MutationOperator::*;

impl MutationOperator {
    /// Both directions.
    pub const ALL: [MutationOperator; 2] = [Increment, Decrement];

    /// Moves argument `index` of `input` by `steps`, stopping at the edge of its type or range instead of wrapping.
    /// Returns whether it moved at all.
    pub fn apply(self, signature: &Signature, input: &mut Input, index: usize, steps: &Integer) -> bool {
        let argument = &signature.arguments()[index];
        match &mut input[index] {
            // The common case without copies of the bounds, which may be beyond 128 bits.
            Value::Int(int) => match argument.int_bounds(int.ty()) {
                Some((lo, hi)) => int.step(self == Increment, steps, if self == Increment { hi } else { lo }),
                None => false,
            },
            other => self.walk(argument, other, steps),
        }
    }

    fn walk(self, argument: &Argument, value: &mut Value, steps: &Integer) -> bool {
        let here = value.place();
        let (lo, hi) = argument.places(value);
        let there = match self {
            Increment => (&here + steps).min(hi),
            Decrement => (&here - steps).max(lo),
        };
        let moved = there != here;
        if moved {
            value.move_to(there);
        }
        moved
    }
}
