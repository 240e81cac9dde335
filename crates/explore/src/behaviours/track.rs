//! A track: a line, the samples that were run on it, and the stretches of one behaviour that they fall into.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use autobva_core::behaviour::{Fit, Mark, Number, Piece, Point, calendar, in_common, pieces};
use autobva_core::{Axis, Direction, Input, Integer, Line, Middle, Motion, halve};

use foldhash::fast::FixedState;

use super::corner;
use super::runs::{RunId, Runs, WordingId};

/// A place on a track and its run.
#[derive(Debug, Clone)]
pub struct Sample {
    pub place: Integer,
    /// The number at that place, for fitting courses.
    pub number: f64,
    pub run: RunId,
}

/// The courses of the slots of a stretch. Crossings and gaps share them with the stretch.
pub type Fits = Arc<[Fit]>;

/// Consecutive samples of one wording in which one course explains each slot; `from` and `to` are both included.
#[derive(Debug, Clone)]
pub struct Stretch {
    pub from: usize,
    pub to: usize,
    pub wording: WordingId,
    pub fits: Fits,
}

impl Stretch {
    /// Whether the samples are so few that more of them could show that the line is a coincidence.
    fn is_weak(&self) -> bool {
        let few = self.to - self.from + 1 < LEAST_SURE;
        few && self.fits.iter().any(|fit| match fit {
            Fit::Linear { .. } => true,
            Fit::Constant | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
        })
    }

    /// The slope of each slot, if all slots are certainly lines and at least one of them moves.
    pub fn sure_slopes(&self) -> Option<Vec<f64>> {
        let slope = |fit: &Fit| match *fit {
            Fit::Linear { slope, quantum: 0.0, .. } => Some(slope),
            Fit::Constant => Some(0.0),
            Fit::Linear { .. } | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => None,
        };
        let is_sure = self.to - self.from + 1 >= LEAST_SURE && self.fits.iter().any(moves);
        self.fits.iter().map(slope).collect::<Option<Vec<f64>>>().filter(|_| is_sure)
    }

    /// Whether no course explains one of the slots.
    pub fn is_irregular(&self) -> bool {
        self.fits.contains(&Fit::Irregular)
    }
}

/// Six neighbours in a row tell a line from a staircase.
const ROW: i128 = 6;
/// Fewer than four samples may lie on a line by chance.
const LEAST_SURE: usize = 4;

/// Up to 4 samples are inserted one by one.
const FEW: usize = 4;
/// The next 4 samples are compared one by one.
const NEAR: usize = 4;

/// At most 64 enclosed stretches per track are explored inside.
const MOST_ISLANDS: usize = 64;

/// A line with its samples.
pub struct Track {
    pub line: Line,
    /// Sorted by place.
    pub samples: Vec<Sample>,
    /// Rows of neighbours that were asked for: the first place, and whether the row goes up.
    rows: Vec<(Integer, bool)>,
    /// Whether every small number has been asked for.
    pub is_dense: bool,
    /// How many enclosed stretches were explored inside.
    islands: usize,
    /// How many gaps were squeezed between each pair of wordings.
    pub squeezed: HashMap<(WordingId, WordingId), usize, FixedState>,
    reading: Reading,
}

/// The stretches of a track, and the state from which they were computed.
#[derive(Default)]
struct Reading {
    samples: usize,
    free_kinds: usize,
    parts: Vec<Part>,
    stretches: Vec<Stretch>,
}

/// Consecutive samples of one wording, and their stretches. The indices in these stretches count from the first sample
/// of the part.
struct Part {
    first: Integer,
    last: Integer,
    samples: usize,
    wording: WordingId,
    stretches: Vec<Stretch>,
}

impl Track {
    pub fn new(line: Line) -> Track {
        Track {
            line,
            samples: Vec::new(),
            rows: Vec::new(),
            is_dense: false,
            islands: 0,
            squeezed: HashMap::default(),
            reading: Reading::default(),
        }
    }

