//! Campaigns: all that is known about one target in one SQLite file, written while a search goes on.
//!
//! A [`CampaignWriter`] is the only one to add candidates, under a lock; it commits what it is given in one transaction, so
//! that a program that is killed leaves a file that opens. [`Campaign::read`] gives everything back, and
//! [`DecisionBook`] adds what a tester decides. Unlike the rest of this crate, these open files.

mod codec;
mod courses;
mod decisions;
mod error;
mod file;
mod landscapes;
mod reader;
mod rows;
mod schema;
mod summaries;
mod target;
mod versions;
mod writer;

pub use decisions::DecisionBook;
pub use error::CampaignError;
pub use file::is_campaign;
pub use reader::{Campaign, StoredRun, in_order, stored_target};
pub use writer::{CampaignWriter, Earlier, Moment, RunStart};
