//! Crossings: two neighbouring places on a track that belong to different stretches.

use std::collections::HashMap;

use autobva_core::behaviour::{BoundaryKind, Fit};
use autobva_core::{Axis, Integer, Motion, Step, Value};
use foldhash::fast::FixedState;

use super::choices::Chosen;
use super::corner::at_corner;
use super::laws::EXACT;
use super::runs::{RunId, Runs, WordingId};
use super::track::{Fits, Stretch, Track};

/// A place where one behaviour ends and another begins.
#[derive(Debug, Clone)]
pub struct Crossing {
    /// The index of the track on which it was found.
    pub track: usize,
    pub axis: Axis,
    /// The last place of the left side.
    pub place: Integer,
    pub left: RunId,
    pub right: RunId,
    /// The nearest runs that belong to one side only. Where two lines meet in a point, that point belongs to both.
    pub within: [RunId; 2],
    pub kind: BoundaryKind,
    pub from: WordingId,
    pub to: WordingId,
    /// The courses of the slots on the left and on the right.
    pub fits: [Fits; 2],
    /// Whether this may be one step of a line or curve whose samples were taken for single values: no neighbouring step
    /// is known to be clearly different.
    pub may_be_a_line: bool,
    /// If a float moves and only numbers change, for each slot how far one of the stretches is from the line of the other.
    pub apart: Box<[f64]>,
    /// If only numbers change, how far each slot moves on the two stretches together.
    pub spans: Box<[f64]>,
}

/// Crossings with the same key may be one boundary.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub argument: usize,
    pub way: Way,
    pub from: WordingId,
    pub to: WordingId,
}

impl Crossing {
    pub fn key(&self) -> Key {
        Key { argument: self.axis.argument(), way: Way::of(&self.axis), from: self.from, to: self.to }
    }

    /// Whether a text gets its first separator: that is a character which it contains, rather than a count.
    pub fn is_of_first_separator(&self) -> bool {
        matches!(self.axis.motion, Motion::Pieces(_)) && self.place == Integer::ONE
    }

    /// By how much the number in each slot changes.
    pub fn steps(&self, runs: &Runs) -> Vec<f64> {
        let [left, right] = [self.left, self.right].map(|run| &runs.run(run).slots);
        left.iter().zip(right).map(|(left, right)| right.value - left.value).collect()
    }

    /// Whether this is no more than a step of the rounding of numbers: no slot changes by more than the last decimal to which it
    /// is rounded. Among floats, one stretch may instead be that near to the line of the other; among whole numbers, the values
    /// on both sides must be single ones, since a staircase may also end.
    pub fn is_rounding(&self, quanta: &Quanta, runs: &Runs) -> bool {
        let key = (self.axis.argument(), self.from);
        let Some(quanta) = quanta.get(&key).filter(|_| self.from == self.to) else { return false };
        let is_small = |(by, quantum): (f64, &f64)| by.abs() <= quantum * (1.0 + NEAR);
        let is_step = match self.moves_a_float() {
            true if self.apart.iter().zip(quanta).all(|(by, known)| is_small((*by, &known.quantum))) => {
                return true;
            }
            true => self.kind != BoundaryKind::Kink,
            false => return self.is_of_coarse_numbers(quanta, runs),
        };
        is_step && self.steps(runs).into_iter().zip(quanta).all(|(by, known)| is_small((by, &known.quantum)))
    }

    /// Whether a whole number moves and only numbers change that are those of a finer course, rounded: by one, between values and
    /// lines that are too short to end by design; or by so few that a curve cannot be told from its steps.
    fn is_of_coarse_numbers(&self, quanta: &[Coarse], runs: &Runs) -> bool {
        let [left, right] = &self.fits;
        let is_explained = |(slot, by): (usize, f64)| {
            let Coarse { quantum, curves } = quanta[slot];
            let is_short = self.spans[slot] < COARSE * quantum;
            // A step of the line on either side, give or take one.
            let is_near = |fit: &Fit| {
                exact_slope(fit).is_some_and(|slope| (by - slope).abs() <= quantum * (1.0 + NEAR))
            };
            left[slot] == right[slot] && left[slot] != Fit::Constant
                || by == 0.0 && left[slot] == Fit::Constant && right[slot] == Fit::Constant
                || is_short && by != 0.0 && is_near(&left[slot]) && is_near(&right[slot])
                || is_short && curves > 1
        };
        let mut steps = self.steps(runs).into_iter().enumerate();
        self.axis.is_number() && steps.all(is_explained)
    }

    /// Whether a float moves and only numbers change.
    fn moves_a_float(&self) -> bool {
        !self.apart.is_empty()
    }

