//! Explains all changes of texts by as few conditions as possible: whatever moves a text over a condition that is known
//! shows that condition again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use autobva_core::{Axis, Integer, Motion};
use foldhash::fast::FixedState;

use super::crossing::Crossing;
use super::groups::{Group, Shape};
use super::laws::Samples;
use super::runs::{RunId, Runs, WordingId};
use super::texts::TextLaw;

/// A behaviour is on one side of a condition if at least 4 runs show it, and at most one in 20 does not: blanks may not count
/// as part of a length, and a part may be quoted.
const LEAST_RUNS: usize = 4;
const EXCEPTIONS: usize = 20;
/// At most 250 runs of a behaviour are looked at.
const MOST_RUNS: usize = 250;

/// What decides between the two sides of a group.
enum Condition {
    Text(TextLaw),
    /// A length, a count or a number in a text passes a place.
    Place(Axis, Integer),
}

impl Condition {
    fn of(group: &Group, crossings: &[Crossing], runs: &Runs) -> Option<Condition> {
        let crossing = &crossings[*group.members.first()?];
        match &group.shape {
            Shape::Text(law) => Some(Condition::Text(law.clone())),
            Shape::Constant if is_of_text(crossing, runs) && !crossing.is_of_first_separator() => {
                match crossing.axis.motion {
                    Motion::Length | Motion::Part(_) | Motion::Pieces(_) | Motion::Digits(_) => {
                        Some(Condition::Place(crossing.axis.clone(), crossing.place.clone()))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether the input of a run is beyond the condition; `None` if that is undefined.
    fn holds(&self, run: RunId, runs: &Runs) -> Option<bool> {
        let input = &runs.run(run).input;
        match self {
            Condition::Text(law) => law.rule.holds(input[law.argument].as_text()?),
            Condition::Place(axis, place) => axis.is_of(input).then(|| axis.get(input) > *place),
        }
    }
}

/// Whether a text is moved.
fn is_of_text(crossing: &Crossing, runs: &Runs) -> bool {
    let moved = crossing.axis.path.value(&runs.run(crossing.left).input);
    moved.is_some_and(|value| value.as_text().is_some())
}

/// A condition, and the behaviours that are on one side of it in all runs.
struct Known {
    condition: Condition,
    pure: BTreeMap<WordingId, bool>,
    told: HashMap<RunId, Option<bool>, FixedState>,
}

impl Known {
    fn holds(&mut self, run: RunId, runs: &Runs) -> Option<bool> {
        *self.told.entry(run).or_insert_with(|| self.condition.holds(run, runs))
    }

    /// Whether the two sides of a crossing are on different sides of the condition, and one of their behaviours always is.
    fn explains(&mut self, crossing: &Crossing, runs: &Runs) -> bool {
        let sides = [(crossing.left, crossing.from), (crossing.right, crossing.to)];
        let told = sides.map(|(run, _)| self.holds(run, runs));
        let is_pure = |at: usize| told[at].is_some() && self.pure.get(&sides[at].1).copied() == told[at];
        crossing.from != crossing.to
            && matches!(told, [Some(a), Some(b)] if a != b)
            && (is_pure(0) || is_pure(1))
    }
}

/// The groups, without those that are explained by the condition of another one, and with the unexplained crossings in the
/// group whose condition explains them.
pub fn covered(mut groups: Vec<Group>, crossings: &[Crossing], runs: &Runs, samples: &Samples) -> Vec<Group> {
    let is_ours = |group: &Group| group.members.iter().all(|member| is_of_text(&crossings[*member], runs));
    let ours: Vec<usize> = (0..groups.len()).filter(|at| is_ours(&groups[*at])).collect();
    let all: BTreeSet<usize> = ours.iter().flat_map(|at| groups[*at].members.iter().copied()).collect();
    let mut known = Vec::new();
    for at in ours.iter().copied() {
        let Some(condition) = Condition::of(&groups[at], crossings, runs) else { continue };
        let pure = pure(&condition, runs, samples);
        let (from, to) = groups[at].sides;
        if pure.contains_key(&from) || pure.contains_key(&to) {
            let told = HashMap::with_hasher(FixedState::with_seed(27));
            let mut known_one = Known { condition, pure, told };
            let explained: BTreeSet<usize> =
                all.iter().copied().filter(|member| known_one.explains(&crossings[*member], runs)).collect();
            known.push((at, explained));
        }
    }
    // The condition that explains most comes first; of equals the first.
    known.sort_by_key(|(_, explained)| Reverse(explained.len()));
    let mut kept: Vec<(usize, BTreeSet<usize>)> = Vec::new();
    let owner = |kept: &[(usize, BTreeSet<usize>)], members: &[usize]| {
        kept.iter().find(|(_, all)| members.iter().all(|member| all.contains(member))).map(|(at, _)| *at)
    };
    let mut given: Vec<(usize, Vec<usize>)> = Vec::new();
    for (at, explained) in known {
        match owner(&kept, &groups[at].members) {
            Some(other) => given.push((other, std::mem::take(&mut groups[at].members))),
            None => kept.push((at, explained)),
        }
    }
    for at in ours.iter().copied().filter(|at| !kept.iter().any(|(known, _)| known == at)) {
        let members = std::mem::take(&mut groups[at].members);
        for member in members {
            match owner(&kept, &[member]) {
                Some(other) => given.push((other, vec![member])),
                None => groups[at].members.push(member),
            }
        }
    }
    // A place stands for itself; a condition on a text is shown by further examples between the same behaviours.
    for (at, members) in given {
        if matches!(groups[at].shape, Shape::Text(_)) {
            let (from, to) = groups[at].sides;
            let is_own = |member: &usize| {
                let c = &crossings[*member];
                (c.from, c.to) == (from, to) || (c.from, c.to) == (to, from)
            };
            groups[at].members.extend(members.into_iter().filter(is_own));
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

/// The behaviours of which all runs are on one side of a condition, and on which.
fn pure(condition: &Condition, runs: &Runs, samples: &Samples) -> BTreeMap<WordingId, bool> {
    let mut found = BTreeMap::new();
    for (wording, ids) in samples {
        let some = ids.iter().step_by(ids.len().div_ceil(MOST_RUNS));
        let told: Vec<bool> = some.filter_map(|id| condition.holds(*id, runs)).collect();
        let beyond = told.iter().filter(|is_beyond| **is_beyond).count();
        let few = told.len() / EXCEPTIONS;
        if told.len() >= LEAST_RUNS && (beyond <= few || told.len() - beyond <= few) {
            found.insert(*wording, beyond > few);
        }
    }
    found
}
