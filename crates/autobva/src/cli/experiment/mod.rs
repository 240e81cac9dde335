//! `autobva experiment NAME`: one file per experiment, one variant each below.

mod search;

use anyhow::Result;
use clap::{Args, Subcommand};

use super::Status;

/// Re-run a table: strategies on targets whose boundaries are known
#[derive(Args)]
pub struct ExperimentArgs {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    Search(search::SearchExperimentArgs),
}

impl ExperimentArgs {
    pub fn run(self) -> Result<Status> {
        match self.experiment {
            Experiment::Search(args) => args.run(),
        }
    }
}
