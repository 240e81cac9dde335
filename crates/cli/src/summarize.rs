//! `autobva summarize`: cluster the candidates of a file.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Result;
use autobva::summary::{Choice, Rule, Screening, screen};
use autobva::{StopReason, SummarySettings};
use autobva_report::{
    Listing, RunRecord, Style, screening_table, summary_view, write_candidate_csv, write_json,
};
use clap::{Args, ValueEnum};

use super::Status;
use super::budget::count;
use super::campaign::file_or_campaign;
use super::dossier::{open_dossier, read_candidates};
use super::keepsake::keep_source;
use super::options::{Format, OutputArgs, terminal_width};
use super::output::Destination;

/// Cluster the candidates of a file and print what each cluster is
///
/// The file is a campaign, as `autobva find` saves it, or a candidate CSV, as `autobva find --format csv` writes it; then
/// the result does not depend on the order of its rows.
#[derive(Args)]
pub struct SummarizeArgs {
    /// A campaign, the name of its target, or a candidate CSV; - is a candidate CSV on standard input
    file: PathBuf,

    #[command(flatten)]
    clusters: ClusterArgs,

    /// Try all combinations of features instead, and print how well each separates the candidates
    #[arg(long)]
    screen: bool,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    /// Show every candidate instead of the representatives
    #[arg(long, help_heading = "Output")]
    all: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args)]
#[command(next_help_heading = "Clusters")]
struct ClusterArgs {
    /// What of the outputs is compared, e.g. 'strlen(WD),jaccard(U)'
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    features: Vec<String>,

    /// How clusters are made: kmeans or kmedoids
    #[arg(long, value_name = "NAME")]
    clustering: Option<String>,

    /// Which of many tries wins: top-five or best-silhouette
    #[arg(long, value_name = "NAME")]
    rule: Option<Rule>,

    /// The numbers of clusters to try in each group, e.g. 2..15
    #[arg(long, value_name = "LEAST..MOST", value_parser = range)]
    k: Option<RangeInclusive<usize>>,

    /// How often to try each number
    #[arg(long, value_name = "N", value_parser = count)]
    repeats: Option<u64>,

    /// Which candidate stands for its cluster: shortest, medoid, highest-pdq or output-size
    #[arg(long, value_name = "NAME")]
    representative: Option<Choice>,

    /// Read clusters as the study did: up to 50 of each, or --per-cluster, a random sample stratified by output-size, from
    /// small to large
    #[arg(long, value_name = "NAME", conflicts_with = "representative")]
    sample_by: Option<Sampling>,

    /// How many stand for it
    #[arg(long, value_name = "N", value_parser = count)]
    per_cluster: Option<u64>,

    /// Tell outputs in one order from the same outputs in the other, as the study did
    #[arg(long)]
    ordered: bool,

    /// The seed of all random choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// By what a cluster is sampled.
#[derive(Clone, Copy, ValueEnum)]
enum Sampling {
    OutputSize,
}

/// The study looked at no fewer pairs of a larger cluster.
const READ_IN_THE_STUDY: usize = 50;

/// Reads `2..15`, or `6` for that number alone.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let read = |number: &str| number.trim_start_matches('=').parse::<usize>();
    match (read(least), read(most)) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most => Ok(least..=most),
        _ => Err(format!("'{text}' is no range of numbers from 1; write for instance 2..15, or 6")),
    }
}

impl ClusterArgs {
    fn settings(&self) -> SummarySettings {
        let defaults = SummarySettings::default();
        let sampled = self.sample_by.map(|Sampling::OutputSize| Choice::OutputSize);
        let usual = if sampled.is_some() { READ_IN_THE_STUDY } else { defaults.per_cluster };
        SummarySettings {
            features: if self.features.is_empty() { defaults.features } else { self.features.clone() },
            clustering: self.clustering.clone().unwrap_or(defaults.clustering),
            rule: self.rule.unwrap_or(defaults.rule),
            k: self.k.clone().unwrap_or(defaults.k),
            repeats: self.repeats.map_or(defaults.repeats, |n| n as usize),
            representative: sampled.or(self.representative).unwrap_or(defaults.representative),
            per_cluster: self.per_cluster.map_or(usual, |n| n as usize),
            ordered: self.ordered,
            seed: self.seed.unwrap_or(defaults.seed),
        }
    }
}

