//! Readings: numbers of outcomes that follow from one number that is read from a list, such as its sum, its largest item or the
//! item at an index. Where one reading explains both sides of a crossing, nothing changes there, whatever the axis shows.

use std::collections::BTreeMap;

use autobva_core::{Input, Value};

use super::crossing::Crossing;
use super::laws::{Term, samples_by};
use super::runs::{RunId, Runs, WordingId};

/// What a number in an outcome is: `slope · term + offset`.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub term: Term,
    pub slope: f64,
    pub offset: f64,
}

/// The readings of each slot of a wording: several if the function has several branches. The second part says whether they
/// explain all runs, so that what stays the same somewhere is read as well.
#[derive(Default)]
pub struct Readings(BTreeMap<(WordingId, usize), (Vec<Reading>, bool)>);

/// A reading must be right at 8 different values and for one run in 16, and a slot has at most 4 of them.
const LEAST_VALUES: usize = 8;
const LEAST_SHARE: usize = 16;
/// If all but one run in 50 are explained, the others are beyond the precision of floats.
const MOST_LEFT: usize = 50;
const MOST_READINGS: usize = 4;
/// Of an outcome, the first 4 numbers are read.
const MOST_SLOTS: usize = 4;
/// Lines are drawn through pairs of runs that are neither large nor close together: there, rounding hides the slope.
const LARGE: f64 = 1e6;
const CLOSE: f64 = 1e-2;
/// Each run is paired with the ones that follow it, in the order of their values, by these distances.
const PAIRED: [usize; 3] = [1, 2, 5];
/// The 3 lines that most pairs agree on are checked.
const MOST_LINES: usize = 3;
/// The relative error of floats after a few operations.
const NOISE: f64 = 1e-9;

/// The value of a term and of a slot for some runs.
type Point = (RunId, f64, f64);

impl Readings {
    pub fn of(runs: &Runs) -> Readings {
        let is_list = |input: &Input| input.iter().any(|value| matches!(value, Value::List(_)));
        if runs.len() == 0 || !is_list(&runs.run(0).input) {
            return Readings::default();
        }
        let terms = Term::of_outcomes(&runs.run(0).input);
        let mut found = BTreeMap::new();
        for (wording, ids) in samples_by(runs, |run| runs.run(run).wording) {
            let slots = ids.first().map_or(0, |run| runs.run(*run).slots.len());
            for slot in 0..slots.min(MOST_SLOTS) {
                let readings = readings(&terms, &ids, slot, runs);
                if runs.run(ids[0]).outcome.is_valid() && !readings.is_empty() {
                    let is_read = |run: &&RunId| {
                        let run = runs.run(**run);
                        readings.iter().any(|reading| reading.is_of(&run.input, run.slots[slot].value))
                    };
                    let left = ids.len() - ids.iter().filter(is_read).count();
                    found.insert((wording, slot), (readings, left * MOST_LEFT <= ids.len()));
                }
            }
        }
        Readings(found)
    }

    /// Whether one reading explains both sides of a crossing, in each of their numbers that differ.
    pub fn explain(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let [left, right] = [crossing.left, crossing.right].map(|run| runs.run(run));
        if self.0.is_empty() || left.wording != right.wording || left.slots.is_empty() {
            return false;
        }
        let is_read = |slot: usize| {
            let mut readings = self.0.get(&(left.wording, slot)).into_iter().flat_map(|(known, _)| known);
            readings.any(|reading| {
                [left, right].iter().all(|run| reading.is_of(&run.input, run.slots[slot].value))
            })
        };
        (0..left.slots.len()).all(|slot| is_read(slot) || left.slots[slot].same(&right.slots[slot]))
            && (0..left.slots.len()).any(is_read)
    }

    /// The reading that a number in the outcome of a run is. A number that stays the same while an argument moves is not read
    /// from that argument, unless all are read.
    pub fn reading(
        &self,
        run: RunId,
        slot: usize,
        stays_along: Option<usize>,
        runs: &Runs,
    ) -> Option<&Reading> {
        let run = runs.run(run);
        let (readings, are_all) = self.0.get(&(run.wording, slot))?;
        let may_be = |reading: &&Reading| *are_all || stays_along != Some(reading.term.argument);
        readings.iter().filter(may_be).find(|reading| reading.is_of(&run.input, run.slots[slot].value))
    }
}