    /// The axis that the track runs along; of a diagonal, the first axis.
    pub fn axis(&self) -> &Axis {
        match &self.line.direction {
            Direction::Along(axis) | Direction::Diagonal(axis, ..) => axis,
        }
    }

    pub fn input(&self, place: &Integer) -> Input {
        self.line.input(0, place)
    }

    pub fn has(&self, place: &Integer) -> bool {
        self.find(place).is_ok()
    }

    fn find(&self, place: &Integer) -> Result<usize, usize> {
        self.samples.binary_search_by(|sample| sample.place.cmp(place))
    }

    /// Inserts further samples. Many are inserted all at once: one by one, they would move a long track every time.
    pub fn insert(&mut self, mut new: Vec<Sample>) {
        if new.len() <= FEW {
            for sample in new {
                if let Err(at) = self.find(&sample.place) {
                    self.samples.insert(at, sample);
                }
            }
            return;
        }
        new.sort_by(|a, b| a.place.cmp(&b.place));
        new.dedup_by(|b, a| a.place == b.place);
        let mut merged = Vec::with_capacity(self.samples.len() + new.len());
        let mut known = std::mem::take(&mut self.samples).into_iter();
        for sample in new {
            let before = before(known.as_slice(), &sample.place);
            merged.extend(known.by_ref().take(before));
            if known.as_slice().first().is_none_or(|next| next.place != sample.place) {
                merged.push(sample);
            }
        }
        merged.extend(known);
        self.samples = merged;
    }

    /// Those of some places, which are sorted, that have no sample yet.
    pub fn without_samples(&self, places: &mut Vec<Integer>) {
        let mut rest = &self.samples[..];
        places.retain(|place| {
            rest = &rest[before(rest, place)..];
            rest.first().is_none_or(|next| next.place != *place)
        });
    }

    /// The sample at a place, if that place was run.
    pub fn at(&self, place: &Integer) -> Option<&Sample> {
        self.find(place).ok().map(|at| &self.samples[at])
    }

    /// The number that a place stands for: the value itself, or the place where the value is no number.
    pub fn number_of(&self, place: &Integer, input: &Input) -> f64 {
        let axis = self.axis();
        match (&self.line.direction, axis.motion) {
            (Direction::Along(_), Motion::Number) => {
                axis.path.value(input).map_or(0.0, |value| axis.motion.number(value))
            }
            _ => place.to_f64(),
        }
    }

    /// Whether the track has at least half as many samples again as when its stretches were last computed.
    pub fn has_grown(&self) -> bool {
        2 * self.samples.len() >= 3 * self.reading.samples
    }

    /// The stretches from low to high, as they were last computed.
    pub fn stretches(&self) -> &[Stretch] {
        &self.reading.stretches
    }

    /// Whether the stretches cover all samples, and no further texts have turned out to be free since.
    pub fn is_read(&self, runs: &Runs) -> bool {
        self.reading.free_kinds == runs.free_kinds() && self.reading.samples == self.samples.len()
    }

    /// Computes the stretches. Samples are never removed, so a part with the same ends and as many samples as before is
    /// unchanged and is not computed again.
    pub fn read(&mut self, runs: &Runs) {
        if self.is_read(runs) {
            return;
        }
        let free_kinds = runs.free_kinds();
        let is_known = self.reading.free_kinds == free_kinds;
        let mut before = std::mem::take(&mut self.reading).parts;
        let mut parts = Vec::new();
        let mut stretches = Vec::new();
        let mut from = 0;
        while from < self.samples.len() {
            let wording = runs.told(self.samples[from].run);
            let samples = self.samples[from..].iter().take_while(|s| runs.told(s.run) == wording).count();
            let [first, last] = [from, from + samples - 1].map(|at| &self.samples[at].place);
            let known = before.binary_search_by(|part| part.first.cmp(first)).ok().filter(|at| {
                let part = &before[*at];
                is_known && part.samples == samples && part.wording == wording && part.last == *last
            });
            let own = match known {
                Some(at) => std::mem::take(&mut before[at].stretches),
                None => self.cut(from, from + samples - 1, wording, runs),
            };
            let moved = |s: &Stretch| Stretch { from: from + s.from, to: from + s.to, ..s.clone() };
            stretches.extend(own.iter().map(moved));
            parts.push(Part { first: first.clone(), last: last.clone(), samples, wording, stretches: own });
            from += samples;
        }
        corner::settle(&mut stretches, self, runs);
        self.reading = Reading { samples: self.samples.len(), free_kinds, parts, stretches };
    }

