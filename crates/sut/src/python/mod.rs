//! Python functions as targets: a worker of autobva's own runs inside the user's interpreter.
//!
//! The worker is a script that ships inside this crate and is handed to the interpreter as text. It needs Python 3.8
//! or later and no package.

mod adapter;
#[cfg(feature = "processes")]
mod start;
pub mod survey;
pub mod within;

pub use adapter::PythonFunctions;
#[cfg(feature = "processes")]
pub use start::start;

/// The interpreter where none is chosen: the one on PATH, which is that of an active virtual environment.
pub const DEFAULT_INTERPRETER: &str = "python3";
