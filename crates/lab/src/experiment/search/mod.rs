//! `experiment search`: which strategy finds how many of the known boundaries, after how many calls.

mod bars;
mod behaviour;
pub mod cells;
mod csv;
mod figures;
mod json;
mod numbers;
mod plot;
mod run;
mod steps;
mod subject;
mod subjects;
mod table;
mod watch;

pub use bars::{Bar, bars};
pub use behaviour::{Comparison, compare, write_comparisons};
pub use csv::write_csv;
pub use figures::{CHECKPOINTS, PERCENTAGES, checkpoints};
pub use json::write_json;
pub use plot::write_plot;
pub use run::{Counted, First, Run, Series, Setup, run, with_tuning};
pub use subject::{Known, Pair, Recognise, Subject, Truth};
pub use subjects::{SUBJECTS, subject};
pub use table::{grouped, write_table};

use autobva_core::Entry;

/// The entry in the registry.
pub const ENTRY: Entry = Entry {
    name: "search",
    help: "strategies on targets with known boundaries: what is found after how many calls",
};
