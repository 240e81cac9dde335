//! Of several crossings that show the same thing, keeps the finest, along the axis that a person would name.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use autobva_core::behaviour::{Fit, Mark};
use autobva_core::{Decimal, Integer, Motion, Validity, Value, ValuePath, digits};

use super::crossing::{Crossing, Key};
use super::runs::{RunId, Runs, WordingId};

/// Along a number in a text, at most 3 changes of its course are told.
const MOST_BENDS: usize = 3;

/// Removes the crossings that are better shown by others.
pub fn finest(crossings: Vec<Crossing>, runs: &Runs) -> Vec<Crossing> {
    let mut crossings = by_best_motion(crossings);
    crossings.retain(|c| !is_repetition(c, runs) && !has_equal_items(c, runs));
    let mut crossings = by_most_places(by_best_arrangement(crossings), runs);
    let limits = Limits::of(&crossings);
    let is_part = |c: &Crossing| matches!(c.axis.motion, Motion::Part(_) | Motion::Digits(_));
    crossings.retain(|c| !is_part(c) || !limits.explain(c, runs));
    // Where a number in a text is read in another way, its course changes again and again.
    let mut bends: HashMap<usize, usize> = HashMap::new();
    let is_bend = |c: &Crossing| c.from == c.to && matches!(c.axis.motion, Motion::Digits(_));
    crossings.iter().filter(|c| is_bend(c)).for_each(|c| *bends.entry(c.track).or_default() += 1);
    crossings.retain(|c| !is_bend(c) || bends[&c.track] <= MOST_BENDS);
    let numbers = Numbers::of(&crossings);
    let fine: HashSet<(ValuePath, WordingId)> = crossings
        .iter()
        .filter(|c| c.axis.motion == Motion::Number)
        .flat_map(|c| [c.from, c.to].map(|wording| (c.axis.path.clone(), wording)))
        .collect();
    let is_told = |c: &Crossing| match c.axis.motion {
        // A change by a month or an hour leads to a finer one in between, which is reported instead.
        Motion::Count(_) => {
            [c.from, c.to].iter().any(|wording| !fine.contains(&(c.axis.path.clone(), *wording)))
        }
        Motion::Char(_) | Motion::Digits(_) if is_reading_of_digits(c, runs) => false,
        Motion::Length | Motion::Part(_) if is_reading_of_digits(c, runs) => false,
        Motion::Char(_) | Motion::Length | Motion::Part(_) | Motion::Pieces(_) => !numbers.explain(c, runs),
        // With fewer decimal places it may be a different number; only a change of the places alone counts.
        Motion::Places => {
            let [left, right] = [c.left, c.right].map(|run| {
                let value = c.axis.path.value(&runs.run(run).input);
                value.map(|value| Motion::Number.number(value))
            });
            left == right
        }
        Motion::Number
        | Motion::Digits(_)
        | Motion::Alternative
        | Motion::Order
        | Motion::Largest
        | Motion::Copies => true,
    };
    let told: Vec<bool> = crossings.iter().map(is_told).collect();
    crossings.into_iter().zip(told).filter(|(_, told)| *told).map(|(crossing, _)| crossing).collect()
}

/// Removes the limits of decimals that were found with more decimal places, too: 99 | 100 and 99.4 | 99.5 where there is
/// 99.49 | 99.50.
fn by_most_places(crossings: Vec<Crossing>, runs: &Runs) -> Vec<Crossing> {
    let side = |c: &Crossing, run: RunId| match c.axis.path.value(&runs.run(run).input) {
        Some(Value::Decimal(decimal)) if c.axis.motion == Motion::Number => Some((**decimal).clone()),
        _ => None,
    };
    let mut lower: HashMap<Key, BTreeSet<Decimal>> = HashMap::new();
    for c in &crossings {
        if let Some(low) = side(c, c.left) {
            lower.entry(c.key()).or_default().insert(low);
        }
    }
    let is_coarse = |c: &Crossing| {
        let (Some(low), Some(high)) = (side(c, c.left), side(c, c.right)) else { return false };
        // Neighbours with more places lie within if their lower side does.
        lower[&c.key()].range(&low..&high).any(|other: &Decimal| other.places() > low.places())
    };
    let told: Vec<bool> = crossings.iter().map(|c| !is_coarse(c)).collect();
    crossings.into_iter().zip(told).filter(|(_, told)| *told).map(|(crossing, _)| crossing).collect()
}

