//! Where a tester decides: a campaign with its clusters, and the book of decisions.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use autobva::{Action, Decision, Scope, SummarySettings};
use autobva_report::Dossier;
use autobva_report::campaign::{Campaign, CampaignError, DecisionBook};

use super::dossier::campaign_dossier;

/// An open campaign; what is decided is saved at once.
pub struct Desk {
    pub dossier: Dossier,
    ids: Vec<i64>,
    book: DecisionBook,
}

pub use autobva_report::Chosen as Subject;

impl Desk {
    /// Opens a campaign.
    pub fn open(path: &Path) -> Result<Desk> {
        let campaign = Campaign::read(path).map_err(|error| match error {
            CampaignError::Foreign { path, what } => anyhow!(
                "{} is no campaign: {what}; decisions are kept in campaigns, which 'autobva find' saves",
                path.display()
            ),
            error => error.into(),
        })?;
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

    /// Saves a decision; a note of nothing but blanks is none.
    pub fn decide(&mut self, subject: Subject, action: Action, note: &str) -> Result<()> {
        self.check(subject)?;
        let note = note.trim();
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

    /// The note of the decision so far, if there is any.
    pub fn note(&self, subject: Subject) -> String {
        let decision = match subject {
            Subject::Candidate(number) => self.dossier.report().own_decision(number.wrapping_sub(1)),
            Subject::Cluster(number) => {
                let cluster = self.clusters().find(|cluster| cluster.id == number);
                cluster.and_then(|cluster| self.dossier.decision_on_cluster(cluster))
            }
        };
        decision.map_or(String::new(), |decision| decision.note.clone())
    }

    fn clusters(&self) -> impl Iterator<Item = &autobva::Cluster> {
        self.dossier.summary.groups.iter().flat_map(|group| &group.clusters)
    }
}
