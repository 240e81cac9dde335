//! FILE: a campaign or a candidate CSV, read into a dossier.

use std::fs::File;
use std::io::{BufReader, Read, stdin};
use std::path::Path;

use anyhow::{Context, Result};
use autobva::summary::best_first;
use autobva::{Candidate, SummarySettings, TargetInfo};
use autobva_report::campaign::{Campaign, is_campaign};
use autobva_report::{CandidateFile, Dossier, read_candidate_csv};

/// Reads FILE and summarises what is in it. With the default settings a campaign has the clusters that its last run has
/// shown, so that their numbers mean the same everywhere.
pub fn open_dossier(path: &Path, settings: &SummarySettings) -> Result<Dossier> {
    if is_campaign(path) {
        return campaign_dossier(Campaign::read(path)?, settings);
    }
    let (target, candidates) = read_candidates(path)?;
    let summary = autobva::summary::summarize(&target.signature, &candidates, settings)?;
    Ok(Dossier { target, invocation: None, runs: Vec::new(), candidates, summary, decisions: Vec::new() })
}

/// What a campaign holds, summarised anew where other settings are asked for or its last run did not end.
pub fn campaign_dossier(campaign: Campaign, settings: &SummarySettings) -> Result<Dossier> {
    let Campaign { target, invocation, runs, candidates, summary, decisions, .. } = campaign;
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
    Ok(Dossier { target, invocation: Some(invocation), runs, candidates, summary, decisions })
}

/// Reads the candidates of FILE, best first; `-` is standard input.
pub fn read_candidates(path: &Path) -> Result<(TargetInfo, Vec<Candidate>)> {
    if is_campaign(path) {
        let campaign = Campaign::read(path)?;
        return Ok((campaign.target, campaign.candidates));
    }
    let source: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(stdin()),
        false => Box::new(BufReader::new(File::open(path).with_context(|| {
            format!("cannot read {}; give the path of a campaign or of a candidate CSV", path.display())
        })?)),
    };
    let CandidateFile { signature, candidates } =
        read_candidate_csv(source).with_context(|| path.display().to_string())?;
    let (candidates, _) = best_first(candidates.into_iter().map(|candidate| (candidate, ())).collect());
    Ok((TargetInfo { name: name(path), signature }, candidates))
}

/// What the target is called: the name of the file without its ending.
fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}
