//! What is told of what no rule explains: limits one by one, and the rest between two wordings in one line.

use std::collections::{BTreeMap, BTreeSet};

use autobva_core::{Axis, Input, Integer, Motion, Validity, Value};

use super::crossing::{Crossing, Way};
use super::groups::{Group, MOST_PLACES, MOST_STRAYS, Shape, change};
use super::laws::{Samples, samples};
use super::runs::{RunId, Runs, WordingId};

/// More constants than this along one argument, between the same two wordings, are no limits that somebody has set.
const MOST_CONSTANTS: usize = 6;
/// More single characters than this that make a difference between two wordings are examples of a condition on the text.
const MOST_CHARACTERS: usize = 2;
/// Fewer runs than this are on one side of a limit by chance.
const LEAST_RUNS: usize = 4;
/// Numbers in a text from here on are no limits where smaller ones are: so long a run of digits is read in another way.
const LONG: i128 = 1_000_000;
/// More rows than this are too many to be read.
const MOST_ROWS: usize = 10;

/// What moves between the two sides of a group, as far as it matters for what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    Number,
    /// A number in a text.
    InText,
    /// The length of a text, of a part of it, or of a list.
    Length,
    Character,
}

/// What groups are judged by.
struct Judge<'a> {
    crossings: &'a [Crossing],
    runs: &'a Runs,
    samples: Samples,
}

/// What is left when every rule was tested: between two wordings, all that no rule explains is told in one line.
pub fn settled(
    groups: Vec<Group>,
    crossings: &[Crossing],
    runs: &Runs,
    holds: impl Fn(&Group) -> bool,
) -> Vec<Group> {
    let judge = Judge { crossings, runs, samples: samples(runs) };
    let groups = judge.by_last_digits(groups);
    let counts = Counts::of(&groups, &judge);
    let is_loose = |group: &Group| match &group.shape {
        Shape::Constant => counts.are_too_many_beside(group, &judge),
        Shape::Scattered => true,
        Shape::Law(_) => !holds(group),
        Shape::Pattern(_) | Shape::Powers(_) | Shape::Table(_) | Shape::Text(_) => false,
    };
    let (loose, mut found): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(is_loose);
    // What a field or a length of a value makes of it is told apart from what another one does; numbers are told together.
    let key = |group: &Group| {
        let axis = judge.axis(group);
        let way = (!axis.path.is_whole()).then(|| Way::of_value(axis));
        let argument = if axis.is_number() { usize::MAX } else { axis.argument() };
        match axis.path.is_whole() {
            true => (argument, way, Err(pair(group))),
            false => (argument, way, change(group, runs).ok_or(pair(group))),
        }
    };
    let mut scattered: BTreeMap<_, Group> = BTreeMap::new();
    for group in loose {
        let known = scattered.entry(key(&group)).or_insert_with(|| Group {
            members: Vec::new(),
            sides: group.sides,
            shape: Shape::Scattered,
        });
        known.members.extend(group.members);
    }
    // A place that was met once is one of those that are scattered, if there are any.
    found.retain_mut(|group| {
        let joins = matches!(group.shape, Shape::Constant) && group.members.len() == 1;
        let joins = joins && !(judge.nature(group) == Nature::InText || judge.is_limit(group));
        match scattered.get_mut(&key(group)).filter(|_| joins) {
            Some(known) => {
                known.members.append(&mut group.members);
                false
            }
            None => true,
        }
    });
    found.extend(scattered.into_values());
    judge.shortened(folded(found, &judge))
}

/// Both wordings, in either order.
fn pair(group: &Group) -> (WordingId, WordingId) {
    (group.sides.0.min(group.sides.1), group.sides.0.max(group.sides.1))
}

/// An argument, how it moves, and between which wordings.
type Along = (usize, Way, (WordingId, WordingId));

/// An argument, and between which wordings.
type Between = (usize, (WordingId, WordingId));

