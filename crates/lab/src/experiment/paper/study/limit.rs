//! Strategies that end after a number of iterations: the study's unit of work, which does not depend on the machine.

use autobva_explore::strategies::{MakeStrategy, Parallelism, Strategy, StrategyEntry};
use autobva_explore::{Halt, Probe};

use super::StudySearch;
use super::rules::Rules;

/// Makes one of our strategies, or one of the study's, that ends after a number of iterations if one is given.
pub struct Limited {
    pub strategy: &'static StrategyEntry,
    /// The study's rules; if there are none, the strategy is ours.
    pub rules: Rules,
    pub iterations: Option<u64>,
}

struct Iterations {
    strategy: Box<dyn Strategy>,
    left: u64,
}

impl Strategy for Iterations {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::Exhausted)?;
        self.strategy.step(probe)
    }
}

impl MakeStrategy for Limited {
    fn make(&self) -> Box<dyn Strategy> {
        let strategy = match self.rules {
            Rules::NONE => None,
            rules => StudySearch::of(self.strategy.entry.name, rules),
        };
        let strategy = strategy.unwrap_or_else(|| self.strategy.make());
        match self.iterations {
            Some(left) => Box::new(Iterations { strategy, left }),
            None => strategy,
        }
    }

    fn parallelism(&self) -> Parallelism {
        match self.iterations {
            Some(_) => Parallelism::Batches,
            None => self.strategy.parallelism,
        }
    }
}
