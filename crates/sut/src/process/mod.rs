//! Processes of targets: started in a group of their own with limits, watched, ended together with all they started.

mod child;
mod ending;
mod keeper;
mod limits;
mod locate;
mod pipe;

pub(crate) use child::Child;
pub(crate) use ending::{Ending, signal_name};
pub(crate) use keeper::{Keeper, MARKER};
pub use limits::Limits;
pub(crate) use locate::{locate, located_words};
pub(crate) use pipe::{Pipe, Received, wait_for};

use std::path::PathBuf;

/// How processes of a target are run.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// What one call may use.
    pub limits: Limits,
    /// The folder they start in; an empty temporary one if none is given.
    pub cwd: Option<PathBuf>,
}
