//! `experiment search`: which strategy finds how many of the known boundaries, after how many calls.

mod behaviour;
pub mod cells;
mod figures;
mod numbers;
mod report;
mod run;
mod steps;
mod subject;
mod subjects;
mod watch;

pub use behaviour::compare;
pub use figures::{CHECKPOINTS, PERCENTAGES, checkpoints};
pub use report::report;
pub use run::{Counted, First, Run, Series, Setup, run, with_tuning};
pub use subject::{Known, Pair, Recognise, Subject, Truth};
pub use subjects::{SUBJECTS, subject};

use autobva_core::Entry;

pub const ENTRY: Entry = Entry {
    name: "search",
    help: "strategies on targets with known boundaries: what is found after how many calls",
};
