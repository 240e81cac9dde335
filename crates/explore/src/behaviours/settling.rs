//! Decides how changes that no rule explains are reported: limits one by one, everything else between two wordings in
//! one row.

use std::collections::{BTreeMap, BTreeSet};

use autobva_core::{Axis, Integer, Motion, Value};

use super::crossing::{Crossing, Way};
use super::groups::{Group, MOST_PLACES, MOST_STRAYS, Shape};
use super::laws::Samples;
use super::merging::change;
use super::runs::{Runs, WordingId};

/// More than 6 constants along one argument, between the same two wordings, are not limits that somebody has set.
pub const MOST_CONSTANTS: usize = 6;
/// More than 2 single characters that make a difference between two wordings are examples of a condition on the text.
pub const MOST_CHARACTERS: usize = 2;
/// Fewer than 4 runs may be on one side of a limit by chance; where the length of a number changes, fewer than 24.
const LEAST_RUNS: usize = 4;
const MANY_RUNS: usize = 24;
/// A number in a text is parsed in another way if it has more than 6 digits, or 3 digits more than the shortest one.
const MOST_DIGITS: usize = 6;
const MUCH_LONGER: usize = 3;

/// What moves between the two sides of a group, as far as it matters for the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    Number,
    /// A number in a text.
    InText,
    /// The length of a text, of a part of it, or of a list.
    Length,
    Character,
}

/// What groups are judged by.
pub struct Judge<'a> {
    pub crossings: &'a [Crossing],
    pub runs: &'a Runs,
    pub samples: Samples,
    /// Results that lie side by side, with the wording of which they are results.
    pub levels: BTreeMap<WordingId, WordingId>,
}

/// Merges, between each two wordings, everything that no tested rule explains into one group.
pub fn settled(
    groups: Vec<Group>,
    crossings: &[Crossing],
    runs: &Runs,
    samples: Samples,
    holds: impl Fn(&Group) -> bool,
) -> Vec<Group> {
    let judge = Judge { crossings, runs, samples, levels: levels(crossings, runs) };
    let groups = judge.by_pieces(groups);
    let is_unexplained = |group: &Group| match &group.shape {
        Shape::Scattered => true,
        Shape::Law(law) => !holds(group) || !is_of_numbers(group) && law.is_doubtful(),
        Shape::Constant | Shape::Pattern(_) | Shape::Powers(_) | Shape::Table(_) | Shape::Text(_) => false,
    };
    let counts = Counts::of(&groups, &judge, is_unexplained);
    let is_loose = |group: &Group| {
        let is_constant = matches!(group.shape, Shape::Constant);
        is_unexplained(group) || is_constant && counts.are_too_many_beside(group, &judge)
    };
    let (loose, mut found): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(is_loose);
    // Between two behaviours there is one condition that is not known. Of texts, changes of the length stay apart from others.
    let key = |group: &Group| {
        let axis = judge.axis(group);
        let of_text = judge.is_of_text(&crossings[group.members[0]]).then(|| {
            let way = (!axis.path.is_whole()).then(|| Way::of_value(axis));
            (axis.argument(), judge.nature(group) == Nature::Length, way)
        });
        match axis.path.is_whole() || of_text.is_none() {
            true => (of_text, Err(judge.pair(group))),
            false => (of_text, change(group, runs).ok_or(judge.pair(group))),
        }
    };
    let mut scattered: BTreeMap<_, Group> = BTreeMap::new();
    for group in loose {
        let known = scattered
            .entry(key(&group))
            .or_insert_with(|| Group::new(Vec::new(), group.sides, Shape::Scattered));
        known.members.extend(group.members);
    }
    // A place that was seen once joins the scattered places, if there are any.
    found.retain_mut(|group| {
        let joins = matches!(group.shape, Shape::Constant) && group.members.len() == 1;
        let joins = joins && !(judge.nature(group) == Nature::InText || judge.is_limit(group));
        let joins = joins && !counts.is_one_of_few(group, &judge);
        match scattered.get_mut(&key(group)).filter(|_| joins) {
            Some(known) => {
                known.members.append(&mut group.members);
                false
            }
            None => true,
        }
    });
    found.extend(scattered.into_values());
    judge.shortened(judge.told_together(folded(found, &counts, &judge)))
}

/// Whether the wording stays the same and only its numbers change.
fn is_of_numbers(group: &Group) -> bool {
    group.sides.0 == group.sides.1
}

