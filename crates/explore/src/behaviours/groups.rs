//! Groups: crossings that are one boundary, because one rule explains all their places.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use autobva_core::behaviour::{Function, Rule, RuleForm};
use autobva_core::{Axis, Integer, MomentKind, Schema, Signature, Unit, Validity, Value};
use foldhash::fast::FixedState;

use super::alphabets::Alphabet;
use super::crossing::{Crossing, Key, Way};
use super::laws::{Form, Law, LawMemory, Samples, Term, whole_months};
use super::lengths::ByLength;
use super::merging::{by_laws_of_others, merged};
use super::patterns::{Dense, are_enough, pattern, recurring};
use super::runs::{Runs, WordingId};
use super::table::Table;
use super::telling::holds_values;
use super::texts::{Allowed, TextLaw, text_laws};
use super::track::Track;

/// Crossings that are reported as one boundary.
#[derive(Debug, Clone)]
pub struct Group {
    /// Indices of crossings; those whose wordings are `sides` come first.
    pub members: Vec<usize>,
    /// The wording on the side where the rule holds, and the wording on the other side.
    pub sides: (WordingId, WordingId),
    pub shape: Shape,
    /// Further crossings between the same two wordings, which the shape does not explain.
    pub others: Vec<usize>,
}

impl Group {
    /// A group whose shape explains all its members.
    pub fn new(members: Vec<usize>, sides: (WordingId, WordingId), shape: Shape) -> Group {
        Group { members, sides, shape, others: Vec::new() }
    }
}

/// What the places of a group have in common.
#[derive(Debug, Clone)]
pub enum Shape {
    /// All crossings are at one place along one argument.
    Constant,
    /// A function of several arguments passes a limit.
    Law(Law),
    /// The places repeat along a single argument.
    Pattern(Rule),
    /// Each place is about this many times the one before.
    Powers(f64),
    /// Another argument decides where the place is.
    Table(Table),
    /// A text meets a condition.
    Text(TextLaw),
    /// None of the explanations fits.
    Scattered,
}

/// More than 16 places along a single argument, without a pattern, are reported in one row.
pub const MOST_PLACES: usize = 16;
/// More than 4 constants that a single crossing each supports are reported in one row.
pub const MOST_STRAYS: usize = 4;

/// Puts all crossings into groups.
pub fn groups(
    crossings: &[Crossing],
    runs: &Runs,
    tracks: &[Track],
    signature: &Signature,
    memory: &mut LawMemory,
    samples: &Samples,
    texts: Allowed<'_>,
) -> Vec<Group> {
    let mut found = Vec::new();
    let mut pairs: BTreeMap<(WordingId, WordingId), Vec<usize>> = BTreeMap::new();
    let (beyond, ordinary): (Vec<usize>, Vec<usize>) =
        (0..crossings.len()).partition(|i| crossings[*i].is_beyond(runs));
    let mut told: HashSet<(Key, &Integer), FixedState> = HashSet::default();
    for index in ordinary {
        let c = &crossings[index];
        told.insert((c.key(), &c.place));
        pairs.entry((c.from.min(c.to), c.from.max(c.to))).or_default().push(index);
    }
    let is_new = |i: &usize| !told.contains(&(crossings[*i].key(), &crossings[*i].place));
    let mut beyond: Vec<usize> = beyond.into_iter().filter(is_new).collect();
    let by_length = ByLength::of(crossings, runs);
    let alphabets = Alphabet::all(tracks, runs);
    for indices in pairs.values_mut() {
        // Where the length decides alone, the characters do not.
        let is_of_text = |c: &Crossing| runs.run(c.left).input[c.axis.argument()].as_text().is_some();
        let is_limit = |i: &mut usize| by_length.is_limit(&crossings[*i]) && is_of_text(&crossings[*i]);
        let limits = indices.extract_if(.., is_limit).collect::<Vec<usize>>();
        found.extend(by_place(limits.iter().map(|i| (*i, &crossings[*i]))));
        by_text(indices, crossings, runs, samples, &alphabets, texts, &mut found);
        by_moment(indices, crossings, runs, signature, &mut found);
    }
    if signature.len() == 1 {
        pairs.values_mut().for_each(|indices| by_list(indices, crossings, runs, samples, memory, &mut found));
        let mut left: Vec<usize> = pairs.into_values().flatten().collect();
        left.sort_unstable();
        if let Some(track) = tracks.first() {
            by_pattern(&left, crossings, track, runs, signature, &mut found);
        }
        let beyond = beyond_people(beyond, crossings, runs);
        let found = by_laws_of_others(found, crossings, runs);
        return merged(found, crossings, runs, &by_length).into_iter().chain(beyond).collect();
    }
    for indices in pairs.values() {
        let indices = by_row(indices, crossings, tracks, runs, signature, &mut found);
        let theirs: Vec<&Crossing> = indices.iter().map(|i| &crossings[*i]).collect();
        by_law(&theirs, &indices, runs, samples, signature.len(), memory, &mut found);
    }
    let found = merged(by_laws_of_others(found, crossings, runs), crossings, runs, &by_length);
    let is_law_of = |group: &Group, crossing| match &group.shape {
        Shape::Law(law) => law.explains(0, crossing, runs),
        _ => false,
    };
    beyond.retain(|index| !found.iter().any(|group| is_law_of(group, &crossings[*index])));
    found.into_iter().chain(beyond_people(beyond, crossings, runs)).collect()
}

