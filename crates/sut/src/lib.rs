//! Systems under test: what autobva can search, one folder per kind of target.
//!
//! [`mod@builtin`] holds the example functions of the study, computed exactly as Julia 1.5.3 computes them;
//! [`closure`] turns Rust closures and functions into targets.

pub mod builtin;
pub mod closure;

pub use builtin::builtin;
pub use closure::{Closure, Debugged, FromValue, IntoOutcome, IntoSut, Shown};
