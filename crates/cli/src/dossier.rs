//! FILE: a campaign or a candidate CSV, read into a dossier.

use std::path::Path;

use anyhow::{Result, anyhow};
use autobva::summary::best_first;
use autobva::{Candidate, SummarySettings, TargetInfo};
use autobva_report::campaign::{Campaign, is_campaign};
use autobva_report::{CandidateFile, Dossier, FaultKind, FileFault, names_candidates, read_candidate_csv};

use super::keepsake::start;
use super::source::open_source;
use super::target_args::TargetArgs;

/// Reads FILE and summarises its content. With the default settings a campaign has the clusters that its last run
/// showed, so that their numbers mean the same everywhere.
pub fn open_dossier(path: &Path, settings: &SummarySettings) -> Result<Dossier> {
    open_one_of(path, settings, NEITHER)
}

/// The same if a file could also be something else; `kinds` lists the possibilities for the error message.
pub fn open_one_of(path: &Path, settings: &SummarySettings, kinds: &str) -> Result<Dossier> {
    if is_campaign(path) {
        return campaign_dossier(Campaign::read(path)?, settings);
    }
    let (target, candidates) = read_csv(path, kinds)?;
    let summary = autobva::summary::summarize(&target.signature, &candidates, settings)?;
    Ok(Dossier {
        target,
        called: None,
        runs: Vec::new(),
        candidates,
        summary,
        decisions: Vec::new(),
        landscape: None,
    })
}

/// The content of a campaign. It is summarised again if other settings are given or its last run did not end.
pub fn campaign_dossier(campaign: Campaign, settings: &SummarySettings) -> Result<Dossier> {
    let Campaign { target, invocation, runs, candidates, summary, decisions, landscape, .. } = campaign;
    let is_default = *settings == SummarySettings::default();
    let summary = match summary.filter(|_| is_default) {
        Some(summary) => summary,
        None => {
            let seed = runs.last().filter(|_| is_default).map_or(settings.seed, |run| run.record.info.seed);
            let settings = SummarySettings { seed, ..settings.clone() };
            autobva::summary::summarize(&target.signature, &candidates, &settings)?
        }
    };
    let runs = runs.into_iter().map(|run| run.record).collect();
    Ok(Dossier {
        target,
        called: Some(TargetArgs::spec(&invocation)),
        runs,
        candidates,
        summary,
        decisions,
        landscape,
    })
}

/// Reads the candidates of FILE, best first; `-` is standard input.
pub fn read_candidates(path: &Path) -> Result<(TargetInfo, Vec<Candidate>)> {
    if is_campaign(path) {
        let campaign = Campaign::read(path)?;
        return Ok((campaign.target, campaign.candidates));
    }
    read_csv(path, NEITHER)
}

fn read_csv(path: &Path, kinds: &str) -> Result<(TargetInfo, Vec<Candidate>)> {
    let source = open_source(path, "a campaign or of a candidate CSV")?;
    let CandidateFile { signature, candidates } =
        read_candidate_csv(source).map_err(|error| unread(path, error, kinds))?;
    let (candidates, _) = best_first(candidates.into_iter().map(|candidate| (candidate, ())).collect());
    Ok((TargetInfo { name: name(path), signature }, candidates))
}

/// A message about boundaries that were not included; `None` if there are none.
pub fn left_out(more: usize, of_same_kinds: bool, what: &str) -> Option<String> {
    let kinds = match (more, of_same_kinds) {
        (0, _) => return None,
        (1, true) => "boundary of the same kinds is",
        (1, false) => "boundary is",
        (_, true) => "boundaries of the same kinds are",
        (_, false) => "boundaries are",
    };
    Some(format!("{more} more {kinds} not {what}"))
}

/// The description of a file without candidates.
pub const NEITHER: &str = "neither a campaign nor a candidate CSV";

/// The error for a file that cannot be read. A file that does not even begin like a candidate CSV was not meant to be
/// one, unless its name says so.
fn unread(path: &Path, error: FileFault, kinds: &str) -> anyhow::Error {
    let file = path.display();
    let is_meant = path == Path::new("-") || path.extension().is_some_and(|ending| ending == "csv");
    match error.kind {
        FaultKind::Empty => {
            anyhow!("{file} is empty, {kinds}; give a file that 'autobva find' has saved")
        }
        FaultKind::Foreign
            if !is_meant && !names_candidates(start(path).lines().next().unwrap_or_default()) =>
        {
            anyhow!("{file} is {kinds}; give a file that 'autobva find' has saved")
        }
        FaultKind::Foreign | FaultKind::Content => anyhow::Error::new(error).context(file.to_string()),
    }
}

/// The name of the target: the name of the file without its extension.
fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}
