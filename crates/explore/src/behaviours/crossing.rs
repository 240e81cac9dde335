//! Crossings: pairs of neighbours on a track between two stretches.

use autobva_core::behaviour::{BoundaryKind, Fit};
use autobva_core::{Axis, Integer, Motion, Value};

use super::runs::{RunId, Runs, WordingId};
use super::track::{Stretch, Track};

/// A place where one behaviour ends and another begins.
#[derive(Debug, Clone)]
pub struct Crossing {
    /// The number of the track that it was met on.
    pub track: usize,
    pub axis: Axis,
    /// The last place of the left side.
    pub place: Integer,
    pub left: RunId,
    pub right: RunId,
    pub kind: BoundaryKind,
    pub from: WordingId,
    pub to: WordingId,
    /// The courses of the slots on either side.
    pub fits: [Vec<Fit>; 2],
}

/// What crossings have in common that may be one boundary.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub argument: usize,
    /// 0 for a number, 1 for a length, 2 for a character.
    pub motion: u8,
    pub from: WordingId,
    pub to: WordingId,
}

impl Crossing {
    pub fn key(&self) -> Key {
        Key { argument: self.axis.argument(), motion: rank(self.axis.motion), from: self.from, to: self.to }
    }

    /// Whether it lies among floats beyond those that people use, along its axis or by another argument.
    pub fn is_beyond(&self, runs: &Runs) -> bool {
        let others = runs.run(self.left).input.iter().enumerate();
        let mut others = others.filter(|(argument, _)| *argument != self.axis.argument());
        others.any(|(_, value)| is_extreme(value)) || self.is_moved_beyond(runs)
    }

    /// Whether both of its ends are such floats; a step from or to zero is none, and one to an infinite value always is.
    pub fn is_moved_beyond(&self, runs: &Runs) -> bool {
        let ends = [self.left, self.right].map(|run| self.axis.path.value(&runs.run(run).input));
        ends.iter().all(|value| is_extreme(value))
            && match ends.map(Value::as_float) {
                [Some(a), Some(b)] => a.value() * b.value() >= 0.0 || !(a.value() * b.value()).is_finite(),
                _ => false,
            }
    }
}

/// Floats from here on are larger than anything that is counted or measured, and their reciprocals are smaller.
const BEYOND: f64 = 1e100;

/// Whether a value is a float that people do not use: infinite, no number, or of a size without a use.
pub fn is_extreme(value: &Value) -> bool {
    let size = value.as_float().map(|float| float.value().abs());
    size.is_some_and(|size| size.is_nan() || size >= BEYOND || (size > 0.0 && size < 1.0 / BEYOND))
}

/// The kind of a motion, positions aside.
pub fn rank(motion: Motion) -> u8 {
    match motion {
        Motion::Number => 0,
        Motion::Length => 1,
        Motion::Char(_) => 2,
    }
}

/// The crossing between two stretches that meet at neighbours.
pub fn crossing(number: usize, track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> Crossing {
    let [a, b] = [&track.samples[left.to], &track.samples[right.from]];
    Crossing {
        track: number,
        axis: track.axis().clone(),
        place: a.place.clone(),
        left: a.run,
        right: b.run,
        kind: kind(track, left, right, runs),
        from: left.wording,
        to: right.wording,
        fits: [left.fits.clone(), right.fits.clone()],
    }
}

/// What changes between two stretches.
fn kind(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> BoundaryKind {
    let [a, b] = [left, right].map(|stretch| runs.wording_of(stretch.wording));
    let is_error = a.validity == autobva_core::Validity::Error;
    if a.validity != b.validity || (is_error && a.type_name != b.type_name) {
        return BoundaryKind::Error;
    }
    if a.type_name != b.type_name {
        return BoundaryKind::Type;
    }
    if left.wording != right.wording {
        return BoundaryKind::Wording;
    }
    let slots =
        (0..left.fits.len()).filter(|slot| left.fits[*slot] != right.fits[*slot] || is_constant(left, *slot));
    slots.map(|slot| slot_kind(track, left, right, slot, runs)).min().unwrap_or(BoundaryKind::Jump)
}

fn is_constant(stretch: &Stretch, slot: usize) -> bool {
    stretch.fits[slot] == Fit::Constant
}

fn slot_kind(track: &Track, left: &Stretch, right: &Stretch, slot: usize, runs: &Runs) -> BoundaryKind {
    // Two points on either side, where there are as many.
    let first = left.from.max(left.to.saturating_sub(1));
    let points = track.points(first, right.to.min(right.from + 1), slot, runs);
    let at = left.to - first;
    let (a, b) = (&points[at], &points[at + 1]);
    if is_constant(left, slot) && is_constant(right, slot) {
        return if a.y.same(&b.y) { BoundaryKind::Kink } else { BoundaryKind::Value };
    }
    let moved = (b.y.value - a.y.value).abs();
    let before = at.checked_sub(1).map(|i| slope(&points[i], a));
    let behind = points.get(at + 2).map(|next| slope(b, next));
    // A step that either side would make anyway is no jump; some room is left for rounding.
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
