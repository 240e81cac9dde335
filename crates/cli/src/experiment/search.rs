//! `autobva experiment search`: the benchmark of strategies.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::{Result, bail};
use autobva::explore::strategies::{STRATEGIES, strategy};
use autobva::{Selection, StopSignal};
use autobva_lab::experiment::report::Report;
use autobva_lab::experiment::search::cells::{CellSetup, PUBLISHED, cells_report, published, run_cells};
use autobva_lab::experiment::search::{Counted, SUBJECTS, Setup, Subject, compare, report, run, subject};
use clap::{Args, ValueEnum};

use super::super::Status;
use super::super::budget::{count, duration};
use super::super::interrupt::on_interrupt;
use super::super::options::{Format, OutputArgs};
use super::super::output::Destination;

/// Strategies on targets with known boundaries: what each finds after how many calls
///
/// Each strategy runs on each target with seeds 1, 2, …, one job a run. A known boundary is found when a pair that
/// shows it is proposed; the calls are those made until then.
#[derive(Args)]
pub struct SearchExperimentArgs {
    /// The targets, separated by commas; all if not given
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    targets: Vec<String>,

    /// The strategies, separated by commas; all if not given
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    strategies: Vec<String>,

    /// How many seeds
    #[arg(long, value_name = "N", value_parser = count, default_value = "10")]
    seeds: u64,

    /// The calls of one run; a million if not given, and with --qd-cells as many as the time allows
    #[arg(long, value_name = "N", value_parser = count)]
    calls: Option<u64>,

    /// How many runs at a time, with --qd-cells how many searches together; all cores if not given
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,

    /// Whose boundaries count: all, or with behaviour the changes of behaviour, with the calls of lines by behaviour beside
    /// those by derivative
    #[arg(long, value_name = "NAME", default_value = "derivative", conflicts_with = "qd_cells")]
    by: By,

    /// The map of cells that qd draws of the functions of the SETBVE study, beside the published figures, instead
    #[arg(long)]
    qd_cells: bool,

    /// With --qd-cells: how long one run takes
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s", requires = "qd_cells")]
    time: Duration,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    Behaviour,
    Derivative,
}

/// The default number of calls of one run: the last checkpoint of the table.
const CALLS: u64 = 1_000_000;

impl SearchExperimentArgs {
    pub fn run(self) -> Result<Status> {
        self.check_numbers()?;
        let is_own = self.qd_cells || self.by == By::Behaviour;
        if is_own && !self.strategies.is_empty() {
            bail!("--qd-cells and --by behaviour are about one strategy; leave out --strategies");
        }
        let signal = StopSignal::default();
        on_interrupt(&signal);
        let Some((report, mut out)) = self.report(&signal)? else { return Ok(Status::Interrupted) };
        super::write(&report, self.format, &mut out)?;
        out.finish()?;
        Ok(Status::Done)
    }

    /// Makes the runs; `None` after Ctrl-C. The output is opened before, since that may fail.
    fn report(&self, signal: &StopSignal) -> Result<Option<(Report, Destination)>> {
        let calls = self.calls.unwrap_or(CALLS);
        let report = match self.by {
            _ if self.qd_cells => {
                let (setup, out) = (self.cells()?, self.output.open()?);
                return Ok(run_cells(&setup, signal)?.map(|figures| (cells_report(&figures, &setup), out)));
            }
            By::Behaviour => {
                let (subjects, out) = (self.subjects()?, self.output.open()?);
                let report = compare(subjects, [self.seeds, calls], self.jobs(), signal, &self.progress())?;
                report.map(|report| (report, out))
            }
            By::Derivative => {
                let (setup, out) = (self.setup()?, self.output.open()?);
                run(&setup, signal, &self.progress())?.map(|series| (report(&series, calls), out))
            }
        };
        Ok(report)
    }

    /// Prints how many runs are done, if standard error is a terminal.
    fn progress(&self) -> impl Fn(usize, usize) + Sync + use<> {
        let shown = !self.output.quiet && std::io::stderr().is_terminal();
        move |done: usize, all: usize| {
            if shown {
                eprint!("\r{done} of {all} runs{}", if done == all { "\n" } else { "" });
            }
        }
    }

    fn subjects(&self) -> Result<Vec<&'static Subject>> {
        Ok(match &self.targets[..] {
            [] => SUBJECTS.iter().collect(),
            names => names.iter().map(|name| subject(name)).collect::<Result<_, _>>()?,
        })
    }

    fn jobs(&self) -> usize {
        self.jobs.map_or_else(autobva::processors, |jobs| jobs as usize)
    }

    fn cells(&self) -> Result<CellSetup> {
        let functions = match &self.targets[..] {
            [] => PUBLISHED.iter().collect(),
            names => names.iter().map(|name| published(name)).collect::<Result<_, _>>()?,
        };
        Ok(CellSetup { functions, seeds: self.seeds, time: self.time, calls: self.calls, jobs: self.jobs() })
    }

    fn check_numbers(&self) -> Result<()> {
        for (what, number) in [
            ("--seeds", self.seeds),
            ("--calls", self.calls.unwrap_or(CALLS)),
            ("--jobs", self.jobs.unwrap_or(1)),
        ] {
            if number == 0 {
                bail!("{what} is zero, so nothing could be measured; give at least 1");
            }
        }
        Ok(())
    }

    fn setup(&self) -> Result<Setup> {
        let strategies = match &self.strategies[..] {
            [] => STRATEGIES.iter().collect(),
            names => names.iter().map(|name| strategy(name)).collect::<Result<_, _>>()?,
        };
        Ok(Setup {
            subjects: self.subjects()?,
            strategies,
            seeds: self.seeds,
            calls: self.calls.unwrap_or(CALLS),
            jobs: self.jobs(),
            select: Selection::Derivative,
            counted: Counted::All,
        })
    }
}
