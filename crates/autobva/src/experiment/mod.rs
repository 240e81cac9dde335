//! Experiments: tables and plots that are computed again, never copied.
//!
//! One folder per experiment and one line each in [`EXPERIMENTS`]; `autobva experiment NAME` runs them.

pub mod search;

use autobva_core::Entry;

/// The experiments, each with a line of help.
pub const EXPERIMENTS: &[Entry] = &[search::ENTRY];
