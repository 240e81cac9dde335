//! Merges rows of the result that say the same, and shortens the list if it is longer than a person reads.

use std::collections::{BTreeMap, BTreeSet};

use autobva_core::behaviour::TextPart;
use autobva_core::{Integer, Motion, Validity};

use super::crossing::Way;
use super::groups::{Group, Shape};
use super::runs::WordingId;
use super::settling::{Along, BY_CHANCE, Judge, MOST_CHARACTERS, MOST_CONSTANTS, Nature, changes_digits};

/// Ten lines can be read at a glance. The behaviours take some of them, so 6 are left for the boundaries; with 15 even
/// different errors are told apart no longer.
const MOST_LINES: usize = 6;
const FAR_TOO_MANY: usize = 15;
/// Up to 8 results of one type are told apart where they turn into an error.
const MOST_RESULTS: usize = 8;

impl Judge<'_> {
    /// Merges groups that say the same: the changes before and after a single character, numbers in a text that are no
    /// limits, and lengths that are no limits if something else makes the same difference.
    pub fn told_together(&self, groups: Vec<Group>) -> Vec<Group> {
        let mut numbers: BTreeMap<Along, usize> = BTreeMap::new();
        let along = |group: &Group| {
            let axis = self.axis(group);
            (axis.argument(), Way::of(axis), self.pair(group))
        };
        let is_loose_number = |group: &Group| {
            let is_one = matches!(group.shape, Shape::Constant) && self.nature(group) == Nature::InText;
            is_one && !self.is_limit(group)
        };
        groups
            .iter()
            .filter(|group| is_loose_number(group))
            .for_each(|group| *numbers.entry(along(group)).or_default() += 1);
        let mut found: Vec<Group> = Vec::new();
        let (lengths, others): (Vec<Group>, Vec<Group>) =
            groups.into_iter().partition(|group| self.is_vague_length(group));
        for group in others {
            let is_number = is_loose_number(&group) && numbers[&along(&group)] > MOST_CHARACTERS;
            let same = found.iter_mut().find(|known| match is_number {
                true => is_loose_number(known) && along(known) == along(&group),
                false => self.are_about_one(known, &group) || self.are_one_corner(known, &group),
            });
            match same {
                Some(known) => known.members.extend(group.members),
                None => found.push(group),
            }
        }
        for group in lengths {
            let says_the_same = |known: &&mut Group| {
                self.axis(known).argument() == self.axis(&group).argument()
                    && self.pair(known) == self.pair(&group)
                    && !known.has_rule()
            };
            match found.iter_mut().filter(says_the_same).max_by_key(|known| known.members.len()) {
                Some(known) => known.members.extend(group.members),
                None => found.push(group),
            }
        }
        self.by_behaviours(found)
    }

    /// The groups, with those in one that lead from one behaviour of a text or a list to another without a rule and without a
    /// limit: by a character, by a number, by a length. They are examples of one condition that is not known. If a rule or a
    /// limit is known between the two behaviours, they are further examples of that group.
    fn by_behaviours(&self, groups: Vec<Group>) -> Vec<Group> {
        let key = |group: &Group| (self.axis(group).path.to_outermost_list(), self.pair(group));
        let is_length_limit =
            |group: &&Group| self.axis(group).motion == Motion::Length && !self.is_vague_length(group);
        let limited: BTreeSet<_> = groups.iter().filter(is_length_limit).map(key).collect();
        let is_scattered = |group: &&Group| matches!(group.shape, Shape::Scattered);
        let scattered: BTreeSet<_> = groups.iter().filter(is_scattered).map(key).collect();
        // What a text may have only says nothing about the empty text.
        let is_only =
            |group: &&Group| matches!(&group.shape, Shape::Text(law) if law.rule.part == TextPart::Only);
        let only: BTreeSet<_> = groups.iter().filter(is_only).map(key).collect();
        let is_loose = |group: &Group| {
            let key = key(group);
            let is_empty = self.is_of_empty(group);
            match is_empty && self.is_of_text(&self.crossings[group.members[0]]) {
                true => {
                    group.sides.0 != group.sides.1 && !only.contains(&key) && !self.is_of_empty_alone(group)
                }
                false => self.is_loose(group, limited.contains(&key), scattered.contains(&key)),
            }
        };
        let (loose, mut found): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(is_loose);
        let mut together: BTreeMap<_, Group> = BTreeMap::new();
        for group in loose {
            // That a text is refused is one condition, whatever would have come of it.
            let key = (self.axis(&group).path.to_outermost_list(), self.refusal(&group));
            let all = match together.remove(&key) {
                Some(others) => others.with(group),
                None => group,
            };
            together.insert(key, all);
        }
        for group in together.into_values() {
            let own = key(&group);
            let by_weight = |known: &&mut Group| (known.has_rule(), known.members.len());
            let joins = |known: &&mut Group| {
                // A condition that explains few of the places does not stand for all of them.
                key(known).0 == own.0
                    && (self.pair(known) == own.1 || self.is_mixed(known) && self.leads_between(known, own.1))
                    && !(known.has_rule() && group.members.len() > BY_CHANCE * known.members.len())
            };
            // Of equals the first is taken.
            match found.iter_mut().rev().filter(joins).max_by_key(by_weight) {
                Some(known) => known.others.extend(group.members.into_iter().chain(group.others)),
                None => found.push(group),
            }
        }
        found
    }

    /// Whether a group may have places between several pairs of behaviours that nothing explains. A rule or a limit of a text says
    /// nothing about what lies between other behaviours.
    fn is_mixed(&self, group: &Group) -> bool {
        let crossing = &self.crossings[group.members[0]];
        let is_character = matches!(crossing.axis.motion, Motion::Char(_)) && !group.has_rule();
        matches!(group.shape, Shape::Scattered) || is_character || !self.is_of_text(crossing)
    }

    /// The two behaviours of a group; if one of them is an error, the other one by its type alone.
    fn refusal(&self, group: &Group) -> [Side; 2] {
        let (from, to) = self.pair(group);
        let [known, other] = [from, to].map(|wording| self.runs.wording_of(wording));
        let is_refused = known.validity != other.validity;
        let mut sides = [from, to].map(|wording| {
            let known = self.runs.wording_of(wording);
            let is_kind = is_refused && known.validity == Validity::Valid;
            (known.validity, known.type_name.clone(), (!is_kind).then_some(wording))
        });
        sides.sort();
        sides
    }

    /// Whether a group leads from one behaviour of a text or a list to another without a rule and without a limit. A number in
    /// a text whose digits become more or fewer changes the length, so it is no limit of its own beside one of the length. The
    /// length of a list is often passed by the items that make the difference, so it is none beside scattered places.
    fn is_loose(&self, group: &Group, has_length_limit: bool, has_scattered: bool) -> bool {
        let crossing = &self.crossings[group.members[0]];
        let is_constant = matches!(group.shape, Shape::Constant);
        let is_told = match self.is_of_text(crossing) {
            // Where something else is known, a part is as long as that lets it be.
            true if matches!(crossing.axis.motion, Motion::Part(_))
                && (has_length_limit || has_scattered) =>
            {
                true
            }
            true if is_constant && self.nature(group) == Nature::InText => {
                changes_digits(&crossing.place) && (has_length_limit || !self.is_limit(group))
            }
            true => !is_constant || !self.is_limit(group),
            false if !self.is_of_list(crossing) => false,
            false if has_scattered && is_constant && !self.is_of_empty(group) => {
                self.nature(group) == Nature::Length
            }
            false => !is_constant || self.is_vague_length(group),
        };
        is_told && group.sides.0 != group.sides.1 && !group.has_rule()
    }

    /// Whether a group is the step from an empty text or list to another one.
    fn is_of_empty(&self, group: &Group) -> bool {
        let crossing = &self.crossings[group.members[0]];
        let is_constant = matches!(group.shape, Shape::Constant);
        is_constant && crossing.axis.motion == Motion::Length && crossing.place == Integer::ZERO
    }

    /// Whether the behaviour of the empty text, on the left of such a step, was seen with no other text: that is worth a row.
    fn is_of_empty_alone(&self, group: &Group) -> bool {
        let crossing = &self.crossings[group.members[0]];
        let mut ids = self.samples.get(&crossing.from).into_iter().flatten();
        ids.all(|id| crossing.axis.get(&self.runs.run(*id).input) == Integer::ZERO)
    }

    /// Whether a group is about the length of a text or a list, and not a limit.
    fn is_vague_length(&self, group: &Group) -> bool {
        !group.has_rule() && self.nature(group) == Nature::Length && !self.is_limit(group)
    }

    /// Whether two groups are about one character, or about one number in a text: the change from the one before, and the
    /// change to the one after.
    fn are_about_one(&self, a: &Group, b: &Group) -> bool {
        let is_one = |group: &Group| {
            let is_told = matches!(self.nature(group), Nature::Character | Nature::InText);
            is_told && matches!(group.shape, Shape::Constant)
        };
        let places = [a, b].map(|group| &self.crossings[group.members[0]].place);
        is_one(a)
            && is_one(b)
            && self.axis(a).argument() == self.axis(b).argument()
            && self.nature(a) == self.nature(b)
            && self.pair(a) == self.pair(b)
            && places[0].distance(places[1]) == Integer::ONE
    }

    /// Whether two laws are about one corner of numbers, which lies on both lines: from below it is seen one place earlier than
    /// from above. Of two arguments that are equal, the first is taken for the result.
    fn are_one_corner(&self, a: &Group, b: &Group) -> bool {
        let (Shape::Law(law), Shape::Law(other)) = (&a.shape, &b.shape) else { return false };
        let is_number = |group: &Group| {
            group.sides.0 == group.sides.1 || self.runs.wording_of(group.sides.0).chosen.is_some()
        };
        law.form == other.form
            && law.limit.0 <= other.limit.1
            && other.limit.0 <= law.limit.1
            && is_number(a)
            && self.pair(a) == self.pair(b)
    }

    /// Merges groups until there are few enough lines, giving up one detail after the other.
    pub fn shortened(&self, mut groups: Vec<Group>) -> Vec<Group> {
        // A group of more than one place takes a second line for its rule or for further places.
        let lines = |groups: &[Group]| {
            let is_more =
                |group: &&Group| !matches!(group.shape, Shape::Constant) || !group.others.is_empty();
            groups.len() + groups.iter().filter(is_more).count()
        };
        for (detail, most) in Detail::ALL {
            if lines(&groups) <= most {
                break;
            }
            let mut rows: BTreeMap<_, Vec<Group>> = BTreeMap::new();
            let mut rest = Vec::new();
            for group in groups {
                match self.row(&group, detail) {
                    Some(row) => rows.entry(row).or_default().push(group),
                    None => rest.push(group),
                }
            }
            for row in rows.into_values() {
                // Two errors may stay apart as long as there is room.
                match detail == Detail::Errors && row.len() <= MOST_CHARACTERS {
                    true => rest.extend(row),
                    false => rest.extend(row.into_iter().reduce(Group::with)),
                }
            }
            groups = rest;
        }
        self.by_behaviours(groups)
    }

    /// The key by which groups are merged into one row; `None` if this group keeps a row of its own.
    fn row(&self, group: &Group, detail: Detail) -> Option<(usize, [Side; 2])> {
        let crossing = &self.crossings[group.members[0]];
        let is_error = |wording: WordingId| self.runs.wording_of(wording).validity == Validity::Error;
        let (from, to) = group.sides;
        let nature = self.nature(group);
        let is_told = match detail {
            Detail::Errors => {
                self.is_of_text(crossing) && !group.has_rule() && is_error(from) && is_error(to)
            }
            Detail::Error => self.is_vague(group) && (is_error(from) || is_error(to)),
            Detail::Limits | Detail::Wordings => {
                self.is_of_text(crossing) && nature != Nature::InText && !group.has_rule()
            }
        };
        let side = |wording: WordingId| {
            let known = self.runs.wording_of(wording);
            let is_kind = match (is_error(wording), detail) {
                (true, Detail::Error | Detail::Limits) => self.wordings_like(wording) > MOST_CONSTANTS,
                (true, Detail::Errors | Detail::Wordings) => true,
                (false, Detail::Wordings) => self.has_many_types(),
                // What matters is that the value is refused, not which of many results of that type it would have had.
                (false, Detail::Error | Detail::Limits) if is_error(from) || is_error(to) => {
                    self.wordings_like(wording) > MOST_RESULTS
                }
                (false, _) => false,
            };
            (known.validity, known.type_name.clone(), (!is_kind).then_some(wording))
        };
        let mut sides = [side(from), side(to)];
        sides.sort();
        is_told.then_some((crossing.axis.argument(), sides))
    }

    /// How many wordings have the same type and validity as this one.
    fn wordings_like(&self, wording: WordingId) -> usize {
        let own = self.runs.wording_of(wording);
        let known = self.samples.keys().map(|wording| self.runs.wording_of(*wording));
        known.filter(|other| (other.validity, &other.type_name) == (own.validity, &own.type_name)).count()
    }

    /// Whether there are enough types to distinguish outcomes by their type alone.
    fn has_many_types(&self) -> bool {
        let known = self.samples.keys().map(|wording| self.runs.wording_of(*wording));
        let valid = known.filter(|wording| wording.validity == Validity::Valid);
        valid.map(|wording| &wording.type_name).collect::<BTreeSet<_>>().len() > 2
    }
}

