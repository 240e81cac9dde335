//! Boundaries in words: where they lie, what changes there, and their rules.

use autobva_core::behaviour::{Behaviour, Boundary, BoundaryKind, Landscape, Place, Rule, RuleForm};
use autobva_core::{Argument, Axis, Input, Integer, Motion, Signature, Value};

use crate::text::figures::thousands;
use crate::text::shorten::{shorten, shorten_pair};
use crate::text::shown::{escaped, shown_outcome, shown_value, width};

/// Values of up to 24 columns are shown in full.
const LONGEST: usize = 24;
/// The prefix of the argument of a boundary of lengths.
pub(crate) const LENGTH_OF: &str = "length of ";

/// The place of a boundary: `q 99 | 100`, without the name if there is only one argument.
pub(crate) fn place_words(boundary: &Boundary, place: &Place, signature: &Signature, named: bool) -> String {
    let (left, right) = (&place.left.input, &place.right.input);
    let arguments = signature.arguments();
    if let Some(axis) = axis_of(boundary, place, signature) {
        let [left, right] = [left, right].map(|input| number_words(&axis.shown(input, escaped)));
        let (left, right) = shorten_pair(&left, &right, LONGEST);
        return format!("{} {left} | {right}", escaped(&axis.name(signature)));
    }
    let part = |at: usize| {
        let pair = pair_words(&left[at], &right[at], &arguments[at]);
        match named {
            true => format!("{} {pair}", escaped(arguments[at].name())),
            false => pair,
        }
    };
    changed(left, right).map(part).collect::<Vec<_>>().join(", ")
}

/// The axis along which a place crosses a boundary, if that is a part of an argument, or its length.
fn axis_of(boundary: &Boundary, place: &Place, signature: &Signature) -> Option<Axis> {
    let is_named = |axis: &Axis| boundary.argument.split(", ").any(|name| name == axis.name(signature));
    let (left, right) = (&place.left.input, &place.right.input);
    let arrangements = (0..left.len()).flat_map(|argument| Axis::arrangements(left, argument));
    let arranged = arrangements.filter(|axis| axis.get(left) != axis.get(right));
    let axis = signature.differing_axes(left, right).chain(arranged).find(is_named)?;
    let is_whole = axis.path.is_whole() && axis.name(signature) == axis.path.name(signature);
    (!is_whole).then_some(axis)
}

/// The values of the unchanged arguments at a place, as far as they matter: `at year 1, day 1`. With a rule only those
/// that it speaks of.
pub(crate) fn context(
    place: &Place,
    of: Option<&Rule>,
    landscape: &Landscape,
    signature: &Signature,
) -> String {
    let (left, right) = (&place.left.input, &place.right.input);
    let name = |at: usize| signature.arguments()[at].name();
    let is_told = |at: &usize| left[*at] == right[*at] && of.is_none_or(|rule| rule.speaks_of(name(*at)));
    let values = values(left, landscape, signature, is_told, LONGEST);
    if values.is_empty() { values } else { format!("at {values}") }
}

/// An input, as far as its arguments matter: `year 1, day 1`. Long values are cut as far as `room` columns require.
pub(crate) fn inputs(input: &Input, landscape: &Landscape, signature: &Signature, room: usize) -> String {
    let told = |longest: usize| values(input, landscape, signature, |_| true, longest);
    [3 * LONGEST, 2 * LONGEST]
        .into_iter()
        .map(told)
        .find(|told| width(told) <= room)
        .unwrap_or_else(|| told(LONGEST))
}

fn values(
    input: &Input,
    landscape: &Landscape,
    signature: &Signature,
    is_told: impl Fn(&usize) -> bool,
    longest: usize,
) -> String {
    let matters = |at: &usize| landscape.matters.get(*at).copied().unwrap_or(true);
    let told = (0..input.len()).filter(|at| matters(at) && is_told(at));
    let word = |at: usize| {
        let argument = &signature.arguments()[at];
        format!("{} {}", escaped(argument.name()), shorten(&called(&input[at], argument), longest))
    };
    told.map(word).collect::<Vec<_>>().join(", ")
}

