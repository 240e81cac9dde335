//! Groups: candidates of one validity and one pair of output types, each summarised on its own.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use autobva_core::{Candidate, Group, Outcome};

/// What the candidates of a group have in common; the order of groups.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind {
    pub group: Group,
    /// In an order that does not depend on the side.
    pub types: (String, String),
}

impl Kind {
    fn of(candidate: &Candidate) -> Kind {
        let (first, second) = outcomes(candidate, starts_right_by_kind(candidate).unwrap_or(false));
        Kind {
            group: candidate.group(),
            types: (first.type_name().to_string(), second.type_name().to_string()),
        }
    }
}

/// The indices of the candidates of each group, in the order VV, VE, EE.
pub(crate) fn groups(candidates: &[Candidate]) -> BTreeMap<Kind, Vec<usize>> {
    let mut groups: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    let mut latest: Option<(Kind, Vec<usize>)> = None;
    for (index, candidate) in candidates.iter().enumerate() {
        let kind = Kind::of(candidate);
        match &mut latest {
            Some((same, members)) if *same == kind => members.push(index),
            _ => {
                let members = groups.remove(&kind).unwrap_or_default();
                if let Some((other, members)) = latest.replace((kind, members)) {
                    groups.insert(other, members);
                }
                if let Some((_, members)) = &mut latest {
                    members.push(index);
                }
            }
        }
    }
    groups.extend(latest);
    groups
}

/// Both outcomes, the right one first if asked.
pub(crate) fn outcomes(candidate: &Candidate, starts_right: bool) -> (&Outcome, &Outcome) {
    let (left, right) = (&candidate.left.outcome, &candidate.right.outcome);
    if starts_right { (right, left) } else { (left, right) }
}

/// Whether the right outcome comes first by kind: valid before error, then by type. `None` if both are of one kind.
pub(crate) fn starts_right_by_kind(candidate: &Candidate) -> Option<bool> {
    let (left, right) = (&candidate.left.outcome, &candidate.right.outcome);
    let by_validity = left.validity().cmp(&right.validity());
    match by_validity.then_with(|| left.type_name().cmp(right.type_name())) {
        Ordering::Less => Some(false),
        Ordering::Equal => None,
        Ordering::Greater => Some(true),
    }
}
