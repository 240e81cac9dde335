//! `autobva experiment behaviours` and `ablation`: the benchmarks of the search by behaviour.

use anyhow::Result;
use autobva::Error;
use autobva_lab::experiment::report::Report;
use clap::Args;

use super::super::Status;
use super::super::budget::count;
use super::super::options::{Format, OutputArgs};

/// Functions with known boundaries: what is found and shown by behaviour, and what else
#[derive(Args)]
pub struct BehavioursArgs {
    /// How many seeds
    #[arg(long, value_name = "N", value_parser = count, default_value = "5")]
    seeds: u64,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    #[command(flatten)]
    output: OutputArgs,
}

impl BehavioursArgs {
    pub fn run(self, report: fn(u64) -> Result<Report, Error>) -> Result<Status> {
        let mut out = self.output.open()?;
        let report = report(self.seeds)?;
        super::write(&report, self.format, &mut out)?;
        out.finish()?;
        Ok(Status::Done)
    }
}