/// The key of a place that was seen once: its wordings, and also its argument if only numbers change.
fn stray(group: &Group, judge: &Judge<'_>) -> Between {
    (if is_of_numbers(group) { judge.axis(group).argument() } else { usize::MAX }, judge.pair(group))
}

fn digits_of(place: &Integer) -> usize {
    place.to_string().trim_start_matches('-').len()
}

/// Whether the number behind a place has more digits than the one at it, or fewer; a sign is none.
pub fn changes_digits(place: &Integer) -> bool {
    let next = place + &Integer::ONE;
    *place != Integer::Small(-1) && digits_of(place) != digits_of(&next)
}

/// An argument, how it moves, and the two wordings.
pub type Along = (usize, Way, (WordingId, WordingId));

/// An argument and the two wordings.
type Between = (usize, (WordingId, WordingId));

/// How many constants there are of each nature.
#[derive(Default)]
struct Counts {
    along: BTreeMap<Along, Constants>,
    /// Numbers at which a change was seen only once.
    strays: BTreeMap<Between, usize>,
    /// The arguments along which such numbers are no limits.
    loose: BTreeMap<(WordingId, WordingId), BTreeSet<usize>>,
    characters: BTreeMap<Between, usize>,
    /// Lengths, and numbers in fields and items, that are not limits.
    lengths: BTreeMap<Between, usize>,
    fields: BTreeMap<Between, usize>,
    /// How many numbers are constants between two wordings, and the wordings between which a law holds.
    numbers: BTreeMap<(WordingId, WordingId), usize>,
    ruled: BTreeSet<(WordingId, WordingId)>,
    /// The fewest digits of the numbers in texts.
    shortest: BTreeMap<(usize, Way), usize>,
}

/// The constants along one way of moving an argument.
#[derive(Default)]
struct Constants {
    places: usize,
    members: usize,
    tracks: BTreeSet<usize>,
    /// The number of members of the largest one.
    most: usize,
    /// Further places without a rule.
    scattered: BTreeSet<Integer>,
}

impl Constants {
    /// Whether every line has places of its own, so that no place is common to most lines.
    fn are_irregular(&self) -> bool {
        let lines = self.tracks.len();
        self.places > MOST_STRAYS
            && lines > 2
            && (self.members < 2 * self.places || 3 * self.most < 2 * lines)
    }
}

impl Counts {
    fn of(groups: &[Group], judge: &Judge<'_>, is_unexplained: impl Fn(&Group) -> bool) -> Counts {
        let mut counts = Counts::default();
        let is_law = |group: &&Group| matches!(group.shape, Shape::Law(_)) && !is_of_numbers(group);
        counts.ruled.extend(groups.iter().filter(is_law).map(|group| judge.pair(group)));
        for group in groups.iter().filter(|group| is_unexplained(group)) {
            for crossing in group.members.iter().map(|member| &judge.crossings[*member]) {
                let along = (crossing.axis.argument(), Way::of(&crossing.axis), judge.pair(group));
                counts.along.entry(along).or_default().scattered.insert(crossing.place.clone());
            }
        }
        for group in groups.iter().filter(|group| matches!(group.shape, Shape::Constant)) {
            let axis = judge.axis(group);
            let key = (axis.argument(), judge.pair(group));
            let place = &judge.crossings[group.members[0]].place;
            if judge.nature(group) == Nature::InText && *place >= Integer::Small(10) {
                let shortest = counts.shortest.entry((axis.argument(), Way::of(axis))).or_insert(usize::MAX);
                *shortest = digits_of(place).min(*shortest);
            }
            let along = counts.along.entry((axis.argument(), Way::of(axis), judge.pair(group))).or_default();
            along.places += 1;
            along.members += group.members.len();
            along.most = along.most.max(group.members.len());
            along.tracks.extend(group.members.iter().map(|member| judge.crossings[*member].track));
            match judge.nature(group) {
                Nature::Number if !axis.path.is_whole() && judge.is_limit(group) => {}
                Nature::Number if !axis.path.is_whole() => *counts.fields.entry(key).or_default() += 1,
                Nature::Number => {
                    *counts.numbers.entry(judge.pair(group)).or_default() += 1;
                    *counts.strays.entry(stray(group, judge)).or_default() +=
                        usize::from(group.members.len() == 1);
                    if judge.is_loose_number(group) {
                        counts.loose.entry(judge.pair(group)).or_default().insert(axis.argument());
                    }
                }
                Nature::Character => *counts.characters.entry(key).or_default() += 1,
                Nature::Length if judge.is_limit(group) => {}
                Nature::Length => *counts.lengths.entry(key).or_default() += 1,
                Nature::InText => {}
            }
        }
        counts
    }

