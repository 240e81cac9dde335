//! Chooses which candidates of a dossier are accepted.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::str::FromStr;

use autobva_core::{Action, Place};
use autobva_summary::{changes, same_change};

use crate::dossier::Dossier;
use crate::text::also::MOST;

/// At most 100 pairs of behaviours are distinguished.
const MOST_BEHAVIOURS: usize = 100;

/// Up to 24 candidates are few enough to guard each of them: two calls each take no time, and a person can read them all.
const FEW: usize = 24;

/// What a user names: `b3` is a boundary, `c3` a cluster, `17` a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    Boundary(u32),
    Cluster(usize),
    /// The candidate with this number, counted from 1.
    Candidate(usize),
}

/// A name that does not exist; the message says which names do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ChosenError(pub(crate) String);

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chosen::Boundary(number) => write!(f, "b{number}"),
            Chosen::Cluster(number) => write!(f, "c{number}"),
            Chosen::Candidate(number) => write!(f, "{number}"),
        }
    }
}

impl FromStr for Chosen {
    type Err = ChosenError;

    fn from_str(text: &str) -> Result<Self, ChosenError> {
        let boundary = |number: usize| Chosen::Boundary(u32::try_from(number).unwrap_or(u32::MAX));
        let (digits, make): (&str, fn(usize) -> Chosen) = match text.chars().next() {
            Some('b' | 'B') => (&text[1..], boundary),
            Some('c' | 'C') => (&text[1..], Chosen::Cluster),
            _ => (text, Chosen::Candidate),
        };
        let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
        number.map(make).ok_or_else(|| {
            let remedy = "write b3 for boundary 3, c3 for cluster 3, or 17 for candidate 17";
            ChosenError(format!("'{text}' names nothing; {remedy}"))
        })
    }
}

impl Dossier {
    /// The indices of the candidates with these names, in order and without duplicates. A cluster stands for its
    /// representatives, a boundary for the pairs that show it.
    pub fn chosen(&self, names: &[Chosen]) -> Result<Vec<usize>, ChosenError> {
        let clusters = || self.summary.groups.iter().flat_map(|group| &group.clusters);
        let mut indices = Vec::new();
        for name in names {
            match *name {
                Chosen::Boundary(id) => indices.extend(self.candidates_of(self.boundary(id)?)),
                Chosen::Cluster(id) => {
                    let cluster = clusters().find(|cluster| cluster.id == id);
                    let last = clusters().map(|cluster| cluster.id).max().unwrap_or(0);
                    let none = || ChosenError(format!("there is no cluster c{id}; the last one is c{last}"));
                    indices.extend(&cluster.ok_or_else(none)?.representatives);
                }
                Chosen::Candidate(number) => {
                    let last = self.candidates.len();
                    let index = number.checked_sub(1).filter(|index| *index < last);
                    let none =
                        || ChosenError(format!("there is no candidate {number}; the last one is {last}"));
                    indices.push(index.ok_or_else(none)?);
                }
            }
        }
        indices.sort_unstable();
        indices.dedup();
        Ok(indices)
    }

    /// The indices of the candidates that are accepted if none is named: the representatives of the clusters, those
    /// that were decided to be guarded, and for every pair of behaviours `per_kind` different changes of input, or all.
    /// Candidates are excluded if they were decided to be uninteresting, wrong, or in need of another search, if they
    /// are flaky, or if they are `outdated`.
    pub fn worth_guarding(&self, per_kind: Option<usize>, outdated: &HashSet<usize>) -> Vec<usize> {
        let worth =
            |index: &usize| self.is_wanted(*index) && !self.is_flaky(*index) && !outdated.contains(index);
        let everything: Vec<usize> = (0..self.candidates.len()).filter(worth).collect();
        let Some(per_kind) = per_kind else { return everything };
        let clusters = self.summary.groups.iter().flat_map(|group| &group.clusters);
        let representatives = clusters.flat_map(|cluster| cluster.representatives.iter().copied());
        let decided = self.decisions.iter().map(|decision| decision.candidate);
        let extended = decided.filter(|&index| self.action(index) == Some(Action::Extend));
        let mut indices: Vec<usize> = representatives.chain(extended).filter(worth).collect();
        indices.extend(self.of_each_kind(per_kind, &indices, everything));
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// The indices of the candidates at the places that are listed with the clusters, one for each, as far as they are
    /// worth guarding: what a tester has seen is guarded.
    pub fn listed(&self, outdated: &HashSet<usize>) -> Vec<usize> {
        let worth: HashSet<usize> = self.worth_guarding(None, outdated).into_iter().collect();
        let clusters = self.summary.groups.iter().flat_map(|group| &group.clusters);
        let listed = clusters.flat_map(|cluster| {
            let members: Vec<usize> =
                cluster.members.iter().copied().filter(|at| worth.contains(at)).collect();
            changes(&self.candidates, &members).into_iter().take(MOST).map(|change| change.candidate)
        });
        listed.collect()
    }

    /// How many candidates are not guarded only because they are flaky.
    pub fn flaky_ones(&self) -> usize {
        (0..self.candidates.len()).filter(|&index| self.is_wanted(index) && self.is_flaky(index)).count()
    }

    /// Whether no decision keeps the candidate from being guarded.
    fn is_wanted(&self, index: usize) -> bool {
        matches!(self.action(index), None | Some(Action::Extend | Action::Clarify))
    }

    /// Whether the candidates worth guarding are so few that each of them may as well be guarded.
    pub fn has_few(&self) -> bool {
        self.worth_guarding(None, &HashSet::new()).len() <= FEW
    }

    /// For each pair of behaviours, `per_kind` different changes of input, including those of the chosen candidates;
    /// short inputs come first. Empty if there are too many pairs, as happens when every output is another text.
    fn of_each_kind(&self, per_kind: usize, chosen: &[usize], mut among: Vec<usize>) -> Vec<usize> {
        let behaviours = |index: usize| Place::from(&self.candidates[index]).behaviours();
        let mut kinds: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        chosen.iter().for_each(|&index| kinds.entry(behaviours(index)).or_default().push(index));
        among.sort_by_key(|&index| self.candidates[index].written_length());
        for index in among {
            let members = kinds.entry(behaviours(index)).or_default();
            let same = |&member: &usize| same_change(&self.candidates[member], &self.candidates[index]);
            if members.len() < per_kind && !members.iter().any(same) {
                members.push(index);
            }
        }
        if kinds.len() > MOST_BEHAVIOURS { Vec::new() } else { kinds.into_values().flatten().collect() }
    }

    /// The pairs of behaviours at all candidates, in words, except those at the accepted boundaries; only their types,
    /// if there are too many.
    pub fn known_besides(&self, accepted: &[Place]) -> Vec<String> {
        let all = |words: fn(&Place) -> String| -> BTreeSet<String> {
            self.candidates.iter().map(|candidate| words(&Place::from(candidate))).collect()
        };
        let accepted: BTreeSet<String> = accepted.iter().map(Place::behaviours).collect();
        let known: Vec<String> = all(Place::behaviours).difference(&accepted).cloned().collect();
        if known.len() > MOST_BEHAVIOURS { all(Place::kinds).into_iter().collect() } else { known }
    }

    fn action(&self, index: usize) -> Option<Action> {
        self.decision_on(index).map(|decision| decision.action)
    }

    /// Whether a side of the candidate had another outcome when it was run again.
    pub fn is_flaky(&self, index: usize) -> bool {
        self.runs.iter().any(|run| run.info.recheck.is_flaky(&self.candidates[index]))
    }
}
