//! Which boundaries are exported, and how decisions affect their tests.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use autobva_core::{Action, Decision, Guarded};

use super::family_names::family_phrase;
use crate::dossier::Dossier;

/// The decision about a boundary, as `--only` names it: one of the actions, or none yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict(pub Option<Action>);

impl Verdict {
    /// What is exported without `--only`. A boundary to skip needs no test, and one to zoom in on is not settled yet.
    pub const USUAL: [Verdict; 5] = [
        Verdict(None),
        Verdict(Some(Action::Extend)),
        Verdict(Some(Action::Debug)),
        Verdict(Some(Action::Clarify)),
        Verdict(Some(Action::Refine)),
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.map_or("undecided", Action::name))
    }
}

/// A word that is not a decision.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no decision; choose among skip, extend, debug, clarify, refine, zoom and undecided")]
pub struct VerdictError(pub String);

impl FromStr for Verdict {
    type Err = VerdictError;

    fn from_str(text: &str) -> Result<Verdict, VerdictError> {
        if text == "undecided" {
            return Ok(Verdict(None));
        }
        let action: Action = text.parse().map_err(|_| VerdictError(text.to_string()))?;
        Ok(Verdict(Some(action)))
    }
}

/// The purpose of a test; the strongest comes last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// The behaviour must stay as it is.
    Guard,
    /// The same, but the specification does not say so yet.
    Unspecified(String),
    /// The behaviour is wrong: the test is expected to fail until it is fixed.
    Fault(String),
}

impl Mark {
    fn of(decision: Option<&Decision>) -> Mark {
        let said = |decision: &Decision, otherwise: &str| match decision.note.trim() {
            "" => otherwise.to_string(),
            note => note.to_string(),
        };
        let Some(d) = decision else { return Mark::Guard };
        match d.action {
            Action::Debug => Mark::Fault(said(d, "decided to be wrong, without a note")),
            Action::Refine => {
                let note = said(d, "decided to be undesired, without a note");
                Mark::Fault(format!("{note} (the specification is to change, too)"))
            }
            Action::Clarify => Mark::Unspecified(said(d, "decided to be intended, without a note")),
            Action::Skip | Action::Extend | Action::Zoom => Mark::Guard,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChosenCandidate {
    pub index: usize,
    pub mark: Mark,
    pub family: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The candidates, family by family.
    pub chosen: Vec<ChosenCandidate>,
    /// The names of the families; an empty name stands for everything that is not a boundary of its own.
    pub families: Vec<String>,
    pub boundaries: usize,
    /// How many are left out because their outcomes differ each time.
    pub flaky: usize,
    /// How many are left out because others represent them.
    pub more: usize,
}

/// Chooses what to export: the boundaries as in a lock file, each as a family of its own, or otherwise the
/// [candidates](choose_candidates).
pub(crate) fn choose(dossier: &Dossier, all: bool, only: &[Verdict]) -> Choice {
    if dossier.landscape.is_none() {
        return choose_candidates(dossier, all, only);
    }
    let mut choice = Choice { chosen: Vec::new(), families: Vec::new(), boundaries: 0, flaky: 0, more: 0 };
    for boundary in dossier.boundaries() {
        let family = choice.families.len();
        // Export as many places as a lock guards.
        let places = Guarded::from(boundary).places().count();
        let wanted = dossier.candidates_of(boundary).into_iter().filter_map(|index| {
            let decision = dossier.decision_on_place(boundary, index);
            let is_wanted = only.contains(&Verdict(decision.map(|d| d.action)));
            is_wanted.then(|| ChosenCandidate { index, mark: Mark::of(decision), family })
        });
        let chosen: Vec<ChosenCandidate> = wanted.take(places).collect();
        match (chosen.is_empty(), boundary.flaky) {
            (true, _) => {}
            (false, true) => choice.flaky += 1,
            (false, false) => {
                choice.families.push(family_phrase(boundary));
                choice.chosen.extend(chosen);
                choice.boundaries += 1;
            }
        }
    }
    if all {
        add_others(dossier, only, &mut choice);
    }
    choice
}

/// Adds the candidates that show no boundary.
fn add_others(dossier: &Dossier, only: &[Verdict], choice: &mut Choice) {
    let shown = dossier.boundaries_shown();
    let family = choice.families.len();
    for index in (0..dossier.candidates.len()).filter(|index| !shown.contains_key(index)) {
        let decision = dossier.decision_on(index);
        match only.contains(&Verdict(decision.map(|d| d.action))) {
            true if dossier.is_flaky(index) => choice.flaky += 1,
            true => choice.chosen.push(ChosenCandidate { index, mark: Mark::of(decision), family }),
            false => {}
        }
    }
    let others = choice.chosen.iter().filter(|chosen| chosen.family == family).count();
    choice.boundaries += others;
    choice.families.extend((others > 0).then(String::new));
}

/// Chooses candidates in the order of groups and clusters: the representatives of clusters, one for every further pair
/// of behaviours (as in a lock file), and candidates with a decision of their own.
fn choose_candidates(dossier: &Dossier, all: bool, only: &[Verdict]) -> Choice {
    let mut chosen = Vec::new();
    let (mut flaky, mut more) = (0, 0);
    let guarded: HashSet<usize> = dossier.worth_guarding(Some(1), &HashSet::new()).into_iter().collect();
    for cluster in dossier.summary.groups.iter().flat_map(|group| &group.clusters) {
        let on_cluster = dossier.decision_on_cluster(cluster);
        for &index in &cluster.members {
            let own = dossier.report().own_decision(index);
            let decision = own.or(on_cluster);
            let stands_for_it = cluster.representatives.contains(&index) || guarded.contains(&index);
            let is_wanted = all || own.is_some() || stands_for_it;
            if !only.contains(&Verdict(decision.map(|d| d.action))) {
                continue;
            }
            match (is_wanted, dossier.is_flaky(index)) {
                (true, true) => flaky += 1,
                (true, false) => chosen.push(ChosenCandidate { index, mark: Mark::of(decision), family: 0 }),
                (false, is_flaky) => more += usize::from(!is_flaky),
            }
        }
    }
    Choice { boundaries: chosen.len(), chosen, families: vec![String::new()], flaky, more }
}
