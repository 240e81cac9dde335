//! Fresh places: rules are tested at inputs that were not run before.

use std::collections::HashSet;

use autobva_core::behaviour::{Rule, RuleForm, bends};
use autobva_core::{
    Axis, Input, Integer, ListKind, Middle, Moment, Motion, Schema, Signature, Step, Value, halve,
};
use rand::RngExt;

use super::choices::Chosen;
use super::crossing::Crossing;
use super::groups::{Group, Shape};
use super::laws::{self, Law, Term};
use super::runs::{Runs, WordingId};
use super::table::{Deciding, Table};
use super::texts::TextLaw;
use crate::samplers::Random;

/// A fresh place: neighbours on either side of the boundary that a rule predicts, the low side first.
pub struct Trial {
    pub axis: Axis,
    pub inputs: Vec<Input>,
    pub sides: (WordingId, WordingId),
    /// The side that always keeps to the rule, if the other side has exceptions. If neither input shows that side's
    /// behaviour, a further condition is not met, and the trial says nothing about the rule.
    pub strict: Option<WordingId>,
    /// Whether the two behaviours are arguments, which one of them is taken where they are equal. Then either may be below.
    pub is_tie: bool,
}

impl Trial {
    /// The next two places towards the side that keeps to the rule; `None` without such a side, or where steps are not
    /// exact.
    pub fn beside(&self) -> Option<Trial> {
        let [low, high] = self.inputs.as_slice() else { return None };
        let strict = self.strict?;
        if matches!(self.axis.path.value(low), Some(Value::Float(_))) {
            return None;
        }
        let (last, first) = if strict == self.sides.0 { (low, high) } else { (high, low) };
        let [from, to] = [first, last].map(|input| self.axis.get(input));
        let step = &to - &from;
        let at = |place: &Integer| {
            let mut input = last.clone();
            self.axis.set(&mut input, place.clone());
            input
        };
        let next = &to + &step;
        let inputs = vec![at(&next), at(&(&next + &step))];
        Some(Trial {
            axis: self.axis.clone(),
            inputs,
            sides: self.sides,
            strict: self.strict,
            is_tie: self.is_tie,
        })
    }
}

/// A rule is tested at 20 fresh places.
pub const TRIALS: usize = 20;
/// Rounding may move a computed limit by this many floats.
const ROUNDING: i128 = 1 << 14;
/// This many floats away from a limit, a change of slope stands out from rounding.
const SLOPE: i128 = 1 << 36;
/// Five times as many places are drawn as needed: many lie where the rule does not apply.
const DRAWS: usize = 5;
/// Of a rule that repeats, half of the places are at most 100 repetitions from a known one.
const NEARBY: u32 = 100;
/// At most this many pairs of texts are tried: if other conditions must hold as well, some pairs say nothing.
const MOST_TEXTS: usize = TRIALS * 3;

/// Fresh places for the rule of a group. With `together` all arguments move by the same amount, for laws that hold only
/// where some arguments are equal; otherwise the arguments are drawn independently.
pub fn trials(
    group: &Group,
    crossings: &[Crossing],
    runs: &Runs,
    signature: &Signature,
    together: bool,
    random: &mut Random,
) -> Vec<Trial> {
    match &group.shape {
        Shape::Constant | Shape::Scattered | Shape::Powers(_) => Vec::new(),
        Shape::Text(law) => by_text(law, group, crossings, runs, signature, random),
        Shape::Table(table) => by_table(table, group, crossings, runs, random),
        Shape::Pattern(rule) => along_one(rule, &crossings[group.members[0]], group, runs, signature, random),
        Shape::Law(law) => by_law(law, group, crossings, runs, signature, together, random),
    }
}