    /// Whether this is a change of numbers at one of so few constants along its argument that somebody must have set them.
    fn is_one_of_few(&self, group: &Group, judge: &Judge<'_>) -> bool {
        let few = |axis: &Axis| {
            let along = self.along.get(&(axis.argument(), Way::of(axis), judge.pair(group)));
            along.is_some_and(|along| along.places + along.scattered.len() <= MOST_STRAYS)
        };
        matches!(group.shape, Shape::Constant)
            && is_of_numbers(group)
            && group.members.first().is_some_and(|first| few(&judge.crossings[*first].axis))
    }

    /// Whether there are more constants of this kind than anybody sets as limits.
    fn are_too_many_beside(&self, group: &Group, judge: &Judge<'_>) -> bool {
        let axis = judge.axis(group);
        let key = (axis.argument(), judge.pair(group));
        let of = |counts: &BTreeMap<_, usize>| counts.get(&key).copied().unwrap_or(0);
        let along = &self.along[&(axis.argument(), Way::of(axis), judge.pair(group))];
        match judge.nature(group) {
            Nature::Number if !axis.path.is_whole() && is_of_numbers(group) => along.are_irregular(),
            Nature::Number if !axis.path.is_whole() => !judge.is_limit(group) && of(&self.fields) > 1,
            Nature::Number => {
                let is_stray = group.members.len() == 1 && self.strays[&stray(group, judge)] > MOST_STRAYS;
                // Many constants beside a law are places of another law that is not known.
                let is_beside_a_law =
                    self.ruled.contains(&judge.pair(group)) && self.numbers[&judge.pair(group)] > MOST_STRAYS;
                let is_irregular = is_of_numbers(group) && along.are_irregular();
                // Places along several arguments, none of which is a limit, are examples of a relation.
                let is_of_relation = judge.is_loose_number(group) && self.loose[&judge.pair(group)].len() > 1;
                is_stray || is_beside_a_law || is_irregular || is_of_relation || along.places > MOST_CONSTANTS
            }
            Nature::Character => of(&self.characters) > MOST_CHARACTERS,
            Nature::Length => !judge.is_limit(group) && of(&self.lengths) > 1,
            Nature::InText => {
                let shortest = self.shortest.get(&(axis.argument(), Way::of(axis))).copied();
                judge.is_long(group, shortest) || along.places > MOST_PLACES || along.are_irregular()
            }
        }
    }
}

/// Results that lie side by side somewhere: an error that turns into one of them may as well turn into another.
fn levels(crossings: &[Crossing], runs: &Runs) -> BTreeMap<WordingId, WordingId> {
    let of = |wording: WordingId| runs.wording_of(wording).result_of;
    let beside = crossings.iter().filter(|c| c.from != c.to && of(c.from) == of(c.to));
    beside.flat_map(|c| [c.from, c.to]).filter_map(|level| Some((level, of(level)?))).collect()
}

