//! A track: a line, what was run on it, and the stretches of one behaviour that it falls into.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use autobva_core::behaviour::{Fit, Mark, Number, Piece, Point, calendar, in_common, pieces};
use autobva_core::{Axis, Course, Input, Integer, Line, Middle, Motion, halve};

use super::corner;
use super::runs::{RunId, Runs, WordingId};

/// A place on a track and the run there.
#[derive(Debug, Clone)]
pub struct Sample {
    pub place: Integer,
    /// The number that the place stands for.
    pub number: f64,
    pub run: RunId,
}

/// The courses of the slots of a stretch, which crossings and gaps share with it.
pub type Fits = Arc<[Fit]>;

/// Samples of one wording whose slots are explained by one course each; from an index to another, both included.
#[derive(Debug, Clone)]
pub struct Stretch {
    pub from: usize,
    pub to: usize,
    pub wording: WordingId,
    pub fits: Fits,
}

impl Stretch {
    /// Whether more samples could show that it is no stretch of its own.
    fn is_weak(&self) -> bool {
        let few = self.to - self.from + 1 < LEAST_SURE;
        few && self.fits.iter().any(|fit| match fit {
            Fit::Linear { .. } => true,
            Fit::Constant | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
        })
    }

    /// The slope of each slot, if it is sure that they are lines, and one of them moves.
    pub fn sure_slopes(&self) -> Option<Vec<f64>> {
        let slope = |fit: &Fit| match *fit {
            Fit::Linear { slope, quantum: 0.0, .. } => Some(slope),
            Fit::Constant => Some(0.0),
            Fit::Linear { .. } | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => None,
        };
        let is_sure = self.to - self.from + 1 >= LEAST_SURE && self.fits.iter().any(moves);
        self.fits.iter().map(slope).collect::<Option<Vec<f64>>>().filter(|_| is_sure)
    }

    /// Whether it is irregular in a slot.
    pub fn is_irregular(&self) -> bool {
        self.fits.contains(&Fit::Irregular)
    }
}

/// So many neighbours in a row tell a line from a staircase.
const ROW: i128 = 6;
/// Fewer samples than this may be on a line by chance.
const LEAST_SURE: usize = 4;

/// So many enclosed stretches are looked at inside.
const MOST_ISLANDS: usize = 64;

/// A line with its samples.
pub struct Track {
    pub line: Line,
    /// Sorted by place.
    pub samples: Vec<Sample>,
    /// Rows of neighbours that were asked for, by their first place and whether they go up.
    rows: Vec<(Integer, bool)>,
    /// Whether every small number was looked at.
    pub is_dense: bool,
    /// How many enclosed stretches were looked at inside.
    islands: usize,
    /// How many gaps between two wordings were squeezed.
    pub squeezed: HashMap<(WordingId, WordingId), usize>,
    reading: Reading,
}

/// The stretches of a track, and what they were read from.
#[derive(Default)]
struct Reading {
    samples: usize,
    free_kinds: usize,
    parts: Vec<Part>,
    stretches: Vec<Stretch>,
}