fn along_one(
    rule: &Rule,
    crossing: &Crossing,
    group: &Group,
    runs: &Runs,
    signature: &Signature,
    random: &mut Random,
) -> Vec<Trial> {
    let base = &runs.run(crossing.left).input;
    let ends = crossing.axis.ends(signature, base);
    // Draw numbers of every magnitude: a rule may end somewhere.
    let mut number = |_| {
        let most = 10u32.pow(random.random_range(2..=5));
        random.random_range(0..most)
    };
    let numbers: Vec<u32> = (0..TRIALS * DRAWS).map(&mut number).collect();
    let places = match rule.form {
        RuleForm::Family { exponents, .. } => {
            rule.places(&|_| None, &(exponents.0..=exponents.1).collect::<Vec<_>>())
        }
        // Moments are tried as far before and after the known one: whole eras may be refused.
        RuleForm::Recurring(moment) => {
            let known = moment.number(crossing.place.to_i128().unwrap_or_default());
            let around = |(at, number): (usize, &u32)| match at % 2 {
                0 => known.saturating_add(*number),
                _ => known.saturating_sub(*number),
            };
            rule.places(&|_| None, &numbers.iter().enumerate().map(around).collect::<Vec<_>>())
        }
        // Some are tried near the known place: the rule may hold in a part of the range only.
        RuleForm::Progression { step, .. } | RuleForm::Congruence { step, .. } => {
            let known = crossing.place.to_i128().unwrap_or_default() / i128::from(step);
            let around = |(at, number): (usize, &u32)| match (at % 4, u32::try_from(known)) {
                (0, Ok(known)) => known.saturating_add(*number % NEARBY),
                (1, Ok(known)) => known.saturating_sub(*number % NEARBY),
                _ => *number,
            };
            rule.places(&|_| None, &numbers.iter().enumerate().map(around).collect::<Vec<_>>())
        }
        _ => rule.places(&|_| None, &numbers),
    };
    let inside = places.into_iter().filter(|p| *p >= ends.0 && *p < ends.1);
    let trial = |place: Integer| Trial {
        axis: crossing.axis.clone(),
        inputs: row(base, &crossing.axis, &place, group, false),
        sides: group.sides,
        strict: None,
        is_tie: false,
    };
    inside.map(trial).collect()
}

/// Pairs of texts of which exactly one meets the condition.
fn by_text(
    law: &TextLaw,
    group: &Group,
    crossings: &[Crossing],
    runs: &Runs,
    signature: &Signature,
    random: &mut Random,
) -> Vec<Trial> {
    let mut trial = |_| {
        let inputs = law.fresh(crossings, runs, signature, random)?;
        let axis = Axis::main(&inputs[0], law.argument);
        let strict = strict_side(law.sides, law.strict);
        Some(Trial { axis, inputs: inputs.into(), sides: group.sides, strict, is_tie: false })
    };
    let mut met: HashSet<Input> = HashSet::new();
    let drawn = (0..TRIALS * DRAWS * 2).filter_map(&mut trial);
    let new = drawn.filter(|trial| law.varied(&trial.inputs).iter().all(|input| met.insert(input.clone())));
    new.take(MOST_TEXTS).collect()
}

/// The side that always keeps to a rule, if the other side has exceptions.
fn strict_side(sides: (WordingId, WordingId), strict: [bool; 2]) -> Option<WordingId> {
    match strict {
        [true, false] => Some(sides.0),
        [false, true] => Some(sides.1),
        [true, true] | [false, false] => None,
    }
}

/// The two neighbours at a place. For a change of numbers there is one more on either side, so that a jump can be told
/// from the slope.
fn row(base: &Input, axis: &Axis, place: &Integer, group: &Group, is_tie: bool) -> Vec<Input> {
    let reach: &[i128] = match axis.path.value(base) {
        Some(Value::Float(_)) if group.sides.0 == group.sides.1 => &[-3 * SLOPE, -SLOPE, SLOPE, 3 * SLOPE],
        Some(Value::Float(_)) => &[-ROUNDING, ROUNDING],
        _ if is_tie || group.sides.0 == group.sides.1 => &[-1, 0, 1, 2],
        _ => &[0, 1],
    };
    let at = |shift: &i128| {
        let mut input = base.clone();
        axis.set(&mut input, place + &Integer::Small(*shift));
        input
    };
    reach.iter().map(at).collect()
}

