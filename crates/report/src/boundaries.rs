//! The boundaries of a dossier: what was decided about them, and which of them a lock or tests guard.

use std::collections::{BTreeSet, HashMap};

use autobva_core::behaviour::{Boundary, Place};
use autobva_core::{About, Action, Candidate, Decision, Guarded};

use crate::dossier::Dossier;
use crate::lock::{Chosen, ChosenError};

/// Up to 100 boundaries are identified by all of their places; if there are more, by the two behaviours that meet.
const MOST_KNOWN: usize = 100;

impl Dossier {
    /// The boundaries; empty if the search did not distinguish behaviours.
    pub fn boundaries(&self) -> &[Boundary] {
        self.landscape.as_ref().map_or(&[], |landscape| &landscape.boundaries)
    }

    pub fn boundary(&self, id: u32) -> Result<&Boundary, ChosenError> {
        let last = self.boundaries().iter().map(|boundary| boundary.id).max();
        let found = self.boundaries().iter().find(|boundary| boundary.id == id);
        found.ok_or_else(|| {
            let why = match last {
                Some(last) => format!("; the last one is b{last}"),
                None => {
                    ": behaviours were not told apart; name a cluster (c3) or a candidate (17)".to_string()
                }
            };
            ChosenError(format!("there is no boundary b{id}{why}"))
        })
    }

    /// The decision about a boundary: one about the boundary itself, or else the common decision about all pairs that
    /// show it, whether it was made for each pair or for their clusters.
    pub fn decision_on_boundary(&self, boundary: &Boundary) -> Option<&Decision> {
        self.report().decision_on_boundary(boundary.id).or_else(|| {
            let shown = self.candidates_of(boundary).into_iter();
            let all: Option<Vec<&Decision>> = shown.map(|index| self.decision_on(index)).collect();
            let all = all?;
            let first = all.first().copied()?;
            all.iter().all(|decision| decision.action == first.action).then_some(first)
        })
    }

    /// The decision about a pair that shows a boundary: one about the pair itself, or else about the boundary, or else
    /// about its cluster.
    pub fn decision_on_place(&self, boundary: &Boundary, candidate: usize) -> Option<&Decision> {
        let report = self.report();
        let own = report.own_decision(candidate).or_else(|| report.decision_on_boundary(boundary.id));
        own.or_else(|| self.decision_on(candidate))
    }

    /// The indices of the candidates that show a boundary, the plainest first.
    pub fn candidates_of(&self, boundary: &Boundary) -> Vec<usize> {
        let is_at = |place: &Place| {
            let mut all = self.candidates.iter();
            all.position(|c| c.left.input == place.left.input && c.right.input == place.right.input)
        };
        boundary.all_places().filter_map(is_at).collect()
    }

    /// The number of the boundary that each candidate shows, by the candidate's index.
    pub fn boundaries_shown(&self) -> HashMap<usize, u32> {
        let pairs = self.boundaries().iter().flat_map(|b| b.all_places().map(move |place| (place, b.id)));
        let ids: HashMap<_, u32> = pairs.map(|(p, id)| ((&p.left.input, &p.right.input), id)).collect();
        let shown =
            |(index, c): (usize, &Candidate)| Some((index, *ids.get(&(&c.left.input, &c.right.input))?));
        self.candidates.iter().enumerate().filter_map(shown).collect()
    }

    /// The boundaries that are guarded if none is named: all except flaky ones, and without the places that were
    /// decided to be uninteresting, wrong, or in need of another search.
    pub fn guarded_boundaries(&self) -> impl Iterator<Item = Boundary> {
        self.boundaries()
            .iter()
            .filter(|boundary| !boundary.flaky)
            .filter_map(|boundary| self.wanted(boundary))
    }

    /// How many boundaries are not guarded only because they are flaky.
    pub fn flaky_boundaries(&self) -> usize {
        self.boundaries().iter().filter(|boundary| boundary.flaky && self.wanted(boundary).is_some()).count()
    }

    /// The boundary with only those places that no decision keeps from being guarded.
    fn wanted(&self, boundary: &Boundary) -> Option<Boundary> {
        let guards = |decision: Option<&Decision>| {
            matches!(decision.map(|d| d.action), None | Some(Action::Extend | Action::Clarify))
        };
        let all = self.candidates_of(boundary).into_iter();
        let (wanted, others): (Vec<usize>, Vec<usize>) =
            all.partition(|&index| guards(self.decision_on_place(boundary, index)));
        if others.is_empty() && guards(self.decision_on_boundary(boundary)) {
            return Some(boundary.clone());
        }
        let place = |index: &usize| Place::from(&self.candidates[*index]);
        let (first, others) = wanted.split_first()?;
        let (example, places) = (place(first), others.iter().map(place).collect());
        // The sentence is about the example, so it is dropped with it.
        let sentence = if example == boundary.example { boundary.sentence.clone() } else { String::new() };
        Some(Boundary { example, places, sentence, ..boundary.clone() })
    }

    /// What is guarded under these names: a boundary with its places, or a pair with what is known about its boundary.
    pub fn guarded(&self, names: &[Chosen]) -> Result<Vec<Guarded>, ChosenError> {
        let mut guarded = Vec::new();
        for name in names {
            match *name {
                Chosen::Boundary(id) => guarded.push(Guarded::from(self.boundary(id)?)),
                Chosen::Cluster(_) | Chosen::Candidate(_) => {
                    let indices = self.chosen(&[*name])?;
                    guarded.extend(indices.into_iter().map(|index| self.guarded_pair(index)));
                }
            }
        }
        Ok(guarded)
    }

    fn guarded_pair(&self, index: usize) -> Guarded {
        let candidate = &self.candidates[index];
        let pair = Place::from(candidate);
        let is_at = |boundary: &&Boundary| {
            boundary.all_places().any(|place| place.left == pair.left && place.right == pair.right)
        };
        let about = self.boundaries().iter().find(is_at).map(|boundary| About {
            kind: boundary.kind,
            argument: boundary.argument.clone(),
            sentence: if boundary.example.left == pair.left {
                boundary.sentence.clone()
            } else {
                String::new()
            },
            rule: None,
            places: Vec::new(),
        });
        Guarded { pair, about }
    }

    /// The marks of all boundaries that are not among the accepted ones.
    pub fn marks_besides(&self, accepted: &[Guarded]) -> Vec<String> {
        let taken: BTreeSet<String> = accepted.iter().flat_map(|guarded| guarded.marks()).collect();
        let all: Vec<Guarded> = self.boundaries().iter().map(Guarded::from).collect();
        let is_left = |guarded: &&Guarded| !guarded.marks().any(|mark| taken.contains(&mark));
        let left: Vec<&Guarded> = all.iter().filter(is_left).collect();
        let marks: BTreeSet<String> = match left.len() > MOST_KNOWN {
            true => left.iter().filter_map(|guarded| guarded.coarse_mark()).collect(),
            false => left.iter().flat_map(|guarded| guarded.marks()).collect(),
        };
        marks.into_iter().collect()
    }
}
