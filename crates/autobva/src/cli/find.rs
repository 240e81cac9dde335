//! `autobva find`: detect, print.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use autobva::explore::{Archive, Saturation, StopRules};
use autobva::{
    Distances, Findings, Progress, Settings, StopReason, StopSignal, SummarySettings, Threshold, TypeOrder,
};
use autobva_report::{Listing, Style, run_line, summary_view, write_candidate_csv, write_json};
use clap::{Args, ValueEnum};

use super::Status;
use super::budget::{count, duration};
use super::interrupt::on_interrupt;
use super::options::{Format, OutputArgs, Switch, terminal_width};
use super::output::Destination;
use super::progress::{Limits, ProgressLine};
use super::target_args::TargetArgs;

/// Find the boundaries of a target and print them
///
/// The target really runs, many times. Without a budget the search stops when new candidates have become rare, and
/// after 10 seconds at the latest.
#[derive(Args)]
pub struct FindArgs {
    #[command(flatten)]
    target: TargetArgs,

    /// Further words of a worker's command line
    #[arg(hide = true)]
    words: Vec<String>,

    /// The program to start once per call
    #[arg(last = true, value_name = "PROGRAM ARG", help_heading = "Arguments")]
    program: Vec<String>,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    budget: BudgetArgs,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    /// Show every candidate instead of one per cluster
    #[arg(long, help_heading = "Output")]
    all: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args)]
#[command(next_help_heading = "Search")]
struct SearchArgs {
    /// How to search
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,

    /// How to draw numbers: bituniform or uniform
    #[arg(long, value_name = "NAME", default_value = "bituniform")]
    sampler: String,

    /// Compatible type sampling: draw the type of each argument, too
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    cts: Switch,

    /// How compatible types are drawn
    #[arg(long, value_name = "ORDER", default_value = "random")]
    type_order: Order,

    /// How far apart outputs are
    #[arg(long, value_name = "NAME", default_value = "shape")]
    output_distance: String,

    /// How far apart inputs are
    #[arg(long, value_name = "NAME", default_value = "euclidean")]
    input_distance: String,

    /// Another output distance for what the archive keeps
    #[arg(long, value_name = "NAME")]
    archive_distance: Option<String>,

    /// Another output distance for the order in which candidates are shown
    #[arg(long, value_name = "NAME")]
    rank_distance: Option<String>,

    /// Which pairs become candidates: more than a number, percentile:90, or top:100
    #[arg(long, value_name = "RULE", default_value = "0")]
    threshold: Threshold,

    /// A value to look at early, as VALUE or NAME=VALUE; repeat for more
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    seed_value: Vec<String>,

    /// The seed of all random choices; printed, and the same again with the same seed and --max-calls
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many threads call the target; all cores if not given
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,

    /// How many candidates to keep at most; of more, the best
    #[arg(long, value_name = "N", value_parser = count, default_value_t = Archive::DEFAULT_CAPACITY as u64)]
    keep: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// At random
    Random,
    /// Each in turn
    RoundRobin,
}

#[derive(Args)]
#[command(next_help_heading = "Budget")]
struct BudgetArgs {
    /// Search no longer than this, e.g. 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    max_time: Option<Duration>,

    /// Make no more calls than this
    #[arg(long, value_name = "N", value_parser = count)]
    max_calls: Option<u64>,

    /// Stop at so many candidates
    #[arg(long, value_name = "N", value_parser = count)]
    max_candidates: Option<u64>,

    /// Stop when new candidates per call fall under this rate, e.g. 1e-5
    #[arg(long, value_name = "RATE", value_parser = rate)]
    saturation: Option<f64>,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err(format!(
            "'{text}' is not a rate; write new candidates per call, between 0 and 1, for instance 1e-5"
        )),
    }
}

/// So many candidates take more than a second to summarise.
const MANY: usize = 50_000;

impl FindArgs {
    pub fn run(self) -> Result<Status> {
        let started = self.target.start(&self.words, &self.program)?;
        started.tell(self.output.quiet);
        let name = started.sut.name().to_string();
        let settings = self.settings();
        let destination = Destination::open(self.output.output.as_deref())?;
        let mut run = autobva::find(started.sut);
        for argument in &self.target.arguments {
            run = run.argument(argument);
        }
        let run = run.settings(settings.clone()).prepare()?;
        if !self.output.quiet {
            eprintln!("autobva: {name} with {}, seed {}", settings.strategy, settings.seed);
        }
        let findings = {
            let signal = StopSignal::default();
            on_interrupt(&signal)?;
            let progress = Arc::new(Progress::default());
            let (stop, time) = settings.budget();
            let _line =
                ProgressLine::start(&progress, Limits { time, calls: stop.max_calls }, self.output.quiet);
            run.run(&signal, &progress)?
        };
        self.print(&findings, destination)?;
        Ok(if findings.run.stop == StopReason::Interrupted { Status::Interrupted } else { Status::Done })
    }

    fn print(&self, findings: &Findings, mut out: Destination) -> Result<()> {
        if findings.candidates.len() >= MANY && !self.output.quiet {
            eprintln!("autobva: summarising {} candidates", findings.candidates.len());
        }
        let settings = SummarySettings { seed: findings.run.seed, ..SummarySettings::default() };
        let summary = autobva::summarize(findings, &settings)?;
        match self.format {
            Format::Json => write_json(findings, Some(&summary), &mut out)?,
            Format::Csv => write_candidate_csv(findings, Some(&summary), &mut out)?,
            Format::Text => {
                let style = Style { width: terminal_width(), color: self.output.colored() };
                let listing = if self.all { Listing::Everything } else { Listing::Representatives };
                write!(out, "{}", summary_view(findings, &summary, listing, style))?;
            }
        }
        out.finish()?;
        if !self.output.quiet {
            eprintln!("{}", run_line(findings));
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        let (search, budget) = (&self.search, &self.budget);
        let defaults = Settings::default();
        Settings {
            strategy: search.strategy.clone().unwrap_or(defaults.strategy),
            sampler: search.sampler.clone(),
            cts: search.cts == Switch::On,
            type_order: match search.type_order {
                Order::Random => TypeOrder::Random,
                Order::RoundRobin => TypeOrder::RoundRobin,
            },
            distances: Distances {
                output: search.output_distance.clone(),
                archive: search.archive_distance.clone(),
                ranking: search.rank_distance.clone(),
                input: search.input_distance.clone(),
            },
            seed_values: search.seed_value.clone(),
            threshold: search.threshold,
            stop: StopRules {
                max_calls: budget.max_calls,
                max_candidates: budget.max_candidates.map(|n| n as usize),
                saturation: budget.saturation.map(|rate| Saturation { rate, ..Saturation::default() }),
            },
            max_time: budget.max_time,
            capacity: search.keep as usize,
            seed: search.seed.unwrap_or(defaults.seed),
            jobs: search.jobs.map_or(defaults.jobs, |n| n as usize),
        }
    }
}