/// Tries every row of the table with other values of the arguments that the table does not involve; if there are none, each
/// row is tried once.
fn by_table(
    table: &Table,
    group: &Group,
    crossings: &[Crossing],
    runs: &Runs,
    random: &mut Random,
) -> Vec<Trial> {
    let mut found: Vec<Trial> = Vec::new();
    let rows: Vec<(&Deciding, &Integer)> = table.sure_rows().collect();
    for (by, place) in rows.iter().cycle().take(TRIALS * DRAWS) {
        if found.len() == TRIALS {
            break;
        }
        let member = group.members[random.random_range(0..group.members.len())];
        let mut base = runs.run(crossings[member].left).input.clone();
        for argument in (0..base.len()).filter(|a| *a != table.argument && *a != table.by) {
            let other = group.members[random.random_range(0..group.members.len())];
            let other = runs.run(crossings[other].left).input[argument].clone();
            mix(&mut base[argument], &other, random);
        }
        by.put(&mut base, table.by);
        let axis = Axis::main(&base, table.argument);
        let inputs = row(&base, &axis, place, group, false);
        if !found.iter().any(|trial| trial.inputs == inputs) {
            found.push(Trial { axis, inputs, sides: table.sides, strict: None, is_tie: false });
        }
    }
    found
}

fn by_law(
    law: &Law,
    group: &Group,
    crossings: &[Crossing],
    runs: &Runs,
    signature: &Signature,
    together: bool,
    random: &mut Random,
) -> Vec<Trial> {
    let mut found = Vec::new();
    for _ in 0..TRIALS * DRAWS {
        let pick = |random: &mut Random| {
            let member = group.members[random.random_range(0..group.members.len())];
            &crossings[member]
        };
        let crossing = pick(random);
        let mut base = runs.run(crossing.left).input.clone();
        let mut axis = crossing.axis.clone();
        if law.form.speaks_of(axis.argument())
            && let Value::List(_) = base[axis.argument()]
        {
            let is_own = |term: &&Term| term.argument == axis.argument();
            let terms = law.form.terms();
            let Some(term) = terms.iter().filter(is_own).max_by_key(|term| !term.is_length()) else {
                continue;
            };
            let other = runs.run(pick(random).left).input[axis.argument()].clone();
            let Some(moved) = redraw_items(&mut base, &axis, &other, term, signature, random) else {
                continue;
            };
            axis = moved;
        } else if !law.form.speaks_of(axis.argument()) || !laws::is_read(&axis, &base) {
            continue;
        }
        if together {
            shift(&mut base, random.random_range(1..200), signature);
        } else {
            for argument in (0..signature.len()).filter(|a| *a != axis.argument()) {
                let other = &runs.run(pick(random).left).input[argument];
                mix(&mut base[argument], other, random);
            }
            if coincides(&base, &axis) {
                continue;
            }
        }
        if let Some(place) = passing(law, &base, &axis, signature) {
            let mut inputs = row(&base, &axis, &place, group, is_tie(law, runs));
            let rises = law.form.of(&inputs[0]) <= law.form.of(&inputs[inputs.len() - 1]);
            if !rises {
                inputs.reverse();
            }
            let meets = |input: &Input| {
                let others = (0..input.len()).filter(|a| !law.form.speaks_of(*a));
                others.into_iter().any(|other| input[other] == input[axis.argument()])
            };
            let apart = together || !inputs.iter().any(meets);
            if apart && inputs.iter().all(|input| runs.known(input).is_none()) {
                let strict = strict_side(law.sides, law.strict);
                let is_tie = is_tie(law, runs);
                found.push(Trial { axis, inputs, sides: group.sides, strict, is_tie });
            }
        }
        if found.len() >= TRIALS * 2 {
            break;
        }
    }
    found
}

/// Whether a law compares the two arguments of which one is the result on either side.
fn is_tie(law: &Law, runs: &Runs) -> bool {
    let chosen = [law.sides.0, law.sides.1].map(|side| runs.wording_of(side).chosen);
    let [Some(Chosen::Argument(low)), Some(Chosen::Argument(high))] = chosen else { return false };
    law.form.is_difference([low.min(high), low.max(high)]) && law.limit.0 <= 0.0 && law.limit.1 >= 0.0
}

/// A list is redrawn with up to 5 items.
const MOST_ITEMS: usize = 5;

