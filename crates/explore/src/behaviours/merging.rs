//! Merges groups of which one condition is the cause: for a person it is one boundary, whichever behaviours it separates.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use autobva_core::behaviour::BoundaryKind;
use autobva_core::{Integer, Motion, Step, Validity, Value};

use super::crossing::{Crossing, Way};
use super::groups::{Group, Shape};
use super::lengths::ByLength;
use super::runs::{Runs, WordingId};

/// Gives unexplained crossings to a law or table that they pass. One step may pass two limits at once: it then shares its
/// low side with one and its high side with another.
pub fn by_laws_of_others(mut groups: Vec<Group>, crossings: &[Crossing], runs: &Runs) -> Vec<Group> {
    let is_law = |group: &Group| matches!(group.shape, Shape::Law(_) | Shape::Table(_));
    let pair = |group: &Group| (group.sides.0.min(group.sides.1), group.sides.0.max(group.sides.1));
    let laws = groups.iter().enumerate().filter(|(_, group)| is_law(group));
    let laws: Vec<(usize, Shape, _)> =
        laws.map(|(at, group)| (at, group.shape.clone(), pair(group))).collect();
    let shared_with = |law: &Shape, crossing: &Crossing| match law {
        Shape::Law(law) => law.shared_with(crossing, runs),
        Shape::Table(table) => table.shared_with(crossing, runs),
        Shape::Constant | Shape::Scattered | Shape::Pattern(_) | Shape::Powers(_) | Shape::Text(_) => {
            [false; 2]
        }
    };
    // A crossing is given away once: its new owner does not pass it on.
    let mut given: Vec<(usize, usize)> = Vec::new();
    for (at, group) in groups.iter_mut().enumerate() {
        // A law of its own may be what two laws between other behaviours make of small numbers.
        let own = matches!(group.shape, Shape::Law(_)).then(|| pair(group));
        let others = || laws.iter().filter(|(owner, _, pair)| *owner != at && Some(*pair) != own);
        let passed = |member: &usize| {
            let shared: Vec<[bool; 2]> =
                others().map(|(_, law, _)| shared_with(law, &crossings[*member])).collect();
            let low = shared.iter().position(|sides| sides[0])?;
            shared.iter().any(|sides| sides[1]).then(|| others().nth(low).map(|(owner, ..)| *owner))?
        };
        let members = group.members.iter();
        let owners: Option<Vec<usize>> = match group.shape {
            Shape::Constant => members.map(passed).collect(),
            Shape::Law(ref law) if !law.form.is_of_list() => members.map(passed).collect(),
            Shape::Scattered | Shape::Law(_) => {
                Some(members.map(|member| passed(member).unwrap_or(at)).collect())
            }
            Shape::Pattern(_) | Shape::Powers(_) | Shape::Table(_) | Shape::Text(_) => None,
        };
        let Some(owners) = owners else { continue };
        let members = std::mem::take(&mut group.members).into_iter().zip(owners);
        let (kept, left): (Vec<_>, Vec<_>) = members.partition(|(_, owner)| *owner == at);
        group.members = kept.into_iter().map(|(member, _)| member).collect();
        given.extend(left);
    }
    given.into_iter().for_each(|(member, owner)| groups[owner].members.push(member));
    groups.retain(|group| !group.members.is_empty());
    groups
}