/// How many constants there are of each nature.
#[derive(Default)]
struct Counts {
    along: BTreeMap<Along, Constants>,
    /// Numbers that were met once.
    strays: BTreeMap<(WordingId, WordingId), usize>,
    characters: BTreeMap<Between, usize>,
    /// Lengths, and numbers in fields and items, that are no limits.
    lengths: BTreeMap<Between, usize>,
    fields: BTreeMap<Between, usize>,
    /// Arguments that have numbers in them which are not long.
    in_texts: BTreeSet<usize>,
}

/// The constants along a way.
#[derive(Default)]
struct Constants {
    places: usize,
    members: usize,
    tracks: BTreeSet<usize>,
}

impl Constants {
    /// Whether hardly any place was met again along another line.
    fn are_irregular(&self) -> bool {
        self.places > MOST_STRAYS && self.tracks.len() > 2 && self.members < 2 * self.places
    }
}

impl Counts {
    fn of(groups: &[Group], judge: &Judge<'_>) -> Counts {
        let mut counts = Counts::default();
        for group in groups.iter().filter(|group| matches!(group.shape, Shape::Constant)) {
            let axis = judge.axis(group);
            let key = (axis.argument(), pair(group));
            let along = counts.along.entry((axis.argument(), Way::of(axis), pair(group))).or_default();
            along.places += 1;
            along.members += group.members.len();
            along.tracks.extend(group.members.iter().map(|member| judge.crossings[*member].track));
            match judge.nature(group) {
                Nature::Number if !axis.path.is_whole() && judge.is_limit(group) => {}
                Nature::Number if !axis.path.is_whole() => *counts.fields.entry(key).or_default() += 1,
                Nature::Number => {
                    *counts.strays.entry(pair(group)).or_default() += usize::from(group.members.len() == 1);
                }
                Nature::Character => *counts.characters.entry(key).or_default() += 1,
                Nature::Length if judge.is_limit(group) => {}
                Nature::Length => *counts.lengths.entry(key).or_default() += 1,
                Nature::InText if judge.is_long(group) => {}
                Nature::InText => drop(counts.in_texts.insert(axis.argument())),
            }
        }
        counts
    }

    /// Whether a constant is one of more than anybody sets as limits.
    fn are_too_many_beside(&self, group: &Group, judge: &Judge<'_>) -> bool {
        let axis = judge.axis(group);
        let key = (axis.argument(), pair(group));
        let of = |counts: &BTreeMap<_, usize>| counts.get(&key).copied().unwrap_or(0);
        let along = &self.along[&(axis.argument(), Way::of(axis), pair(group))];
        match judge.nature(group) {
            Nature::Number if !axis.path.is_whole() => !judge.is_limit(group) && of(&self.fields) > 1,
            Nature::Number => {
                let is_stray = group.members.len() == 1 && self.strays[&pair(group)] > MOST_STRAYS;
                is_stray || along.places > MOST_CONSTANTS
            }
            Nature::Character => of(&self.characters) > MOST_CHARACTERS,
            Nature::Length => !judge.is_limit(group) && of(&self.lengths) > 1,
            Nature::InText if judge.is_long(group) => self.in_texts.contains(&axis.argument()),
            Nature::InText => along.places > MOST_PLACES || along.are_irregular(),
        }
    }
}