/// Redraws the list that an axis moves, from the items of two lists, and returns the axis of one of the numbers that a
/// term reads, or of the length.
fn redraw_items(
    base: &mut Input,
    axis: &Axis,
    other: &Value,
    term: &Term,
    signature: &Signature,
    random: &mut Random,
) -> Option<Axis> {
    let path = axis.path.to_outermost_list();
    let Some(Schema::List(schema)) = path.schema(signature) else { return None };
    let (Some(Value::List(list)), Value::List(other)) = (path.value_mut(base), other) else { return None };
    let known: Vec<Value> = list.items.iter().chain(&other.items).cloned().collect();
    let (least, most) = schema.lengths();
    list.set_length(random.random_range(1..=MOST_ITEMS).clamp(least, most));
    if known.is_empty() {
        return None;
    }
    let pick = |random: &mut Random| &known[random.random_range(0..known.len())];
    let is_dict = list.kind() == ListKind::Dict;
    for item in &mut list.items {
        match (item, pick(random), pick(random)) {
            (Value::Record(pair), Value::Record(a), Value::Record(b)) if is_dict => {
                if let (Some(value), Some(a), Some(b)) =
                    (pair.values.last_mut(), a.values.last(), b.values.last())
                {
                    value.clone_from(a);
                    mix(value, b, random);
                }
            }
            (item, a, b) => {
                item.clone_from(a);
                mix(item, b, random);
            }
        }
    }
    if term.is_length() {
        return Some(Axis { path, motion: Motion::Length });
    }
    if list.items.is_empty() {
        return None;
    }
    let at = random.random_range(0..list.items.len());
    let item = path.and(Step::Item(at));
    let paths = term.paths(&if is_dict { item.and(Step::Field(1)) } else { item });
    let path = paths.get(random.random_range(0..paths.len().max(1)))?.clone();
    let axis = Axis { path, motion: Motion::Number };
    axis.is_of(base).then_some(axis)
}

/// Whether two of the fixed arguments are equal: other rules may hold there.
fn coincides(base: &Input, axis: &Axis) -> bool {
    let stays = |a: &usize| *a != axis.argument() && matches!(base[*a], Value::Int(_));
    let others: Vec<usize> = (0..base.len()).filter(stays).collect();
    others.iter().any(|a| others.iter().any(|b| a < b && base[*a] == base[*b]))
}

/// Moves all whole numbers up by the same amount, as far as their ranges allow it.
fn shift(input: &mut Input, by: i128, signature: &Signature) {
    for argument in 0..signature.len() {
        let axis = Axis::main(input, argument);
        let there = &axis.get(input) + &Integer::Small(by);
        if matches!(input[argument], Value::Int(_)) && there <= axis.ends(signature, input).1 {
            axis.set(input, there);
        }
    }
}

/// Draws a value between two known ones, so that it is new but within the range where the rule was seen to hold.
fn mix(value: &mut Value, other: &Value, random: &mut Random) {
    if let (Value::Int(here), Value::Int(there)) = (&mut *value, other)
        && let (Some(a), Some(b)) = (here.number().to_i128(), there.number().to_i128())
        && a.unsigned_abs() < 1 << 60
        && b.unsigned_abs() < 1 << 60
    {
        let n = random.random_range(a.min(b)..=a.max(b));
        if let Some(int) = autobva_core::Int::new(here.ty(), n) {
            *here = int;
        }
        return;
    }
    if let (Value::Record(here), Value::Record(there)) = (&mut *value, other) {
        return here.values.iter_mut().zip(&there.values).for_each(|(here, there)| mix(here, there, random));
    }
    if let (Value::Decimal(_), Value::Decimal(_)) = (&mut *value, other) {
        let [here, there] = [&*value, other].map(|value| Motion::Number.get(value).to_i128());
        if let (Some(a), Some(b)) = (here, there) {
            return Motion::Number.set(value, Integer::Small(random.random_range(a.min(b)..=a.max(b))));
        }
    }
    if let (Value::Union(here), Value::Union(there)) = (&mut *value, other)
        && here.at() == there.at()
    {
        return mix(here.value_mut(), there.value(), random);
    }
    if let (Value::Moment(here), Value::Moment(there)) = (&mut *value, other)
        && here.kind() == there.kind()
    {
        let (a, b) = (here.number(), there.number());
        *here = Moment::new(here.kind(), random.random_range(a.min(b)..=a.max(b)));
        return;
    }
    *value = other.clone();
}

