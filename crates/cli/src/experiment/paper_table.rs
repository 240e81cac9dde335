//! `autobva experiment TABLE`: one table of the paper.

use std::path::PathBuf;

use anyhow::Result;
use autobva::StopSignal;
use autobva_lab::experiment::paper::table;
use clap::Args;

use super::super::Status;
use super::super::interrupt::on_interrupt;
use super::super::options::{Format, OutputArgs};
use super::study::StudyArgs;

#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    study: StudyArgs,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    #[command(flatten)]
    output: OutputArgs,
}

impl TableArgs {
    /// The same with all rules of the study's own tool, unless some are named.
    pub fn by_the_study(mut self) -> TableArgs {
        self.study.make_as_published();
        self
    }

    pub fn run(self, name: &str) -> Result<Status> {
        let table = table(name)?;
        let settings = self.study.settings()?;
        let mut out = self.output.open()?;
        let signal = StopSignal::default();
        on_interrupt(&signal);
        let partial = PathBuf::from(format!("autobva-experiment-{name}.partial"));
        let tables = [table];
        let study = self.study.open(&settings, &tables, &partial)?;
        let Some(reports) = study.run(&signal, self.output.quiet)? else { return Ok(study.interrupted()) };
        for report in &reports {
            super::write(report, self.format, &mut out)?;
        }
        out.finish()?;
        study.finish()
    }
}
