//! `autobva list`: everything that can be chosen by name, from the registries.

use std::io::Write;

use anyhow::Result;
use autobva::explore::samplers::SAMPLERS;
use autobva::explore::strategies::STRATEGIES;
use autobva::metrics::distances::{INPUT_DISTANCES, OUTPUT_DISTANCES};
use autobva::summary::{CLUSTERINGS, FEATURES, REPRESENTATIVES, RULES};
use autobva::{ACTIONS, Entry};
use autobva_lab::experiment::experiments;
use autobva_report::{EXPORTERS, FORMATS};
use clap::Args;

use super::Status;
use super::options::{Format, OutputArgs};
use super::target::adapters;

/// List targets, strategies, samplers, distances, clusterings, formats, export formats and experiments, each with a line
/// of help
#[derive(Args)]
pub struct ListArgs {
    /// How to write the list
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: Format,

    #[command(flatten)]
    output: OutputArgs,
}

/// The rules of `--threshold`, which are patterns rather than names.
const THRESHOLDS: &[Entry] = &[
    Entry { name: "NUMBER", help: "pairs that score more than this; 0, the default, keeps every difference" },
    Entry { name: "percentile:P", help: "pairs that score more than P percent of the candidates so far" },
    Entry { name: "top:N", help: "the N best pairs; what is no longer good enough is dropped" },
];

fn sections() -> Vec<(&'static str, Vec<Entry>)> {
    vec![
        ("targets", adapters().names().collect()),
        ("target forms", adapters().iter().flat_map(|adapter| adapter.forms()).copied().collect()),
        ("strategies", STRATEGIES.iter().map(|s| s.entry).collect()),
        ("samplers", SAMPLERS.to_vec()),
        ("output distances", OUTPUT_DISTANCES.to_vec()),
        ("input distances", INPUT_DISTANCES.to_vec()),
        ("thresholds", THRESHOLDS.to_vec()),
        ("features", FEATURES.to_vec()),
        ("clusterings", CLUSTERINGS.to_vec()),
        ("clustering rules", RULES.to_vec()),
        ("representatives", REPRESENTATIVES.to_vec()),
        ("actions", ACTIONS.to_vec()),
        ("formats", FORMATS.to_vec()),
        ("export formats", EXPORTERS.iter().map(|exporter| exporter.entry).collect()),
        ("experiments", experiments().collect()),
    ]
}

impl ListArgs {
    pub fn run(self) -> Result<Status> {
        let mut out = self.output.open()?;
        match self.format {
            Format::Text => text(&mut out)?,
            Format::Json => json(&mut out)?,
            Format::Csv => csv(&mut out)?,
        }
        out.finish()?;
        Ok(Status::Done)
    }
}

fn text(out: &mut dyn Write) -> Result<()> {
    for (i, (title, entries)) in sections().into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{title}")?;
        let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0).max(20);
        for entry in entries {
            writeln!(out, "  {:<width$} {}", entry.name, entry.help)?;
        }
    }
    Ok(())
}

fn json(out: &mut dyn Write) -> Result<()> {
    let entry = |e: &Entry| serde_json::json!({"name": e.name, "help": e.help});
    let object: serde_json::Map<String, serde_json::Value> = sections()
        .into_iter()
        .map(|(title, entries)| (title.replace(' ', "_"), entries.iter().map(entry).collect()))
        .collect();
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)?;
    Ok(())
}

fn csv(out: &mut dyn Write) -> Result<()> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    writeln!(out, "section,name,help")?;
    for (title, entries) in sections() {
        for entry in entries {
            writeln!(out, "{title},{},{}", quoted(entry.name), quoted(entry.help))?;
        }
    }
    Ok(())
}