/// Moments are looked for within a hundred years of microseconds.
const FAR_APART: i128 = 3_000_000_000_000_000;
/// A length is looked for among texts and lists that are no longer than this.
const LONGEST: i128 = 100;

/// The last place along an axis before the function passes its limit.
fn passing(law: &Law, base: &Input, axis: &Axis, signature: &Signature) -> Option<Integer> {
    let (limit, includes) = match law.form.is_of_list() {
        true => law.plain_limit(),
        false => ((law.limit.0 + law.limit.1) / 2.0, false),
    };
    let mut input = base.clone();
    let mut is_high = |place: &Integer| {
        axis.set(&mut input, place.clone());
        law.form.of(&input).map(|value| value > limit || includes && value == limit)
    };
    let ends = axis.ends(signature, base);
    let (least, most) = match axis.path.value(base) {
        Some(Value::Float(float)) => {
            let place = |number: f64| Integer::Small(autobva_core::Float::new(float.ty(), number).place());
            let [small, large] = [1e-6, 1e9].map(place);
            let beyond_zero = |place: &Integer| &Integer::ZERO - place;
            match float.value() < 0.0 {
                _ if law.form.is_of_list() => (beyond_zero(&large), large),
                true => (beyond_zero(&large), beyond_zero(&small)),
                false => (small, large),
            }
        }
        Some(Value::Moment(_)) => {
            let (here, far) = (axis.get(base), Integer::Small(FAR_APART));
            (&here - &far, &here + &far)
        }
        _ if axis.motion == Motion::Length => (Integer::ZERO, Integer::Small(LONGEST)),
        _ => (Integer::Small(-law.form.reach()), Integer::Small(law.form.reach())),
    };
    let mut lo = ends.0.max(least);
    let hi = ends.1.min(most);
    if axis.get(base) >= Integer::ZERO && lo < Integer::ZERO && axis.is_number() && !law.form.is_of_list() {
        // Products and squares turn around at zero, so stay on the side of the base.
        lo = Integer::ONE;
    }
    if lo > hi {
        return None;
    }
    // What grows both ways, such as the distance of the greatest from the least, passes the limit on either side of the base.
    let here = axis.get(base).clamp(lo.clone(), hi.clone());
    let ranges = [(lo.clone(), hi.clone()), (here.clone(), hi), (lo, here)];
    let mut passes =
        |(lo, hi): &(Integer, Integer)| is_high(lo).zip(is_high(hi)).is_some_and(|(a, b)| a != b);
    let (mut lo, mut hi) = ranges.into_iter().find(&mut passes)?;
    let rises = is_high(&hi)?;
    // Floats are placed by magnitude already; of whole numbers, most limits are small.
    let is_float = matches!(axis.path.value(base), Some(Value::Float(_)));
    let middle = if is_float || lo.is_negative() { Middle::OfNumbers } else { Middle::OfMagnitudes };
    while &lo + &Integer::ONE < hi {
        let middle = halve(&lo, &hi, middle);
        if is_high(&middle)? == rises {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    Some(lo)
}

/// Whether the rule held at a fresh place; `None` if other behaviours occur there, about which the rule says nothing.
pub fn verdict(trial: &Trial, runs: &Runs) -> Option<bool> {
    let ids: Vec<u32> = trial.inputs.iter().map(|input| runs.known(input)).collect::<Option<_>>()?;
    let told: Vec<WordingId> = ids.iter().map(|id| runs.told(*id)).collect();
    let (low, high) = trial.sides;
    if told.iter().any(|wording| *wording != low && *wording != high) {
        return None;
    }
    if trial.strict.is_some_and(|strict| !told.contains(&strict)) {
        return None;
    }
    if trial.is_tie {
        // If the same argument is the result on both sides, a further condition is not met.
        return (told[0] != told[told.len() - 1]).then_some(true);
    }
    if low != high {
        return Some(told[0] == low && told[told.len() - 1] == high);
    }
    if ids.len() < 4 {
        return None;
    }
    let slots = runs.run(ids[0]).slots.len();
    let number = |at: usize, slot: usize| &runs.run(ids[at]).slots[slot];
    Some((0..slots).any(|slot| bends([0, 1, 2, 3].map(|at| number(at, slot)))))
}