fn changed<'a>(left: &'a Input, right: &'a Input) -> impl Iterator<Item = usize> + 'a {
    (0..left.len()).filter(|at| left[*at] != right[*at])
}

fn pair_words(left: &Value, right: &Value, argument: &Argument) -> String {
    let [left_words, right_words] = [left, right].map(|value| called(value, argument));
    if let (Value::Moment(_), Value::Moment(_)) = (left, right)
        && let (Some((day, time)), Some((same, later))) =
            (left_words.split_once('T'), right_words.split_once('T'))
        && day == same
    {
        return format!("{day} {time} | {later}");
    }
    let (left, right) = shorten_pair(&left_words, &right_words, LONGEST);
    format!("{left} | {right}")
}

/// The name of a value if it has one, otherwise the value itself.
fn called(value: &Value, argument: &Argument) -> String {
    match argument.value_name(&value.to_string()) {
        Some(name) => escaped(name),
        None => number_words(&shown_value(value)),
    }
}

/// A value in few columns.
pub(crate) fn value_words(value: &Value) -> String {
    shorten(&number_words(&shown_value(value)), LONGEST)
}

/// Whole numbers with more than 15 digits are hard to distinguish.
const MANY_DIGITS: usize = 15;

/// A long whole number next to a power of two or ten is written as such: `2^63 - 1`; anything else as it is.
pub(crate) fn number_words(text: &str) -> String {
    if text.trim_start_matches('-').len() <= MANY_DIGITS {
        return text.to_string();
    }
    let Ok(number) = text.parse::<Integer>() else { return text.to_string() };
    let size = if number.is_negative() { &Integer::ZERO - &number } else { number.clone() };
    for beyond in [0, 1, -1] {
        if let Some(power) = power_words(&(&size - &Integer::Small(beyond))) {
            let (sign, beyond) = if number.is_negative() { ("-", -beyond) } else { ("", beyond) };
            let rest = ["", " + 1", " - 1"][beyond.rem_euclid(3) as usize];
            return format!("{sign}{power}{rest}");
        }
    }
    text.to_string()
}

fn power_words(size: &Integer) -> Option<String> {
    let exponent = size.bit_length().checked_sub(1)?;
    if *size == Integer::power_of_two(exponent) {
        return Some(format!("2^{exponent}"));
    }
    let digits = size.to_string();
    let zeros = digits.strip_prefix('1').filter(|rest| rest.bytes().all(|digit| digit == b'0'))?;
    Some(format!("10^{}", zeros.len()))
}

/// What changes, in `room` columns: the two behaviours, or the two outputs if the behaviours read alike.
pub(crate) fn change_words(boundary: &Boundary, landscape: &Landscape, room: usize) -> String {
    let text = |id, short: fn(&Behaviour) -> String| landscape.behaviour(id).map_or(String::new(), short);
    let both = |short| (text(boundary.from, short), text(boundary.to, short));
    let (short, long) = (both(message), both(behaviour_text));
    let (from, to) = match () {
        () if short.0 != short.1 => short,
        () if long.0 != long.1 => long,
        () => outputs(&boundary.example),
    };
    arrow(&from, &to, room)
}

/// The text of a behaviour; an empty text is shown in quotes.
pub(crate) fn behaviour_text(behaviour: &Behaviour) -> String {
    if behaviour.text.is_empty() { "\"\"".to_string() } else { escaped(&behaviour.text) }
}

/// A behaviour in words; an error without its type, which the message usually does not need.
pub(crate) fn message(behaviour: &Behaviour) -> String {
    let text = behaviour_text(behaviour);
    let front = format!("{MARK}{}: ", escaped(&behaviour.type_name));
    match text.strip_prefix(&front) {
        // A message that only repeats the input says nothing without its type: `KeyError: '…'`.
        Some(message) if message.contains(char::is_alphabetic) => format!("{MARK}{message}"),
        _ => text,
    }
}

