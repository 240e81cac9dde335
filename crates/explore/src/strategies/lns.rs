//! Local Neighbour Sampling, the paper's algorithm 2.

use autobva_core::{Axis, Entry, Input, Integer, Outcome};

use super::{LocalSearch, Parallelism, StrategyEntry, TwoStep};
use crate::mutation::MutationOperator;
use crate::probe::{Halt, Probe};

/// Pairs the starting point with each of its neighbours: one step up and one step down in each argument.
#[derive(Default)]
pub struct LocalNeighbourSampling {
    output: Outcome,
    neighbour: Input,
    neighbour_output: Outcome,
}

impl LocalNeighbourSampling {
    /// The line of the registry.
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
        let LocalNeighbourSampling { output: o, neighbour: n, neighbour_output: o_n } = self;
        probe.execute(i, o)?; // 2: o = SUT.execute(i)
        n.clone_from(i);
        for a in 0..i.len() {
            // 3: for a ∈ arguments(SUT)
            let axis = Axis::main(i, a);
            for mo in MutationOperator::ALL {
                // 4: for mo ∈ mos[a]
                if !mo.apply(&axis, probe.signature(), n, &Integer::ONE) {
                    continue; // 5: n = mo.apply(i, a); at the edge there is no neighbour
                }
                probe.execute(n, o_n)?; // 6: o_n = SUT.execute(n)
                probe.propose((i, o), (n, o_n)); // 7, 8: PBC = PBC ∪ {⟨i, o, n, o_n⟩}
                n[a].clone_from(&i[a]);
            }
        }
        Ok(())
    }
}