/// Merges groups that lie at the same limit and share the behaviour on one side: the end of an argument's range is one
/// boundary, whatever happens beyond it. At one place of one argument there is one boundary, whichever behaviours another
/// argument puts on its sides.
pub fn merged(groups: Vec<Group>, crossings: &[Crossing], runs: &Runs, by_length: &ByLength) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    for group in groups {
        let same = found.iter_mut().find(|known| {
            let shares = known.sides.0 == group.sides.0 || known.sides.1 == group.sides.1;
            let is_number = |g: &Group| g.sides.0 == g.sides.1;
            let shares = shares || same_change(known, &group, runs) || are_of_results(known, &group, runs);
            let shares = shares && !is_number(known) && !is_number(&group);
            if are_beside(known, &group, crossings) || same_rule(known, &group) {
                return true;
            }
            let is_vague = || [known, &group].iter().any(|g| is_vague_length(g, crossings, runs, by_length));
            let is_one = || are_at_one_place(known, &group, crossings) && !is_vague();
            same_limit(known, &group, crossings) && (shares || is_one())
        });
        match same {
            Some(known) => known.take_in(group, runs),
            None => found.push(group),
        }
    }
    // Several arguments may have one limit in common.
    let mut common: Vec<Group> = Vec::new();
    for group in found {
        match common.iter_mut().find(|known| same_limit_of_another(known, &group, crossings, runs)) {
            Some(known) => known.take_in(group, runs),
            None => common.push(group),
        }
    }
    common
}

impl Group {
    /// Takes in a group that is the same boundary. The boundary of a valid behaviour says more than one between two errors.
    fn take_in(&mut self, mut other: Group, runs: &Runs) {
        let is_valid = |wording: WordingId| runs.wording_of(wording).validity == Validity::Valid;
        let valid =
            |group: &Group| usize::from(is_valid(group.sides.0)) + usize::from(is_valid(group.sides.1));
        let weight = |group: &Group| match group.has_rule() {
            true => (valid(group).min(1), group.members.len()),
            false => (valid(group), group.members.len()),
        };
        if weight(self) < weight(&other) {
            std::mem::swap(self, &mut other);
        }
        self.members.extend(other.members);
        self.others.extend(other.others);
    }
}

/// Whether two groups are one corner: rounding shows it one place later on some lines.
fn are_beside(a: &Group, b: &Group, crossings: &[Crossing]) -> bool {
    let [first, second] = [a, b].map(|group| &crossings[group.members[0]]);
    let is_corner = |group: &Group| {
        let mut members = group.members.iter();
        matches!(group.shape, Shape::Constant) && members.all(|at| crossings[*at].kind == BoundaryKind::Kink)
    };
    first.from == first.to
        && first.key() == second.key()
        && first.place.distance(&second.place) == Integer::ONE
        && is_corner(a)
        && is_corner(b)
}

/// Whether a text is moved, and it is not its length alone that decides: other texts may differ in the same way at this place.
fn is_vague_length(group: &Group, crossings: &[Crossing], runs: &Runs, by_length: &ByLength) -> bool {
    let first = &crossings[group.members[0]];
    let moved = first.axis.path.value(&runs.run(first.left).input);
    moved.is_some_and(|value| value.as_text().is_some()) && !by_length.is_limit(first)
}

/// Whether two groups at the same limit move one argument from one value to the next. Neither a character nor an item is
/// such a value: there may be others beside it that decide.
fn are_at_one_place(a: &Group, b: &Group, crossings: &[Crossing]) -> bool {
    let axis = |group: &Group| &crossings[group.members[0]].axis;
    let is_constant = |group: &Group| matches!(group.shape, Shape::Constant);
    is_constant(a)
        && is_constant(b)
        && axis(a).argument() == axis(b).argument()
        && !matches!(axis(a).motion, Motion::Char(_))
        && !axis(a).path.steps().iter().any(|step| matches!(step, Step::Item(_)))
}

/// Whether the same words are replaced by the same words in both groups: `free delivery` instead of `delivery 4.90`,
/// whatever else the outputs say.
fn same_change(a: &Group, b: &Group, runs: &Runs) -> bool {
    change(a, runs).is_some_and(|changed| Some(changed) == change(b, runs))
}

/// Whether both groups lead from one result to another one of the same wording: at one limit they are one change, which
/// another argument moves up or down.
fn are_of_results(a: &Group, b: &Group, runs: &Runs) -> bool {
    let of = [a.sides.0, a.sides.1, b.sides.0, b.sides.1].map(|wording| runs.wording_of(wording).result_of);
    of[0].is_some() && of.iter().all(|wording| *wording == of[0])
}

