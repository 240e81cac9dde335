//! Boundary Crossing Search, the paper's algorithm 3.

use std::mem::swap;

use autobva_core::{Axis, Entry, Input, Integer, Middle, Outcome, halve};
use rand::RngExt;

use super::{LocalSearch, Parallelism, StrategyEntry, TwoStep};
use crate::mutation::MutationOperator;
use crate::probe::{Halt, Probe};

/// Walks from the starting point along one argument with growing steps until the boundariness rises (a *crossing*),
/// then squeezes the crossing to neighbours.
///
/// The search always ends: growing steps reach the edge of the type or range, and squeezing halves the gap. It returns
/// what lines 7 to 12 promise: neighbours whose boundariness exceeds the initial one, or the initial pair. If the output
/// distance obeys the triangle inequality, a crossing can always be squeezed, because the quotient of a gap is then no
/// greater than that of its better half. Otherwise, if neither half is good enough, the initial pair is returned.
#[derive(Default)]
pub struct BoundaryCrossingSearch {
    initial: [WalkEnd; 2],
    near: WalkEnd,
    far: WalkEnd,
    middle: WalkEnd,
}

#[derive(Default)]
struct WalkEnd {
    input: Input,
    output: Outcome,
}

impl WalkEnd {
    fn set(&mut self, other: &WalkEnd) {
        self.input.clone_from(&other.input);
        self.output.clone_from(&other.output);
    }

    fn observe(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        probe.execute(&self.input, &mut self.output)
    }

    fn pair(&self) -> (&Input, &Outcome) {
        (&self.input, &self.output)
    }
}

impl BoundaryCrossingSearch {
    /// The entry in the registry.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "bcs",
            help: "walks with growing steps until the output changes, then squeezes; finds rarer kinds than lns",
        },
        parallelism: Parallelism::Lanes,
        make: || Box::new(TwoStep::new(BoundaryCrossingSearch::default())),
    };

    /// Takes larger and larger steps away from the initial pair until the boundariness of one step exceeds `initial`.
    /// Leaves the step's ends in `near` and `far`; false if the edge was reached before.
    fn find_crossing(
        &mut self,
        axis: &Axis,
        mo: MutationOperator,
        initial: f64,
        probe: &mut Probe<'_>,
    ) -> Result<bool, Halt> {
        self.near.set(&self.initial[1]);
        let mut steps = Integer::Small(2);
        loop {
            self.far.input.clone_from(&self.near.input);
            if !mo.apply(axis, probe.signature(), &mut self.far.input, &steps) {
                return Ok(false);
            }
            self.far.observe(probe)?;
            if probe.evaluate(self.near.pair(), self.far.pair()) > initial {
                return Ok(true);
            }
            swap(&mut self.near, &mut self.far);
            steps = steps.double();
        }
    }

    /// Halves the gap between `near` and `far` until they are neighbours, keeping its boundariness above `initial`
    /// and preferring the half next to the initial pair; false if neither half is good enough.
    fn squeeze(&mut self, axis: &Axis, initial: f64, probe: &mut Probe<'_>) -> Result<bool, Halt> {
        loop {
            let (near, far) = (axis.get(&self.near.input), axis.get(&self.far.input));
            if near.distance(&far) <= Integer::ONE {
                return Ok(true);
            }
            self.middle.input.clone_from(&self.near.input);
            axis.set(&mut self.middle.input, halve(&near, &far, Middle::OfNumbers));
            self.middle.observe(probe)?;
            if probe.evaluate(self.near.pair(), self.middle.pair()) > initial {
                swap(&mut self.far, &mut self.middle);
            } else if probe.evaluate(self.middle.pair(), self.far.pair()) > initial {
                swap(&mut self.near, &mut self.middle);
            } else {
                return Ok(false);
            }
        }
    }
}

impl LocalSearch for BoundaryCrossingSearch {
    fn search(&mut self, i: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let a = probe.random().random_range(0..i.len()); // 1: a = rand(arguments(SUT))
        let axis = Axis::main(i, a);
        let mo = MutationOperator::ALL[probe.random().random_range(0..2)]; // 2: mo = rand(mos[a])
        let [start, next] = &mut self.initial;
        start.input.clone_from(i);
        next.input.clone_from(i);
        if !mo.apply(&axis, probe.signature(), &mut next.input, &Integer::ONE) {
            return Ok(()); // 3: i_next = mo.apply(i, a); at the edge there is nothing to search
        }
        start.observe(probe)?; // 4: o = SUT.execute(i), o_next = SUT.execute(i_next)
        next.observe(probe)?;
        let initial = probe.evaluate(start.pair(), next.pair()); // 5, 6: Δ_init = Q.evaluate(c_init)
        // 7 to 12: c, neighbours further along a with Δ_c > Δ_init, or c_init
        if self.find_crossing(&axis, mo, initial, probe)? && self.squeeze(&axis, initial, probe)? {
            probe.propose(self.near.pair(), self.far.pair());
        } else {
            let [start, next] = &self.initial;
            probe.propose(start.pair(), next.pair());
        }
        Ok(())
    }
}
