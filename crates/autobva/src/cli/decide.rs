//! `autobva decide`: what to do about a cluster or a candidate.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use autobva::Action;
use clap::Args;

use super::Status;
use super::desk::{Desk, Subject};

/// Decide what to do about clusters or candidates of a campaign
///
/// The actions are those of the paper: skip (of no interest), extend (as it should be: guard it with tests), debug
/// (wrong: find the fault), clarify (unclear what is right), refine (search here again). A decision about a cluster holds
/// for all that is or will be found to belong there, but for candidates with a decision of their own. A new decision
/// replaces the old one.
#[derive(Args)]
pub struct DecideArgs {
    /// A campaign, as `autobva find` saves it
    file: PathBuf,

    /// What it is about: c3 is cluster 3, 17 is candidate 17, as `autobva summarize FILE` numbers them
    #[arg(required = true, value_name = "ID")]
    subjects: Vec<Subject>,

    /// What to do: skip, extend, debug, clarify or refine
    action: Action,

    /// Why
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    note: String,
}

impl DecideArgs {
    pub fn run(self) -> Result<Status> {
        let mut desk = Desk::open(&self.file)?;
        self.subjects.iter().try_for_each(|&subject| desk.check(subject))?;
        let mut out = std::io::stdout().lock();
        for &subject in &self.subjects {
            desk.decide(subject, self.action, &self.note)?;
            let what = match subject {
                Subject::Cluster(number) => format!("cluster {number}"),
                Subject::Candidate(number) => format!("candidate {number}"),
            };
            writeln!(out, "{what}: {}", self.action)?;
        }
        Ok(Status::Done)
    }
}
