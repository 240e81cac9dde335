//! Systems under test: what autobva can search, one folder or file per kind of target.
//!
//! [`builtin`](mod@builtin) holds the example functions of the study, computed exactly as Julia 1.5.3 computes them.

pub mod builtin;

pub use builtin::builtin;