/// Puts all changes among floats that people do not use into one group: they say something about floats, not about the
/// target.
fn beyond_people(members: Vec<usize>, crossings: &[Crossing], runs: &Runs) -> Option<Group> {
    let is_valid = |wording: WordingId| runs.wording_of(wording).validity == Validity::Valid;
    let is_moved = |c: &Crossing| c.is_moved_beyond(runs);
    let weight = |i: &&usize| {
        let c = &crossings[**i];
        (is_moved(c), usize::from(is_valid(c.from)) + usize::from(is_valid(c.to)), Reverse(**i))
    };
    let first = &crossings[*members.iter().max_by_key(weight)?];
    let sides = (first.from, first.to);
    Some(Group::new(members, sides, Shape::Constant))
}

/// Forms the groups that a condition on a text explains, and leaves the other crossings in `indices`.
fn by_text(
    indices: &mut Vec<usize>,
    crossings: &[Crossing],
    runs: &Runs,
    samples: &Samples,
    alphabets: &[Alphabet],
    allowed: Allowed<'_>,
    found: &mut Vec<Group>,
) {
    for law in text_laws(indices, crossings, runs, samples, alphabets, allowed) {
        let told: HashSet<usize> = law.members.iter().copied().collect();
        indices.retain(|index| !told.contains(index));
        found.push(Group::new(law.members.clone(), law.sides, Shape::Text(law)));
    }
}

/// Between two behaviours, people set at most 4 moments that come again: of the months, four have 30 days.
const MOST_MOMENTS: usize = 4;

/// Forms the groups at moments that come again every day, week or year, and leaves the other crossings in `indices`.
fn by_moment(
    indices: &mut Vec<usize>,
    crossings: &[Crossing],
    runs: &Runs,
    signature: &Signature,
    found: &mut Vec<Group>,
) {
    let mut keys: BTreeMap<Key, (MomentKind, Vec<usize>)> = BTreeMap::new();
    for index in indices.iter().copied().filter(|i| crossings[*i].axis.is_number()) {
        let crossing = &crossings[index];
        if let Value::Moment(moment) = &runs.run(crossing.left).input[crossing.axis.argument()]
            && matches!(moment.kind(), MomentKind::Date | MomentKind::DateTime)
        {
            keys.entry(crossing.key()).or_insert((moment.kind(), Vec::new())).1.push(index);
        }
    }
    let mut told: HashSet<usize> = HashSet::new();
    for (key, (kind, theirs)) in keys {
        let place = |i: &usize| crossings[*i].place.to_i128().unwrap_or_default();
        let places: BTreeSet<i128> = theirs.iter().map(place).collect();
        let moments = recurring(&places.iter().copied().collect::<Vec<_>>(), kind);
        // Some places have a day or a time in common by chance.
        let told_by = moments.iter().map(|(_, places)| places.len()).sum::<usize>();
        if moments.len() > MOST_MOMENTS || told_by * 4 < places.len() * 3 {
            continue;
        }
        for (form, _) in moments {
            let rule = Rule::untested(signature.arguments()[key.argument].name(), form);
            let members: Vec<usize> = theirs.iter().copied().filter(|i| rule.has_place(place(i))).collect();
            told.extend(&members);
            found.push(Group::new(members, (key.from, key.to), Shape::Pattern(rule)));
        }
    }
    indices.retain(|index| !told.contains(index));
}

