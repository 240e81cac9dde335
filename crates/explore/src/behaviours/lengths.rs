//! Changes that the length of a text or list explains: from `9` to `10` a text becomes longer, and that may be all that
//! matters.

use std::collections::{HashMap, HashSet};

use autobva_core::{Axis, Integer, Motion, ValuePath};

use super::crossing::Crossing;
use super::runs::{RunId, Runs, WordingId};
use super::track::Track;

/// How far a float may be from the value that the length explains.
const NEAR: f64 = 1e-9;

/// How each number of a wording grows with the length of a text, as observed on tracks that move the length.
pub struct Lengths<'a> {
    slopes: HashMap<(&'a ValuePath, WordingId), Vec<Vec<f64>>>,
}

impl Lengths<'_> {
    pub fn of(tracks: &[Track]) -> Lengths<'_> {
        let mut slopes: HashMap<(&ValuePath, WordingId), Vec<Vec<f64>>> = HashMap::new();
        for track in tracks.iter().filter(|track| track.axis().motion == Motion::Length) {
            for stretch in track.stretches() {
                let known = slopes.entry((&track.axis().path, stretch.wording)).or_default();
                known.extend(stretch.sure_slopes());
            }
        }
        Lengths { slopes }
    }

    /// Whether a change within a text changes the output no more than the change of its length explains.
    pub fn explain(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let path = &crossing.axis.path;
        let Some(known) = self.slopes.get(&(path, crossing.from)) else { return false };
        if crossing.from != crossing.to || crossing.axis.motion == Motion::Length {
            return false;
        }
        let axis = Axis { path: path.clone(), motion: Motion::Length };
        let [left, right] =
            [crossing.left, crossing.right].map(|run| axis.get(&runs.run(run).input).to_f64());
        let steps = crossing.steps(runs);
        let is_explained = |(step, slope): (&f64, &f64)| (step - slope * (right - left)).abs() <= NEAR;
        left != right && known.iter().any(|slopes| steps.iter().zip(slopes).all(is_explained))
    }
}

/// With more than 64 behaviours, nothing is attributed to lengths: comparing all of them is not worth the time.
const MOST_BEHAVIOURS: usize = 64;

/// Behaviours that depend on the length alone, such as "too short": inputs of certain lengths have them, and no others
/// do. They are kept together with the argument whose length it is.
pub struct ByLength {
    behaviours: HashSet<(usize, WordingId)>,
    /// Pairs of behaviours of which one is always shorter than the other.
    pairs: HashSet<(usize, [WordingId; 2])>,
}

impl ByLength {
    /// A length decides if all runs of a behaviour are shorter, or all are longer, than the runs of any other
    /// behaviour, and the limit was found by moving the length itself.
    pub fn of(crossings: &[Crossing], runs: &Runs) -> ByLength {
        let is_length = |c: &&Crossing| c.axis.motion == Motion::Length && c.axis.path.is_whole();
        let limits: Vec<&Crossing> = crossings.iter().filter(is_length).collect();
        let arguments: HashSet<usize> = limits.iter().map(|c| c.axis.argument()).collect();
        let (mut behaviours, mut pairs) = (HashSet::new(), HashSet::new());
        for argument in arguments {
            let ranges = ranges(argument, runs);
            let is_apart = |own: WordingId, is_before: &dyn Fn(&Range, &Range) -> bool| {
                let Some(range) = ranges.get(&own).filter(|_| ranges.len() <= MOST_BEHAVIOURS) else {
                    return false;
                };
                ranges.iter().all(|(other, of_other)| *other == own || is_before(range, of_other))
            };
            for limit in limits.iter().filter(|c| c.axis.argument() == argument && c.from != c.to) {
                if let (Some(from), Some(to)) = (ranges.get(&limit.from), ranges.get(&limit.to))
                    && (from.1 < to.0 || to.1 < from.0)
                {
                    pairs.insert((argument, sorted(limit)));
                }
                if is_apart(limit.from, &|range, other| range.1 < other.0) {
                    behaviours.insert((argument, limit.from));
                }
                if is_apart(limit.to, &|range, other| range.0 > other.1) {
                    behaviours.insert((argument, limit.to));
                }
            }
        }
        ByLength { behaviours, pairs }
    }

    /// Whether a crossing shows such a behaviour or such a pair although it moves something else, which happens to change the length.
    pub fn explains(&self, crossing: &Crossing) -> bool {
        let argument = crossing.axis.argument();
        let is_length = crossing.axis.motion == Motion::Length && crossing.axis.path.is_whole();
        let sides = [crossing.from, crossing.to];
        let is_pair = || self.pairs.contains(&(argument, sorted(crossing)));
        !is_length && (sides.iter().any(|side| self.behaviours.contains(&(argument, *side))) || is_pair())
    }
}

fn sorted(crossing: &Crossing) -> [WordingId; 2] {
    [crossing.from.min(crossing.to), crossing.from.max(crossing.to)]
}

/// The least and the greatest length of an argument.
type Range = (Integer, Integer);

/// The lengths of an argument at which each behaviour was seen. A value without a length, such as null, counts as
/// having any length.
fn ranges(argument: usize, runs: &Runs) -> HashMap<WordingId, Range> {
    let mut ranges: HashMap<WordingId, Range> = HashMap::new();
    for run in 0..runs.len() as RunId {
        let value = &runs.run(run).input[argument];
        let length = Motion::Length.is_of(value).then(|| Motion::Length.get(value));
        let least = length.clone().unwrap_or(Integer::ZERO);
        let most = length.unwrap_or(Integer::Small(i128::MAX));
        let (lo, hi) = ranges.entry(runs.told(run)).or_insert_with(|| (least.clone(), most.clone()));
        if least < *lo {
            *lo = least;
        }
        if most > *hi {
            *hi = most;
        }
    }
    ranges
}
