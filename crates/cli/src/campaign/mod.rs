//! Campaigns on the command line: where they are kept, how they are saved during a search, and how they are resumed.

mod named;
mod place;
mod resume;
mod saver;
mod session;

use std::path::PathBuf;

use autobva::Invocation;
use clap::Args;

use super::options::DAILY;

pub use named::file_or_campaign;
pub use place::{campaigns, readable};
pub use resume::resume;
pub use session::{Purpose, Session, continued};

/// Whether and where `find` saves what it finds.
#[derive(Args)]
#[command(next_help_heading = "Campaign")]
pub struct CampaignArgs {
    /// Save what is found in FILE, or add to what FILE holds; .autobva/TARGET.autobva if not given
    #[arg(long, value_name = "FILE", conflicts_with = "no_campaign", help_heading = DAILY)]
    pub campaign: Option<PathBuf>,

    /// Save nothing
    #[arg(long)]
    pub no_campaign: bool,

    /// Go on with a campaign, with its target, its settings and what is left of its budget. TARGET can be left out, or
    /// be the file of a campaign
    #[arg(
        long,
        conflicts_with_all = [
            "no_campaign", "strategy", "sampler", "cts", "type_order", "output_distance", "input_distance",
            "archive_distance", "rank_distance", "threshold", "fix", "rules", "hints", "seed_value", "seed", "jobs", "keep",
        ]
    )]
    pub resume: bool,

    /// Say whenever candidates have been saved
    #[arg(long, short)]
    pub verbose: bool,
}

impl CampaignArgs {
    /// The file of a target's campaign, if it is to have one.
    pub fn place(&self, invocation: &Invocation) -> Option<PathBuf> {
        let place = || self.campaign.clone().unwrap_or_else(|| place::default_place(invocation));
        (!self.no_campaign).then(place)
    }
}
