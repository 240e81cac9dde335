//! Summarization: from thousands of candidates to the handful that a tester reads.
//!
//! [`summarize`] puts candidates into groups by validity and output types, reduces those with the same outputs to one
//! row, describes each row by its [`features`], divides the rows by a [`clustering`], chooses representatives, and
//! describes each cluster in words. [`screen`] shows how well other features would work.
//!
//! ```
//! use autobva_core::{Candidate, Observation, Outcome, Signature};
//! use autobva_summary::{SummarySettings, summarize};
//!
//! let signature = Signature::parse(["age:int"])?;
//! let side = |age: &str, class: &'static str| -> Result<Observation, autobva_core::ValueError> {
//!     Ok(Observation { input: signature.read(&[age], None)?, outcome: Outcome::valid("String", class) })
//! };
//! let boundary = Candidate { left: side("17", "minor")?, right: side("18", "adult")?, score: 5.0, count: 1 };
//! let summary = summarize(&signature, &[boundary], &SummarySettings::default())?;
//! assert_eq!(summary.groups[0].clusters[0].description, "age 17 → 18; minor → adult");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod changes;
pub mod clustering;
mod description;
pub mod features;
mod groups;
mod natural;
mod order;
mod partition;
mod representatives;
mod rows;
mod screening;
mod settings;
mod subset;
mod summarize;
mod summary;

pub use changes::{Change, changed_arguments, changes, same_change};
pub use clustering::{CLUSTERINGS, RULES, Rule};
pub use features::{DEFAULT_FEATURES, FEATURES};
pub use order::best_first;
pub use representatives::{Choice, REPRESENTATIVES, by_score};
pub use screening::{Combination, Screening, screen};
pub use settings::{SettingsError, SummarySettings};
pub use summarize::{summarize, summarize_groups};
pub use summary::{Cluster, GroupSummary, Summary};
