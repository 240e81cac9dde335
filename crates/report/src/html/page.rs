//! What all sections use: the dossier, and facts about its clusters.

use autobva_core::behaviour::Landscape;
use autobva_core::{Action, Candidate, Decision, Group};
use autobva_summary::{Cluster, GroupSummary, changed_arguments};

use crate::dossier::Dossier;

pub(crate) struct Page<'a> {
    pub(crate) dossier: &'a Dossier,
}

impl<'a> Page<'a> {
    /// The behaviours and boundaries, if the page is about them.
    pub(crate) fn landscape(&self) -> Option<&'a Landscape> {
        self.dossier.shown_landscape()
    }

    pub(crate) fn groups(&self) -> &'a [GroupSummary] {
        &self.dossier.summary.groups
    }

    pub(crate) fn clusters(&self) -> impl Iterator<Item = (&'a GroupSummary, &'a Cluster)> {
        self.groups().iter().flat_map(|group| group.clusters.iter().map(move |cluster| (group, cluster)))
    }

    pub(crate) fn representative(&self, cluster: &Cluster) -> Option<(usize, &'a Candidate)> {
        let &index = cluster.representatives.first()?;
        Some((index, self.dossier.candidates.get(index)?))
    }

    pub(crate) fn decision(&self, cluster: &Cluster) -> Option<&'a Decision> {
        self.dossier.decision_on_cluster(cluster)
    }

    /// How many clusters have this decision.
    pub(crate) fn decided(&self, action: Action) -> usize {
        let has = |cluster: &Cluster| self.decision(cluster).is_some_and(|d| d.action == action);
        self.clusters().filter(|(_, cluster)| has(cluster)).count()
    }

    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.dossier.target.signature.arguments().iter().map(|argument| argument.name())
    }

    /// Whether a side of the candidate had another outcome when it was run again.
    pub(crate) fn is_flaky(&self, candidate: &Candidate) -> bool {
        self.dossier.runs.iter().any(|run| run.info.recheck.is_flaky(candidate))
    }

    /// Which arguments change in a cluster, and in how many pairs; the most frequent first.
    pub(crate) fn changing(&self, cluster: &Cluster) -> Vec<(&'a str, usize)> {
        let candidates = cluster.members.iter().filter_map(|&index| self.dossier.candidates.get(index));
        let mut counts: Vec<(&str, usize)> = self.names().map(|name| (name, 0)).collect();
        for candidate in candidates {
            changed_arguments(candidate).for_each(|argument| counts[argument].1 += 1);
        }
        counts.retain(|(_, count)| *count > 0);
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

pub(crate) fn group_in_words(group: Group) -> &'static str {
    match group {
        Group::VV => "both outputs are valid",
        Group::VE => "one output is an error",
        Group::EE => "both outputs are errors",
    }
}