impl SummarizeArgs {
    pub fn run(mut self) -> Result<Status> {
        self.file = file_or_campaign(self.file)?;
        let settings = self.clusters.settings();
        let style = Style { width: terminal_width(), color: self.output.colored() };
        if self.screen {
            let (_, candidates) = read_candidates(&self.file)?;
            let mut out = self.open(candidates.is_empty())?;
            write_screening(&screen(&candidates, &settings)?, self.format, style, &mut out)?;
            out.finish()?;
            return Ok(Status::Done);
        }
        let dossier = open_dossier(&self.file, &settings)?;
        let mut out = self.open(dossier.candidates.is_empty())?;
        if let Some(line) = runs_line(&dossier.runs).filter(|_| !self.output.quiet) {
            say!("{line}");
        }
        let (report, summary) = (dossier.report(), &dossier.summary);
        let listing = if self.all { Listing::Everything } else { Listing::Representatives };
        match self.format {
            Format::Json => write_json(report, Some(summary), &mut out)?,
            Format::Csv => write_candidate_csv(report, Some(summary), &mut out)?,
            Format::Text => write!(out, "{}", summary_view(report, summary, listing, style))?,
        }
        out.finish()?;
        Ok(Status::Done)
    }

    fn open(&self, is_empty: bool) -> Result<Destination> {
        keep_source(self.output.file(), &self.file, "summarised")?;
        let out = self.output.open()?;
        if is_empty && !self.output.quiet {
            say!("autobva: {} has no candidates", self.file.display());
        }
        Ok(out)
    }
}

/// How a campaign came about; `None` for a candidate CSV, which does not say.
fn runs_line(runs: &[RunRecord]) -> Option<String> {
    let last = runs.last()?;
    let calls: u64 = runs.iter().map(|run| run.info.calls).sum();
    let number = if runs.len() == 1 { "1 run".to_string() } else { format!("{} runs", runs.len()) };
    let ending = match last.info.stop {
        StopReason::Interrupted => "the last one was interrupted, find --resume goes on".to_string(),
        stop => format!("the last one ended with {stop}"),
    };
    Some(format!("autobva: {number}, {calls} calls; {ending}"))
}

fn write_screening(
    screenings: &[Screening],
    format: Format,
    style: Style,
    out: &mut dyn Write,
) -> Result<()> {
    match format {
        Format::Text => write!(out, "{}", screening_table(screenings, style))?,
        Format::Json => {
            serde_json::to_writer_pretty(
                &mut *out,
                &screenings.iter().map(screening_json).collect::<Vec<_>>(),
            )?;
            writeln!(out)?;
        }
        Format::Csv => {
            writeln!(out, "group,types,features,silhouette,clusters")?;
            for screening in screenings {
                let (group, (first, second)) = (screening.group, &screening.types);
                let types = format!("{first}|{second}").replace('"', "\"\"");
                for row in &screening.combinations {
                    let features = row.features.join("+");
                    let silhouette = row.silhouette.map_or(String::new(), |score| format!("{score:.6}"));
                    writeln!(out, "{group},\"{types}\",{features},{silhouette},{}", row.clusters)?;
                }
            }
        }
    }
    Ok(())
}

fn screening_json(screening: &Screening) -> serde_json::Value {
    let rows = screening.combinations.iter().map(|row| {
        serde_json::json!({"features": row.features, "silhouette": row.silhouette, "clusters": row.clusters})
    });
    serde_json::json!({
        "group": screening.group.name(),
        "types": [screening.types.0, screening.types.1],
        "size": screening.size,
        "combinations": rows.collect::<Vec<_>>(),
    })
}
