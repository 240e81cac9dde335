//! Summarization: from thousands of candidates to the handful that a tester reads.

pub mod clustering;
mod description;
pub mod features;
mod groups;
mod natural;
mod partition;
mod representatives;
mod rows;
mod screening;
mod settings;
mod subset;
mod summarize;
mod summary;

pub use clustering::{CLUSTERINGS, RULES, Rule};
pub use features::{DEFAULT_FEATURES, FEATURES};
pub use representatives::{Choice, REPRESENTATIVES, by_score};
pub use screening::{Combination, Screening, screen};
pub use settings::{SettingsError, SummarySettings};
pub use summarize::summarize;
pub use summary::{Cluster, GroupSummary, Summary};
