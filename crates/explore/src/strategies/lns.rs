//! Local Neighbour Sampling, the paper's algorithm 2.

use autobva_core::{Axis, Entry, Input, Integer, Outcome};

use super::{LocalSearch, Parallelism, StrategyEntry, TwoStep};
use crate::mutation::MutationOperator;
use crate::probe::{Halt, Probe};

/// Pairs the starting point with each of its neighbours: one step up and one step down in each argument.
///
/// All of them are run in one batch, since none depends on the outcome of another; the buffers are reused.
#[derive(Default)]
pub struct LocalNeighbourSampling {
    points: Vec<Input>,
    outputs: Vec<Outcome>,
}

impl LocalNeighbourSampling {
    /// The entry in the registry.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "lns",
            help: "neighbours of random points; the study's baseline, many candidates of the common kinds",
        },
        parallelism: Parallelism::Lanes,
        make: || Box::new(TwoStep::new(LocalNeighbourSampling::default())),
    };
}

impl LocalSearch for LocalNeighbourSampling {
    fn search(&mut self, i: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let LocalNeighbourSampling { points, outputs } = self;
        let most = 1 + MutationOperator::ALL.len() * i.len();
        points.resize_with(most, Input::default);
        outputs.resize_with(most, Outcome::default);
        points[0].clone_from(i);
        let mut count = 1;
        for a in 0..i.len() {
            // 3: for a ∈ arguments(SUT)
            let axis = Axis::main(i, a);
            for mo in MutationOperator::ALL {
                // 4: for mo ∈ mos[a]
                points[count].clone_from(i);
                // 5: n = mo.apply(i, a); at the edge there is no neighbour
                count += usize::from(mo.apply(&axis, probe.signature(), &mut points[count], &Integer::ONE));
            }
        }
        // 2, 6: o = SUT.execute(i), o_n = SUT.execute(n)
        let done = probe.execute_batch(&points[..count], &mut outputs[..count])?;
        for n in 1..done {
            // 7, 8: PBC = PBC ∪ {⟨i, o, n, o_n⟩}
            probe.propose((&points[0], &outputs[0]), (&points[n], &outputs[n]));
        }
        Ok(())
    }
}
