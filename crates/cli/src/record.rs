//! A run that was made elsewhere, as in the Python package, with everything that a command would have kept of it.

use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use autobva::{Findings, Invocation, Settings, Summary, SummarySettings};
use autobva_report::campaign::{CampaignWriter, Moment, RunStart};
use autobva_report::{
    Dossier, Listing, Report, RunRecord, Style, landscape_view, run_line, write_fragment, write_html,
    write_landscape_json,
};

use super::campaign::{Purpose, continued};
use super::keepsake::Written;
use super::output::Destination;
use super::target_args::TargetArgs;

/// A finished run by behaviour.
pub struct Record {
    findings: Findings,
    settings: Settings,
    invocation: Invocation,
    started: u64,
}

impl Record {
    /// The record of a run that has just ended; `invocation` says how a command would call the target.
    pub fn new(findings: Findings, settings: Settings, invocation: Invocation) -> Record {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let started = now.saturating_sub(findings.run.elapsed).as_secs();
        Record { findings, settings, invocation, started }
    }

    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The output of `find`, and its closing line.
    pub fn text(&self, width: usize, all: bool) -> String {
        let listing = if all { Listing::Everything } else { Listing::Representatives };
        let style = Style { width, color: false };
        let (stop, time) = self.settings.budget();
        let view = self.findings.landscape.as_ref();
        let view = view.map(|landscape| landscape_view(self.report(), landscape, listing, style).to_string());
        format!("{}{}\n", view.unwrap_or_default(), run_line(&self.findings, (stop.max_calls, time)))
    }

    /// The output of `find --format json`.
    pub fn json(&self) -> Result<String> {
        let mut out = Vec::new();
        if let Some(landscape) = &self.findings.landscape {
            write_landscape_json(self.report(), landscape, &mut out)?;
        }
        Ok(String::from_utf8(out)?)
    }

    /// Saves the run in a campaign. An existing campaign must be of the same target; boundaries that this run has not
    /// found are noted as gone, since nobody has run them again.
    pub fn save(&self, path: &Path) -> Result<()> {
        let mut findings = self.findings.clone();
        let (mut writer, earlier) =
            CampaignWriter::open(path, &findings.target, &self.invocation, findings.run.select)?;
        let found = |pair: &autobva::Candidate| {
            findings.candidates.iter().any(|new| new.left == pair.left && new.right == pair.right)
        };
        let (there, gone): (Vec<_>, Vec<_>) =
            earlier.candidates.into_iter().zip(earlier.ids).partition(|(pair, _)| found(pair));
        writer.note_gone(&gone.into_iter().map(|(_, id)| id).collect::<Vec<_>>())?;
        let past = writer.past()?;
        let (command, settings) = self.purpose().words();
        let start =
            RunStart { info: &findings.run, started: self.started, command: &command, settings: &settings };
        writer.begin(&start)?;
        for candidate in &findings.candidates {
            writer.hear(candidate.clone());
        }
        let moment = Moment { calls: findings.run.calls, elapsed: findings.run.elapsed };
        writer.save(&moment)?;
        continued(&mut findings, there.into_iter().map(|(pair, _)| pair).collect(), &past);
        let summary = summary(&findings)?;
        writer.finish(&findings, &summary, &moment)?;
        Ok(())
    }

    /// Writes the report for a browser.
    pub fn report_to(&self, path: &Path) -> Result<()> {
        let mut out = Destination::of(Written::Result, Some(path))?;
        write_html(&self.dossier()?, &mut out)?;
        out.finish()
    }

    /// The behaviours, boundaries and pictures as a fragment of another page.
    pub fn fragment(&self) -> Result<String> {
        let mut out = Vec::new();
        write_fragment(&self.dossier()?, &mut out)?;
        out.flush()?;
        Ok(String::from_utf8(out)?)
    }

    fn report(&self) -> Report<'_> {
        Report::from(&self.findings)
    }

    fn purpose(&self) -> Purpose<'_> {
        let (invocation, settings) = (&self.invocation, &self.settings);
        Purpose { invocation, settings, from_start: settings, resumes: false }
    }

    fn dossier(&self) -> Result<Dossier> {
        let findings = &self.findings;
        let (command, _) = self.purpose().words();
        let run = RunRecord { info: findings.run.clone(), started: self.started, command };
        Ok(Dossier {
            target: findings.target.clone(),
            called: Some(TargetArgs::spec(&self.invocation)),
            runs: vec![run],
            candidates: findings.candidates.clone(),
            summary: summary(findings)?,
            decisions: Vec::new(),
            landscape: findings.landscape.clone(),
        })
    }
}

fn summary(findings: &Findings) -> Result<Summary> {
    let settings = SummarySettings { seed: findings.run.seed, ..SummarySettings::default() };
    Ok(autobva::summarize(findings, &settings)?)
}
