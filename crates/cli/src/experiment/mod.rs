//! `autobva experiment NAME`: one variant each below; the tables of the paper share `paper_table.rs`.

mod all;
mod behaviours;
mod corpus;
mod paper_table;
mod plan_line;
mod search;
mod study;

use anyhow::Result;
use autobva_lab::experiment::behaviours as functions;
use autobva_lab::experiment::paper::table;
use autobva_lab::experiment::report::{Report, write_csv, write_json, write_text};
use clap::{Args, Subcommand};

use super::Status;
use super::options::Format;
use super::output::Destination;
use paper_table::TableArgs;

/// Re-run a table of the paper and print it beside the published figures
///
/// The paper's settings are the default: lns and bcs, ten repetitions, and as many iterations as the study made in 30 and
/// in 600 seconds, so that the figures are the same on any machine. --time, --calls and --repetitions change that.
/// --as-published makes all runs by the rules of the study's own tool, too.
#[derive(Args)]
pub struct ExperimentArgs {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    #[command(about = help("quotients"))]
    Quotients(TableArgs),
    #[command(about = help("sampling-screening"))]
    SamplingScreening(TableArgs),
    #[command(about = help("detection"))]
    Detection(TableArgs),
    #[command(about = help("clusters"))]
    Clusters(TableArgs),
    #[command(about = help("representatives"))]
    Representatives(TableArgs),
    #[command(about = help("clustering-screening"))]
    ClusteringScreening(TableArgs),
    #[command(about = help("causes"))]
    Causes(TableArgs),
    Search(search::SearchExperimentArgs),
    Behaviours(behaviours::BehavioursArgs),
    #[command(about = "What each heuristic of the search is worth: boundaries per call without it")]
    Ablation(behaviours::BehavioursArgs),
    Corpus(corpus::CorpusArgs),
    All(all::AllArgs),
}

fn help(name: &str) -> &'static str {
    table(name).map_or("", |table| table.entry.help)
}

fn write(report: &Report, format: Format, out: &mut Destination) -> std::io::Result<()> {
    match format {
        Format::Text => write_text(report, out),
        Format::Json => write_json(report, out),
        Format::Csv => write_csv(report, out),
    }
}

impl ExperimentArgs {
    pub fn run(self) -> Result<Status> {
        match self.experiment {
            Experiment::Quotients(args) => args.run("quotients"),
            Experiment::SamplingScreening(args) => args.run("sampling-screening"),
            Experiment::Detection(args) => args.run("detection"),
            Experiment::Clusters(args) => args.run("clusters"),
            Experiment::Representatives(args) => args.run("representatives"),
            Experiment::ClusteringScreening(args) => args.run("clustering-screening"),
            Experiment::Causes(args) => args.by_the_study().run("causes"),
            Experiment::Search(args) => args.run(),
            Experiment::Behaviours(args) => args.run(functions::report),
            Experiment::Ablation(args) => args.run(functions::ablation::report),
            Experiment::Corpus(args) => args.run(),
            Experiment::All(args) => args.run(),
        }
    }
}
