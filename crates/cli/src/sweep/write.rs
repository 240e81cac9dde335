//! How a sweep is written.

use std::path::Path;

use anyhow::Result;
use autobva_report::sweep::{
    Plan, Sweep, SweepDifference, write_difference_json, write_difference_text, write_plan_text,
    write_sweep_csv, write_sweep_html, write_sweep_json, write_sweep_junit, write_sweep_text,
};
use clap::{Args, ValueEnum};

use super::folder::page_beside;
use crate::keepsake::Written;
use crate::options::OutputArgs;
use crate::output::Destination;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SweepFormat {
    /// For people.
    Text,
    /// One object, for programs.
    Json,
    /// One row per boundary.
    Csv,
    /// XML as build servers read it: one test case per function, which fails where it crashes, hangs or fails from within.
    Junit,
    /// One page with all functions.
    Html,
}

/// How the outcome is shown, of a sweep and of merged shards.
#[derive(Args)]
pub struct ShownArgs {
    /// How to write the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SweepFormat,

    /// Show every function and boundary instead of the most surprising ones
    #[arg(long, help_heading = "Output")]
    pub all: bool,

    #[command(flatten)]
    pub output: OutputArgs,
}

pub fn write_plan(plan: &Plan, format: SweepFormat, mut out: Destination) -> Result<()> {
    match format {
        SweepFormat::Text => write_plan_text(plan, &mut out)?,
        SweepFormat::Json => {
            serde_json::to_writer(&mut out, plan)?;
            std::io::Write::write_all(&mut out, b"\n")?;
        }
        SweepFormat::Csv | SweepFormat::Junit | SweepFormat::Html => {
            anyhow::bail!("--list is written as text or json; leave --format out")
        }
    }
    out.finish()
}

pub fn write_sweep(
    sweep: &Sweep,
    format: SweepFormat,
    all: bool,
    folder: &Path,
    mut out: Destination,
) -> Result<()> {
    match format {
        SweepFormat::Text => write_sweep_text(sweep, all, &mut out)?,
        SweepFormat::Json => write_sweep_json(sweep, &mut out)?,
        SweepFormat::Csv => write_sweep_csv(sweep, &mut out)?,
        SweepFormat::Junit => write_sweep_junit(sweep, &mut out)?,
        SweepFormat::Html => {
            let beside = |function: &str| {
                page_beside(folder, function).map(|page| folder.join(page).display().to_string())
            };
            write_sweep_html(sweep, &beside, &mut out)?;
        }
    }
    out.finish()
}

pub fn write_index(sweep: &Sweep, index: &Path, folder: &Path) -> Result<()> {
    let mut out = Destination::of(Written::Result, Some(index))?;
    write_sweep_html(sweep, &|function| page_beside(folder, function), &mut out)?;
    out.finish()
}

pub fn write_difference(
    difference: &SweepDifference,
    format: SweepFormat,
    mut out: Destination,
) -> Result<()> {
    match format {
        SweepFormat::Text => write_difference_text(difference, &mut out)?,
        SweepFormat::Json => write_difference_json(difference, &mut out)?,
        SweepFormat::Csv | SweepFormat::Junit | SweepFormat::Html => {
            anyhow::bail!("--diff is written as text or json; leave --format out")
        }
    }
    out.finish()
}