impl Judge<'_> {
    fn axis(&self, group: &Group) -> &Axis {
        &self.crossings[group.members[0]].axis
    }

    fn nature(&self, group: &Group) -> Nature {
        let crossing = &self.crossings[group.members[0]];
        match crossing.axis.motion {
            Motion::Number | Motion::Count(_) | Motion::Places | Motion::Alternative => Nature::Number,
            Motion::Char(_) => Nature::Character,
            Motion::Length | Motion::Part(_) => Nature::Length,
            Motion::Digits(_) if self.gets_longer(crossing) => Nature::Length,
            Motion::Digits(_) => Nature::InText,
        }
    }

    /// Whether a number in a text has one more digit on the right, so that its length may be what matters.
    fn gets_longer(&self, crossing: &Crossing) -> bool {
        let length = |run: RunId| {
            let value = crossing.axis.path.value(&self.runs.run(run).input);
            value.and_then(Value::as_text).map_or(0, str::len)
        };
        !crossing.place.is_negative() && length(crossing.left) < length(crossing.right)
    }

    fn is_long(&self, group: &Group) -> bool {
        self.crossings[group.members[0]].place.distance(&Integer::ZERO) >= Integer::Small(LONG)
    }

    /// Long numbers in a text are read in pieces: places that end alike are one.
    fn by_last_digits(&self, groups: Vec<Group>) -> Vec<Group> {
        let ending = |group: &Group| {
            let place = self.crossings[group.members[0]].place.to_i128()?;
            let is_one = matches!(group.shape, Shape::Constant) && self.nature(group) == Nature::InText;
            (is_one && place >= 100).then(|| (self.axis(group).clone(), group.sides, place % 100))
        };
        let mut found: Vec<Group> = Vec::new();
        let mut known: BTreeMap<_, usize> = BTreeMap::new();
        for mut group in groups {
            let at = ending(&group).map(|key| *known.entry(key).or_insert(found.len()));
            match at.and_then(|at| found.get_mut(at)) {
                Some(same) => same.members.append(&mut group.members),
                None => found.push(group),
            }
        }
        found
    }

    /// Whether one of the two wordings is met on one side of the place alone, wherever else it was met.
    fn is_limit(&self, group: &Group) -> bool {
        let crossing = &self.crossings[group.members[0]];
        let (from, to) = (crossing.from, crossing.to);
        from != to && (self.keeps(crossing, from, true) || self.keeps(crossing, to, false))
    }

    fn keeps(&self, crossing: &Crossing, wording: WordingId, is_low: bool) -> bool {
        let inputs = self.samples.get(&wording).into_iter().flatten().map(|id| &self.runs.run(*id).input);
        let mut moved = inputs.filter(|input| crossing.axis.is_of(input)).peekable();
        let is_kept = |input: &Input| (crossing.axis.get(input) <= crossing.place) == is_low;
        let mut count = 0;
        moved.all(|input| {
            count += 1;
            is_kept(input)
        }) && count >= LEAST_RUNS
    }

    /// Whether a text is moved.
    fn is_of_text(&self, crossing: &Crossing) -> bool {
        matches!(crossing.axis.path.value(&self.runs.run(crossing.left).input), Some(Value::Text(_)))
    }

    /// Whether a group is of a text and neither a limit nor a rule.
    fn is_vague(&self, group: &Group) -> bool {
        self.is_of_text(&self.crossings[group.members[0]])
            && match group.shape {
                Shape::Constant => self.nature(group) != Nature::InText && !self.is_limit(group),
                Shape::Scattered => true,
                _ => false,
            }
    }

    /// The groups, fewer of them where they are too many: what tells one error from another is told in one row, then which error
    /// it is that a text without a rule brings, and then whatever else is of a text and not a number in it.
    fn shortened(&self, mut groups: Vec<Group>) -> Vec<Group> {
        for (coarseness, most) in [(1, 0), (2, MOST_ROWS), (3, MOST_ROWS * 3 / 2)] {
            if groups.len() <= most {
                break;
            }
            let mut rows: BTreeMap<_, Vec<Group>> = BTreeMap::new();
            let mut rest = Vec::new();
            for group in groups {
                match self.row(&group, coarseness) {
                    Some(row) => rows.entry(row).or_default().push(group),
                    None => rest.push(group),
                }
            }
            for row in rows.into_values() {
                // Two may be told apart, as long as there is room.
                let is_short = coarseness == 1 && row.len() <= MOST_CHARACTERS;
                match is_short {
                    true => rest.extend(row),
                    false => rest.extend(row.into_iter().reduce(Group::with)),
                }
            }
            groups = rest;
        }
        groups
    }

    /// What groups have in common that are told in one row; nothing if this one is told by itself.
    fn row(&self, group: &Group, coarseness: u8) -> Option<(usize, [Side; 2])> {
        let crossing = &self.crossings[group.members[0]];
        let is_error = |wording: WordingId| self.runs.wording_of(wording).validity == Validity::Error;
        let (from, to) = group.sides;
        let is_told = match coarseness {
            1 => self.is_vague(group) && is_error(from) && is_error(to),
            2 => self.is_vague(group) && (is_error(from) || is_error(to)),
            _ => self.is_of_text(crossing) && self.nature(group) != Nature::InText && !group.has_rule(),
        };
        let side = |wording: WordingId| {
            let known = self.runs.wording_of(wording);
            let is_whole = coarseness > 2 || is_error(wording);
            (known.validity, known.type_name.clone(), (!is_whole).then_some(wording))
        };
        let mut sides = [side(from), side(to)];
        sides.sort();
        is_told.then_some((crossing.axis.argument(), sides))
    }
}

