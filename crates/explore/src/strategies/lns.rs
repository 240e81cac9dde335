//! Local Neighbour Sampling, the paper's algorithm 2.

use autobva_core::{Axis, Entry, Input, Integer, Outcome};

use super::{Parallelism, SideBySide, Staged, StrategyEntry};
use crate::mutation::MutationOperator;
use crate::probe::Probe;

/// Pairs the starting point with each of its neighbours: one step up and one step down in each argument.
///
/// None of them depends on the outcome of another, so all are needed at once; the buffers are reused.
#[derive(Default)]
pub struct LocalNeighbourSampling {
    points: Vec<Input>,
    outputs: Vec<Outcome>,
    /// How many of the points there are; the buffers of others are kept.
    count: usize,
}

impl LocalNeighbourSampling {
    /// The entry in the registry.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "lns",
            help: "neighbours of random points; the study's baseline, many candidates of the common kinds",
        },
        parallelism: Parallelism::Lanes,
        make: || Box::new(SideBySide::<LocalNeighbourSampling>::default()),
    };
}

impl Staged for LocalNeighbourSampling {
    fn begin(&mut self, i: &Input, probe: &mut Probe<'_>) -> bool {
        let LocalNeighbourSampling { points, outputs, count } = self;
        let most = 1 + MutationOperator::ALL.len() * i.len();
        if points.len() != most {
            points.resize_with(most, Input::default);
            outputs.resize_with(most, Outcome::default);
        }
        points[0].clone_from(i);
        *count = 1;
        for a in 0..i.len() {
            // 3: for a ∈ arguments(SUT)
            let axis = Axis::main(i, a);
            for mo in MutationOperator::ALL {
                // 4: for mo ∈ mos[a]
                points[*count].clone_from(i);
                // 5: n = mo.apply(i, a); at the edge there is no neighbour
                *count += usize::from(mo.apply(&axis, probe.signature(), &mut points[*count], &Integer::ONE));
            }
        }
        true
    }

    #[inline]
    fn needs(&mut self) -> (&[Input], &mut [Outcome]) {
        // 2, 6: o = SUT.execute(i), o_n = SUT.execute(n)
        (&self.points[..self.count], &mut self.outputs[..self.count])
    }

    fn go_on(&mut self, probe: &mut Probe<'_>) -> bool {
        self.cut(self.count, probe);
        false
    }

    fn cut(&mut self, answered: usize, probe: &mut Probe<'_>) {
        for n in 1..answered {
            // 7, 8: PBC = PBC ∪ {⟨i, o, n, o_n⟩}
            probe.propose((&self.points[0], &self.outputs[0]), (&self.points[n], &self.outputs[n]));
        }
    }

    fn most_calls(&self) -> u64 {
        self.count as u64
    }
}
