//! `autobva report`: one HTML file for a person.

mod map;
mod which;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use autobva::{Recalled, SummarySettings};
use autobva_report::{BehaviourMap, Dossier, write_html};
use clap::Args;

use super::Status;
use super::campaign::file_or_campaign;
use super::dossier::open_dossier;
use super::keepsake::keep_source;
use super::options::OutputArgs;
use super::target::recognise_again;
use super::target_args::TargetArgs;
use which::{Which, chosen, typical};

/// Write a report for the browser: one HTML file that needs no network
///
/// The file has the behaviours and the boundaries between them, or the clusters of candidates, in words and pictures,
/// with the decisions, and a table of all pairs that can be searched and sorted.
#[derive(Args)]
pub struct ReportArgs {
    /// A campaign, the name of its target, or a candidate CSV; - is a candidate CSV on standard input
    file: PathBuf,

    /// Draw what the target does around a pair, which calls it about a thousand times: b and the number of a boundary,
    /// c and that of a cluster, the number of a candidate, or none; repeat for more. Without it only the clusters of
    /// built-in examples are drawn, other targets are not called unless asked
    #[arg(long, value_name = "ID")]
    map: Vec<Which>,

    #[command(flatten)]
    output: OutputArgs,
}

impl ReportArgs {
    pub fn run(mut self) -> Result<Status> {
        self.file = file_or_campaign(self.file)?;
        let dossier = open_dossier(&self.file, &SummarySettings::default())?;
        keep_source(self.output.file(), &self.file, "reported")?;
        let mut out = self.output.open()?;
        let maps = match self.map.is_empty() {
            true => default_maps(&dossier),
            false => asked_maps(&dossier, &self.map).with_context(|| self.file.display().to_string())?,
        };
        write_html(&dossier, &maps, &mut out)?;
        out.finish()?;
        if let (false, Some(path)) = (self.output.quiet, self.output.file()) {
            say!("autobva: wrote {}", path.display());
        }
        Ok(Status::Done)
    }
}

/// Maps of a target that nobody need be asked about, such as a built-in example; a report without them is complete, too.
fn default_maps(dossier: &Dossier) -> Vec<BehaviourMap> {
    let Some(called) = &dossier.called else { return Vec::new() };
    // The page of behaviours draws the planes that matter from the calls of the search.
    if dossier.shown_landscape().is_some() {
        return Vec::new();
    }
    let is_harmless =
        recognise_again(&called.invocation).is_ok_and(|recognised| recognised.target.is_harmless());
    if !is_harmless || dossier.target.signature.len() < 2 {
        return Vec::new();
    }
    draw(dossier, &typical(dossier)).unwrap_or_default()
}

fn asked_maps(dossier: &Dossier, asked: &[Which]) -> Result<Vec<BehaviourMap>> {
    let candidates = chosen(dossier, asked)?;
    if candidates.is_empty() {
        return Ok(Vec::new());
    }
    if dossier.target.signature.len() < 2 {
        bail!("a map needs two arguments, but the target has only {}", dossier.target.signature);
    }
    if dossier.called.is_none() {
        bail!("a candidate CSV does not say how the target is called; give a campaign, or leave out --map");
    }
    draw(dossier, &candidates)
}

fn draw(dossier: &Dossier, candidates: &[usize]) -> Result<Vec<BehaviourMap>> {
    let Some(called) = &dossier.called else { return Ok(Vec::new()) };
    let mut started = TargetArgs::start_again(&called.invocation)?;
    started.sut = Recalled::or_as_is(started.sut, &dossier.target.signature);
    candidates.iter().map(|&candidate| map::draw(&*started.sut, dossier, candidate)).collect()
}