impl Reading {
    fn is_of(&self, input: &Input, number: f64) -> bool {
        self.term.number(input).is_some_and(|read| self.is_near(read, number))
    }

    fn is_near(&self, read: f64, number: f64) -> bool {
        let line = self.slope * read;
        let size = line.abs().max(self.offset.abs()).max(number.abs());
        (line + self.offset - number).abs() <= NOISE * size
    }
}

/// The readings that together explain most of some runs, the most explanatory first.
fn readings(terms: &[Term], ids: &[RunId], slot: usize, runs: &Runs) -> Vec<Reading> {
    let mut points: Vec<(Term, Vec<Point>)> = Vec::new();
    for term in terms {
        let of = |id: &RunId| {
            let run = runs.run(*id);
            Some((*id, term.number(&run.input)?, run.slots[slot].value))
                .filter(|(_, read, _)| read.is_finite())
        };
        let mut own: Vec<Point> = ids.iter().filter_map(of).collect();
        own.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.2.total_cmp(&b.2)));
        points.push((*term, own));
    }
    let mut found: Vec<Reading> = Vec::new();
    while found.len() < MOST_READINGS {
        let lines = points.iter().flat_map(|(term, own)| {
            let reading = |(slope, offset)| Reading { term: *term, slope, offset };
            lines(own).into_iter().map(reading).map(|reading| (explained(&reading, own), reading))
        });
        let best = lines.filter(|(values, _)| *values >= LEAST_VALUES).max_by_key(|(values, _)| *values);
        let Some((_, reading)) = best else { break };
        let is_on = |point: &Point| reading.is_near(point.1, point.2);
        let own = points.iter().find(|(term, _)| *term == reading.term).map_or(&[][..], |(_, own)| own);
        let told: Vec<RunId> = own.iter().filter(|point| is_on(point)).map(|point| point.0).collect();
        if told.len() * LEAST_SHARE < ids.len() {
            break;
        }
        points.iter_mut().for_each(|(_, own)| own.retain(|point| !told.contains(&point.0)));
        found.push(reading);
    }
    found
}

/// At how many different values a reading is right.
fn explained(reading: &Reading, points: &[Point]) -> usize {
    let mut values: Vec<f64> =
        points.iter().filter(|point| reading.is_near(point.1, point.2)).map(|point| point.1).collect();
    values.dedup();
    values.len()
}

/// The number of pairs that agree on a line, and the first and the last point of these.
type Votes = (usize, [(f64, f64); 2]);

/// The lines that most pairs of points agree on, as slope and offset.
fn lines(points: &[Point]) -> Vec<(f64, f64)> {
    let is_small = |point: &&Point| point.1.abs() <= LARGE && point.2.abs() <= LARGE;
    let mut points: Vec<(f64, f64)> =
        points.iter().filter(is_small).map(|point| (point.1, point.2)).collect();
    points.dedup();
    let mut votes: BTreeMap<[i64; 2], Votes> = BTreeMap::new();
    for (at, a) in points.iter().enumerate() {
        for b in PAIRED.iter().filter_map(|by| points.get(at + by)) {
            let slope = (b.1 - a.1) / (b.0 - a.0);
            if b.0 - a.0 < CLOSE || slope == 0.0 {
                continue;
            }
            let line = [slope, a.1 - slope * a.0].map(|number| (number / CLOSE).round() as i64);
            let known = votes.entry(line).or_insert((0, [*a, *b]));
            known.0 += 1;
            known.1[1] = *b;
        }
    }
    let mut votes: Vec<_> = votes.into_values().filter(|(votes, _)| *votes > 1).collect();
    votes.sort_by_key(|(votes, _)| std::cmp::Reverse(*votes));
    let line = |(_, [a, b]): Votes| {
        let slope = (b.1 - a.1) / (b.0 - a.0);
        (slope, a.1 - slope * a.0)
    };
    votes.into_iter().take(MOST_LINES).map(line).collect()
}