    /// Whether a float that people do not use is involved, in the moved value or in another argument.
    pub fn is_beyond(&self, runs: &Runs) -> bool {
        let others = runs.run(self.left).input.iter().enumerate();
        let mut others = others.filter(|(argument, _)| *argument != self.axis.argument());
        // If only numbers change, numbers that leave no digits of a float for what is added to them distort them as well.
        let is_inexact = |value: &Value| {
            let size = match value {
                Value::Int(int) => int.number().to_f64().abs(),
                Value::Float(float) => float.value().abs(),
                _ => 0.0,
            };
            self.from == self.to && size >= EXACT
        };
        let is_held = |run: RunId| is_extreme(&runs.run(run).input[self.axis.argument()]);
        others.any(|(_, value)| is_extreme(value) || is_inexact(value))
            || self.is_moved_beyond(runs)
            || self.overflows(runs)
            || !self.axis.path.is_whole() && is_held(self.left) && is_held(self.right)
    }

    /// Whether a number outgrows the floats: infinite or none on one side, and of an absurd size or likewise none on the other.
    fn overflows(&self, runs: &Runs) -> bool {
        let number = |run: RunId| {
            let outcome = &runs.run(run).outcome;
            outcome.text().parse::<f64>().ok().filter(|_| outcome.is_valid())
        };
        match [self.left, self.right].map(number) {
            [Some(left), Some(right)] => {
                let is_huge = |number: f64| number.is_nan() || number.abs() >= BEYOND;
                is_huge(left) && is_huge(right) && !(left.is_finite() && right.is_finite())
            }
            _ => false,
        }
    }

    /// Whether two numbers are so large that floats no longer tell them from their neighbours: rounding then moves the limits
    /// that smaller numbers show.
    pub fn is_of_giants(&self, runs: &Runs) -> bool {
        let least = if self.from == self.to { FAR } else { EXACT };
        let is_giant = |value: &&Value| match value {
            Value::Int(int) => int.number().to_f64().abs() >= least,
            Value::Float(float) => float.value().abs() >= least,
            _ => false,
        };
        runs.run(self.left).input.iter().filter(is_giant).count() > 1
    }

    /// Whether the moved value is such a float on both sides, or a list that has one on either side.
    pub fn is_moved_beyond(&self, runs: &Runs) -> bool {
        let [left, right] = [self.left, self.right].map(|run| self.axis.path.value(&runs.run(run).input));
        let [left_is, right_is] = [left, right].map(|value| value.is_some_and(is_extreme));
        let is_list = matches!(left, Some(Value::List(_)));
        left_is && right_is || is_list && (left_is || right_is)
    }
}

/// Beyond 2^42 the noise of floats moves a corner by more than a place.
const FAR: f64 = (1u64 << 42) as f64;
/// How far a step may exceed a decimal because of the noise of floats.
const NEAR: f64 = 1e-6;

/// What is known about the slots of each wording along each argument.
pub type Quanta = HashMap<(usize, WordingId), Vec<Coarse>, FixedState>;

/// How coarse the numbers in a slot are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Coarse {
    /// The decimal to which they are rounded, zero if they are not.
    quantum: f64,
    /// On how many tracks they follow a curve.
    curves: usize,
}

/// Numbers that move by less than 64 decimals are too coarse to tell a curve.
const COARSE: f64 = 64.0;

/// What the tracks along each argument say about the decimals of the slots: rounded lines tell them, and along whole numbers
/// curves and staircases as well.
pub fn quanta(tracks: &[Track], runs: &Runs) -> Quanta {
    let mut found: HashMap<(usize, WordingId), Vec<Seen>, FixedState> = HashMap::default();
    for track in tracks {
        let is_float = |s: &Stretch| matches!(moved(track, s, runs), Some(Value::Float(_)));
        for stretch in track.stretches() {
            let key = (track.axis().argument(), stretch.wording);
            let known = found.entry(key).or_insert_with(|| vec![Seen::default(); stretch.fits.len()]);
            let is_float = is_float(stretch);
            for (slot, known) in known.iter_mut().enumerate() {
                let own = own_quantum(track, stretch, slot, is_float, runs);
                known.curves += usize::from(stretch.fits[slot] == Fit::Smooth && own > 0.0);
                match known.quanta.iter_mut().find(|(quantum, _)| *quantum == own) {
                    Some((_, times)) => *times += 1,
                    None if own > 0.0 => known.quanta.push((own, 1)),
                    None => {}
                }
            }
        }
    }
    found.into_iter().map(|(key, seen)| (key, seen.iter().map(Seen::coarse).collect())).collect()
}

