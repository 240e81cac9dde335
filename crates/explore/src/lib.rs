//! Exploration: samplers draw starting points, strategies search from there, an archive keeps the findings, and stop
//! rules end the search.
//!
//! A [`Strategy`](strategies::Strategy) interacts with the outside only through a [`Probe`]; [`search`] plays a
//! [`Plan`] to its end. Nothing here prints, reads the clock or does I/O.

mod archive;
pub mod behaviours;
mod mutation;
mod probe;
mod round;
pub mod samplers;
mod search;
mod stop;
pub mod strategies;
mod threshold;
mod watcher;

pub use archive::{Archive, Kept};
pub use mutation::MutationOperator;
pub use probe::{Halt, Probe, Quantifiers};
pub use round::Batch;
pub use search::{Found, Plan, Progress, SearchError, search};
pub use stop::{Saturation, SaturationWatch, StopRules, StopSignal};
pub use threshold::{Threshold, ThresholdError};
pub use watcher::Watcher;