/// A distinction that is given up when there are too many rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Which error turns into which other error.
    Errors,
    /// Which error a text without a rule causes.
    Error,
    /// The same for limits.
    Limits,
    /// Which part of a text matters, and which of several outcomes of one type it causes.
    Wordings,
}

impl Detail {
    /// All details in the order in which they are given up, each with the number of lines from which on that happens.
    const ALL: [(Detail, usize); 4] = [
        (Detail::Errors, MOST_LINES),
        (Detail::Error, MOST_LINES),
        (Detail::Limits, MOST_LINES),
        (Detail::Wordings, FAR_TOO_MANY),
    ];
}

/// Validity and type, and the wording if it still matters.
type Side = (Validity, String, Option<WordingId>);

impl Group {
    /// Merges another group into this one; the larger of the two determines the wordings that are named.
    fn with(self, other: Group) -> Group {
        let (mut more, mut fewer) =
            if other.members.len() > self.members.len() { (other, self) } else { (self, other) };
        more.members.append(&mut fewer.members);
        more.members.append(&mut fewer.others);
        let mut others = std::mem::take(&mut more.others);
        more.members.append(&mut others);
        Group { shape: Shape::Scattered, ..more }
    }

    pub fn has_rule(&self) -> bool {
        !matches!(self.shape, Shape::Constant | Shape::Scattered)
    }
}
