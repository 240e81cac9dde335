//! Mutation operators: one or more steps along an axis.

use autobva_core::{Axis, Input, Integer, Signature};

/// A direction along an axis. Integers step by one, floats to the next float, texts by one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MutationOperator {
    /// Towards greater values.
    #[default]
    Increment,
    /// Towards lesser values.
    Decrement,
}

use MutationOperator::*;

impl MutationOperator {
    /// Both directions.
    pub const ALL: [MutationOperator; 2] = [Increment, Decrement];

    /// Moves `input` by `steps`, stopping at the edge of its type or range instead of wrapping. Returns whether it
    /// moved at all.
    #[inline]
    pub fn apply(self, axis: &Axis, signature: &Signature, input: &mut Input, steps: &Integer) -> bool {
        axis.step(signature, input, self == Increment, steps)
    }

    /// How far `input` can be moved.
    pub fn way_left(self, axis: &Axis, signature: &Signature, input: &Input) -> Integer {
        let (lo, hi) = axis.ends(signature, input);
        axis.get(input).distance(if self == Increment { &hi } else { &lo })
    }
}
