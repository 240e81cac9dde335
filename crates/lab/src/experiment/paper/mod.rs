//! The evaluation of the paper, re-run: each table with our figures beside the published ones.
//!
//! [`runs`] makes the runs of a plan and keeps their findings in a folder; [`evidence`] reads them, merges them and
//! clusters them; [`tables`] makes reports, with one file and one line in [`TABLES`] for each table; [`published`] has
//! the figures of the paper.

pub mod evidence;
mod function;
mod kinds;
pub mod published;
pub mod runs;
mod settings;
pub mod study;
pub mod tables;

pub use function::{FUNCTIONS, Function, function};
pub use settings::{Budget, Settings};
pub use tables::{PaperTable, TABLES, table};

use autobva_core::Entry;

/// The registry entry for all experiments at once.
pub const ALL: Entry = Entry { name: "all", help: "all of these, into a folder with an index.html" };

/// Why an experiment could not be started or finished.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A run could not be made.
    #[error(transparent)]
    Run(#[from] autobva::Error),
    /// A summary could not be made.
    #[error(transparent)]
    Summary(#[from] autobva_summary::SettingsError),
    /// The folder of the runs cannot be used.
    #[error(transparent)]
    Store(#[from] runs::StoreError),
}