/// The words that differ between the two sides, without the common beginning and end; `None` if nothing is in common, or
/// no word differs.
pub fn change(group: &Group, runs: &Runs) -> Option<(String, String)> {
    let [from, to] = [group.sides.0, group.sides.1].map(|wording| runs.wording_of(wording));
    let is_told = from.text == to.text || (from.validity, &from.type_name) != (to.validity, &to.type_name);
    if is_told {
        return None;
    }
    let [from, to] = [from, to].map(|wording| wording.text.split_inclusive([' ', ',']).collect::<Vec<_>>());
    let before = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let room = from.len().min(to.len()) - before;
    let behind = from.iter().rev().zip(to.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    let middle = |words: &[&str]| words[before..words.len() - behind].concat();
    (before + behind > 0).then(|| (middle(&from), middle(&to)))
}

fn same_limit(a: &Group, b: &Group, crossings: &[Crossing]) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Constant, Shape::Constant) => {
            let (a, b) = (&crossings[a.members[0]], &crossings[b.members[0]]);
            (a.axis.argument() == b.axis.argument() || is_of_machines(&a.place))
                && Way::of(&a.axis) == Way::of(&b.axis)
                && a.place == b.place
        }
        _ => false,
    }
}

/// Whether two groups have the same rule.
fn same_rule(a: &Group, b: &Group) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Text(a), Shape::Text(b)) => a.argument == b.argument && a.rule == b.rule,
        (Shape::Law(a), Shape::Law(b)) => a.is_like(b),
        (Shape::Pattern(a), Shape::Pattern(b)) => a == b,
        (Shape::Table(a), Shape::Table(b)) => a.is_like(b),
        _ => false,
    }
}

/// Whether the same change happens at the same number of another argument: several arguments have one limit in common.
fn same_limit_of_another(a: &Group, b: &Group, crossings: &[Crossing], runs: &Runs) -> bool {
    let [first, second] = [a, b].map(|group| &crossings[group.members[0]]);
    let moved = |c: &Crossing| c.axis.path.value(&runs.run(c.left).input).cloned();
    let is_alike = || match (moved(first), moved(second)) {
        (Some(Value::Int(a)), Some(Value::Int(b))) => !a.is_bool() && !b.is_bool(),
        (Some(Value::Float(_)), Some(Value::Float(_))) => true,
        (Some(Value::Decimal(a)), Some(Value::Decimal(b))) => a.places() == b.places(),
        (Some(Value::Moment(a)), Some(Value::Moment(b))) => a.kind() == b.kind(),
        _ => false,
    };
    // That a value is refused is one thing, whatever would have come of it.
    let is_refused =
        |of: fn(&Group) -> WordingId| of(a) == of(b) && runs.wording_of(of(a)).validity == Validity::Error;
    let are_alike =
        || a.sides == b.sides || is_refused(|group| group.sides.0) || is_refused(|group| group.sides.1);
    matches!((&a.shape, &b.shape), (Shape::Constant, Shape::Constant))
        && a.sides.0 != a.sides.1
        && are_alike()
        && first.place == second.place
        && Way::of(&first.axis) == Way::of(&second.axis)
        && is_alike()
}

/// Three places show that a pattern explains them.
const LEAST_OF_PATTERN: usize = 3;

