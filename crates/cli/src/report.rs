//! `autobva report`: one HTML file for a person.

use std::path::PathBuf;

use anyhow::Result;
use autobva::SummarySettings;
use autobva_report::write_html;
use clap::Args;

use super::Status;
use super::campaign::file_or_campaign;
use super::dossier::open_dossier;
use super::keepsake::keep_source;
use super::options::OutputArgs;

/// Write a report for the browser: one HTML file that needs no network
///
/// The file has the behaviours and the boundaries between them, or the clusters of candidates, in words and pictures,
/// with the decisions, and a table of all pairs that can be searched and sorted.
#[derive(Args)]
pub struct ReportArgs {
    /// A campaign, the name of its target, or a candidate CSV; - is a candidate CSV on standard input
    file: PathBuf,

    #[command(flatten)]
    output: OutputArgs,
}

impl ReportArgs {
    pub fn run(mut self) -> Result<Status> {
        self.file = file_or_campaign(self.file)?;
        let dossier = open_dossier(&self.file, &SummarySettings::default())?;
        keep_source(self.output.file(), &self.file, "reported")?;
        let mut out = self.output.open()?;
        write_html(&dossier, &mut out)?;
        out.finish()?;
        if let (false, Some(path)) = (self.output.quiet, self.output.file()) {
            say!("autobva: wrote {}", path.display());
        }
        Ok(Status::Done)
    }
}