/// The mark of an error.
const MARK: &str = "✗ ";

/// The outputs on both sides of a jump, or the types if these change: details that the behaviours alone do not show.
pub(crate) fn detail(boundary: &Boundary, room: usize) -> String {
    let (left, right) = match boundary.kind {
        BoundaryKind::Jump => outputs(&boundary.example),
        BoundaryKind::Type => {
            let [left, right] = [&boundary.example.left, &boundary.example.right];
            (escaped(left.outcome.type_name()), escaped(right.outcome.type_name()))
        }
        _ => return String::new(),
    };
    arrow(&left, &right, room)
}

fn outputs(place: &Place) -> (String, String) {
    (shown_outcome(&place.left.outcome), shown_outcome(&place.right.outcome))
}

const ARROW: &str = " → ";

/// `left → right` in `room` columns; empty if there is hardly any room.
fn arrow(left: &str, right: &str, room: usize) -> String {
    const LEAST: usize = 8;
    let room = room.saturating_sub(width(ARROW));
    if room < 2 * LEAST && width(left) + width(right) > room {
        return String::new();
    }
    // The longer text gets the space that the shorter one does not need.
    let half = room / 2;
    let (narrow, wide) = (width(left).min(width(right)), width(left).max(width(right)));
    let each = if narrow < half { room - narrow } else { half };
    let (left, right) = match narrow + wide <= room {
        true => (left.to_string(), right.to_string()),
        false => shorten_pair(left, right, each),
    };
    format!("{left}{ARROW}{right}")
}

/// The rule of a boundary with its test results, and the further places that it does not explain, in `room` columns.
pub(crate) fn rule_words(
    boundary: &Boundary,
    signature: &Signature,
    named: bool,
    room: usize,
) -> Option<String> {
    let Some(rule) = &boundary.rule else {
        // Infinities and NaN need neither a rule nor further places.
        let is_plain = !is_special(&boundary.example);
        let others = || also(boundary, signature, named, room.saturating_sub(width(NO_RULE)));
        return along(boundary, signature)
            .or_else(|| is_plain.then(others).flatten().map(|others| format!("{NO_RULE}{others}")));
    };
    let fared = match rule.checked {
        0 => String::new(),
        checked => format!("; held at {} of {}", thousands(rule.held.into()), thousands(checked.into())),
    };
    let told = format!("{}{}{fared}", escaped(&rule.to_string()), escaped(&guard_words(rule)));
    let left = room.saturating_sub(width(&told) + 2);
    let others = also(boundary, signature, named, left).map(|others| match width(&others) <= left {
        true => format!("; {others}"),
        false => "; also elsewhere".to_string(),
    });
    Some(format!("{told}{}", others.unwrap_or_default()))
}

const NO_RULE: &str = "no rule; ";

/// The further places of a boundary that its rule does not explain: as many as fit into `room` columns, but at least
/// one.
fn also(boundary: &Boundary, signature: &Signature, named: bool, room: usize) -> Option<String> {
    let words = |place: &Place| place_words(boundary, place, signature, named);
    let shown = words(&boundary.example);
    let limit = number_in_text(&boundary.example, signature);
    let mut others: Vec<String> = Vec::new();
    for place in boundary.places.iter().filter(|place| !is_explained(place, boundary.rule.as_ref())) {
        let other = words(place);
        // The same number in another text is the same place.
        let is_same = limit.is_some() && number_in_text(place, signature) == limit;
        if other != shown && !is_same && !others.contains(&other) {
            others.push(other);
        }
    }
    let told = |count: usize| {
        let left = others.len() - count;
        let more = if left > 0 { format!(" and {} more", thousands(left as u64)) } else { String::new() };
        format!("also {}{more}", others[..count].join(", "))
    };
    let fits = (1..=others.len()).rev().map(told).find(|told| width(told) <= room);
    fits.or_else(|| (!others.is_empty()).then(|| told(1)))
}