/// Forms the groups that something read from a list or a record explains, and leaves the other crossings in `indices`.
fn by_list(
    indices: &mut Vec<usize>,
    crossings: &[Crossing],
    runs: &Runs,
    samples: &Samples,
    memory: &mut LawMemory,
    found: &mut Vec<Group>,
) {
    let theirs: Vec<&Crossing> = indices.iter().map(|i| &crossings[*i]).collect();
    let holds_others = |c: &&Crossing| holds_values(&runs.run(c.left).input[0]);
    if !theirs.first().is_some_and(holds_others) {
        return;
    }
    for law in memory.laws(&theirs, runs, samples) {
        if !matches!(law.form, Form::Alone(..)) {
            let members: Vec<usize> = law.members.iter().map(|at| indices[*at]).collect();
            found.push(Group::new(members, law.sides, Shape::Law(law)));
        }
    }
    let told: HashSet<usize> = found.iter().flat_map(|group| group.members.iter().copied()).collect();
    indices.retain(|index| !told.contains(index));
}

/// Forms the groups that repeat along one of several arguments, on tracks on which every small number was tried.
/// Returns the crossings that are left over.
fn by_row(
    indices: &[usize],
    crossings: &[Crossing],
    tracks: &[Track],
    runs: &Runs,
    signature: &Signature,
    found: &mut Vec<Group>,
) -> Vec<usize> {
    let mut rows: BTreeMap<(Key, usize), Vec<i128>> = BTreeMap::new();
    for crossing in indices.iter().map(|i| &crossings[*i]) {
        let (key, place) = (crossing.key(), crossing.place.to_i128());
        if let Some(place) = place.filter(|_| key.way.is_number() && tracks[crossing.track].is_dense) {
            rows.entry((key, crossing.track)).or_default().push(place);
        }
    }
    let mut left = indices.to_vec();
    let mut done: Vec<Key> = Vec::new();
    for ((key, track), places) in rows {
        if done.contains(&key) || !are_enough(&places, key.from == key.to) {
            continue;
        }
        let dense = Dense::of(&tracks[track]).between(&tracks[track], runs, (key.from, key.to));
        let Some(form) = pattern(&places, &dense, key.from == key.to) else { continue };
        let rule = Rule::untested(signature.arguments()[key.argument].name(), form);
        let is_of = |i: &usize| {
            let crossing = &crossings[*i];
            crossing.key() == key && crossing.place.to_i128().is_some_and(|place| rule.has_place(place))
        };
        let (members, rest): (Vec<usize>, Vec<usize>) = left.into_iter().partition(is_of);
        left = rest;
        found.push(Group::new(members, (key.from, key.to), Shape::Pattern(rule)));
        done.push(key);
    }
    left
}

/// Forms the groups of a target with several arguments.
fn by_law(
    theirs: &[&Crossing],
    indices: &[usize],
    runs: &Runs,
    samples: &Samples,
    arguments: usize,
    memory: &mut LawMemory,
    found: &mut Vec<Group>,
) {
    if let Some(table) = Table::of(theirs, runs, arguments) {
        let (covered, rest): (Vec<usize>, Vec<usize>) =
            (0..theirs.len()).partition(|at| table.explains(theirs[*at], runs));
        let members: Vec<usize> = covered.iter().map(|at| indices[*at]).collect();
        found.push(Group::new(members, table.sides, Shape::Table(table)));
        let left: Vec<&Crossing> = rest.iter().map(|at| theirs[*at]).collect();
        let indices: Vec<usize> = rest.iter().map(|at| indices[*at]).collect();
        return without_table(&left, &indices, runs, samples, memory, found);
    }
    without_table(theirs, indices, runs, samples, memory, found);
}

