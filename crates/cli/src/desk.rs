//! Where a tester decides: a campaign with its boundaries and clusters, and its decisions.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use autobva::{Action, Decision, Scope, SummarySettings};
use autobva_report::Dossier;
use autobva_report::campaign::{Campaign, CampaignError, DecisionBook};

use super::dossier::campaign_dossier;

/// An open campaign; decisions are saved at once.
pub struct Desk {
    pub dossier: Dossier,
    ids: Vec<i64>,
    book: DecisionBook,
}

pub use autobva_report::Chosen as Subject;

impl Desk {
    pub fn open(path: &Path) -> Result<Desk> {
        let campaign = Campaign::read(path).map_err(|error| match error {
            CampaignError::Foreign(path, what) => anyhow!(
                "{} is no campaign: {what}; decisions are kept in campaigns, which 'autobva find' saves",
                path.display()
            ),
            error => error.into(),
        })?;
        let ids = campaign.ids.clone();
        let dossier = campaign_dossier(campaign, &SummarySettings::default())?;
        Ok(Desk { dossier, ids, book: DecisionBook::open(path)? })
    }

    pub fn check(&self, subject: Subject) -> Result<()> {
        let (kind, number, mark, most) = match subject {
            Subject::Boundary(id) => return Ok(self.dossier.boundary(id).map(drop)?),
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

    /// Saves a decision and returns those that it replaces; a note of only blanks counts as none.
    pub fn decide(&mut self, subject: Subject, action: Action, note: &str) -> Result<Vec<Decision>> {
        let (candidate, scope, members) = self.about(subject)?;
        let member_ids: Vec<i64> = members.iter().map(|&member| self.ids[member]).collect();
        let note = note.trim();
        self.book.decide(self.ids[candidate], scope, (action, note), &member_ids)?;
        // A boundary is identified by its number, whichever pair shows it best.
        let is_replaced = |old: &mut Decision| {
            let is_there = members.contains(&old.candidate) || old.candidate == candidate;
            old.scope == scope && (is_there || matches!(scope, Scope::Boundary(_)))
        };
        let decisions = &mut self.dossier.decisions;
        let replaced = decisions.extract_if(.., is_replaced).collect();
        decisions.push(Decision { candidate, scope, action, note: note.to_string() });
        Ok(replaced)
    }

    /// Withdraws a decision and restores those that it had replaced.
    pub fn take_back(&mut self, subject: Subject, replaced: Vec<Decision>) -> Result<()> {
        let (candidate, scope, _) = self.about(subject)?;
        self.book.forget(self.ids[candidate], scope)?;
        self.dossier.decisions.retain(|now| (now.candidate, now.scope) != (candidate, scope));
        for old in replaced {
            self.book.decide(self.ids[old.candidate], old.scope, (old.action, &old.note), &[])?;
            self.dossier.decisions.push(old);
        }
        Ok(())
    }

    /// How a decision is stored: the candidate that shows the subject best, its scope, and the candidates that it
    /// applies to.
    fn about(&self, subject: Subject) -> Result<(usize, Scope, Vec<usize>)> {
        self.check(subject)?;
        Ok(match subject {
            Subject::Candidate(number) => (number - 1, Scope::Candidate, Vec::new()),
            Subject::Boundary(id) => {
                let shown = self.dossier.candidates_of(self.dossier.boundary(id)?);
                (shown.first().copied().unwrap_or_default(), Scope::Boundary(id), Vec::new())
            }
            Subject::Cluster(number) => {
                let cluster = self.clusters().find(|cluster| cluster.id == number);
                let members = cluster.map_or(Vec::new(), |cluster| cluster.members.clone());
                let first = cluster.and_then(|cluster| cluster.representatives.first()).copied();
                (first.unwrap_or_default(), Scope::Cluster, members)
            }
        })
    }

    /// The present decision, if there is one.
    pub fn decision(&self, subject: Subject) -> Option<&Decision> {
        decision(&self.dossier, subject)
    }

    /// The note of the present decision, if there is one.
    pub fn note(&self, subject: Subject) -> String {
        self.decision(subject).map_or(String::new(), |decision| decision.note.clone())
    }

    fn clusters(&self) -> impl Iterator<Item = &autobva::Cluster> {
        clusters(&self.dossier)
    }
}

fn clusters(dossier: &Dossier) -> impl Iterator<Item = &autobva::Cluster> {
    dossier.summary.groups.iter().flat_map(|group| &group.clusters)
}

/// What a tester goes through: the boundaries, or the clusters if behaviours were not distinguished.
pub fn subjects(dossier: &Dossier) -> Vec<Subject> {
    match &dossier.landscape {
        Some(landscape) => landscape.boundaries.iter().map(|b| Subject::Boundary(b.id)).collect(),
        None => clusters(dossier).map(|cluster| Subject::Cluster(cluster.id)).collect(),
    }
}

/// The decision about a subject, if there is one.
fn decision(dossier: &Dossier, subject: Subject) -> Option<&Decision> {
    match subject {
        Subject::Candidate(number) => dossier.report().own_decision(number.wrapping_sub(1)),
        Subject::Boundary(id) => dossier.decision_on_boundary(dossier.boundary(id).ok()?),
        Subject::Cluster(number) => {
            let cluster = clusters(dossier).find(|cluster| cluster.id == number);
            cluster.and_then(|cluster| dossier.decision_on_cluster(cluster))
        }
    }
}

/// How many subjects there are, how many of them are undecided, and what they are called.
pub fn undecided(dossier: &Dossier) -> (usize, usize, &'static str) {
    let all = subjects(dossier);
    let open = all.iter().filter(|&&subject| decision(dossier, subject).is_none()).count();
    let what = if dossier.landscape.is_some() { "boundaries" } else { "clusters" };
    (all.len(), open, what)
}