    /// Cuts samples of one wording where a slot leaves its course; the indices in the result count from `from`.
    fn cut(&self, from: usize, to: usize, wording: WordingId, runs: &Runs) -> Vec<Stretch> {
        let first = runs.run(self.samples[from].run);
        let slots = if runs.is_free(wording) { 0 } else { first.slots.len() };
        if runs.wording_of(wording).result_of.is_some() {
            let fits = Fits::from(vec![Fit::Constant; slots]);
            return vec![Stretch { from: 0, to: to - from, wording, fits }];
        }
        let marks: Vec<Mark> = runs.wording_of(wording).text.chars().filter_map(Mark::of).collect();
        let points = |slot: usize| (from..=to).map(|at| self.point(at, slot, runs)).collect::<Vec<_>>();
        let course = |slot: usize| courses(&points(slot), marks[slot]);
        let by_slot: Vec<_> = (0..slots).map(course).collect();
        let stretch = |(from, to, fits): (usize, usize, Vec<Fit>)| Stretch {
            from,
            to,
            wording,
            fits: Fits::from(fits),
        };
        in_common(&by_slot, to - from).into_iter().map(stretch).collect()
    }

    /// The value of a slot at a sample.
    pub fn point(&self, at: usize, slot: usize, runs: &Runs) -> Point {
        let sample = &self.samples[at];
        Point { place: sample.place.to_i128(), x: sample.number, y: runs.run(sample.run).slots[slot] }
    }

    /// Whether a sample and the next one are at neighbouring places.
    pub fn are_neighbours(&self, left: usize) -> bool {
        &self.samples[left].place + &Integer::ONE == self.samples[left + 1].place
    }

    /// Places in a row at a stretch that is not certain yet; each row is asked for once.
    pub fn row_for(&mut self, stretch: &Stretch, runs: &Runs) -> Vec<Integer> {
        let is_unsure =
            stretch.is_weak() || (stretch.is_irregular() || is_line(stretch)) && !self.has_row(stretch);
        if !is_unsure || self.axis().motion != Motion::Number {
            return Vec::new();
        }
        let nearest =
            (stretch.from..=stretch.to).min_by_key(|i| self.samples[*i].place.distance(&Integer::ZERO));
        let Some(nearest) = nearest else { return Vec::new() };
        let place = self.samples[nearest].place.clone();
        // The row goes into the stretch, so that all of it is on the stretch.
        let upwards = nearest < stretch.to || stretch.from == stretch.to && !place.is_negative();
        let row = (place.clone(), upwards);
        if self.rows.contains(&row) {
            return Vec::new();
        }
        self.rows.push(row);
        let step = |k: i128| if upwards { &place + &Integer::Small(k) } else { &place - &Integer::Small(k) };
        // Beyond a neighbour of another wording, a row would tell nothing about this stretch. Where wordings alternate, each such
        // row would open further stretches that ask for rows.
        let ends_at = |left: usize, beyond: usize| {
            self.are_neighbours(left) && runs.told(self.samples[beyond].run) != stretch.wording
        };
        let (from, to) = (stretch.from, stretch.to);
        let ends_below = from > 0 && ends_at(from - 1, from - 1);
        let ends_above = to + 1 < self.samples.len() && ends_at(to, to + 1);
        let is_inside = |place: &Integer| {
            !(ends_below && *place < self.samples[from].place
                || ends_above && *place > self.samples[to].place)
        };
        (1..ROW).map(step).filter(|p| self.line.holds(p) && !self.has(p) && is_inside(p)).collect()
    }