fn without_table(
    theirs: &[&Crossing],
    indices: &[usize],
    runs: &Runs,
    samples: &Samples,
    memory: &mut LawMemory,
    found: &mut Vec<Group>,
) {
    let mut strays: Vec<usize> = Vec::new();
    let mut begun: Vec<Group> = Vec::new();
    let mut explained = 0;
    for law in memory.laws(theirs, runs, samples) {
        explained += law.members.len();
        let members: Vec<usize> = law.members.iter().map(|i| indices[*i]).collect();
        let sides = law.sides;
        match law.form {
            Form::Alone(..) if members.len() == 1 => strays.extend(members),
            Form::Alone(..) => begun.push(Group::new(members, sides, Shape::Constant)),
            _ => begun.push(Group::new(members, sides, Shape::Law(law))),
        }
    }
    if explained < indices.len() {
        let told: HashSet<usize> = begun.iter().flat_map(|g| g.members.iter().copied()).collect();
        strays = indices.iter().copied().filter(|i| !told.contains(i)).collect();
    }
    found.extend(begun);
    let at = |index: usize| indices.iter().position(|i| *i == index);
    let side = |index: usize| at(index).map(|at| (theirs[at].from, theirs[at].to));
    let axis = |index: usize| at(index).map(|at| &theirs[at].axis);
    // Numbers alone are scattered by chance; changes within a text or a field stay apart.
    let (others, strays): (Vec<usize>, Vec<usize>) = strays
        .into_iter()
        .partition(|stray| side(*stray).is_some() && !axis(*stray).is_some_and(Axis::is_number));
    found.extend(by_place(others.iter().filter_map(|index| Some((*index, *theirs.get(at(*index)?)?)))));
    if strays.len() > MOST_STRAYS {
        let sides = side(strays[0]).unwrap_or_default();
        found.push(Group::new(strays, sides, Shape::Scattered));
        return;
    }
    for stray in strays {
        found.push(Group::new(vec![stray], side(stray).unwrap_or_default(), Shape::Constant));
    }
}

/// One group for each place.
fn by_place<'a>(crossings: impl Iterator<Item = (usize, &'a Crossing)>) -> Vec<Group> {
    let mut places: BTreeMap<(Key, &Integer), Vec<usize>> = BTreeMap::new();
    for (index, crossing) in crossings {
        places.entry((crossing.key(), &crossing.place)).or_default().push(index);
    }
    let group = |((key, _), members): ((Key, &Integer), Vec<usize>)| {
        Group::new(members, (key.from, key.to), Shape::Constant)
    };
    places.into_iter().map(group).collect()
}

