//! The cases of an export, whatever it is written in: two per boundary, named, each input once.

use autobva_core::{Candidate, Input, Observation, Outcome, Signature};

use super::choice::{Chosen, Mark};
use super::names::{Described, names};
use crate::dossier::Dossier;

/// One input, and what was observed with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    /// A name of letters, digits and `_`, different from all others even if capitals do not count.
    pub name: String,
    /// What the target is called with.
    pub input: Input,
    /// What it did.
    pub outcome: Outcome,
    /// What the test is for.
    pub mark: Mark,
}

/// All cases of a target.
#[derive(Debug, Clone)]
pub(crate) struct Suite<'a> {
    /// What the target is called in names: `discount`.
    pub name: String,
    /// What it is called by its user: `shop.py:discount`.
    pub title: &'a str,
    /// The arguments.
    pub signature: &'a Signature,
    /// Where autobva was run, as seen from the folder of the tests; empty if it is the same.
    pub base: &'a str,
    /// Whether the target can fail, in these cases or in others that were found.
    pub can_fail: bool,
    /// The cases, the sides of a boundary one after the other.
    pub cases: Vec<Case>,
}

impl<'a> Suite<'a> {
    pub(crate) fn new(dossier: &'a Dossier, name: String, base: &'a str, chosen: &[Chosen]) -> Suite<'a> {
        let sides = distinct_sides(dossier, chosen);
        let signature = &dossier.target.signature;
        let arguments: Vec<&str> = signature.arguments().iter().map(|a| a.name()).collect();
        let described: Vec<Described> = sides.iter().map(Side::described).collect();
        let names = names(&name, &arguments, &described);
        let case = |(name, side): (String, &Side)| Case {
            name,
            input: side.own.input.clone(),
            outcome: side.own.outcome.clone(),
            mark: side.mark.clone(),
        };
        let can_fail = |c: &Candidate| !c.left.outcome.is_valid() || !c.right.outcome.is_valid();
        Suite {
            name,
            title: &dossier.target.name,
            signature,
            base,
            can_fail: dossier.candidates.iter().any(can_fail),
            cases: names.into_iter().zip(&sides).map(case).collect(),
        }
    }

    /// The names of the arguments as the language spells them.
    pub(crate) fn parameters(&self, taken: &[&str]) -> Vec<String> {
        super::names::identifiers(self.signature.arguments().iter().map(|a| a.name()), taken)
    }
}

/// One side of a candidate, and the other.
struct Side<'a> {
    own: &'a Observation,
    other: &'a Observation,
    mark: Mark,
}

impl Side<'_> {
    fn described(&self) -> Described<'_> {
        let pairs = self.own.input.iter().zip(self.other.input.iter());
        Described {
            input: &self.own.input,
            outcome: &self.own.outcome,
            changed: pairs.map(|(own, other)| !own.reads_as(other)).collect(),
            crosses: self.own.outcome.is_valid() != self.other.outcome.is_valid(),
        }
    }
}

/// The sides of the chosen candidates. Where boundaries meet, an input is on two of them: it is one case, for the
/// gravest of its reasons.
fn distinct_sides<'a>(dossier: &'a Dossier, chosen: &[Chosen]) -> Vec<Side<'a>> {
    let mut sides: Vec<Side<'a>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for Chosen { index, mark } in chosen {
        let Candidate { left, right, .. } = &dossier.candidates[*index];
        for (own, other) in [(left, right), (right, left)] {
            let key = (format!("{:?}", own.input), &own.outcome);
            match places.get(&key) {
                Some(&place) => {
                    let side: &mut Side = &mut sides[place];
                    side.mark = side.mark.clone().max(mark.clone());
                }
                None => {
                    places.insert(key, sides.len());
                    sides.push(Side { own, other, mark: mark.clone() });
                }
            }
        }
    }
    sides
}
