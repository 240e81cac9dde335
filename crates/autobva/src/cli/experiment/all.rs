//! `autobva experiment all`: every table, into a folder.

use std::fs::create_dir_all;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use autobva::StopSignal;
use autobva::experiment::paper::{PaperTable, TABLES};
use autobva::experiment::report::{Report, write_csv, write_json, write_text};
use clap::Args;

use super::super::Status;
use super::super::interrupt::on_interrupt;
use super::super::output::Destination;
use super::study::{Outcome, StudyArgs};

/// All tables, into a folder with an index.html
///
/// The tables of the paper share their runs. Each table is also written as text, CSV and JSON.
#[derive(Args)]
pub struct AllArgs {
    #[command(flatten)]
    study: StudyArgs,

    /// The folder for the tables
    #[arg(short, value_name = "DIR", default_value = "autobva-experiment", help_heading = "Output")]
    output: PathBuf,

    /// Print nothing but the tables
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

impl AllArgs {
    pub fn run(self) -> Result<Status> {
        let settings = self.study.settings()?;
        let folder = &self.output;
        create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let signal = StopSignal::default();
        on_interrupt(&signal)?;
        let tables: Vec<&'static PaperTable> = TABLES.iter().collect();
        let partial = folder.join("runs.partial");
        let outcome = self.study.run(&settings, &tables, &partial, &signal, self.quiet)?;
        let Outcome::Done(reports) = outcome else { return Ok(Status::Interrupted) };
        for report in &reports {
            self.write(report)?;
        }
        let mut out = Destination::open(None)?;
        for (i, report) in reports.iter().enumerate() {
            if i > 0 {
                writeln!(out, "\n")?;
            }
            write_text(report, &mut out)?;
        }
        out.finish()?;
        Ok(Status::Done)
    }

    /// The files of a table.
    fn write(&self, report: &Report) -> Result<()> {
        type Writer = fn(&Report, &mut dyn Write) -> std::io::Result<()>;
        let formats: [(&str, Writer); 3] = [("txt", write_text), ("csv", write_csv), ("json", write_json)];
        for (extension, write) in formats {
            let path: &Path = &self.output.join(format!("{}.{extension}", report.name));
            let mut out = Destination::open(Some(path))?;
            write(report, &mut out)?;
            out.finish()?;
        }
        Ok(())
    }
}