/// Forms the groups of a target with one argument.
fn by_pattern(
    indices: &[usize],
    crossings: &[Crossing],
    track: &Track,
    runs: &Runs,
    signature: &Signature,
    found: &mut Vec<Group>,
) {
    let dense = Dense::of(track);
    let mut keys: BTreeMap<Key, BTreeMap<&Integer, Vec<usize>>> = BTreeMap::new();
    for index in indices.iter().copied() {
        let crossing = &crossings[index];
        keys.entry(crossing.key()).or_default().entry(&crossing.place).or_default().push(index);
    }
    let mut scattered: BTreeMap<(Way, WordingId, WordingId), Vec<usize>> = BTreeMap::new();
    for (key, places) in keys {
        let sides = (key.from, key.to);
        let numbers: Vec<i128> = places.keys().filter_map(|place| place.to_i128()).collect();
        let is_number = key.way.is_number() && numbers.len() == places.len();
        let dense = dense.between(track, runs, sides);
        let all: Vec<usize> = places.values().flatten().copied().collect();
        let form = is_number.then(|| pattern(&numbers, &dense, key.from == key.to)).flatten();
        match form {
            Some(form) => {
                let rule = Rule::untested(signature.arguments()[0].name(), form);
                found.push(Group::new(all, sides, Shape::Pattern(rule)));
            }
            None if powers(&places.keys().map(|p| p.to_f64()).collect::<Vec<_>>()).is_some() => {
                let base = powers(&places.keys().map(|p| p.to_f64()).collect::<Vec<_>>()).unwrap_or_default();
                found.push(Group::new(all, sides, Shape::Powers(base)));
            }
            None if places.len() > MOST_PLACES && !key.way.is_in_text() => {
                let sides = (key.way, key.from.min(key.to), key.from.max(key.to));
                scattered.entry(sides).or_default().extend(all);
            }
            None => {
                let constant = |members| Group::new(members, sides, Shape::Constant);
                found.extend(places.into_values().map(constant));
            }
        }
    }
    for members in scattered.into_values() {
        let sides = (crossings[members[0]].from, crossings[members[0]].to);
        found.push(Group::new(members, sides, Shape::Scattered));
    }
}

/// The factor between successive places, if it is about the same each time and at least 2.
fn powers(places: &[f64]) -> Option<f64> {
    let factors: Vec<f64> = places.windows(2).map(|w| w[1] / w[0]).collect();
    let first = *factors.first().filter(|factor| **factor >= 2.0)?;
    let near = |factor: &f64| (factor / first - 1.0).abs() < 1e-6;
    (factors.len() >= 2 && factors.iter().all(near)).then_some(first.round())
}

/// Replaces patterns and tables that failed at a fresh place by their single places, if these are few.
pub fn dissolved(groups: Vec<Group>, crossings: &[Crossing], fails: impl Fn(&Group) -> bool) -> Vec<Group> {
    let mut found = Vec::new();
    for group in groups {
        let mut places: BTreeMap<&Integer, Vec<usize>> = BTreeMap::new();
        for member in &group.members {
            places.entry(&crossings[*member].place).or_default().push(*member);
        }
        let is_pattern = matches!(group.shape, Shape::Pattern(_) | Shape::Table(_));
        let is_recurring = matches!(&group.shape, Shape::Pattern(Rule { form: RuleForm::Recurring(_), .. }));
        if is_recurring && fails(&group) {
            // A time of some days is still one change.
            found.push(Group { shape: Shape::Scattered, ..group });
        } else if is_pattern && places.len() <= MOST_PLACES && fails(&group) {
            let alone = |members| Group::new(members, group.sides, Shape::Constant);
            found.extend(places.into_values().map(alone));
        } else {
            found.push(group);
        }
    }
    found
}

impl Group {
    /// The rule that explains the group, untested.
    pub fn rule(&self, signature: &Signature) -> Option<Rule> {
        let rule = match &self.shape {
            Shape::Constant | Shape::Scattered | Shape::Powers(_) => None,
            Shape::Pattern(rule) => Some(rule.clone()),
            Shape::Table(table) => Some(table.rule(signature)),
            Shape::Law(law) => law_rule(law, signature),
            Shape::Text(law) => Some(law.told(signature)),
        };
        // Keys of a dictionary may be any text; a rule with special characters in its names could not be parsed again.
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || "_.[]() ·".contains(c));
        rule.filter(|rule| rule.names().into_iter().all(is_name))
    }
}

