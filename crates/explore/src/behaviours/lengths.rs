//! Changes that the length of a text or list explains: from `9` to `10` a text becomes longer, and that may be all that
//! matters.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

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

/// A length is a limit if at least 2 texts or lists show it.
const LEAST_TRACKS: usize = 2;

/// Lengths that alone decide: all inputs that are longer, or all that are not, have one behaviour.
pub struct ByLength {
    /// The greatest lengths before such a limit, by argument.
    limits: HashSet<(usize, Integer)>,
    /// Pairs of behaviours of which one is always shorter than the other.
    pairs: HashSet<(usize, [WordingId; 2])>,
}

impl ByLength {
    /// Limits that were found by moving the length itself.
    pub fn of(crossings: &[Crossing], runs: &Runs) -> ByLength {
        let is_length = |c: &&Crossing| c.axis.motion == Motion::Length && c.axis.path.is_whole();
        let mut met: BTreeMap<(usize, &Integer), Vec<&Crossing>> = BTreeMap::new();
        for limit in crossings.iter().filter(is_length).filter(|c| c.from != c.to) {
            met.entry((limit.axis.argument(), &limit.place)).or_default().push(limit);
        }
        let arguments: HashSet<usize> = met.keys().map(|(argument, _)| *argument).collect();
        let (mut limits, mut pairs) = (HashSet::new(), HashSet::new());
        for argument in arguments {
            let lengths = lengths(argument, runs);
            if lengths.len() > MOST_BEHAVIOURS {
                continue;
            }
            for ((_, place), met) in met.iter().filter(|((of, _), _)| *of == argument) {
                let ends = |of: WordingId| lengths.get(&of).map(|all| (all.first(), all.last()));
                let is_shorter = |a: WordingId, b: WordingId| {
                    ends(a).zip(ends(b)).is_some_and(|((_, longest), (shortest, _))| longest < shortest)
                };
                let is_apart = |c: &&&Crossing| is_shorter(c.from, c.to) || is_shorter(c.to, c.from);
                pairs.extend(met.iter().filter(is_apart).map(|c| (argument, sorted(c))));
                let next = *place + &Integer::ONE;
                // The only behaviour on one side must be missing right beyond. The empty text may have one of its own.
                let is_limit = |of_side: &dyn Fn(&Integer) -> bool, beyond: &Integer| {
                    let is_seen =
                        |all: &&BTreeSet<Integer>| all.iter().any(|n| *n > Integer::ZERO && of_side(n));
                    let mut seen = lengths.values().filter(is_seen);
                    seen.next().is_some_and(|only| !only.contains(beyond)) && seen.next().is_none()
                };
                let tracks: HashSet<usize> = met.iter().map(|c| c.track).collect();
                if (is_limit(&|n| n <= place, &next) || is_limit(&|n| *n >= next, place))
                    && (tracks.len() >= LEAST_TRACKS || met.iter().any(|c| is_apart(&c)))
                {
                    limits.insert((argument, (*place).clone()));
                }
            }
        }
        ByLength { limits, pairs }
    }

    /// Whether a crossing is such a limit of a text.
    pub fn is_limit(&self, crossing: &Crossing) -> bool {
        let is_length = crossing.axis.motion == Motion::Length && crossing.axis.path.is_whole();
        is_length && self.limits.contains(&(crossing.axis.argument(), crossing.place.clone()))
    }

    /// Whether a crossing passes such a limit or shows such a pair although it moves something else, which happens to change
    /// the length.
    pub fn explains(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let argument = crossing.axis.argument();
        let is_length = crossing.axis.motion == Motion::Length && crossing.axis.path.is_whole();
        let passes = || {
            let values = [crossing.left, crossing.right].map(|run| &runs.run(run).input[argument]);
            let mut lengths =
                values.map(|value| Motion::Length.is_of(value).then(|| Motion::Length.get(value)));
            lengths.sort();
            let [Some(least), Some(most)] = &lengths else { return false };
            self.limits.iter().any(|(of, place)| *of == argument && least <= place && place < most)
        };
        !is_length && (self.pairs.contains(&(argument, sorted(crossing))) || passes())
    }
}

fn sorted(crossing: &Crossing) -> [WordingId; 2] {
    [crossing.from.min(crossing.to), crossing.from.max(crossing.to)]
}

/// The lengths of an argument at which each behaviour was seen. A value without a length, such as null, counts as
/// having any length.
fn lengths(argument: usize, runs: &Runs) -> HashMap<WordingId, BTreeSet<Integer>> {
    let mut lengths: HashMap<WordingId, BTreeSet<Integer>> = HashMap::new();
    for run in 0..runs.len() as RunId {
        let value = &runs.run(run).input[argument];
        let known = lengths.entry(runs.told(run)).or_default();
        match Motion::Length.is_of(value) {
            true => drop(known.insert(Motion::Length.get(value))),
            false => known.extend([Integer::ZERO, Integer::Small(i128::MAX)]),
        }
    }
    lengths
}
