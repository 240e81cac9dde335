//! FILE: a campaign or a candidate CSV, read into a dossier.

use std::fs::File;
use std::io::{BufReader, Read, stdin};
use std::path::Path;

use anyhow::{Context, Result};
use autobva::summary::by_score;
use autobva::{Candidate, SummarySettings, TargetInfo};
use autobva_report::{CandidateFile, Dossier, read_candidate_csv};

/// Reads FILE and summarises what is in it.
pub fn open_dossier(path: &Path, settings: &SummarySettings) -> Result<Dossier> {
    let (target, candidates) = read_candidates(path)?;
    let summary = autobva::summary::summarize(&target.signature, &candidates, settings)?;
    Ok(Dossier { target, invocation: None, runs: Vec::new(), candidates, summary, decisions: Vec::new() })
}

/// Reads a candidate CSV, `-` being standard input; best first.
pub fn read_candidates(path: &Path) -> Result<(TargetInfo, Vec<Candidate>)> {
    let source: Box<dyn Read> =
        match path == Path::new("-") {
            true => Box::new(stdin()),
            false => Box::new(BufReader::new(File::open(path).with_context(|| {
                format!("cannot read {}; give the path of a candidate CSV", path.display())
            })?)),
        };
    let CandidateFile { signature, candidates } =
        read_candidate_csv(source).with_context(|| path.display().to_string())?;
    Ok((TargetInfo { name: name(path), signature }, sorted(candidates)))
}

/// Best first, of equals the shortest; scores that are infinite or no number last, so that they are seen but never
/// lead.
fn sorted(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut ranked: Vec<(usize, Candidate)> =
        candidates.into_iter().map(|candidate| (candidate.written_length(), candidate)).collect();
    ranked.sort_by(|(a_length, a), (b_length, b)| {
        by_score(a.score, b.score)
            .then(a_length.cmp(b_length))
            .then_with(|| a.left.input.cmp_reading(&b.left.input))
            .then_with(|| a.right.input.cmp_reading(&b.right.input))
    });
    ranked.into_iter().map(|(_, candidate)| candidate).collect()
}

/// What the target is called: the name of the file without its ending.
fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}
