//! How the study finds and squeezes a crossing: in one recursion, whose depth its circuit breaker counts.

use std::mem::swap;

use autobva_core::{Axis, Input, IntType, Integer, Middle, Outcome, halve};
use autobva_explore::{Halt, MutationOperator, Probe};

use super::rules::{Rule, Rules};

/// The number of recursions after which the study's BCS gives up.
const MOST_RECURSIONS: u32 = 120;

/// A walk along an argument to the nearest change of the output.
#[derive(Default)]
pub struct Walk {
    near: (Input, Outcome),
    far: (Input, Outcome),
}

impl Walk {
    /// The first input beyond a crossing, if one is found. In the study's tool a step that leaves a type of fixed width
    /// wraps around, and the recursion then continues in vain; here it ends the walk.
    pub fn cross(
        &mut self,
        start: (&Input, &Outcome),
        axis: &Axis,
        mo: MutationOperator,
        rules: Rules,
        probe: &mut Probe<'_>,
    ) -> Result<Option<&Input>, Halt> {
        self.near.0.clone_from(start.0);
        self.near.1.clone_from(start.1);
        let upwards = mo == MutationOperator::Increment;
        let (least, greatest) = axis.ends(probe.signature(), start.0);
        let is_big = start.0[axis.argument()].as_int().is_some_and(|int| int.ty() == IntType::BigInt);
        let mut at = axis.get(start.0);
        let mut steps = if rules.has(Rule::FirstStep) { half(&at) } else { Integer::ONE };
        // The place at which the latest crossing, or the end of the type, was passed.
        let mut limit: Option<Integer> = None;
        let mut is_backing = false;
        for recursion in 1.. {
            if rules.has(Rule::Breaker) && recursion > MOST_RECURSIONS {
                break;
            }
            let mut there = if upwards { &at + &steps } else { &at - &steps };
            if let Some(limit) =
                limit.as_ref().filter(|limit| (there > **limit) == upwards && there != **limit)
            {
                steps = at.distance(limit);
                there = limit.clone();
            }
            let is_gone = there < least || there > greatest;
            if is_gone && !is_big {
                break;
            }
            let is_outside = there <= least || there >= greatest || there == at;
            let crosses = !is_gone && {
                self.far.0.clone_from(&self.near.0);
                axis.set(&mut self.far.0, there.clone());
                probe.execute(&self.far.0, &mut self.far.1)?;
                probe.evaluate((&self.near.0, &self.near.1), (&self.far.0, &self.far.1)) > 0.0
            };
            if !is_outside && !crosses {
                steps = if is_backing { half(&steps) } else { steps.double() };
                is_backing = false;
                at = there;
                swap(&mut self.near, &mut self.far);
                continue;
            }
            if steps <= Integer::ONE {
                return Ok(crosses.then_some(&self.far.0));
            }
            limit = Some(there);
            steps = half(&steps);
            is_backing = true;
        }
        Ok(None)
    }
}

/// Half the magnitude of a number, but at least one.
fn half(number: &Integer) -> Integer {
    let size = number.distance(&Integer::ZERO);
    halve(&Integer::ZERO, &size, Middle::OfNumbers).max(Integer::ONE)
}
