//! Processes of targets: started in a group of their own with limits, watched, and ended together with everything that
//! they started.

#[cfg(not(target_os = "linux"))]
compile_error!(
    "targets in processes are supported on Linux only so far; build without them: --no-default-features, or \
     default-features = false in Cargo.toml"
);

mod busy;
mod child;
mod ending;
mod keeper;
mod locate;
mod pipe;

pub(crate) use crate::conditions::{Conditions, Limits};
pub use busy::busy_time;
pub(crate) use child::Child;
pub(crate) use ending::{Ending, signal_name};
pub(crate) use keeper::{Keeper, MARKER};
pub(crate) use locate::{locate, located_words};
pub(crate) use pipe::{Pipe, Received, wait_for};
