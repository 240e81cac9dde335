//! `autobva decide`: what to do about a boundary, a cluster or a candidate.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use autobva::Action;
use autobva_report::escaped;
use clap::Args;

use super::Status;
use super::campaign::file_or_campaign;
use super::desk::{Desk, Subject};

/// Decide what to do about boundaries, clusters or candidates of a campaign
///
/// The actions are those of the paper: skip (of no interest), extend (as specified: guard it with tests), debug (not as
/// specified: mend the code), clarify (intended but not specified: specify it), refine (undesired, and the specification is
/// no help: mend both); and zoom (search here again). A decision about a boundary holds
/// wherever it lies, one about a cluster for all that is or will be found to belong there, but for candidates with a decision
/// of their own. A new decision replaces the old one; its note stays unless --note gives another.
#[derive(Args)]
pub struct DecideArgs {
    /// A campaign, as `autobva find` saves it, or the name of its target
    file: PathBuf,

    /// What it is about: b3 is boundary 3, as `autobva find` shows it; c3 is cluster 3, 17 is candidate 17, as `autobva
    /// summarize FILE` numbers them
    #[arg(required = true, value_name = "ID")]
    subjects: Vec<Subject>,

    /// What to do: skip, extend, debug, clarify, refine or zoom
    action: Action,

    /// Why; an empty text takes away the note of an earlier decision
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl DecideArgs {
    pub fn run(self) -> Result<Status> {
        let mut desk = Desk::open(&file_or_campaign(self.file)?)?;
        self.subjects.iter().try_for_each(|&subject| desk.check(subject))?;
        let mut out = std::io::stdout().lock();
        for &subject in &self.subjects {
            let kept = if self.note.is_none() { desk.note(subject) } else { String::new() };
            desk.decide(subject, self.action, self.note.as_deref().unwrap_or(&kept))?;
            let what = match subject {
                Subject::Boundary(number) => format!("boundary b{number}"),
                Subject::Cluster(number) => format!("cluster {number}"),
                Subject::Candidate(number) => format!("candidate {number}"),
            };
            let kept = if kept.is_empty() { kept } else { format!(" (the note stays: {})", escaped(&kept)) };
            writeln!(out, "{what}: {}{kept}", self.action)?;
        }
        Ok(Status::Done)
    }
}
