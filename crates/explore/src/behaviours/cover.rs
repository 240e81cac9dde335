//! Explains changes of texts by conditions that are known: whatever moves a text over one of them shows it again.

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

/// A condition, and the behaviours that are on one side of it: whether beyond it, and whether without exception.
struct Known {
    condition: Condition,
    pure: BTreeMap<WordingId, (bool, bool)>,
    told: HashMap<RunId, Option<bool>, FixedState>,
}

impl Known {
    fn holds(&mut self, run: RunId, runs: &Runs) -> Option<bool> {
        *self.told.entry(run).or_insert_with(|| self.condition.holds(run, runs))
    }

    /// For each side of a crossing that passes the condition whether its behaviour always is on that side: without an exception,
    /// nearly (`false`), or not at all (`None`).
    fn explained_sides(&mut self, crossing: &Crossing, runs: &Runs) -> [Option<bool>; 2] {
        let sides = [(crossing.left, crossing.from), (crossing.right, crossing.to)];
        let told = sides.map(|(run, _)| self.holds(run, runs));
        if crossing.from == crossing.to || !matches!(told, [Some(a), Some(b)] if a != b) {
            return [None; 2];
        }
        [0, 1].map(|at| {
            let (is_beyond, is_exact) = *self.pure.get(&sides[at].1)?;
            (Some(is_beyond) == told[at]).then_some(is_exact)
        })
    }
}

/// The crossings that a condition explains.
#[derive(Default)]
struct Explained {
    /// The behaviour on one of their sides nearly always is on that side of the condition.
    partly: BTreeSet<usize>,
    /// Both behaviours are, without an exception.
    wholly: BTreeSet<usize>,
}

/// The groups, with the crossings of those without a condition in the group whose condition explains them.
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
            let mut explained = Explained::default();
            for member in all.iter().copied() {
                let sides = known_one.explained_sides(&crossings[member], runs);
                explained.partly.extend((sides != [None; 2]).then_some(member));
                explained.wholly.extend((sides == [Some(true); 2]).then_some(member));
            }
            known.push((at, explained));
        }
    }
    // The condition that explains most comes first; of equals the first.
    known.sort_by_key(|(_, explained): &(usize, Explained)| Reverse(explained.partly.len()));
    // One condition stands for another if no text was on different sides of them, and only then: two may agree in nearly all.
    let mut given: Vec<(usize, usize)> = Vec::new();
    let mut kept: Vec<(usize, Explained)> = Vec::new();
    for (at, explained) in known {
        // A text with more or longer parts is longer, and often that is what matters.
        let motion = crossings[groups[at].members[0]].axis.motion;
        let is_count = matches!(motion, Motion::Pieces(_) | Motion::Part(_));
        let is_all = |other: &Explained| {
            let explained = if is_count { &other.partly } else { &other.wholly };
            groups[at].members.iter().all(|member| explained.contains(member))
        };
        match kept.iter().find(|(_, other)| is_all(other)).map(|(other, _)| *other) {
            Some(other) => {
                given.extend(std::mem::take(&mut groups[at].members).into_iter().map(|m| (other, m)))
            }
            None => kept.push((at, explained)),
        }
    }
    let owner = |member: usize| kept.iter().find(|(_, all)| all.partly.contains(&member)).map(|(at, _)| *at);
    for at in ours.iter().copied().filter(|at| !kept.iter().any(|(known, _)| known == at)) {
        let members = std::mem::take(&mut groups[at].members);
        for member in members {
            match owner(member) {
                Some(other) => given.push((other, member)),
                None => groups[at].members.push(member),
            }
        }
    }
    // A place stands for itself; a condition on a text is shown by further examples between the same behaviours.
    for (at, member) in given {
        let ((from, to), c) = (groups[at].sides, &crossings[member]);
        let is_own = (c.from, c.to) == (from, to) || (c.from, c.to) == (to, from);
        if is_own && matches!(groups[at].shape, Shape::Text(_)) {
            groups[at].members.push(member);
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

/// The behaviours whose runs are on one side of a condition: whether beyond it, and whether without exception.
fn pure(condition: &Condition, runs: &Runs, samples: &Samples) -> BTreeMap<WordingId, (bool, bool)> {
    let mut found = BTreeMap::new();
    for (wording, ids) in samples {
        let some = ids.iter().step_by(ids.len().div_ceil(MOST_RUNS));
        let told: Vec<bool> = some.filter_map(|id| condition.holds(*id, runs)).collect();
        let beyond = told.iter().filter(|is_beyond| **is_beyond).count();
        let few = told.len() / EXCEPTIONS;
        if told.len() >= LEAST_RUNS && (beyond <= few || told.len() - beyond <= few) {
            let is_exact = beyond == 0 || beyond == told.len();
            found.insert(*wording, (beyond > few, is_exact));
        }
    }
    found
}
