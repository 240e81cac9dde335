//! Strategies: how the input space is searched for pairs.

mod bcs;
pub(crate) mod lines;
mod lns;
pub mod qd;
mod side_by_side;
mod two_step;

pub use bcs::BoundaryCrossingSearch;
pub use lines::Lines;
pub use lns::LocalNeighbourSampling;
pub use side_by_side::{SideBySide, Staged};
pub use two_step::{LocalSearch, TwoStep};

use autobva_core::behaviour::Landscape;
use autobva_core::{Entry, Outcome, Signature, UnknownName, named};

use crate::probe::{Halt, Probe};
use crate::round::Batch;

/// One way of searching. A strategy has only the probe to work with, and the state that it keeps between its steps.
///
/// ```
/// use autobva_core::{Input, Outcome};
/// use autobva_explore::{Halt, Probe, strategies::Strategy};
///
/// /// Compares each random input with the one before it.
/// #[derive(Default)]
/// struct Pairs(Input, Outcome);
///
/// impl Strategy for Pairs {
///     fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
///         let mut next = Pairs::default();
///         probe.sample(&mut next.0);
///         probe.execute(&next.0, &mut next.1)?;
///         probe.propose((&self.0, &self.1), (&next.0, &next.1));
///         *self = next;
///         Ok(())
///     }
/// }
/// ```
pub trait Strategy: Send {
    /// One step of the search.
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt>;

    /// The strategy as one that names the inputs that it needs, if it can do that.
    fn asking(&mut self) -> Option<&mut dyn Asking> {
        None
    }

    /// How many boundaries were found so far, if the strategy looks for boundaries rather than pairs.
    fn boundaries(&self) -> usize {
        0
    }

    /// The behaviours and their boundaries, if the strategy looks for these rather than pairs.
    fn landscape(&mut self, _signature: &Signature) -> Option<Landscape> {
        None
    }
}

/// A strategy that does not run its inputs but names them, so that one message to another process carries the calls of
/// several lanes.
pub trait Asking: Send {
    /// Names the inputs that are needed next, or none if there is nothing to do at the moment.
    fn ask(&mut self, probe: &mut Probe<'_>, batch: &mut Batch);

    /// Goes on with the outcomes of these inputs, in their order. Some are missing at the end if the budget was used up or
    /// someone asked to stop.
    fn hear(&mut self, outcomes: &mut [Outcome], probe: &mut Probe<'_>);
}

/// How the work of a strategy is spread over jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parallelism {
    /// Several independent searches, each with its own random stream, whose findings are merged.
    Lanes,
    /// One search that runs its inputs in batches.
    Batches,
}

/// Makes the strategies of a run: an entry of the registry ([`StrategyEntry`]), or a closure that returns a strategy,
/// which is then run in lanes.
///
/// ```
/// use autobva_explore::strategies::{BoundaryCrossingSearch, MakeStrategy, TwoStep};
///
/// let maker = || TwoStep::new(BoundaryCrossingSearch::default());
/// let _each_lane_gets_one = maker.make();
/// ```
pub trait MakeStrategy: Send + Sync {
    /// A strategy that is ready to start; every lane of a run gets its own.
    fn make(&self) -> Box<dyn Strategy>;

    /// How its work is spread over jobs.
    fn parallelism(&self) -> Parallelism {
        Parallelism::Lanes
    }
}

impl<F, S> MakeStrategy for F
where
    F: Fn() -> S + Send + Sync,
    S: Strategy + 'static,
{
    fn make(&self) -> Box<dyn Strategy> {
        Box::new(self())
    }
}

/// A strategy in the registry.
#[derive(Debug, Clone, Copy)]
pub struct StrategyEntry {
    /// Name and help.
    pub entry: Entry,
    /// How its work is spread over jobs.
    pub parallelism: Parallelism,
    /// Makes a strategy that is ready to start.
    pub make: fn() -> Box<dyn Strategy>,
}

impl MakeStrategy for StrategyEntry {
    fn make(&self) -> Box<dyn Strategy> {
        (self.make)()
    }

    fn parallelism(&self) -> Parallelism {
        self.parallelism
    }
}

/// All strategies; the default of `find` comes first.
pub const STRATEGIES: &[StrategyEntry] = &[
    Lines::ENTRY,
    BoundaryCrossingSearch::ENTRY,
    LocalNeighbourSampling::ENTRY,
    qd::QualityDiversity::ENTRY,
];

/// The strategy with this name.
pub fn strategy(name: &str) -> Result<&'static StrategyEntry, UnknownName> {
    named("strategy", name, STRATEGIES, |strategy| strategy.entry.name)
}
