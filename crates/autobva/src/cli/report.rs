//! `autobva report`: one HTML file for a person.

use std::path::PathBuf;

use anyhow::Result;
use autobva::SummarySettings;
use autobva_report::write_html;
use clap::Args;

use super::Status;
use super::dossier::open_dossier;
use super::options::OutputArgs;
use super::output::Destination;

/// Write a report for the browser: one HTML file that needs no network
#[derive(Args)]
pub struct ReportArgs {
    /// A candidate CSV; - is standard input
    file: PathBuf,

    #[command(flatten)]
    output: OutputArgs,
}

impl ReportArgs {
    pub fn run(self) -> Result<Status> {
        let dossier = open_dossier(&self.file, &SummarySettings::default())?;
        let mut out = Destination::open(self.output.output.as_deref())?;
        write_html(&dossier, &[], &mut out)?;
        out.finish()?;
        Ok(Status::Done)
    }
}
