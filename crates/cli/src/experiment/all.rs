//! `autobva experiment all`: every experiment, into a folder.

use std::fs::create_dir_all;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use autobva::explore::strategies::STRATEGIES;
use autobva::{Selection, StopSignal};
use autobva_lab::experiment::paper::{PaperTable, Settings, TABLES};
use autobva_lab::experiment::report::{
    Page, Report, write_csv, write_html, write_json, write_markdown, write_text,
};
use autobva_lab::experiment::search::{self, Counted, SUBJECTS, Setup};
use clap::Args;

use super::super::Status;
use super::super::interrupt::on_interrupt;
use super::super::keepsake::{Written, keep};
use super::super::output::{Destination, is_standard};
use super::plan_line::plan_line;
use super::study::StudyArgs;

/// All of these, into a folder with an index.html
///
/// The tables of the paper share their runs. Each table is also written as text, CSV and JSON.
#[derive(Args)]
pub struct AllArgs {
    #[command(flatten)]
    study: StudyArgs,

    /// The calls of one run of `search`
    #[arg(long, value_name = "N", value_parser = super::super::budget::count, default_value = "1e6")]
    search_calls: u64,

    /// The folder for the tables
    #[arg(short, value_name = "DIR", default_value = "autobva-experiment", help_heading = "Output")]
    output: PathBuf,

    /// Also write everything as Markdown, as in docs/reproduction.md
    #[arg(long, value_name = "FILE.md", help_heading = "Output")]
    write_docs: Option<PathBuf>,

    /// Replace files even if autobva has not written them
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// Print nothing but the tables
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

impl AllArgs {
    pub fn run(self) -> Result<Status> {
        if is_standard(&self.output) {
            bail!("-o names the folder for the tables, which cannot be standard output; leave it out");
        }
        let settings = self.study.settings()?;
        let written = Written::result(self.force);
        let docs = self.write_docs.as_deref().map(|path| Destination::of(written, Some(path))).transpose()?;
        let folder = &self.output;
        keep(&folder.join(PAGE), written)?;
        // If the page or the runs are ours, so are the tables beside them.
        let partial = folder.join("runs.partial");
        let is_own = folder.join(PAGE).exists() || partial.exists();
        let tables_written = Written::result(self.force || is_own);
        let tables: Vec<&'static PaperTable> = TABLES.iter().collect();
        let study = self.study.open(&settings, &tables, &partial)?;
        create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let signal = StopSignal::default();
        on_interrupt(&signal);
        let Some(reports) = study.run(&signal, self.quiet)? else { return Ok(study.interrupted()) };
        let Some(search) = self.search(&settings, &signal)? else { return Ok(study.interrupted()) };
        for report in reports.iter().chain([&search]) {
            self.write(tables_written, &format!("{}.txt", report.name), |out| write_text(report, out))?;
            self.write(tables_written, &format!("{}.csv", report.name), |out| write_csv(report, out))?;
            self.write(tables_written, &format!("{}.json", report.name), |out| write_json(report, out))?;
        }
        let command = self.command();
        let page = Page { command, reports: &reports, appendix: Some(&search) };
        self.write(tables_written, PAGE, |out| write_html(&page, out))?;
        if let Some(mut docs) = docs {
            write_markdown(&page, &mut docs)?;
            docs.finish()?;
        }
        print(&page)?;
        if !self.quiet {
            say!("autobva: see {}", folder.join(PAGE).display());
        }
        study.finish()
    }

    /// The command that repeats the experiments.
    fn command(&self) -> String {
        let mut command =
            format!("autobva experiment all {} --search-calls {}", self.study.command(), self.search_calls);
        if let Some(path) = &self.write_docs {
            command += &format!(" --write-docs {}", path.display());
        }
        command
    }

    /// The benchmark of strategies; `None` after Ctrl-C.
    fn search(&self, settings: &Settings, signal: &StopSignal) -> Result<Option<Report>> {
        let setup = Setup {
            subjects: SUBJECTS.iter().collect(),
            strategies: STRATEGIES.iter().collect(),
            seeds: settings.repetitions.map_or(SEEDS, |repetitions| repetitions.min(SEEDS)),
            calls: self.search_calls,
            jobs: settings.jobs,
            select: Selection::Derivative,
            counted: Counted::All,
        };
        let all = setup.subjects.len() * setup.strategies.len() * setup.seeds as usize;
        let (line, done) = plan_line(all, self.quiet);
        let series = search::run(&setup, signal, &|finished, _| done(finished))?;
        drop(line);
        Ok(series.map(|series| search::report(&series, setup.calls)))
    }

    /// A file of the folder.
    fn write(
        &self,
        written: Written,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<()> {
        let mut out = Destination::of(written, Some(&self.output.join(name)))?;
        write(&mut out)?;
        out.finish()
    }
}

const PAGE: &str = "index.html";

/// The benchmark of strategies has at most 3 seeds within `all`; `experiment search` has ten.
const SEEDS: u64 = 3;

fn print(page: &Page<'_>) -> Result<()> {
    let mut out = Destination::standard();
    for report in page.all() {
        write_text(report, &mut out)?;
        writeln!(out, "\n")?;
    }
    out.finish()
}
