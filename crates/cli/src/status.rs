//! `autobva status`: which campaigns there are, and what is left to do about them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use autobva::{Invocation, SummarySettings};
use autobva_report::campaign::Campaign;
use autobva_report::{Lock, columns, escaped};
use clap::Args;

use super::Status;
use super::age::age;
use super::campaign::campaigns;
use super::desk::undecided;
use super::dossier::campaign_dossier;
use super::lock_file::{LOCK_FILE, read_lock_or_none};

/// List the campaigns under .autobva: how old they are, what is undecided, and what the lock file guards
///
/// Nothing is run. A target that the lock file guards and that has no campaign is listed, too.
#[derive(Args)]
pub struct StatusArgs {
    /// The lock file, as 'autobva accept' writes it
    #[arg(long, value_name = "FILE", default_value = LOCK_FILE)]
    lock: PathBuf,
}

const HEADINGS: [&str; 5] = ["target", "last run", "found", "undecided", "guarded"];

impl StatusArgs {
    pub fn run(self) -> Result<Status> {
        let lock = read_lock_or_none(&self.lock)?;
        let mut rows = vec![HEADINGS.map(String::from)];
        let mut seen: Vec<Invocation> = Vec::new();
        let mut faults = Vec::new();
        for path in campaigns() {
            match row(&path, &lock) {
                Ok((row, invocation)) => {
                    rows.push(row);
                    seen.push(invocation);
                }
                Err(error) => faults.push(error),
            }
        }
        let without = lock.targets.iter().filter(|target| !seen.contains(&target.invocation));
        rows.extend(without.map(|target| {
            let guarded = target.boundaries.len().to_string();
            [escaped(&target.name()), "no campaign".into(), "-".into(), "-".into(), guarded]
        }));
        let mut out = std::io::stdout().lock();
        match rows.len() {
            1 if faults.is_empty() => writeln!(out, "no campaigns here; 'autobva find TARGET' makes one")?,
            1 => {}
            _ => write!(out, "{}", table(&rows))?,
        }
        faults.iter().for_each(|error| say!("error: {error:#}"));
        Ok(if faults.is_empty() { Status::Done } else { Status::Failed })
    }
}

/// The row of a campaign, and how its target is called.
fn row(path: &Path, lock: &Lock) -> Result<([String; 5], Invocation)> {
    let campaign = Campaign::read(path)?;
    let invocation = campaign.invocation.clone();
    let age = campaign.runs.last().map_or("never".into(), |run| age(run.record.started));
    let dossier = campaign_dossier(campaign, &SummarySettings::default())?;
    let (all, open, what) = undecided(&dossier);
    let found = match (all, what) {
        (1, "boundaries") => "1 boundary".to_string(),
        (1, "clusters") => "1 cluster".to_string(),
        _ => format!("{all} {what}"),
    };
    let locked = lock.targets.iter().find(|target| target.invocation == invocation);
    let guarded = locked.map_or(0, |target| target.boundaries.len());
    // The same target with other declarations has another campaign, which its words show.
    let words: Vec<String> = invocation.words().iter().map(|word| escaped(word)).collect();
    Ok(([words.join(" "), age, found, open.to_string(), guarded.to_string()], invocation))
}

/// The rows with aligned columns.
fn table(rows: &[[String; 5]]) -> String {
    let widths: [usize; 5] =
        std::array::from_fn(|at| rows.iter().map(|row| columns(&row[at])).max().unwrap_or(0));
    let line = |row: &[String; 5]| {
        let cells = row.iter().zip(widths);
        let padded = cells.map(|(cell, width)| format!("{cell}{}", " ".repeat(width - columns(cell))));
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
