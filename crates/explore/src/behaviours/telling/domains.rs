//! Describes where each behaviour holds: `amount 1000 … 9999, years 1 … 5`.
//!
//! The limits along single arguments divide the inputs into cells. If the cells of a behaviour fill a few boxes in
//! which no other behaviour was seen, the behaviour holds in these boxes. Where a rule of several arguments decides,
//! cells are mixed and nothing is said here; the rule says it.

use std::collections::{BTreeMap, BTreeSet};

use autobva_core::behaviour::{Behaviour, Stretch as ToldStretch};
use autobva_core::{Axis, Input, Integer, Motion, Signature, Value};

use super::super::crossing::{Crossing, is_extreme};
use super::super::groups::{Group, Shape};
use super::super::runs::{RunId, Runs};

/// More than 3 boxes or ranges are not a condition that a person would remember.
const MOST_BOXES: usize = 3;
const OR: &str = " or ";
/// If a number is at least 3 characters shorter than its neighbour, it is the round one of the two, as 0.0 is beside 5e-324.
const MUCH_SHORTER: usize = 3;

/// Runs in ascending order, each with a behaviour that it is known to have. A run may have several: what is a line
/// along one argument is a constant along another.
pub type Members = Vec<(RunId, u32)>;
/// Stands for all behaviours that occur at no boundary.
pub const OTHER: u32 = 0;

/// Sets the domain of each behaviour of a target with one argument.
pub fn along_one(behaviours: &mut [Behaviour], stretches: &[ToldStretch], name: &str) {
    for behaviour in behaviours {
        let own = stretches.iter().filter(|stretch| stretch.behaviour == behaviour.id);
        let ranges: Vec<String> =
            own.map(|stretch| range(stretch.from.as_deref(), stretch.to.as_deref())).collect();
        if (1..=MOST_BOXES).contains(&ranges.len()) && ranges != ["…"] {
            behaviour.domain = format!("{name} {}", ranges.join(OR));
        }
    }
}

/// Sets the domain of each behaviour of a target with several arguments.
pub fn among_several(
    behaviours: &mut [Behaviour],
    members: &Members,
    runs: &Runs,
    crossings: &[Crossing],
    groups: &[Group],
    signature: &Signature,
) {
    let cuts = cuts(runs, crossings, groups, signature);
    let limits: Vec<Vec<&Integer>> = cuts.iter().map(|cut| cut.limits.keys().collect()).collect();
    // The index of the interval of each cut in which an input lies.
    let interval = |input: &Input, (cut, limits): (&Cut, &Vec<&Integer>)| {
        let place = cut.axis.get(input);
        limits.partition_point(|limit| **limit < place)
    };
    let mut cells: BTreeMap<Vec<usize>, BTreeSet<Vec<u32>>> = BTreeMap::new();
    // Most runs lie in a known cell and have behaviours that were seen there; for these nothing is allocated.
    let (mut cell, mut ids) = (Vec::new(), Vec::new());
    for known in members.chunk_by(|a, b| a.0 == b.0) {
        let input = &runs.run(known[0].0).input;
        if cuts.iter().all(|cut| cut.axis.is_of(input)) && !input.iter().any(is_extreme) {
            cell.clear();
            cell.extend(cuts.iter().zip(&limits).map(|cut| interval(input, cut)));
            ids.clear();
            ids.extend(known.iter().map(|(_, id)| *id));
            match cells.get_mut(&cell) {
                Some(met) if met.contains(&ids) => {}
                Some(met) => drop(met.insert(ids.clone())),
                None => drop(cells.insert(cell.clone(), BTreeSet::from([ids.clone()]))),
            }
        }
    }
    for behaviour in behaviours {
        let is_own = |known: &Vec<u32>| known.contains(&behaviour.id);
        let (own, others): (Vec<_>, Vec<_>) = cells.iter().partition(|(_, met)| met.iter().any(is_own));
        if own.iter().all(|(_, met)| met.iter().all(is_own))
            && let [own, others] =
                [own, others].map(|cells| cells.into_iter().map(|(cell, _)| cell).collect())
            && let Some(boxes) = cover(own, others, &cuts)
        {
            behaviour.domain = told(boxes, &cuts);
        }
    }
}

/// An axis and the limits along it.
struct Cut {
    axis: Axis,
    name: String,
    /// The last place below each limit, with the values on both sides as text.
    limits: BTreeMap<Integer, [String; 2]>,
    /// The first and the last value, if the values are a few choices; of lengths the least.
    ends: [Option<String>; 2],
}

impl Cut {
    /// The range of some intervals as text. With floats, the round side of a limit says more than its neighbour: `< 37.5`.
    fn range(&self, (least, most): (usize, usize)) -> String {
        let limit = |at: usize, side: usize, sign: &str| {
            let sides = self.limits.values().nth(at)?;
            let [own, other] = [&sides[side], &sides[1 - side]];
            let is_round = self.ends[0].is_none() && other.len() + MUCH_SHORTER <= own.len();
            Some(if is_round { format!("{sign} {other}") } else { own.clone() })
        };
        let from = least.checked_sub(1).and_then(|at| limit(at, 1, ">")).or(self.ends[0].clone());
        let to = limit(most, 0, "<").or(self.ends[1].clone());
        range(from.as_deref(), to.as_deref())
    }
}

