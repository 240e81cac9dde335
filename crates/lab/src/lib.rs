//! The laboratory: what the study was about, and what the strategies are measured by.
//!
//! [`mod@builtin`] holds the example functions of the study, computed exactly as Julia 1.5.3 computes them;
//! [`experiment`] computes the tables of the paper again and compares the strategies. Only the binary depends on it.

#![allow(missing_docs)] // Nobody but the binary uses it: what a name says needs no comment.

pub mod builtin;
pub mod experiment;

pub use builtin::builtin;

/// Waking a thread takes as long as some hundred calls within the process.
const IN_PROCESS_GRAIN: usize = 256;
