//! A boundary in one line: the argument that changes from one value to another, and the two outcomes.

use std::fmt;

use autobva_codec::text::{self, read_input};
use autobva_core::{About, Axis, Fate, Observation, Outcome, Place, Signature, Value};

use crate::text::{escaped, fit, shorten, shorten_pair, shown_outcome, shown_value, width};

/// The inputs: `49 | 50`, or with several arguments `year 2021, month 2, day 28 | 29`.
pub(super) fn place(boundary: &Place, signature: &Signature) -> String {
    arguments(boundary, signature, |_, _| true)
}

/// Only the arguments that change: `day 28 | 29`.
pub(super) fn change(boundary: &Place, signature: &Signature) -> String {
    arguments(boundary, signature, |left, right| !left.reads_as(right))
}

fn arguments(boundary: &Place, signature: &Signature, shows: impl Fn(&Value, &Value) -> bool) -> String {
    let values = boundary.left.input.iter().zip(boundary.right.input.iter());
    let shown = signature.arguments().iter().zip(values).filter(|(_, (left, right))| shows(left, right));
    let words = shown.map(|(argument, (left, right))| {
        let value = across(left, right);
        if signature.len() == 1 { value } else { format!("{} {value}", argument.name()) }
    });
    words.collect::<Vec<_>>().join(", ")
}

fn across(left: &Value, right: &Value) -> String {
    match left.reads_as(right) {
        true => shown_value(left),
        false => format!("{} | {}", shown_value(left), shown_value(right)),
    }
}

/// What happened to a boundary between behaviours, in one line of `room` columns, or in two if it does not fit. The
/// place is never shortened. The caller writes changed outcomes below.
pub(super) fn in_lines(
    about: &About,
    boundary: &Place,
    fate: &Fate,
    signature: &Signature,
    room: usize,
) -> Vec<String> {
    let argument = escaped(&about.argument);
    let (at, beside) = (across_all(boundary), besides(boundary, signature));
    let (place, told) = match fate {
        Fate::Moved(to) => {
            let behaviours = about.sentence.split_once(": ").map(|(_, told)| escaped(told));
            let told = behaviours.unwrap_or_else(|| Sides::of(to).to_string());
            let place = match inner_axis(about, &[boundary, to], signature) {
                Some(axis) => {
                    let [was, now] = [boundary, to].map(|pair| along(&axis, pair));
                    format!("{} {was}  →  {now}{beside}", escaped(&axis.name(signature)))
                }
                None => format!("{argument} {at}  →  {}{beside}", across_all(to)),
            };
            (place, told)
        }
        Fate::OutcomeChanged(_) | Fate::Flaky(_) => {
            let place = match inner_axis(about, &[boundary], signature) {
                Some(axis) => format!("{} {}", escaped(&axis.name(signature)), along(&axis, boundary)),
                None => format!("{argument} {at}"),
            };
            return vec![format!("{place}{beside}")];
        }
        Fate::RuleChanged(there) => {
            let rule = about.rule.as_ref().map_or(String::new(), |rule| escaped(&rule.to_string()));
            let there_beside = besides(there, signature);
            let told = format!("not at {}{there_beside}, which is {}", across_all(there), Sides::of(there));
            (rule, told)
        }
        Fate::Same | Fate::Vanished(_) | Fate::New => {
            let sentence = sentence(about, boundary, signature);
            let now = match fate {
                Fate::Vanished(Some(now)) => {
                    let sides = Sides::was_and_now(boundary, now).1;
                    let told = if sides.is_even() { sides.0[0].clone() } else { sides.to_string() };
                    format!("; now {told}")
                }
                _ => String::new(),
            };
            return vec![in_line(&sentence, &now, room)];
        }
    };
    match width(&place) + 2 + width(&told) <= room {
        true => vec![format!("{place}: {told}")],
        false => vec![place, both_shortened(&told, room)],
    }
}

/// The axis along which something inside a list or a record moves between the two sides of each of some boundaries, if their
/// path names it: the whole values would be too long to compare.
fn inner_axis(about: &About, boundaries: &[&Place], signature: &Signature) -> Option<Axis> {
    let (first, others) = boundaries.split_first()?;
    let differing =
        |pair: &Place| signature.differing_axes(&pair.left.input, &pair.right.input).collect::<Vec<_>>();
    let others: Vec<Vec<Axis>> = others.iter().map(|pair| differing(pair)).collect();
    let is_inner = |axis: &Axis| {
        let value = &first.left.input[axis.argument()];
        matches!(value, Value::List(_) | Value::Record(_))
    };
    let is_named = |axis: &Axis| {
        let name = axis.name(signature);
        about.argument.split(", ").any(|path| path == name)
    };
    let is_of_all = |axis: &Axis| others.iter().all(|axes| axes.contains(axis));
    differing(first).into_iter().find(|axis| is_inner(axis) && is_named(axis) && is_of_all(axis))
}

/// What moves along an axis, on either side: `20 | 21`.
fn along(axis: &Axis, boundary: &Place) -> String {
    let [left, right] = [&boundary.left, &boundary.right].map(|side| axis.shown(&side.input, escaped));
    format!("{left} | {right}")
}