/// Whether the rule explains a place. Only a condition on a text is looked at: between the same two behaviours there may be
/// places where it does not change.
fn is_explained(place: &Place, rule: Option<&Rule>) -> bool {
    let Some(rule) = rule else { return false };
    let RuleForm::Text(condition) = &rule.form else { return true };
    let (left, right) = (&place.left.input, &place.right.input);
    let mut texts = changed(left, right).filter_map(|at| Some((left[at].as_text()?, right[at].as_text()?)));
    texts.any(|(left, right)| condition.holds(left) != condition.holds(right))
}

/// The two numbers at a place, if a number in a text is all that changes.
fn number_in_text(place: &Place, signature: &Signature) -> Option<[Integer; 2]> {
    let (left, right) = (&place.left.input, &place.right.input);
    let mut numbers =
        signature.differing_axes(left, right).filter(|axis| matches!(axis.motion, Motion::Digits(_)));
    let axis = numbers.next()?;
    numbers.next().is_none().then(|| [axis.get(left), axis.get(right)])
}

/// Whether one of the values is a float that people do not use: infinite, not a number, or of an absurd size.
fn is_special(place: &Place) -> bool {
    let is_used = |number: f64| number == 0.0 || (1e-100..1e100).contains(&number.abs());
    let is_special = |value: &Value| matches!(value, Value::Float(float) if !is_used(float.value()));
    place.left.input.iter().chain(place.right.input.iter()).any(is_special)
}

/// The values of other arguments for which a rule was observed, if it was observed for no others: `, where month = 2`.
fn guard_words(rule: &Rule) -> String {
    let conditions = rule.guard.iter().map(|condition| {
        let name = &condition.argument;
        match (&condition.least, &condition.greatest) {
            (Some(least), Some(greatest)) if least == greatest => format!("{name} = {least}"),
            (Some(least), Some(greatest)) => format!("{name} {least} … {greatest}"),
            (Some(least), None) => format!("{name} >= {least}"),
            (None, Some(greatest)) => format!("{name} <= {greatest}"),
            (None, None) => name.clone(),
        }
    });
    let conditions: Vec<String> = conditions.collect();
    if conditions.is_empty() { String::new() } else { format!(", where {}", conditions.join(", ")) }
}

/// If the same two values meet along several arguments, the other arguments.
fn along(boundary: &Boundary, signature: &Signature) -> Option<String> {
    let pairs = |place: &Place| -> Vec<(usize, String)> {
        let (left, right) = (&place.left.input, &place.right.input);
        let argument = |at: usize| &signature.arguments()[at];
        changed(left, right).map(|at| (at, pair_words(&left[at], &right[at], argument(at)))).collect()
    };
    let [(own, shown)] = &pairs(&boundary.example)[..] else { return None };
    let mut others: Vec<&str> = Vec::new();
    for place in &boundary.places {
        let [(at, other)] = &pairs(place)[..] else { return None };
        if other != shown {
            return None;
        }
        let name = signature.arguments()[*at].name();
        if at != own && !others.contains(&name) {
            others.push(name);
        }
    }
    (!others.is_empty()).then(|| format!("also along {}", escaped(&others.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_told_by_the_power_that_they_are_near() {
        for (text, words) in [
            ("9223372036854775807", "2^63 - 1"),
            ("-9223372036854775809", "-2^63 - 1"),
            ("-9223372036854775807", "-2^63 + 1"),
            ("1000000000000000001", "10^18 + 1"),
            ("999999999999999999", "10^18 - 1"),
            ("4294967296", "4294967296"),
            ("9223372036854775805", "9223372036854775805"),
            ("\"9223372036854775807\"", "\"9223372036854775807\""),
        ] {
            assert_eq!(number_words(text), words);
        }
    }

    #[test]
    fn both_sides_of_an_arrow_get_their_room() {
        assert_eq!(arrow("a", "b", 5), "a → b");
        assert_eq!(arrow("C", "a text that is far too long for it", 20), "C → a text t… for it");
        assert_eq!(arrow("abcdefghijkl", "abcdefghijkm", 9), "");
    }
}
