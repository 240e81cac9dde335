//! AutoBD-2step, the paper's algorithm 1: a global sample, then a local search from there.

use autobva_core::Input;

use super::Strategy;
use crate::probe::{Halt, Probe};

/// A local boundary search, the `BS` of algorithm 1.
///
/// ```
/// use autobva_core::{Input, Outcome};
/// use autobva_explore::{Halt, Probe, strategies::LocalSearch};
///
/// /// Compares the start with another random input.
/// struct Anywhere;
///
/// impl LocalSearch for Anywhere {
///     fn search(&mut self, start: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
///         let (mut other, mut here, mut there) = (Input::default(), Outcome::default(), Outcome::default());
///         probe.sample(&mut other);
///         probe.execute(start, &mut here)?;
///         probe.execute(&other, &mut there)?;
///         probe.propose((start, &here), (&other, &there));
///         Ok(())
///     }
/// }
/// ```
pub trait LocalSearch: Send {
    /// Searches from `start` and proposes the potential candidates that it finds.
    fn search(&mut self, start: &Input, probe: &mut Probe<'_>) -> Result<(), Halt>;
}

/// Algorithm 1 around any local search. The runner provides the loop and the stop criterion; the probe applies the
/// threshold of line 5 when a pair is proposed.
pub struct TwoStep<L> {
    local: L,
    input: Input,
}

impl<L: LocalSearch> TwoStep<L> {
    /// Algorithm 1 around this local search.
    pub fn new(local: L) -> TwoStep<L> {
        TwoStep { local, input: Input::default() }
    }
}

impl<L: LocalSearch> Strategy for TwoStep<L> {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        probe.sample(&mut self.input); // 3: input = SS.sample(SUT, BC)
        self.local.search(&self.input, probe) // 4, 5: BC = BC ∪ {c | c ∈ BS.search(SUT, Q, input) ∧ …}
    }
}