/// The ends of an axis as text, if its values are choices.
fn ends(axis: &Axis, input: &Input, signature: &Signature) -> [Option<String>; 2] {
    let value = axis.path.value(input);
    let is_choice = value.is_some_and(|value| matches!(value, Value::Choice(_)) || value.is_bool());
    let (first, last) = axis.ends(signature, input);
    let is_length = axis.motion == Motion::Length;
    [(first, is_choice || is_length), (last, is_choice)].map(|(end, is_told)| {
        let mut input = input.clone();
        is_told.then(|| {
            axis.set(&mut input, end);
            axis.shown(&input, str::to_string)
        })
    })
}

/// The limits of all boundaries that are a single place along one argument.
fn cuts(runs: &Runs, crossings: &[Crossing], groups: &[Group], signature: &Signature) -> Vec<Cut> {
    let mut cuts: BTreeMap<(usize, bool), Cut> = BTreeMap::new();
    let constant = groups.iter().filter(|group| matches!(group.shape, Shape::Constant));
    for crossing in constant.flat_map(|group| &group.members).map(|index| &crossings[*index]) {
        let axis = &crossing.axis;
        let is_length = axis.motion == Motion::Length;
        if !axis.path.is_whole() || !is_length && axis.motion != Motion::Number || crossing.is_beyond(runs) {
            continue;
        }
        let input = |run: RunId| &runs.run(run).input;
        let shown = |run: RunId| axis.shown(input(run), str::to_string);
        let ends = || ends(axis, input(crossing.left), signature);
        let new =
            || Cut { axis: axis.clone(), name: axis.name(signature), limits: BTreeMap::new(), ends: ends() };
        let cut = cuts.entry((axis.argument(), is_length)).or_insert_with(new);
        cut.limits
            .entry(crossing.place.clone())
            .or_insert_with(|| [crossing.left, crossing.right].map(shown));
    }
    cuts.into_values().collect()
}

/// A range as text; an open end is left out.
fn range(from: Option<&str>, to: Option<&str>) -> String {
    match (from, to) {
        (Some(from), Some(to)) if from == to => from.to_string(),
        // Signs say which side of an open end is meant.
        (Some(from), None) if from.starts_with('>') => from.to_string(),
        (None, Some(to)) if to.starts_with('<') => to.to_string(),
        (Some(from), Some(to)) if from.starts_with('>') && to.starts_with('<') => format!("{from} and {to}"),
        (from, to) => {
            let ends = [from, Some("…"), to];
            ends.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
    }
}

/// The first and the last interval along each cut.
type Extent = Vec<(usize, usize)>;

fn holds(extent: &Extent, cell: &[usize]) -> bool {
    extent.iter().zip(cell).all(|((least, most), at)| (least..=most).contains(&at))
}

/// A few boxes that contain all cells of a behaviour and none of the others.
fn cover(mut own: Vec<&Vec<usize>>, others: Vec<&Vec<usize>>, cuts: &[Cut]) -> Option<Vec<Extent>> {
    let mut boxes = Vec::new();
    while let Some(cell) = own.first() {
        let wide = (0..cuts.len()).map(|first| widened(cell, first, &others, cuts));
        let best = wide.max_by_key(|extent| own.iter().filter(|cell| holds(extent, cell)).count())?;
        own.retain(|cell| !holds(&best, cell));
        boxes.push(best);
        if boxes.len() > MOST_BOXES {
            return None;
        }
    }
    Some(boxes)
}

/// Widens a cell as far as possible without including one of the others, along one cut first.
fn widened(cell: &[usize], first: usize, others: &[&Vec<usize>], cuts: &[Cut]) -> Extent {
    let mut extent: Extent = cell.iter().map(|at| (*at, *at)).collect();
    let is_free = |extent: &Extent| !others.iter().any(|other| holds(extent, other));
    for at in (0..cuts.len()).map(|offset| (first + offset) % cuts.len()) {
        let steps = (0..extent[at].0).rev().map(|least| (true, least));
        for (is_low, end) in steps.chain((extent[at].1 + 1..=cuts[at].limits.len()).map(|most| (false, most)))
        {
            let mut wider = extent.clone();
            *(if is_low { &mut wider[at].0 } else { &mut wider[at].1 }) = end;
            if is_free(&wider) {
                extent = wider;
            }
        }
    }
    extent
}

/// Boxes as text; boxes that differ along one cut only are merged: `years … 0 or 11 …`.
fn told(mut boxes: Vec<Extent>, cuts: &[Cut]) -> String {
    let mut told = Vec::new();
    while let Some(first) = boxes.first().cloned() {
        let differs = |other: &Extent| {
            let mut cuts = (0..cuts.len()).filter(|at| first[*at] != other[*at]);
            cuts.next().filter(|_| cuts.next().is_none())
        };
        let along = boxes[1..].iter().find_map(differs);
        let is_along = |other: &Extent| *other == first || along.is_some() && differs(other) == along;
        let (mut together, rest): (Vec<Extent>, Vec<Extent>) = boxes.into_iter().partition(is_along);
        together.sort();
        boxes = rest;
        let limited = (0..cuts.len()).filter(|at| first[*at] != (0, cuts[*at].limits.len()));
        let condition = |at: usize| {
            let mut ranges: Vec<String> = together.iter().map(|one| cuts[at].range(one[at])).collect();
            ranges.dedup();
            format!("{} {}", cuts[at].name, ranges.join(OR))
        };
        told.push(limited.map(condition).collect::<Vec<_>>().join(", "));
    }
    told.join("; ")
}
