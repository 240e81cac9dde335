//! `autobva experiment NAME`: one variant each below; the tables of the paper share `table.rs`.

mod all;
mod plan_line;
mod search;
mod study;
mod table;

use anyhow::Result;
use clap::{Args, Subcommand};

use super::Status;
use table::TableArgs;

/// Re-run a table of the paper and print it beside the published figures
///
/// The paper's settings are the default: lns and bcs, ten repetitions, 30 and 600 seconds. They take hours; --time,
/// --calls and --repetitions scale them.
#[derive(Args)]
pub struct ExperimentArgs {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Appendix A: samplers with and without compatible types, on bytecount
    SamplingScreening(TableArgs),
    /// RQ1: candidates found, in total and by one strategy alone
    Detection(TableArgs),
    /// RQ2: clusters in all, found by a run, and by one strategy alone
    Clusters(TableArgs),
    /// RQ3: a representative of each cluster, and the share that each strategy found
    Representatives(TableArgs),
    /// Appendix B: silhouette and clusters for the combinations of features, on bytecount
    ClusteringScreening(TableArgs),
    Search(search::SearchExperimentArgs),
    All(all::AllArgs),
}

impl ExperimentArgs {
    pub fn run(self) -> Result<Status> {
        match self.experiment {
            Experiment::SamplingScreening(args) => args.run("sampling-screening"),
            Experiment::Detection(args) => args.run("detection"),
            Experiment::Clusters(args) => args.run("clusters"),
            Experiment::Representatives(args) => args.run("representatives"),
            Experiment::ClusteringScreening(args) => args.run("clustering-screening"),
            Experiment::Search(args) => args.run(),
            Experiment::All(args) => args.run(),
        }
    }
}
