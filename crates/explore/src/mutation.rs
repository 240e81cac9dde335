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
        let value = &mut input[index];
        match &*value {
            // The common case without copies of the bounds, which may be beyond 128 bits.
            Value::Int(int) => match argument.int_bounds(int.ty()) {
                Some((lo, hi)) => self.walk(value, lo, hi, steps),
                None => false,
            },
            _ => self.walk_places(argument, value, steps),
        }
    }

    fn walk_places(self, argument: &Argument, value: &mut Value, steps: &Integer) -> bool {
        let (lo, hi) = argument.places(value);
        self.walk(value, &lo, &hi, steps)
    }

    fn walk(self, value: &mut Value, lo: &Integer, hi: &Integer, steps: &Integer) -> bool {
        let here = value.place();
        let (there, edge) = match self {
            Increment => (&here + steps, hi),
            Decrement => (&here - steps, lo),
        };
        let passed = if self == Increment { there > *edge } else { there < *edge };
        let there = if passed { edge.clone() } else { there };
        let moved = there != here;
        if moved {
            value.move_to(there);
        }
        moved
    }
}