impl Judge<'_> {
    /// The two wordings between which a group leads, in sorted order. A level counts as itself beside another level only.
    pub fn pair(&self, group: &Group) -> (WordingId, WordingId) {
        self.sorted(group.sides)
    }

    /// Whether a crossing of the group leads between these two wordings.
    pub fn leads_between(&self, group: &Group, pair: (WordingId, WordingId)) -> bool {
        let members = group.members.iter().map(|member| &self.crossings[*member]);
        self.pair(group) == pair || members.into_iter().any(|c| self.sorted((c.from, c.to)) == pair)
    }

    fn sorted(&self, (a, b): (WordingId, WordingId)) -> (WordingId, WordingId) {
        let of = |wording: WordingId| self.levels.get(&wording).copied();
        let (a, b) = match of(a) == of(b) {
            true => (a, b),
            false => (of(a).unwrap_or(a), of(b).unwrap_or(b)),
        };
        (a.min(b), a.max(b))
    }

    pub fn axis(&self, group: &Group) -> &Axis {
        &self.crossings[group.members[0]].axis
    }

    pub fn nature(&self, group: &Group) -> Nature {
        let crossing = &self.crossings[group.members[0]];
        match crossing.axis.motion {
            Motion::Number
            | Motion::Count(_)
            | Motion::Places
            | Motion::Alternative
            | Motion::Order
            | Motion::Largest
            | Motion::Copies => Nature::Number,
            Motion::Char(_) => Nature::Character,
            Motion::Length | Motion::Part(_) | Motion::Pieces(_) => Nature::Length,
            Motion::Digits(_) if self.changes_length(crossing) => Nature::Length,
            Motion::Digits(_) => Nature::InText,
        }
    }

    /// Whether the number of digits of a number in a text changes: then the length, or a leading zero, may be what matters.
    fn changes_length(&self, crossing: &Crossing) -> bool {
        matches!(crossing.axis.motion, Motion::Digits(_))
            && crossing.from != crossing.to
            && changes_digits(&crossing.place)
    }

    /// Whether a number in a text has far more digits than another one that moves in the same way.
    fn is_long(&self, group: &Group, shortest: Option<usize>) -> bool {
        let digits = digits_of(&self.crossings[group.members[0]].place);
        let is_longer = shortest.is_some_and(|shortest| digits >= shortest + MUCH_LONGER);
        (digits > MOST_DIGITS || is_longer) && !self.is_limit(group)
    }

    /// Long numbers in a text are parsed in pieces: places that end alike, or of which one is the beginning of the
    /// other, are merged.
    fn by_pieces(&self, groups: Vec<Group>) -> Vec<Group> {
        let place = |group: &Group| {
            let is_one = matches!(group.shape, Shape::Constant) && self.nature(group) == Nature::InText;
            self.crossings[group.members[0]].place.to_i128().filter(|place| is_one && *place >= 10)
        };
        let key = |group: &Group| (self.axis(group).clone(), group.sides);
        let mut ends: BTreeMap<_, usize> = BTreeMap::new();
        let mut found: Vec<Group> = Vec::new();
        let mut sorted = groups;
        sorted.sort_by_key(|group| place(group).unwrap_or_default());
        for mut group in sorted {
            let at = place(&group).and_then(|place| {
                let mut begins =
                    std::iter::successors(Some(place / 10), |n| Some(n / 10)).take_while(|n| *n >= 10);
                let begun = begins.find_map(|n| ends.get(&(key(&group), n, false)).copied());
                let is_long = place >= 100;
                let ended =
                    || is_long.then(|| ends.get(&(key(&group), place % 100, true)).copied()).flatten();
                let known = begun.or_else(ended);
                let at = known.unwrap_or(found.len());
                ends.insert((key(&group), place, false), at);
                if is_long {
                    ends.insert((key(&group), place % 100, true), at);
                }
                known
            });
            match at.and_then(|at| found.get_mut(at)) {
                Some(same) => same.members.append(&mut group.members),
                None => found.push(group),
            }
        }
        self.by_last_number(found)
    }

    /// A text may have further numbers before the one that matters: places of numbers equally far from the end are merged.
    fn by_last_number(&self, groups: Vec<Group>) -> Vec<Group> {
        let key = |group: &Group| {
            let crossing = &self.crossings[group.members[0]];
            let is_one = matches!(group.shape, Shape::Constant) && self.nature(group) == Nature::InText;
            let value = crossing.axis.path.value(&self.runs.run(crossing.left).input)?;
            let Motion::Digits(at) = crossing.axis.motion else { return None };
            let behind = (at..).take_while(|run| Motion::Digits(*run).is_of(value)).count();
            is_one.then(|| (crossing.axis.path.clone(), behind, group.sides, crossing.place.clone()))
        };
        let mut known: BTreeMap<_, usize> = BTreeMap::new();
        let mut found: Vec<Group> = Vec::new();
        for mut group in groups {
            let at = key(&group).map(|key| *known.entry(key).or_insert(found.len()));
            match at.and_then(|at| found.get_mut(at)) {
                Some(same) => same.members.append(&mut group.members),
                None => found.push(group),
            }
        }
        found
    }

    /// Whether one of the two wordings occurs on one side of the place only, in all inputs.
    pub fn is_limit(&self, group: &Group) -> bool {
        let crossing = &self.crossings[group.members[0]];
        if crossing.is_of_first_separator() {
            return false;
        }
        let (from, to) = (crossing.from, crossing.to);
        let least = if self.changes_length(crossing) { MANY_RUNS } else { LEAST_RUNS };
        let [low, high] = [(from, true), (to, false)].map(|(wording, is_low)| {
            let [kept, others] = self.counts_beside(crossing, wording, is_low);
            (kept, others == 0 && kept >= least)
        });
        if self.changes_length(crossing) {
            return from != to && low.1 && high.1;
        }
        // At the edge of everything that was run nothing else could be seen, so both sides need enough runs.
        from != to && (low.1 && high.0 >= LEAST_RUNS || high.1 && low.0 >= LEAST_RUNS)
    }

    /// Whether a change of behaviour was seen once at a number that is no limit of either side.
    fn is_loose_number(&self, group: &Group) -> bool {
        let [alone] = group.members[..] else { return false };
        let crossing = &self.crossings[alone];
        let is_quantity = match crossing.axis.path.value(&self.runs.run(crossing.left).input) {
            Some(Value::Int(int)) => !int.is_bool(),
            Some(Value::Float(_) | Value::Decimal(_)) => true,
            _ => false,
        };
        is_quantity && !is_of_numbers(group) && !self.is_limit(group) && !crossing.is_beyond(self.runs)
    }

    /// How many runs of a wording are on the expected side of a place, and how many on the other.
    fn counts_beside(&self, crossing: &Crossing, wording: WordingId, is_low: bool) -> [usize; 2] {
        // The limit of one item applies to the other items as well.
        let axis = Axis { path: crossing.axis.path.to_first_items(), motion: crossing.axis.motion };
        let inputs = self.samples.get(&wording).into_iter().flatten().map(|id| &self.runs.run(*id).input);
        let moved = inputs.filter(|input| axis.is_of(input));
        let mut counts = [0; 2];
        for input in moved {
            let is_kept = (axis.get(input) <= crossing.place) == is_low;
            counts[usize::from(!is_kept)] += 1;
        }
        counts
    }

    /// Whether a text is moved.
    pub fn is_of_text(&self, crossing: &Crossing) -> bool {
        matches!(crossing.axis.path.value(&self.runs.run(crossing.left).input), Some(Value::Text(_)))
    }

    /// Whether a list is moved, or something in it.
    pub fn is_of_list(&self, crossing: &Crossing) -> bool {
        let value = crossing.axis.path.to_outermost_list().value(&self.runs.run(crossing.left).input);
        matches!(value, Some(Value::List(_)))
    }

    /// Whether a group is about a text and is neither a limit nor explained by a rule.
    pub fn is_vague(&self, group: &Group) -> bool {
        self.is_of_text(&self.crossings[group.members[0]])
            && match group.shape {
                Shape::Constant => self.nature(group) != Nature::InText && !self.is_limit(group),
                Shape::Scattered => true,
                _ => false,
            }
    }
}