/// Whether only numbers change, and because of a character, or without a course: then they are read from the digits of the text
/// in some way, such as in another base or in pairs, and other digits make other numbers.
fn is_reading_of_digits(crossing: &Crossing, runs: &Runs) -> bool {
    let mut fits = crossing.fits.iter().flat_map(|fits| fits.iter());
    let is_told = match crossing.axis.motion {
        Motion::Char(_) => fits.all(|fit| *fit == Fit::Constant),
        // A longer number is another number.
        Motion::Length | Motion::Part(_) => !is_longer_number(crossing, runs),
        _ => !fits.any(|fit| matches!(fit, Fit::Irregular | Fit::Smooth | Fit::Periodic { .. })),
    };
    let is_digit = |run: RunId| {
        let Motion::Char(at) = crossing.axis.motion else { return false };
        let text = crossing.axis.path.value(&runs.run(run).input).and_then(Value::as_text);
        text.and_then(|text| text.chars().nth(at)).is_some_and(|c| c.is_ascii_digit())
    };
    crossing.from == crossing.to && (!is_told || is_digit(crossing.left) && is_digit(crossing.right))
}

/// Whether a text only gets more digits where there are some already.
fn is_longer_number(crossing: &Crossing, runs: &Runs) -> bool {
    let text = |run: RunId| crossing.axis.path.value(&runs.run(run).input).and_then(Value::as_text);
    let (Some(left), Some(right)) = (text(crossing.left), text(crossing.right)) else { return false };
    let has_number = left.chars().any(|c| c.is_ascii_digit());
    has_number && digits::fold_numbers(left.chars(), '#').eq(digits::fold_numbers(right.chars(), '#'))
}

/// Whether the changing numbers only restate the text: the position of a fault in a message, a date, or the text itself.
fn is_repetition(crossing: &Crossing, runs: &Runs) -> bool {
    let value = crossing.axis.path.value(&runs.run(crossing.left).input);
    let wording = runs.wording_of(crossing.from);
    let is_moment = |c: char| matches!(Mark::of(c), Some(Mark::Date | Mark::Time));
    let is_said = |run: RunId| {
        let value = crossing.axis.path.value(&runs.run(run).input);
        value.and_then(Value::as_text).is_some_and(|text| text.contains(runs.run(run).outcome.text()))
    };
    crossing.from == crossing.to
        && matches!(value, Some(Value::Text(_)))
        && (wording.validity == Validity::Error
            || wording.text.chars().any(is_moment)
            || is_said(crossing.left) && is_said(crossing.right))
}

/// Whether a dictionary has a repeated key on one side, or a set a repeated item, so that it is shorter than it seems to be.
fn has_equal_items(crossing: &Crossing, runs: &Runs) -> bool {
    let of = |run: RunId| runs.run(run).input.iter().any(repeats_an_item);
    of(crossing.left) || of(crossing.right)
}

fn repeats_an_item(value: &Value) -> bool {
    match value {
        Value::List(list) => {
            list.effective().len() < list.items.len() || list.items.iter().any(repeats_an_item)
        }
        Value::Record(record) => record.values.iter().any(repeats_an_item),
        Value::Union(union) => repeats_an_item(union.value()),
        Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_) => false,
    }
}

/// Keeps one of several crossings between the same two inputs: moving the number in a text beats moving its last digit.
fn by_best_motion(crossings: Vec<Crossing>) -> Vec<Crossing> {
    let mut best: HashMap<(RunId, RunId), u8> = HashMap::new();
    let pair = |c: &Crossing| (c.left.min(c.right), c.left.max(c.right));
    for crossing in &crossings {
        let rank = preference(crossing.axis.motion);
        best.entry(pair(crossing)).and_modify(|best| *best = rank.min(*best)).or_insert(rank);
    }
    crossings.into_iter().filter(|c| best[&pair(c)] == preference(c.axis.motion)).collect()
}

/// One of the ways to arrange a list that lead from one behaviour to the other: its order rather than where its largest item is.
fn by_best_arrangement(crossings: Vec<Crossing>) -> Vec<Crossing> {
    let rank = |c: &Crossing| match c.axis.motion {
        Motion::Order => Some(0),
        Motion::Largest => Some(1),
        Motion::Copies => Some(2),
        _ => None,
    };
    let between = |c: &Crossing| (c.axis.path.clone(), c.from.min(c.to), c.from.max(c.to));
    let mut best: HashMap<(ValuePath, WordingId, WordingId), u8> = HashMap::new();
    for (rank, crossing) in crossings.iter().filter_map(|c| Some((rank(c)?, c))) {
        best.entry(between(crossing)).and_modify(|best| *best = rank.min(*best)).or_insert(rank);
    }
    crossings.into_iter().filter(|c| rank(c).is_none_or(|rank| best[&between(c)] == rank)).collect()
}