    /// How many gaps between these two wordings were squeezed.
    pub fn times_squeezed(&self, pair: (WordingId, WordingId)) -> usize {
        self.squeezed.get(&pair).copied().unwrap_or(0)
    }

    /// Places inside stretches that are enclosed by other wordings at neighbouring places, if an eighth of the stretch
    /// has no sample: squeezing the two ends shows little of the inside.
    pub fn inside_islands(&mut self, stretches: &[Stretch]) -> Vec<Integer> {
        let mut found = Vec::new();
        for three in stretches.windows(3) {
            let [before, stretch, behind] = three else { continue };
            let is_enclosed = before.wording != stretch.wording
                && stretch.wording != behind.wording
                && self.are_neighbours(before.to)
                && self.are_neighbours(stretch.to);
            if !is_enclosed || self.islands >= MOST_ISLANDS {
                continue;
            }
            let samples = &self.samples[stretch.from..=stretch.to];
            let missing = missing_eighths(samples);
            self.islands += usize::from(!missing.is_empty());
            found.extend(missing);
        }
        found
    }

    fn has_row(&self, stretch: &Stretch) -> bool {
        let mut row = 0;
        for index in stretch.from..stretch.to {
            row = if self.are_neighbours(index) { row + 1 } else { 0 };
            if row + 1 >= ROW - 1 {
                return true;
            }
        }
        false
    }
}

/// How many samples are before a place. The next ones are looked at first: places that follow each other are often near.
fn before(samples: &[Sample], place: &Integer) -> usize {
    let is_behind = |sample: &Sample| sample.place >= *place;
    let near = samples.iter().take(NEAR).position(is_behind);
    near.unwrap_or_else(|| samples.partition_point(|sample| !is_behind(sample)))
}

/// Cuts the range of some samples into eighths, and returns the upper end of each eighth without a sample.
fn missing_eighths(samples: &[Sample]) -> Vec<Integer> {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return Vec::new() };
    let mut cuts = vec![first.place.clone(), last.place.clone()];
    for _ in 0..3 {
        let middles = cuts.windows(2).map(|pair| halve(&pair[0], &pair[1], Middle::OfNumbers));
        let middles: Vec<Integer> = middles.collect();
        cuts.extend(middles);
        cuts.sort();
        cuts.dedup();
    }
    let is_empty = |pair: &[Integer]| {
        let before = samples.partition_point(|sample| sample.place <= pair[0]);
        samples.get(before).is_none_or(|next| next.place > pair[1])
    };
    cuts.windows(2).filter(|pair| is_empty(pair)).map(|pair| pair[1].clone()).collect()
}

/// The courses of a slot. If every value equals its place, few points suffice to call that a line. A date follows a
/// course by its number of days, or by its year, month and day.
fn courses(points: &[Point], mark: Mark) -> Vec<Piece> {
    if points.iter().all(|point| point.y.value == point.x) {
        let fit = Fit::Linear { slope: 1.0, offset: 0.0, quantum: 0.0 };
        return vec![Piece { from: 0, to: points.len() - 1, fit }];
    }
    if mark != Mark::Date {
        return pieces(points);
    }
    let parts: Vec<[i128; 3]> = points.iter().map(|point| calendar::parts(point.y)).collect();
    let part = |index: usize| {
        let of = |(p, parts): (&Point, &[i128; 3])| Point { y: Number::whole(parts[index]), ..*p };
        points.iter().zip(&parts).map(of).collect::<Vec<_>>()
    };
    let mut ends: Vec<usize> =
        (0..3).flat_map(|i| courses(&part(i), Mark::Number)).map(|piece| piece.to).collect();
    ends.sort_unstable();
    ends.dedup();
    // Fitting days that are on no line is slow, and unnecessary where year, month and day explain them.
    if ends.len() > 1 || are_in_a_row(points) {
        let whole = pieces(points);
        if ends.len() >= whole.len() {
            return whole;
        }
    }
    let mut from = 0;
    let by_parts = ends.into_iter().map(|to| {
        let piece = Piece { from, to, fit: if from == to { Fit::Constant } else { Fit::Smooth } };
        from = to + 1;
        piece
    });
    by_parts.collect()
}