fn law_rule(law: &Law, signature: &Signature) -> Option<Rule> {
    let name = |term: &Term| term.name(signature);
    let quadratic = |argument: &Term, function: Function| {
        let form = RuleForm::Quadratic { function, limit: between(law.limit) };
        Some(Rule::untested(name(argument), form))
    };
    let limit = || {
        let (number, is_strict) = law.plain_limit();
        RuleForm::Limit { number: number.to_string(), is_strict }
    };
    match &law.form {
        Form::Alone(..) => None,
        Form::Sum(terms) if law.form.is_of_list() => Some(Rule::untested(name(&terms[0].0), limit())),
        Form::Sum(terms) => {
            let positive = terms.iter().filter(|(_, factor)| *factor > 0);
            let (argument, divisor) = *positive.min_by_key(|(term, factor)| (*factor, *term))?;
            let others = terms.iter().filter(|(other, _)| *other != argument);
            let others: Vec<(i64, String)> = others.map(|(other, factor)| (-factor, name(other))).collect();
            let constant = last_whole(law) as i64;
            let apart = match &others[..] {
                [(1, of)] if divisor == 1 => apart(of, constant, argument.schema(signature)),
                _ => None,
            };
            let form = apart.unwrap_or(RuleForm::Linear { terms: others, constant, divisor });
            Some(Rule::untested(name(&argument), form))
        }
        Form::Months(i, j) => {
            let (months, is_strict) = whole_months(law.limit)?;
            let (count, unit) =
                if months % 12 == 0 { (months / 12, Unit::Year) } else { (months, Unit::Month) };
            let form = RuleForm::Calendar { of: name(&Term::value(*j)), count, unit, is_strict };
            Some(Rule::untested(name(&Term::value(*i)), form))
        }
        Form::Powers(factors) => {
            let named = factors.iter().map(|(of, power)| (name(of), *power)).collect();
            quadratic(&factors[0].0, Function::Powers(named))
        }
        Form::Above(k, [i, j]) => {
            let form =
                RuleForm::Product { of: [name(i), name(j)], constant: between(law.limit).parse().ok()? };
            Some(Rule::untested(name(k), form))
        }
        Form::Polynomial(terms) => {
            let named =
                |(monomial, factor): &(Vec<Term>, i64)| (*factor, monomial.iter().map(name).collect());
            let function = Function::Polynomial(terms.iter().map(named).collect());
            quadratic(&terms[0].0[0], function)
        }
    }
}

/// How far two moments are apart at the limit, in the largest unit that it is a multiple of: `end - 29 days`.
fn apart(of: &str, last: i64, schema: Option<&Schema>) -> Option<RuleForm> {
    let kind = match schema? {
        Schema::Moment(schema) => schema.kind(),
        _ => return None,
    };
    let (count, unit, is_strict) = match kind {
        MomentKind::Date => (last, Unit::Day, false),
        _ => [(last, false), (last.saturating_add(1), true)].into_iter().find_map(|(size, is_strict)| {
            let units = [Unit::Day, Unit::Hour, Unit::Minute, Unit::Second];
            let whole = |unit: &Unit| i128::from(size) % unit.length().unwrap_or(1) == 0;
            let unit = units.into_iter().find(whole)?;
            Some(((i128::from(size) / unit.length()?) as i64, unit, is_strict))
        })?,
    };
    let is_plain = count == 0 || kind == MomentKind::Date && count == -1;
    (!is_plain).then(|| RuleForm::Calendar { of: of.to_string(), count, unit, is_strict })
}

/// The last whole number on the low side. With floats the limit is one of two neighbouring floats, but the whole number
/// is meant: the rule is `a <= b` if the low side includes that number, and `a < b` if the high side does.
fn last_whole(law: &Law) -> f64 {
    let (low, high) = law.ends;
    let nearest = low.round();
    let is_limit = law.limit.0 <= nearest && nearest <= law.limit.1;
    if is_limit && nearest > low && nearest >= high {
        nearest - 1.0
    } else if is_limit {
        nearest
    } else {
        law.limit.0.floor()
    }
}

/// The shortest number that is at least the first limit and less than the second.
pub fn between((low, high): (f64, f64)) -> String {
    if low <= 0.0 && high > 0.0 {
        return "0".to_string();
    }
    for digits in 0..17 {
        let size = low.abs().max(high.abs()).log10().floor() as i32;
        let scale = 10f64.powi(digits - size);
        let round = (low * scale).ceil() / scale;
        if round >= low && round < high {
            return format!("{round}");
        }
    }
    format!("{low}")
}
