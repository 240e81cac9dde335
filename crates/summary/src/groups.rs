//! Groups: candidates with the same validity and pair of output types, which are summarised separately.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use autobva_core::{Candidate, Group, Outcome};

/// What the candidates of a group have in common; it also defines the order of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind<'a> {
    pub group: Group,
    /// The types, in an order that does not depend on the side.
    types: (&'a str, &'a str),
}

impl<'a> Kind<'a> {
    fn of(candidate: &'a Candidate) -> Kind<'a> {
        let (first, second) = outcomes(candidate, starts_right_by_kind(candidate).unwrap_or(false));
        Kind { group: candidate.group(), types: (first.type_name(), second.type_name()) }
    }

    /// The types of both outputs.
    pub fn types(self) -> (String, String) {
        (self.types.0.to_string(), self.types.1.to_string())
    }
}

/// The indices of the candidates of each group, in the order VV, VE, EE.
pub(crate) fn groups(candidates: &[Candidate]) -> BTreeMap<Kind<'_>, Vec<usize>> {
    let mut groups: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        groups.entry(Kind::of(candidate)).or_default().push(index);
    }
    groups
}

/// Both outcomes, the right one first if requested.
pub(crate) fn outcomes(candidate: &Candidate, starts_right: bool) -> (&Outcome, &Outcome) {
    let (left, right) = (&candidate.left.outcome, &candidate.right.outcome);
    if starts_right { (right, left) } else { (left, right) }
}

/// Whether the right outcome comes first by kind: valid before error, then by type. `None` if both are of the same kind.
pub(crate) fn starts_right_by_kind(candidate: &Candidate) -> Option<bool> {
    let (left, right) = (&candidate.left.outcome, &candidate.right.outcome);
    let by_validity = left.validity().cmp(&right.validity());
    match by_validity.then_with(|| left.type_name().cmp(right.type_name())) {
        Ordering::Less => Some(false),
        Ordering::Equal => None,
        Ordering::Greater => Some(true),
    }
}