/// A limit or law that explains at most a quarter as many places as are unexplained is a coincidence.
pub const BY_CHANCE: usize = 4;

/// Merges limits and laws that explain little into the unexplained places between the same two wordings, if these are
/// many: while the true rule is unknown, some of its places lie on a line by chance. A limit beyond which one of the
/// wordings never occurs stays.
fn folded(mut groups: Vec<Group>, counts: &Counts, judge: &Judge<'_>) -> Vec<Group> {
    let is_scattered = |group: &Group| matches!(group.shape, Shape::Scattered);
    for at in 0..groups.len() {
        if !is_scattered(&groups[at]) {
            continue;
        }
        let (between, many) = (judge.pair(&groups[at]), groups[at].members.len());
        let way = |group: &Group| group.members.first().map(|first| Way::of(&judge.crossings[*first].axis));
        let scattered = way(&groups[at]);
        let argument = |member: &usize| judge.crossings[*member].axis.argument();
        let moved: BTreeSet<usize> = groups[at].members.iter().map(argument).collect();
        let is_of_text = judge.is_of_text(&judge.crossings[groups[at].members[0]]);
        let is_chance = |group: &Group| {
            // An unknown condition on a text does not make the limits of a number beside it.
            let is_apart = is_of_text && !moved.contains(&judge.axis(group).argument());
            // If many places are known along a field, one more is not a limit that separates the sides by design.
            let is_of_field = matches!(group.shape, Shape::Constant)
                && !judge.axis(group).path.is_whole()
                && way(group) == scattered;
            let is_weak = is_of_field && judge.nature(group) == Nature::Number || !is_strict(group, judge);
            let is_weak = is_weak && !counts.is_one_of_few(group, judge);
            let is_weak = is_weak && !(is_apart && judge.axis(group).is_number());
            judge.pair(group) == between && group.members.len() * BY_CHANCE <= many && is_weak
        };
        for other in (0..groups.len()).filter(|other| *other != at) {
            if !groups[other].members.is_empty() && is_chance(&groups[other]) {
                let members = std::mem::take(&mut groups[other].members);
                groups[at].members.extend(members);
            }
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

/// Whether a group certainly is more than a coincidence: the limit separates at least one of the wordings.
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
