//! Systems under test: what autobva can search, one folder per kind of target.
//!
//! [`closure`] turns Rust closures and functions into targets. On Linux there are also targets in processes of their
//! own: [`python`] functions, programs that are started once per call ([`command`]), and any language through the
//! [`worker`] protocol. An [`Adapter`] reads the words that name such a target; [`ADAPTERS`] has them all.

mod adapter;
pub mod closure;
#[cfg(target_os = "linux")]
pub mod command;
mod conditions;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
pub mod python;
#[cfg(target_os = "linux")]
pub mod worker;

pub use adapter::{
    ADAPTERS, Adapter, Adapters, Named, Recognised, StartOptions, Started, Target, TargetError,
};
pub use autobva_core::Captured;
pub use closure::{Closure, Debugged, FromValue, IntoOutcome, IntoSut, Shown};
#[cfg(target_os = "linux")]
pub use command::Command;
pub use conditions::{Conditions, Limits, Remarks};
#[cfg(target_os = "linux")]
pub use worker::{Worker, attack_worker};

/// Waking a thread takes as long as some hundred calls within the process.
const IN_PROCESS_GRAIN: usize = 256;