/// Validity and type, and the wording where it is told apart.
type Side = (Validity, String, Option<WordingId>);

impl Group {
    /// With another group; the one with more places tells which wordings it is about.
    fn with(self, other: Group) -> Group {
        let (mut more, mut fewer) =
            if other.members.len() > self.members.len() { (other, self) } else { (self, other) };
        more.members.append(&mut fewer.members);
        Group { shape: Shape::Scattered, ..more }
    }

    fn has_rule(&self) -> bool {
        !matches!(self.shape, Shape::Constant | Shape::Scattered)
    }
}

/// What explains fewer than one place for so many that nothing explains is a chance find among them.
const BY_CHANCE: usize = 4;

/// Gives limits and laws that explain little to the places without a rule between the same two wordings, if those are many:
/// where the true rule is not known, some of its places lie on a line by chance. A limit beyond which one of the wordings is
/// never met stays.
fn folded(mut groups: Vec<Group>, judge: &Judge<'_>) -> Vec<Group> {
    let is_scattered = |group: &Group| matches!(group.shape, Shape::Scattered);
    for at in 0..groups.len() {
        if !is_scattered(&groups[at]) {
            continue;
        }
        let (between, many) = (pair(&groups[at]), groups[at].members.len());
        let is_chance = |group: &Group| {
            pair(group) == between && group.members.len() * BY_CHANCE <= many && !is_strict(group, judge)
        };
        for other in (0..groups.len()).filter(|other| *other != at) {
            if is_chance(&groups[other]) {
                let members = std::mem::take(&mut groups[other].members);
                groups[at].members.extend(members);
            }
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

/// Whether a group is more than some of the places between its wordings.
fn is_strict(group: &Group, judge: &Judge<'_>) -> bool {
    let Some(crossing) = group.members.first().map(|first| &judge.crossings[*first]) else { return true };
    let numbers = group.sides.0 == group.sides.1;
    match &group.shape {
        Shape::Law(law) => !numbers && law.strict.contains(&true),
        Shape::Constant if !crossing.axis.is_number() || crossing.is_beyond(judge.runs) => true,
        Shape::Constant => {
            let keeps = |wording: WordingId, is_low: bool| {
                let mut ids = judge.samples.get(&wording).into_iter().flatten();
                ids.all(|id| (crossing.axis.get(&judge.runs.run(*id).input) <= crossing.place) == is_low)
            };
            !numbers && (keeps(crossing.from, true) || keeps(crossing.to, false))
        }
        Shape::Pattern(_) | Shape::Powers(_) | Shape::Table(_) | Shape::Text(_) | Shape::Scattered => true,
    }
}