/// Whether the values rise, or fall, exactly as the places do.
fn are_in_a_row(points: &[Point]) -> bool {
    let steps = |pair: &[Point]| (pair[1].x - pair[0].x, pair[1].y.value - pair[0].y.value);
    points.windows(2).map(steps).all(|(along, up)| up == along || up == -along)
}

fn is_line(stretch: &Stretch) -> bool {
    stretch.fits.iter().any(|fit| match fit {
        Fit::Linear { quantum, .. } => *quantum == 0.0,
        Fit::Constant | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
    })
}

/// The slopes of all slots, and on how many tracks they were found.
type Counted = (Vec<f64>, usize);

/// How the numbers in a wording grow with the arguments.
#[derive(Default)]
pub struct Growth {
    /// Pairs of argument and wording whose numbers grow on most tracks along that argument. There, two or three samples
    /// that lie on a line or curve are a piece of it and not values of their own.
    growing: HashSet<(usize, WordingId), FixedState>,
    /// The slopes of certain lines, and on how many tracks each was found.
    slopes: HashMap<(usize, WordingId), Vec<Counted>, FixedState>,
}

impl Growth {
    pub fn of(tracks: &[Track]) -> Growth {
        let mut counts: HashMap<(usize, WordingId), [usize; 3], FixedState> = HashMap::default();
        let mut growth = Growth::default();
        let mut seen: Vec<(WordingId, [bool; 3])> = Vec::new();
        for track in tracks.iter().filter(|track| track.axis().motion == Motion::Number) {
            let argument = track.axis().argument();
            for stretch in track.stretches() {
                let at =
                    seen.iter().position(|(wording, _)| *wording == stretch.wording).unwrap_or(seen.len());
                if at == seen.len() {
                    seen.push((stretch.wording, [false; 3]));
                }
                let [grows, stays, curves] = &mut seen[at].1;
                *grows |= !stretch.is_weak() && stretch.fits.iter().any(moves);
                *stays |= stretch.to > stretch.from && stretch.fits.iter().all(|fit| *fit == Fit::Constant);
                *curves |= stretch.fits.contains(&Fit::Smooth);
                growth.add_slopes(argument, stretch);
            }
            for (wording, flags) in seen.drain(..) {
                let count = counts.entry((argument, wording)).or_default();
                (0..3).for_each(|i| count[i] += usize::from(flags[i]));
            }
        }
        // A curve of whole numbers has flat parts, where it is small.
        counts.retain(|_, [grows, stays, curves]| *grows > 1 && grows > stays || *curves > 1);
        growth.growing = counts.into_keys().collect();
        growth
    }

    fn add_slopes(&mut self, argument: usize, stretch: &Stretch) {
        let Some(slopes) = stretch.sure_slopes() else { return };
        let known = self.slopes.entry((argument, stretch.wording)).or_default();
        match known.iter_mut().find(|(other, _)| are_near(other, &slopes)) {
            Some((_, times)) => *times += 1,
            None => known.push((slopes, 1)),
        }
    }

    /// Whether the numbers of this wording make such a step anyway when the argument moves.
    pub fn explains(&self, argument: usize, wording: WordingId, steps: &[f64]) -> bool {
        let key = (argument, wording);
        let is_known = |(slopes, times): &(Vec<f64>, usize)| *times > 1 && are_near(slopes, steps);
        self.growing.contains(&key) || self.slopes.get(&key).is_some_and(|known| known.iter().any(is_known))
    }
}

fn are_near(a: &[f64], b: &[f64]) -> bool {
    let is_near = |at: usize| (a[at] - b[at]).abs() <= 1e-9 * a[at].abs().max(b[at].abs());
    a.len() == b.len() && (0..a.len()).all(is_near)
}

fn moves(fit: &Fit) -> bool {
    match fit {
        Fit::Linear { .. } | Fit::Smooth => true,
        Fit::Constant | Fit::Periodic { .. } | Fit::Irregular => false,
    }
}
