//! The runs of an experiment: what to run, running it on all cores, and keeping what was found.

mod key;
mod runner;
mod store;
mod work;

pub use key::RunKey;
pub use runner::run;
pub use store::{Record, Store, StoreError};
