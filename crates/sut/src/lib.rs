//! Systems under test: what autobva can search, with one folder per kind of target.
//!
//! [`closure`] turns Rust closures and functions into targets, and [`python::within`] callables of an interpreter in
//! the present process. With the feature `processes`, which is on by default and needs Linux, there are also targets in
//! processes of their own: [`python`] functions, programs that are started once per call ([`command`]), and any
//! language through the [`worker`] protocol. An [`Adapter`] reads the words that name such a target; [`ADAPTERS`] lists
//! them all. Without the feature such targets are read and described, but not started.

mod adapter;
pub mod closure;
pub mod command;
mod conditions;
#[cfg(feature = "processes")]
mod process;
pub mod python;
pub mod worker;

pub use adapter::{
    ADAPTERS, Adapter, Adapters, Named, Recognised, StartOptions, Started, Target, TargetError,
    check_processes,
};
pub use autobva_core::Captured;
pub use closure::{Closure, Debugged, FromValue, IntoOutcome, IntoSut, Shown};
#[cfg(feature = "processes")]
pub use command::Command;
pub use conditions::{Conditions, Limits, Remarks};
#[cfg(feature = "processes")]
pub use process::busy_time;
#[cfg(feature = "processes")]
pub use worker::Worker;
pub use worker::attack_worker;

/// Waking a thread takes as long as some hundred in-process calls.
const IN_PROCESS_GRAIN: usize = 256;