fn preference(motion: Motion) -> u8 {
    match motion {
        Motion::Number | Motion::Alternative | Motion::Order | Motion::Largest | Motion::Copies => 0,
        Motion::Digits(_) => 1,
        Motion::Length => 2,
        Motion::Part(_) | Motion::Pieces(_) => 3,
        Motion::Places | Motion::Count(_) => 4,
        Motion::Char(_) => 5,
    }
}

/// Lengths of whole texts that are limits, because they were found on several tracks.
struct Limits {
    places: BTreeMap<(ValuePath, Integer), (usize, HashSet<WordingId>)>,
}

/// A length is a limit if at least 3 texts show it.
const LEAST_TEXTS: usize = 3;

/// More than 3 lengths per path are no limits.
const MOST_LIMITS: usize = 3;

impl Limits {
    fn of(crossings: &[Crossing]) -> Limits {
        let mut places: BTreeMap<_, (usize, HashSet<WordingId>)> = BTreeMap::new();
        for c in crossings.iter().filter(|c| c.axis.motion == Motion::Length) {
            let (times, wordings) = places.entry((c.axis.path.clone(), c.place.clone())).or_default();
            *times += 1;
            wordings.extend([c.from, c.to]);
        }
        places.retain(|_, (times, _)| *times >= LEAST_TEXTS);
        // If many lengths make a difference, the real cause is something else.
        let mut counts: BTreeMap<ValuePath, usize> = BTreeMap::new();
        places.keys().for_each(|(path, _)| *counts.entry(path.clone()).or_default() += 1);
        places.retain(|(path, _), _| counts[path] <= MOST_LIMITS);
        Limits { places }
    }

    /// Whether a crossing along a part of a text passes such a limit of the whole text, and one of its wordings is at
    /// that limit.
    fn explain(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let length = |run: RunId| {
            let value = crossing.axis.path.value(&runs.run(run).input);
            value.map_or(Integer::ZERO, |value| Motion::Length.get(value))
        };
        let (a, b) = (length(crossing.left), length(crossing.right));
        self.places.iter().any(|((path, place), (_, wordings))| {
            *path == crossing.axis.path
                && *place >= *(&a).min(&b)
                && *place < *(&a).max(&b)
                && (wordings.contains(&crossing.from) || wordings.contains(&crossing.to))
        })
    }
}

/// The path to a text, the index of a number in it, and one of the two wordings at a crossing.
type RunOfDigits = (ValuePath, usize, WordingId);

/// The places at which numbers inside texts cross from one wording to another.
struct Numbers<'a> {
    places: BTreeMap<RunOfDigits, Vec<&'a Integer>>,
}

impl Numbers<'_> {
    fn of(crossings: &[Crossing]) -> Numbers<'_> {
        let mut places: BTreeMap<_, Vec<&Integer>> = BTreeMap::new();
        for crossing in crossings {
            if let Motion::Digits(run) = crossing.axis.motion {
                for wording in [crossing.from, crossing.to] {
                    let key = (crossing.axis.path.clone(), run, wording);
                    places.entry(key).or_default().push(&crossing.place);
                }
            }
        }
        Numbers { places }
    }

    /// Whether a change of a character, or of the length, changes only a number in the text, and passes such a place.
    fn explain(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let [left, right] =
            [crossing.left, crossing.right].map(|run| crossing.axis.path.value(&runs.run(run).input));
        let (Some(Value::Text(left)), Some(Value::Text(right))) = (left, right) else { return false };
        if self.places.is_empty()
            || !digits::fold_numbers(left.chars(), '#').eq(digits::fold_numbers(right.chars(), '#'))
        {
            return false;
        }
        let values = [left, right].map(|text| Value::Text(text.clone()));
        let passes = |run: usize| {
            let motion = Motion::Digits(run);
            let [a, b] = [0, 1].map(|side: usize| motion.get(&values[side]));
            let is_passed = |place: &&Integer| *place >= (&a).min(&b) && *place < (&a).max(&b);
            // It may pass several places at once; each of its wordings must be at one of them.
            [crossing.from, crossing.to].iter().all(|wording| {
                let key = (crossing.axis.path.clone(), run, *wording);
                self.places.get(&key).is_some_and(|places| places.iter().any(is_passed))
            })
        };
        (0..).take_while(|run| Motion::Digits(*run).is_of(&values[0])).any(passes)
    }
}