/// How often each decimal was seen in a slot, and on how many tracks it follows a curve.
#[derive(Clone, Default)]
struct Seen {
    quanta: Vec<(f64, usize)>,
    curves: usize,
}

impl Seen {
    /// The greatest decimal that is no exception: where numbers are huge, a single line may seem to be rounded to millions.
    fn coarse(&self) -> Coarse {
        let most = self.quanta.iter().map(|(_, times)| *times).max().unwrap_or(0);
        let usual = self.quanta.iter().filter(|(_, times)| times * USUAL >= most);
        Coarse { quantum: usual.map(|(quantum, _)| *quantum).fold(0.0, f64::max), curves: self.curves }
    }
}

/// A decimal that is seen at least a quarter as often as the most frequent one is usual.
const USUAL: usize = 4;

/// The decimal to which a slot is rounded along a stretch; zero if it is to none.
fn own_quantum(track: &Track, stretch: &Stretch, slot: usize, is_float: bool, runs: &Runs) -> f64 {
    let fit = &stretch.fits[slot];
    let decimals = |at: usize| track.point(at, slot, runs).y.decimals;
    let (first, last) = (stretch.from, stretch.to);
    match fit {
        // Among floats, a curve is rounded if none of its values has more decimals.
        Fit::Smooth if is_float => unit(fit, (first..=last).map(decimals).max().unwrap_or(0)),
        _ if is_float => quantum(fit),
        _ => {
            let [a, b, c] = [first, first.midpoint(last), last].map(decimals);
            unit(fit, a.max(b).max(c))
        }
    }
}

/// Numbers with more than 6 decimals are not rounded to them.
const MOST_DECIMALS: u16 = 6;

/// The decimal to which a number on this course is rounded along whole numbers; zero if it is none.
fn unit(fit: &Fit, decimals: u16) -> f64 {
    let last = 10f64.powi(-i32::from(decimals));
    let is_rounded = match *fit {
        Fit::Linear { quantum, .. } => {
            return if [1.0, 0.1, 0.01, 0.001].contains(&quantum) { quantum } else { 0.0 };
        }
        Fit::Periodic { period, height, .. } => height != 0.0 && height.abs() < period as f64 * last,
        Fit::Smooth => true,
        Fit::Constant | Fit::Irregular => false,
    };
    if is_rounded && decimals <= MOST_DECIMALS { last } else { 0.0 }
}

/// The slope of a course that is not rounded.
fn exact_slope(fit: &Fit) -> Option<f64> {
    match *fit {
        Fit::Constant => Some(0.0),
        Fit::Linear { slope, quantum: 0.0, .. } => Some(slope),
        Fit::Linear { .. } | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => None,
    }
}

/// The moved value at the end of a stretch.
fn moved<'a>(track: &Track, stretch: &Stretch, runs: &'a Runs) -> Option<&'a Value> {
    track.axis().path.value(&runs.run(track.samples[stretch.to].run).input)
}

/// Floats beyond 1e100 are larger than anything that is counted or measured; below 1e-100 they are too small.
const BEYOND: f64 = 1e100;

/// Whether a value is or holds a float that people do not use: infinite, not a number, or of an absurd size.
pub fn is_extreme(value: &Value) -> bool {
    match value {
        Value::Float(float) => {
            let size = float.value().abs();
            size.is_nan() || size >= BEYOND || (size > 0.0 && size < 1.0 / BEYOND)
        }
        Value::List(list) => list.items.iter().any(is_extreme),
        Value::Record(record) => record.values.iter().any(is_extreme),
        Value::Union(union) => is_extreme(union.value()),
        Value::Int(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_) => false,
    }
}

/// How an axis moves its argument, regardless of the position of a character or an item: crossings that differ in that
/// position alone may be one boundary.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Way {
    motion: Motion,
    steps: Box<[Step]>,
}

impl Way {
    pub fn of(axis: &Axis) -> Way {
        let motion = match axis.motion {
            Motion::Char(_) => Motion::Char(0),
            motion @ (Motion::Number
            | Motion::Length
            | Motion::Digits(_)
            | Motion::Part(_)
            | Motion::Pieces(_)
            | Motion::Count(_)
            | Motion::Places
            | Motion::Alternative
            | Motion::Order
            | Motion::Largest
            | Motion::Copies) => motion,
        };
        Way { motion, steps: axis.path.to_first_items().steps().into() }
    }

    /// The same, regardless of which part of a text is moved.
    pub fn of_value(axis: &Axis) -> Way {
        let way = Way::of(axis);
        match way.motion {
            Motion::Part(_) => Way { motion: Motion::Length, ..way },
            _ => way,
        }
    }

