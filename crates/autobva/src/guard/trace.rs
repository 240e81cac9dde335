//! What a target does along a line: the places that were run, and the stretches of one behaviour among them.

use autobva_core::behaviour::{Fit, Number, Parsed, Point, in_common, pieces};
use autobva_core::{Axis, Input, Integer, Line, Middle, Motion, Observation, Outcome, Place, Value, halve};

use super::calls::{Calls, Step};
use super::sameness::{NOISE, key, told};

/// A line and its samples.
pub(super) struct Trace<'a, 'b> {
    line: Line,
    axis: Axis,
    calls: &'a mut Calls<'b>,
    /// Sorted by place.
    samples: Vec<Sample>,
}

struct Sample {
    place: Integer,
    /// The number at that place.
    x: f64,
    input: Input,
    outcome: Outcome,
    told: Parsed,
}

/// Consecutive samples of one wording in which each slot follows one course; `from` and `to` are both included.
pub(super) struct Stretch {
    pub(super) from: usize,
    pub(super) to: usize,
    fits: Vec<Fit>,
}

impl<'a, 'b> Trace<'a, 'b> {
    pub(super) fn new(line: Line, axis: Axis, calls: &'a mut Calls<'b>) -> Trace<'a, 'b> {
        Trace { line, axis, calls, samples: Vec::new() }
    }

    /// Runs a place, unless it is not on the line or was run before. Returns whether it was run.
    pub(super) fn look(&mut self, place: Integer) -> Step<bool> {
        let Err(at) = self.samples.binary_search_by(|sample| sample.place.cmp(&place)) else {
            return Ok(false);
        };
        if !self.line.holds(&place) {
            return Ok(false);
        }
        let input = self.line.input(0, &place);
        let outcome = self.calls.outcome(&input)?;
        let (x, told) = (number(&self.axis, &input, &place), told(&outcome));
        self.samples.insert(at, Sample { place, x, input, outcome, told });
        Ok(true)
    }

    /// Whether the line goes on beyond a place.
    pub(super) fn holds(&self, place: &Integer) -> bool {
        self.line.holds(place)
    }

    /// Whether the place of the first input is greater than that of the second.
    pub(super) fn falls(&self, from: &Input, to: &Input) -> bool {
        self.axis.get(from) > self.axis.get(to)
    }

    pub(super) fn place(&self, index: usize) -> &Integer {
        &self.samples[index].place
    }

    /// The middle of the gap after a sample; `None` if its neighbour comes next.
    pub(super) fn middle(&self, index: usize) -> Option<Integer> {
        let (low, high) = (&self.samples[index].place, &self.samples[index + 1].place);
        (low.distance(high) > Integer::ONE).then(|| halve(low, high, Middle::OfNumbers))
    }

    /// A sample and the next one as a pair.
    pub(super) fn pair(&self, index: usize) -> Place {
        let [left, right] = [index, index + 1].map(|index| {
            let Sample { input, outcome, .. } = &self.samples[index];
            Observation { input: input.clone(), outcome: outcome.clone() }
        });
        Place::between(left, right)
    }

    /// The stretches from low to high.
    pub(super) fn stretches(&self) -> Vec<Stretch> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(first) = self.samples.get(from) {
            let is_alike = |sample: &&Sample| {
                key(&sample.outcome) == key(&first.outcome)
                    && sample.told.slots.len() == first.told.slots.len()
            };
            let alike = self.samples[from..].iter().take_while(is_alike).count();
            self.cut(from, from + alike - 1, &mut found);
            from += alike;
        }
        found
    }

    /// Whether all samples lie on one line that rises or falls, by more than the last digit.
    pub(super) fn is_straight(&self) -> bool {
        let is_line = |fit: &Fit| matches!(fit, Fit::Linear { slope, quantum: 0.0, .. } if *slope != 0.0);
        let is_level = |fit: &Fit| *fit == Fit::Constant;
        match &self.stretches()[..] {
            [all] => all.fits.iter().any(is_line) && all.fits.iter().all(|fit| is_line(fit) || is_level(fit)),
            _ => false,
        }
    }

    /// Cuts samples of one wording where a slot leaves its course.
    fn cut(&self, from: usize, to: usize, found: &mut Vec<Stretch>) {
        let slots = self.samples[from].told.slots.len();
        let by_slot: Vec<_> = (0..slots).map(|slot| pieces(&self.points(from, to, slot))).collect();
        let stretch = |(begin, end, fits)| Stretch { from: from + begin, to: from + end, fits };
        found.extend(in_common(&by_slot, to - from).into_iter().map(stretch));
    }

    fn points(&self, from: usize, to: usize, slot: usize) -> Vec<Point> {
        let point = |sample: &Sample| Point {
            place: sample.place.to_i128(),
            x: sample.x,
            y: sample.told.slots[slot],
        };
        self.samples[from..=to].iter().map(point).collect()
    }

    /// Whether the behaviour of a stretch predicts this observation.
    pub(super) fn explains(&self, stretch: &Stretch, seen: &Observation) -> bool {
        let first = &self.samples[stretch.from];
        let (x, told) = (number(&self.axis, &seen.input, &self.axis.get(&seen.input)), told(&seen.outcome));
        let slots = stretch.fits.iter().zip(&first.told.slots).zip(&told.slots);
        key(&first.outcome) == key(&seen.outcome) && told.slots.len() == stretch.fits.len() && { slots }
            .all(|((fit, at_first), y)| is_on(fit, at_first, x, y))
    }
}

/// Whether a number agrees with a course.
fn is_on(fit: &Fit, at_first: &Number, x: f64, y: &Number) -> bool {
    match *fit {
        Fit::Constant => y.same(at_first),
        Fit::Linear { slope, offset, quantum } => {
            let size = y.value.abs().max((slope * x).abs()).max(offset.abs());
            (slope * x + offset - y.value).abs() <= 0.55 * quantum + NOISE * size
        }
        // These courses predict no single value.
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => true,
    }
}

fn number(axis: &Axis, input: &Input, place: &Integer) -> f64 {
    match (axis.motion, axis.path.value(input)) {
        (Motion::Number, Some(value @ (Value::Float(_) | Value::Decimal(_)))) => axis.motion.number(value),
        _ => place.to_f64(),
    }
}
