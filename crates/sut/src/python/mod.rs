//! Python functions as targets: autobva's own worker runs inside the user's interpreter.
//!
//! The worker is a script that is part of this crate and is passed to the interpreter as text. It needs Python 3.8 or
//! later and no packages.

mod adapter;
#[cfg(feature = "processes")]
mod start;
pub mod survey;
pub mod within;

pub use adapter::PythonFunctions;
#[cfg(feature = "processes")]
pub use start::start;

/// The default interpreter: the one on PATH, which is that of an active virtual environment.
pub const DEFAULT_INTERPRETER: &str = "python3";