/// Samples of one wording that follow one another, with their stretches, whose indices count from the first of them.
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
            squeezed: HashMap::new(),
            reading: Reading::default(),
        }
    }

    /// The axis that it runs along.
    pub fn axis(&self) -> &Axis {
        match &self.line.course {
            Course::Along(axis) | Course::Diagonal(axis, ..) => axis,
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

    /// Takes in further samples, all at once: a long track is moved for each one otherwise.
    pub fn insert(&mut self, mut new: Vec<Sample>) {
        new.retain(|sample| !self.has(&sample.place));
        new.sort_by(|a, b| a.place.cmp(&b.place));
        new.dedup_by(|b, a| a.place == b.place);
        let mut merged = Vec::with_capacity(self.samples.len() + new.len());
        let mut known = std::mem::take(&mut self.samples).into_iter();
        for sample in new {
            let before = known.as_slice().partition_point(|other| other.place < sample.place);
            merged.extend(known.by_ref().take(before));
            merged.push(sample);
        }
        merged.extend(known);
        self.samples = merged;
    }

    /// The sample at a place, if it was looked at.
    pub fn at(&self, place: &Integer) -> Option<&Sample> {
        self.find(place).ok().map(|at| &self.samples[at])
    }

    /// The number that a place stands for.
    pub fn number_of(&self, place: &Integer, input: &Input) -> f64 {
        let axis = self.axis();
        match (&self.line.course, axis.motion) {
            (Course::Along(_), Motion::Number) => {
                axis.path.value(input).map_or(0.0, |value| axis.motion.number(value))
            }
            _ => place.to_f64(),
        }
    }

    /// Whether there are half as many samples again as when they were last read.
    pub fn has_grown(&self) -> bool {
        2 * self.samples.len() >= 3 * self.reading.samples
    }

    /// The samples in stretches, from low to high, as they were last read.
    pub fn stretches(&self) -> &[Stretch] {
        &self.reading.stretches
    }

    /// Whether the stretches are those of all samples, by what is known of their texts.
    pub fn is_read(&self, runs: &Runs) -> bool {
        self.reading.free_kinds == runs.free_kinds() && self.reading.samples == self.samples.len()
    }

    /// Reads the samples as stretches. Samples are never taken away, so that those between two places are the same as before
    /// if they are as many, and need not be read again.
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

    /// Cuts samples of one wording where one of their slots leaves its course; indices count from the first of them.
    fn cut(&self, from: usize, to: usize, wording: WordingId, runs: &Runs) -> Vec<Stretch> {
        let first = runs.run(self.samples[from].run);
        let slots = if runs.is_free(wording) { 0 } else { first.slots.len() };
        let marks: Vec<Mark> = runs.wording_of(wording).text.chars().filter_map(Mark::of).collect();
        let course = |slot: usize| courses(&self.points(from, to, slot, runs), marks[slot]);
        let by_slot: Vec<_> = (0..slots).map(course).collect();
        let stretch = |(from, to, fits): (usize, usize, Vec<Fit>)| Stretch {
            from,
            to,
            wording,
            fits: Fits::from(fits),
        };
        in_common(&by_slot, to - from).into_iter().map(stretch).collect()
    }

    /// The values of a slot.
    pub fn points(&self, from: usize, to: usize, slot: usize, runs: &Runs) -> Vec<Point> {
        let point = |sample: &Sample| Point {
            place: sample.place.to_i128(),
            x: sample.number,
            y: runs.run(sample.run).slots[slot],
        };
        self.samples[from..=to].iter().map(point).collect()
    }

    /// Whether a sample and the next one are neighbours.
    pub fn are_neighbours(&self, left: usize) -> bool {
        &self.samples[left].place + &Integer::ONE == self.samples[left + 1].place
    }

    /// Neighbours of a stretch that is not sure yet, each row once.
    pub fn row_for(&mut self, stretch: &Stretch) -> Vec<Integer> {
        let is_unsure =
            stretch.is_weak() || (stretch.is_irregular() || is_line(stretch)) && !self.has_row(stretch);
        if !is_unsure || self.axis().motion != Motion::Number {
            return Vec::new();
        }
        let nearest =
            (stretch.from..=stretch.to).min_by_key(|i| self.samples[*i].place.distance(&Integer::ZERO));
        let Some(nearest) = nearest else { return Vec::new() };
        let place = self.samples[nearest].place.clone();
        // Into the stretch, so that all of the row is on it.
        let upwards = nearest < stretch.to || stretch.from == stretch.to && !place.is_negative();
        let row = (place.clone(), upwards);
        if self.rows.contains(&row) {
            return Vec::new();
        }
        self.rows.push(row);
        let step = |k: i128| if upwards { &place + &Integer::Small(k) } else { &place - &Integer::Small(k) };
        (1..ROW).map(step).filter(|p| self.line.holds(p) && !self.has(p)).collect()
    }

    /// How many gaps between two wordings were squeezed.
    pub fn times_squeezed(&self, pair: (WordingId, WordingId)) -> usize {
        self.squeezed.get(&pair).copied().unwrap_or(0)
    }

    /// Places inside of stretches that other wordings enclose at neighbours, where an eighth of one was not looked at: squeezing
    /// its ends tells little of what is within.
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

/// The places that cut a row of samples into eighths, at the end of those that hold no sample.
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

/// The courses of a slot. Where all of it is the place itself, few points suffice to say so; a date goes by its days, or by
/// year, month and day.
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
    // Days that are no line take long to make sure of, and need not be where their parts say it all.
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

/// Whether values rise by one from place to place, or fall.
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

/// The slopes of all slots, and on how many tracks they were met.
type Counted = (Vec<f64>, usize);

/// How the numbers of wordings follow the arguments.
#[derive(Default)]
pub struct Growth {
    /// The wordings whose numbers follow an argument on most of its tracks: there, two or three samples on a line or a curve
    /// are a piece of it, and not values of their own.
    growing: HashSet<(usize, WordingId)>,
    /// The slopes of lines that are sure, and on how many tracks.
    slopes: HashMap<(usize, WordingId), Vec<Counted>>,
}

impl Growth {
    pub fn of(tracks: &[Track]) -> Growth {
        let mut counts: HashMap<(usize, WordingId), [usize; 2]> = HashMap::new();
        let mut growth = Growth::default();
        for track in tracks.iter().filter(|track| track.axis().motion == Motion::Number) {
            let argument = track.axis().argument();
            let mut seen: HashMap<WordingId, [bool; 2]> = HashMap::new();
            for stretch in track.stretches() {
                let [grows, stays] = seen.entry(stretch.wording).or_default();
                *grows |= !stretch.is_weak() && stretch.fits.iter().any(moves);
                *stays |= stretch.to > stretch.from && stretch.fits.iter().all(|fit| *fit == Fit::Constant);
                growth.add_slopes(argument, stretch);
            }
            for (wording, flags) in seen {
                let count = counts.entry((argument, wording)).or_default();
                (0..2).for_each(|i| count[i] += usize::from(flags[i]));
            }
        }
        counts.retain(|_, [grows, stays]| *grows > 1 && grows > stays);
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

    /// Whether a step from one run to the next, along an argument, is one of those that the numbers of its wording make
    /// anyway.
    pub fn explains(&self, argument: usize, wording: WordingId, steps: &[f64]) -> bool {
        let key = (argument, wording);
        let is_known = |(slopes, times): &(Vec<f64>, usize)| *times > 1 && are_near(slopes, steps);
        self.growing.contains(&key) || self.slopes.get(&key).is_some_and(|known| known.iter().any(is_known))
    }
}

fn are_near(a: &[f64], b: &[f64]) -> bool {
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    a.len() == b.len() && a.iter().zip(b).all(is_near)
}

fn moves(fit: &Fit) -> bool {
    match fit {
        Fit::Linear { .. } | Fit::Smooth => true,
        Fit::Constant | Fit::Periodic { .. } | Fit::Irregular => false,
    }
}