/// A new or vanished boundary in one line of `room` columns: the place in full, the behaviours shortened, and the
/// present state at the end.
fn in_line(sentence: &str, now: &str, room: usize) -> String {
    let Some((place, told)) = sentence.split_once(": ") else { return shorten(sentence, room) };
    let given = fit(&[width(told), width(now)], room.saturating_sub(width(place) + 2));
    let told = if width(told) <= given[0] { told.to_string() } else { both_shortened(told, given[0]) };
    format!("{place}: {told}{}", shorten(now, given[1]))
}

/// Two behaviours in `room` columns; the longer one gets the space that the shorter one does not need.
fn both_shortened(told: &str, room: usize) -> String {
    let Some((from, to)) = told.split_once(ARROW) else { return shorten(told, room) };
    let given = fit(&[width(from), width(to)], room.saturating_sub(width(ARROW)));
    format!("{}{ARROW}{}", shorten(from, given[0]), shorten(to, given[1]))
}

const ARROW: &str = " → ";

/// The boundary in one line: its sentence, or else its place and outcomes.
pub(super) fn sentence(about: &About, boundary: &Place, signature: &Signature) -> String {
    match about.sentence.as_str() {
        "" => {
            let (at, beside) = (across_all(boundary), besides(boundary, signature));
            format!("{} {at}{beside}: {}", escaped(&about.argument), Sides::of(boundary))
        }
        sentence => escaped(sentence),
    }
}

/// The values of the arguments that change, on either side: `99 | 100`.
fn across_all(boundary: &Place) -> String {
    let values = boundary.left.input.iter().zip(boundary.right.input.iter());
    let changed = values.filter(|(left, right)| !left.reads_as(right));
    changed.map(|(left, right)| across(left, right)).collect::<Vec<_>>().join(", ")
}

/// The other arguments: ` (b 7, c 9)`.
fn besides(boundary: &Place, signature: &Signature) -> String {
    let values = boundary.left.input.iter().zip(boundary.right.input.iter());
    let others = signature.arguments().iter().zip(values).filter(|(_, (left, right))| left.reads_as(right));
    let others: Vec<String> =
        others.map(|(argument, (value, _))| format!("{} {}", argument.name(), shown_value(value))).collect();
    if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) }
}

/// The run-time types, if they differ from those that the values would be read as: ` (BigInt)`.
pub(super) fn types(boundary: &Place, signature: &Signature) -> String {
    if [&boundary.left, &boundary.right].into_iter().all(|side| has_plain_types(side, signature)) {
        return String::new();
    }
    let names = |side: &Observation| text::types(&side.input).join(", ");
    let (left, right) = (names(&boundary.left), names(&boundary.right));
    if left == right { format!(" ({left})") } else { format!(" ({left} | {right})") }
}

/// Whether reading the values from their texts alone yields the same types.
pub(super) fn has_plain_types(side: &Observation, signature: &Signature) -> bool {
    read_input(signature, &text::texts(&side.input), None).is_ok_and(|read| read == side.input)
}

/// The two outcomes of a boundary, each in one line; an error is marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sides([String; 2]);

impl Sides {
    pub(super) fn of(boundary: &Place) -> Sides {
        Sides([&boundary.left, &boundary.right].map(|side| outcome(&side.outcome)))
    }

    /// The sides of a boundary as it was and as it is. If only the type of an outcome differs, it is named.
    pub(super) fn was_and_now(was: &Place, now: &Place) -> (Sides, Sides) {
        let left = told_apart(&was.left.outcome, &now.left.outcome);
        let right = told_apart(&was.right.outcome, &now.right.outcome);
        (Sides([left.0, right.0]), Sides([left.1, right.1]))
    }

    /// The same in `room` columns; the longer side gets the space that the shorter one does not need, and equal sides
    /// stay equal.
    pub(super) fn within(&self, room: usize) -> Sides {
        Sides::both_within(self, self, room).0
    }

    /// Two of them in `room` columns each, shortened so that their differences stay visible.
    pub(super) fn both_within(was: &Sides, now: &Sides, room: usize) -> (Sides, Sides) {
        let room = room.saturating_sub(BAR.len());
        let wanted = [0, 1].map(|side| width(&was.0[side]).max(width(&now.0[side])));
        let given = match was.is_even() || now.is_even() {
            true => vec![room / 2; 2],
            false => fit(&wanted, room),
        };
        let (was_left, now_left) = shorten_pair(&was.0[0], &now.0[0], given[0]);
        let (was_right, now_right) = shorten_pair(&was.0[1], &now.0[1], given[1]);
        let joined = |sides: &Sides, left: String, right: String| match sides.is_even() {
            true => Sides([left.clone(), left]),
            false => Sides([left, right]),
        };
        (joined(was, was_left, was_right), joined(now, now_left, now_right))
    }

    /// Whether both sides are the same.
    fn is_even(&self) -> bool {
        self.0[0] == self.0[1]
    }
}

const BAR: &str = " | ";

/// `failed | passed`
impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{BAR}{}", self.0[0], self.0[1])
    }
}

fn outcome(outcome: &Outcome) -> String {
    let mark = if outcome.is_valid() { "" } else { "✗ " };
    format!("{mark}{}", shown_outcome(outcome))
}

fn told_apart(was: &Outcome, now: &Outcome) -> (String, String) {
    let (shown_was, shown_now) = (outcome(was), outcome(now));
    if shown_was != shown_now || was.type_name() == now.type_name() {
        return (shown_was, shown_now);
    }
    let typed = |shown: String, outcome: &Outcome| format!("{shown} ({})", escaped(outcome.type_name()));
    (typed(shown_was, was), typed(shown_now, now))
}
