//! Where a tester decides: a campaign with its clusters, and the book of decisions.

use std::path::Path;

use anyhow::{Result, bail};
use autobva::{Action, Decision, Scope, SummarySettings};
use autobva_report::Dossier;
use autobva_report::campaign::{Campaign, DecisionBook};

use super::dossier::campaign_dossier;

/// An open campaign; what is decided is saved at once.
pub struct Desk {
    pub dossier: Dossier,
    ids: Vec<i64>,
    book: DecisionBook,
}

/// What a decision is about, as it is typed: a cluster as `c3`, a candidate as `17`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A cluster, by its number.
    Cluster(usize),
    /// A candidate, by its number.
    Candidate(usize),
}

impl std::str::FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        let fault = || format!("'{text}' names nothing; write c3 for cluster 3, or 17 for candidate 17");
        match text.strip_prefix(['c', 'C']) {
            Some(number) => number.parse().map(Subject::Cluster).map_err(|_| fault()),
            None => text.parse().map(Subject::Candidate).map_err(|_| fault()),
        }
    }
}

impl Desk {
    /// Opens a campaign.
    pub fn open(path: &Path) -> Result<Desk> {
        let campaign = Campaign::read(path)?;
        let ids = campaign.ids.clone();
        let dossier = campaign_dossier(campaign, &SummarySettings::default())?;
        Ok(Desk { dossier, ids, book: DecisionBook::open(path)? })
    }

    /// Whether there is such a thing to decide about.
    pub fn check(&self, subject: Subject) -> Result<()> {
        let (kind, number, mark, most) = match subject {
            Subject::Cluster(number) => ("cluster", number, "c", self.clusters().count()),
            Subject::Candidate(number) => ("candidate", number, "", self.dossier.candidates.len()),
        };
        if (1..=most).contains(&number) {
            return Ok(());
        }
        match most {
            0 => bail!("there is no {kind} {number}; the campaign has none at all"),
            most => bail!("there is no {kind} {number}; the campaign has {mark}1 to {mark}{most}"),
        }
    }

    /// Saves a decision.
    pub fn decide(&mut self, subject: Subject, action: Action, note: &str) -> Result<()> {
        self.check(subject)?;
        let (candidate, scope, members) = match subject {
            Subject::Candidate(number) => (number - 1, Scope::Candidate, Vec::new()),
            Subject::Cluster(number) => {
                let cluster = self.clusters().find(|cluster| cluster.id == number);
                let members = cluster.map_or(Vec::new(), |cluster| cluster.members.clone());
                let first = cluster.and_then(|cluster| cluster.representatives.first()).copied();
                (first.unwrap_or_default(), Scope::Cluster, members)
            }
        };
        let member_ids: Vec<i64> = members.iter().map(|&member| self.ids[member]).collect();
        self.book.decide(self.ids[candidate], scope, (action, note), &member_ids)?;
        let decisions = &mut self.dossier.decisions;
        decisions.retain(|old| {
            old.scope != scope || !(members.contains(&old.candidate) || old.candidate == candidate)
        });
        decisions.push(Decision { candidate, scope, action, note: note.to_string() });
        Ok(())
    }

    fn clusters(&self) -> impl Iterator<Item = &autobva::Cluster> {
        self.dossier.summary.groups.iter().flat_map(|group| &group.clusters)
    }
}
