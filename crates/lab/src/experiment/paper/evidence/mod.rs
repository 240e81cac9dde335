//! What the runs of an experiment show: their candidates merged, clustered, and matched with what the paper describes.

mod clusters;
mod pool;
mod sample;

pub use clusters::Clusters;
pub use pool::{Pool, PoolBuilder, PoolRun};
pub use sample::Sample;

use std::cell::OnceCell;

use autobva_core::Candidate;

use super::ExperimentError;
use super::function::{FUNCTIONS, Function};
use super::runs::{Record, RunKey, Store};
use super::settings::Settings;
use super::study::Rules;

/// The runs of a finished plan and their results, which are computed on demand.
pub struct Evidence<'a> {
    pub settings: &'a Settings,
    plan: &'a [RunKey],
    store: &'a Store,
    pools: [[OnceCell<Pool>; 2]; FUNCTIONS.len()],
    clusters: [[OnceCell<Clusters>; 2]; FUNCTIONS.len()],
}

impl<'a> Evidence<'a> {
    pub fn new(settings: &'a Settings, plan: &'a [RunKey], store: &'a Store) -> Evidence<'a> {
        Evidence { settings, plan, store, pools: Default::default(), clusters: Default::default() }
    }

    /// What is known about a run besides its candidates.
    pub fn record(&self, key: &RunKey) -> Option<Record> {
        self.store.record(key)
    }

    pub fn candidates(&self, key: &RunKey) -> Result<Vec<Candidate>, ExperimentError> {
        Ok(self.store.candidates(key)?.candidates)
    }

    /// The candidates of all runs on a function with these rules, with the sampling of the main study.
    pub fn pool(&self, function: &'static Function, rules: Rules) -> Result<&Pool, ExperimentError> {
        let (place, side) = (place(function), side(rules));
        if let Some(pool) = self.pools[place][side].get() {
            return Ok(pool);
        }
        let is_own = |key: &&RunKey| {
            **key == RunKey::of_study(function.name, key.strategy, key.budget, key.repetition).by(rules)
        };
        let mut pool = PoolBuilder::new(function, Sample::LIMIT);
        for key in self.plan.iter().filter(is_own) {
            pool.add(key, self.store.candidates(key)?);
        }
        Ok(self.pools[place][side].get_or_init(|| pool.finish()))
    }

    pub fn clusters(&self, function: &'static Function, rules: Rules) -> Result<&Clusters, ExperimentError> {
        let (place, side) = (place(function), side(rules));
        if let Some(clusters) = self.clusters[place][side].get() {
            return Ok(clusters);
        }
        let clusters = Clusters::of(self.pool(function, rules)?)?;
        Ok(self.clusters[place][side].get_or_init(|| clusters))
    }
}

/// The index for runs: by our own rules, or by those of the study.
fn side(rules: Rules) -> usize {
    usize::from(rules != Rules::NONE)
}

fn place(function: &Function) -> usize {
    FUNCTIONS.iter().position(|f| f.name == function.name).unwrap_or(0)
}
