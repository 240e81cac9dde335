//! Boundary Crossing Search, the paper's algorithm 3.

use std::mem::swap;
use std::slice::{from_mut, from_ref};

use autobva_core::{Axis, Entry, Input, Integer, Middle, Outcome, halve};
use rand::RngExt;

use super::{Parallelism, SideBySide, Staged, StrategyEntry};
use crate::mutation::MutationOperator;
use crate::probe::Probe;

/// Walks from the starting point along one argument with growing steps until the boundariness rises (a *crossing*),
/// then squeezes the crossing to neighbours.
///
/// The search always ends: growing steps reach the edge of the type or range, and squeezing halves the gap. It returns
/// what lines 7 to 12 promise: neighbours whose boundariness exceeds the initial one, or the initial pair. If the output
/// distance obeys the triangle inequality, a crossing can always be squeezed, because the quotient of a gap is then no
/// greater than that of its better half. Otherwise, if neither half is good enough, the initial pair is returned.
#[derive(Default)]
pub struct BoundaryCrossingSearch {
    axis: Option<Axis>,
    mo: MutationOperator,
    stage: Stage,
    /// How many more calls there will be at most.
    most: u64,
    inputs: [Input; 2],
    outputs: [Outcome; 2],
    initial: f64,
    steps: Integer,
    near: WalkEnd,
    far: WalkEnd,
    middle: WalkEnd,
}

/// Which outcomes are needed next: those of the initial pair, of the far end of a step, or of the middle of a gap.
#[derive(Default, Clone, Copy)]
enum Stage {
    #[default]
    Start,
    Walk,
    Squeeze,
}

#[derive(Default)]
struct WalkEnd {
    input: Input,
    output: Outcome,
}

impl WalkEnd {
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
        make: || Box::new(SideBySide::<BoundaryCrossingSearch>::default()),
    };

    fn start(&self) -> [(&Input, &Outcome); 2] {
        [(&self.inputs[0], &self.outputs[0]), (&self.inputs[1], &self.outputs[1])]
    }

    /// Takes a step away from the initial pair; false if the edge was reached before.
    fn walk(&mut self, probe: &Probe<'_>) -> bool {
        self.stage = Stage::Walk;
        self.far.input.clone_from(&self.near.input);
        let step = |axis| self.mo.apply(axis, probe.signature(), &mut self.far.input, &self.steps);
        self.axis.as_ref().is_some_and(step)
    }

    /// Goes to the middle of the gap between `near` and `far`; if they are neighbours, they are the result.
    fn squeeze(&mut self, probe: &mut Probe<'_>) -> bool {
        self.stage = Stage::Squeeze;
        let Some(axis) = &self.axis else { return false };
        let (near, far) = (axis.get(&self.near.input), axis.get(&self.far.input));
        if near.distance(&far) <= Integer::ONE {
            probe.propose(self.near.pair(), self.far.pair());
            return false;
        }
        self.middle.input.clone_from(&self.near.input);
        axis.set(&mut self.middle.input, halve(&near, &far, Middle::OfNumbers));
        true
    }

    /// Proposes what the search returns if no neighbours are better.
    fn give_up(&self, probe: &mut Probe<'_>) -> bool {
        let [start, next] = self.start();
        probe.propose(start, next);
        false
    }
}

impl Staged for BoundaryCrossingSearch {
    fn begin(&mut self, i: &Input, probe: &mut Probe<'_>) -> bool {
        let a = probe.random().random_range(0..i.len()); // 1: a = rand(arguments(SUT))
        let axis = &*self.axis.insert(Axis::main(i, a));
        self.mo = MutationOperator::ALL[probe.random().random_range(0..2)]; // 2: mo = rand(mos[a])
        self.inputs.iter_mut().for_each(|input| input.clone_from(i));
        if !self.mo.apply(axis, probe.signature(), &mut self.inputs[1], &Integer::ONE) {
            return false; // 3: i_next = mo.apply(i, a); at the edge there is nothing to search
        }
        self.stage = Stage::Start;
        // Steps double on the way to the edge, and a gap takes one call for each doubling.
        let way = self.mo.way_left(axis, probe.signature(), &self.inputs[1]);
        self.most = 2 + 2 * u64::from(way.bit_length());
        true
    }

    #[inline]
    fn needs(&mut self) -> (&[Input], &mut [Outcome]) {
        match self.stage {
            Stage::Start => (&self.inputs, &mut self.outputs), // 4: o = SUT.execute(i), o_next = SUT.execute(i_next)
            Stage::Walk => (from_ref(&self.far.input), from_mut(&mut self.far.output)),
            Stage::Squeeze => (from_ref(&self.middle.input), from_mut(&mut self.middle.output)),
        }
    }

    /// Lines 7 to 12: c, neighbours further along a with Δ_c > Δ_init, or c_init.
    ///
    /// A walk takes larger and larger steps away from the initial pair until the boundariness of one step exceeds that of
    /// the pair. The gap between the ends of this step is halved until they are neighbours. The half next to the initial
    /// pair is preferred, and the boundariness stays above that of the pair.
    fn go_on(&mut self, probe: &mut Probe<'_>) -> bool {
        self.most -= 1;
        match self.stage {
            Stage::Start => {
                let [start, next] = self.start();
                self.initial = probe.evaluate(start, next); // 5, 6: Δ_init = Q.evaluate(c_init)
                self.most -= 1;
                self.near.input.clone_from(&self.inputs[1]);
                self.near.output.clone_from(&self.outputs[1]);
                self.steps = Integer::Small(2);
                self.walk(probe) || self.give_up(probe)
            }
            Stage::Walk if probe.evaluate(self.near.pair(), self.far.pair()) > self.initial => {
                self.most = u64::from(self.steps.bit_length());
                self.squeeze(probe)
            }
            Stage::Walk => {
                swap(&mut self.near, &mut self.far);
                self.steps = self.steps.double();
                self.walk(probe) || self.give_up(probe)
            }
            Stage::Squeeze if probe.evaluate(self.near.pair(), self.middle.pair()) > self.initial => {
                swap(&mut self.far, &mut self.middle);
                self.squeeze(probe)
            }
            Stage::Squeeze if probe.evaluate(self.middle.pair(), self.far.pair()) > self.initial => {
                swap(&mut self.near, &mut self.middle);
                self.squeeze(probe)
            }
            Stage::Squeeze => self.give_up(probe),
        }
    }

    fn most_calls(&self) -> u64 {
        self.most
    }
}
