//! Programs as targets: started once per call, without a shell.

mod adapter;
#[cfg(feature = "processes")]
mod call;
#[cfg(feature = "processes")]
mod folders;
#[cfg(feature = "processes")]
mod target;

pub use adapter::Programs;
#[cfg(feature = "processes")]
pub use target::Command;