/// Gives groups without a tested rule, and those whose rule is a special case of a more general one, to the group whose rule
/// all their places pass.
pub fn joined(
    mut groups: Vec<Group>,
    crossings: &[Crossing],
    runs: &Runs,
    holds: impl Fn(&Group) -> bool,
) -> Vec<Group> {
    let held: Vec<bool> = groups.iter().map(holds).collect();
    let mut owners: Vec<usize> = (0..groups.len()).filter(|at| held[*at]).collect();
    owners.sort_by_key(|at| Reverse(groups[*at].members.len()));
    let shapes: Vec<(usize, Group)> = owners.iter().map(|at| (*at, groups[*at].clone())).collect();
    for at in 0..groups.len() {
        let group = &groups[at];
        let before = owners.iter().position(|owner| *owner == at).unwrap_or(owners.len());
        let is_beyond = |member: &usize| crossings[*member].is_beyond(runs);
        let places: BTreeSet<&Integer> =
            group.members.iter().map(|member| &crossings[*member].place).collect();
        let owner = shapes[..before].iter().find(|(owner, known)| {
            let passes = |member: &usize| known.is_passed_by(&crossings[*member], crossings, runs);
            // A limit may happen to be one of the many places of a pattern: the year 0 is a leap year.
            let is_chance = matches!(known.shape, Shape::Pattern(_)) && places.len() < LEAST_OF_PATTERN;
            !is_chance && !groups[*owner].members.is_empty() && group.members.iter().all(passes)
        });
        if let Some((owner, _)) = owner.filter(|_| !group.members.iter().any(is_beyond)) {
            let members = std::mem::take(&mut groups[at].members);
            groups[*owner].members.extend(members);
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

/// Merges laws of one function between the same two behaviours that pass different limits, if another argument decides which
/// of a few values makes which limit: a table.
pub fn by_category(mut groups: Vec<Group>, crossings: &[Crossing], runs: &Runs) -> Vec<Group> {
    let deciding = |group: &Group, argument: usize| -> Option<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        for member in &group.members {
            let value = &runs.run(crossings[*member].left).input[argument];
            if !matches!(value, Value::Choice(_) | Value::Text(_)) && !value.is_bool() {
                return None;
            }
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        Some(values)
    };
    let is_apart = |a: &Group, b: &Group| {
        let arguments = runs.run(crossings[a.members[0]].left).input.len();
        (0..arguments).any(|argument| match (deciding(a, argument), deciding(b, argument)) {
            (Some(own), Some(others)) => !own.iter().any(|value| others.contains(value)),
            _ => false,
        })
    };
    let is_row_of = |known: &Group, group: &Group| match (&known.shape, &group.shape) {
        // What is read from a list is worth a rule of its own.
        (Shape::Law(a), Shape::Law(b)) => {
            a.form == b.form && !a.form.is_of_list() && a.sides == b.sides && is_apart(known, group)
        }
        _ => false,
    };
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|at| Reverse(groups[*at].members.len()));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        match kept.iter().find(|known| is_row_of(&groups[**known], &groups[at])) {
            Some(known) => {
                let members = std::mem::take(&mut groups[at].members);
                groups[*known].others.extend(members);
            }
            None => kept.push(at),
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

impl Group {
    /// Whether the rule of the group changes at a crossing, whichever behaviours that separates.
    fn is_passed_by(&self, crossing: &Crossing, crossings: &[Crossing], runs: &Runs) -> bool {
        match &self.shape {
            Shape::Law(law) => law.passes(crossing, runs),
            Shape::Table(table) => table.passes(crossing, runs),
            Shape::Text(law) => law.passes(crossing, runs),
            Shape::Pattern(rule) => {
                let own = &crossings[self.members[0]];
                let is_own = own.axis.argument() == crossing.axis.argument()
                    && Way::of(&own.axis) == Way::of(&crossing.axis);
                is_own && crossing.place.to_i128().is_some_and(|place| rule.has_place(place))
            }
            Shape::Constant | Shape::Powers(_) | Shape::Scattered => false,
        }
    }
}

/// Whether a place is an end of the 32-bit or 64-bit integers. A change there is caused by the machine, whichever
/// argument moves.
pub fn is_of_machines(place: &Integer) -> bool {
    let bits = [31, 32, 63, 64].map(|bits| 1i128 << bits);
    place
        .to_i128()
        .is_some_and(|place| bits.iter().any(|end| place == end - 1 || place == -end || place == -end - 1))
}
