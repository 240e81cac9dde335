//! Campaigns: everything that is known about one target, in one SQLite file that is written during a search.
//!
//! Only a [`CampaignWriter`] adds candidates, under a lock. It commits in single transactions, so a killed program
//! leaves a file that can be opened. [`Campaign::read`] reads everything, and [`DecisionBook`] adds decisions of
//! testers. Unlike the rest of this crate, this module opens files.

mod codec;
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
pub use reader::{Campaign, StoredRun, Wanted, in_order, stored_target};
pub use writer::{CampaignWriter, Earlier, Moment, RunStart};