    /// Whether a number within a text is moved.
    pub fn is_in_text(&self) -> bool {
        matches!(self.motion, Motion::Digits(_))
    }

    /// Whether the argument itself is a number and moves by its size.
    pub fn is_number(&self) -> bool {
        self.motion == Motion::Number && self.steps.is_empty()
    }
}

/// The crossing between two stretches that end at neighbouring places.
pub fn crossing(number: usize, track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> Crossing {
    // Where two lines meet in a point, that point belongs to both, and the change comes after it.
    let shared = match is_open(track, left, right, runs) {
        true => 0,
        false => shared(track, left, right, runs),
    };
    let kind = kind(track, left, right, runs);
    let corner = at_corner(track, left, right, runs).filter(|_| kind == BoundaryKind::Kink);
    let [a, b] = corner.unwrap_or([&track.samples[left.to + shared], &track.samples[right.from + shared]]);
    Crossing {
        track: number,
        axis: track.axis().clone(),
        place: a.place.clone(),
        left: a.run,
        right: b.run,
        within: [track.samples[left.to - own_corner(track, left, right, runs)].run, b.run],
        kind,
        from: left.wording,
        to: right.wording,
        fits: [left.fits.clone(), right.fits.clone()],
        may_be_a_line: may_be_a_line(track, left, right, runs),
        apart: apart(track, left, right, runs),
        spans: spans(track, left, right, runs),
    }
}

fn spans(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> Box<[f64]> {
    let slots = if left.wording == right.wording { left.fits.len() } else { 0 };
    let span = |slot: usize| {
        let ends = [left.from, left.to, right.from, right.to].map(|at| track.point(at, slot, runs).y.value);
        ends.into_iter().fold(f64::NEG_INFINITY, f64::max) - ends.into_iter().fold(f64::INFINITY, f64::min)
    };
    (0..slots).map(span).collect()
}

fn apart(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> Box<[f64]> {
    let from_line = |own: &Stretch, line: &Stretch, slot: usize| {
        let of = |at: usize| track.point(at, slot, runs);
        let (slope, offset) = match line.fits[slot] {
            Fit::Linear { slope, offset, .. } => (slope, offset),
            Fit::Constant => (0.0, of(line.from).y.value),
            Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => return f64::INFINITY,
        };
        // A stretch that is no line itself may be anywhere between its ends.
        let ends = match own.fits[slot] {
            Fit::Linear { .. } | Fit::Constant => [of(own.from), of(own.to)],
            Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => return f64::INFINITY,
        };
        ends.iter().map(|end| (slope * end.x + offset - end.y.value).abs()).fold(0.0, f64::max)
    };
    let is_float = left.wording == right.wording && matches!(moved(track, left, runs), Some(Value::Float(_)));
    let slots = if is_float { left.fits.len() } else { 0 };
    (0..slots).map(|slot| from_line(left, right, slot).min(from_line(right, left, slot))).collect()
}

fn may_be_a_line(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> bool {
    // Two samples may have the same value by chance.
    let [left_is_small, right_is_small] = [left, right].map(|stretch| stretch.to - stretch.from < 2);
    if left.wording != right.wording || !left_is_small && !right_is_small {
        return false;
    }
    let at = left.to;
    let step = |from: usize, slot: usize| {
        let [a, b] = [from, from + 1].map(|at| track.point(at, slot, runs).y.value);
        (b - a, 1e-12 * a.abs().max(b.abs()))
    };
    let is_alike = |other: usize, slot: usize| {
        let ((a, noise), (b, more)) = (step(at, slot), step(other, slot));
        // Of a curve that flattens, only a step that is clearly larger than the one beside it stands out.
        (a - b).abs() <= noise.max(more) || a * b > 0.0 && a.abs() <= 2.0 * b.abs()
    };
    // If both stretches are small, a different wording beside them is no evidence against a line.
    let may_repeat = |other: usize, sample: usize| {
        if !track.are_neighbours(other) {
            return true;
        }
        match runs.told(track.samples[sample].run) == left.wording {
            true => (0..left.fits.len()).all(|slot| is_alike(other, slot)),
            false => left_is_small && right_is_small,
        }
    };
    let before = || at.checked_sub(1).is_none_or(|before| may_repeat(before, before));
    let behind = || at + 2 >= track.samples.len() || may_repeat(at + 1, at + 2);
    left_is_small && before() || right_is_small && behind()
}

/// Whether it is still unknown after which sample the left course ends: the left course goes through the first sample
/// on the right as well, and the sample after that is not a neighbour.
pub fn is_open(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> bool {
    let shared = shared(track, left, right, runs);
    let is_far = || !track.are_neighbours(right.from + shared - 1);
    shared > 0 && is_far() && at_corner(track, left, right, runs).is_none()
}

/// How many of the first samples on the right also lie on the left course. Two samples are enough to consider: zero is
/// two floats.
fn shared(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> usize {
    if left.wording != right.wording || left.to == left.from || left.fits.contains(&Fit::Constant) {
        return 0;
    }
    let explained = (right.from..right.to).take(2).take_while(|at| goes_through(track, left, *at, runs));
    explained.count()
}

/// 1 if the last sample on the left also lies on the right course, so that only the sample before belongs to the left alone.
fn own_corner(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> usize {
    let is_shared = left.wording == right.wording
        && left.to > left.from
        && right.to > right.from
        && goes_through(track, right, left.to, runs);
    usize::from(is_shared)
}

fn goes_through(track: &Track, course: &Stretch, at: usize, runs: &Runs) -> bool {
    (0..course.fits.len()).all(|slot| match course.fits[slot] {
        Fit::Linear { slope, offset, quantum: 0.0 } => {
            let point = track.point(at, slot, runs);
            let size = (slope * point.x).abs().max(offset.abs()).max(point.y.value.abs());
            (slope * point.x + offset - point.y.value).abs() <= 1e-12 * size
        }
        Fit::Constant => {
            let [here, first] = [at, course.from].map(|at| track.point(at, slot, runs));
            here.y.same(&first.y)
        }
        Fit::Linear { .. } | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
    })
}

/// Which kind of change lies between two stretches.
fn kind(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> BoundaryKind {
    let [a, b] = [left, right].map(|stretch| runs.wording_of(stretch.wording));
    let is_error = a.validity == autobva_core::Validity::Error;
    if a.validity != b.validity || (is_error && a.type_name != b.type_name) {
        return BoundaryKind::Error;
    }
    if a.type_name != b.type_name {
        return BoundaryKind::Type;
    }
    // Two results of one wording differ only in their numbers.
    if left.wording != right.wording && a.text != b.text {
        return BoundaryKind::Wording;
    }
    if let (Some(chosen), Some(next)) = (a.chosen, b.chosen) {
        let inputs = [left.to, right.from].map(|at| &runs.run(track.samples[at].run).input);
        return match (chosen.meets(&next, inputs), chosen, next) {
            (true, ..) => BoundaryKind::Kink,
            (false, Chosen::Constant(_), Chosen::Constant(_)) => BoundaryKind::Value,
            (false, ..) => BoundaryKind::Jump,
        };
    }
    let slots =
        (0..left.fits.len()).filter(|slot| left.fits[*slot] != right.fits[*slot] || is_constant(left, *slot));
    slots.map(|slot| slot_kind(track, left, right, slot, runs)).min().unwrap_or(BoundaryKind::Jump)
}

fn is_constant(stretch: &Stretch, slot: usize) -> bool {
    stretch.fits[slot] == Fit::Constant
}

fn slot_kind(track: &Track, left: &Stretch, right: &Stretch, slot: usize, runs: &Runs) -> BoundaryKind {
    let point = |at: usize| track.point(at, slot, runs);
    let (a, b) = (point(left.to), point(right.from));
    if is_constant(left, slot) && is_constant(right, slot) {
        return if a.y.same(&b.y) { BoundaryKind::Kink } else { BoundaryKind::Value };
    }
    let moved = (b.y.value - a.y.value).abs();
    let before = (left.to > left.from).then(|| slope(&point(left.to - 1), &a));
    let behind = (right.to > right.from).then(|| slope(&b, &point(right.from + 1)));
    // A step that one of the sides would make anyway is no jump; allow for rounding.
    let width = (b.x - a.x).abs();
    let rounding = [left, right].iter().map(|s| quantum(&s.fits[slot])).fold(0.0, f64::max);
    let expected = [before, behind].into_iter().flatten().fold(0.0, f64::max) * width;
    let noise = 1e-9 * a.y.value.abs().max(b.y.value.abs());
    if moved <= expected * (1.0 + 1e-9) + rounding + noise { BoundaryKind::Kink } else { BoundaryKind::Jump }
}

fn slope(a: &autobva_core::behaviour::Point, b: &autobva_core::behaviour::Point) -> f64 {
    ((b.y.value - a.y.value) / (b.x - a.x)).abs()
}

fn quantum(fit: &Fit) -> f64 {
    match fit {
        Fit::Linear { quantum, .. } => *quantum,
        Fit::Constant | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => 0.0,
    }
}
