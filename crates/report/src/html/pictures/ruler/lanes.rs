//! What lies along an argument: the places at which boundaries cross it, in order, and the behaviours between them.

use std::collections::BTreeMap;

use autobva_core::behaviour::{Landscape, Place, Stretch};
use autobva_core::{Motion, Value};

use super::super::super::landscape::seen::{changed, sides};
use super::super::super::page::Page;
use crate::dossier::Dossier;
use crate::text::landscape::ruled_argument;
use crate::text::landscape::words::{LENGTH_OF, context};
use crate::text::shown::{escaped, shown_value};

/// At most 20 places are drawn on a line; if there are more, those of the first boundaries.
const MOST_CROSSINGS: usize = 20;
/// An argument gets further lines, with other values of the other arguments, as long as they have at most 24 places in all.
const MOST_IN_ALL: usize = 24;
const MOST_LANES: usize = 4;

/// A place on a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Crossing {
    /// The values on both sides, as they are shown.
    pub(super) left: String,
    pub(super) right: String,
    /// The indices of the behaviours on both sides.
    pub(super) behaviours: [Option<usize>; 2],
    /// The name of the boundary or cluster, if it is known, and its rank.
    pub(super) shows: Option<(String, usize)>,
}

/// A line along an argument, with all other arguments fixed.
#[derive(Debug, PartialEq)]
pub(super) struct Lane {
    /// The values of the other arguments, in words.
    pub(super) heading: String,
    pub(super) crossings: Vec<Crossing>,
}

/// The lines of an argument.
pub(super) struct Rule {
    /// The name of what moves: `q`, or `length of s`.
    pub(super) name: String,
    pub(super) lanes: Vec<Lane>,
    /// How many boundaries of the argument are on none of the lines.
    pub(super) left_out: usize,
}

impl Lane {
    fn new(heading: String, mut crossings: Vec<Crossing>) -> Lane {
        if crossings.len() > MOST_CROSSINGS {
            let mut ranks: Vec<usize> = crossings.iter().map(rank).collect();
            ranks.sort_unstable();
            let last = ranks[MOST_CROSSINGS - 1];
            crossings.retain(|crossing| rank(crossing) <= last);
            crossings.truncate(MOST_CROSSINGS);
        }
        Lane { heading, crossings }
    }

    /// The behaviours from low to high; `None` where the places on both sides disagree.
    pub(super) fn stretches(&self) -> Vec<Option<usize>> {
        let first = self.crossings.first().and_then(|crossing| crossing.behaviours[0]);
        let between =
            self.crossings.windows(2).map(|pair| match (pair[0].behaviours[1], pair[1].behaviours[0]) {
                (Some(below), Some(above)) => Some(below).filter(|_| below == above),
                (below, above) => below.or(above),
            });
        let last = self.crossings.last().and_then(|crossing| crossing.behaviours[1]);
        [first].into_iter().chain(between).chain([last]).collect()
    }
}

fn rank(crossing: &Crossing) -> usize {
    crossing.shows.as_ref().map_or(usize::MAX, |(_, rank)| *rank)
}

/// The lines of every argument that crosses a boundary on its own.
pub(super) fn rules(dossier: &Dossier, landscape: &Landscape) -> Vec<Rule> {
    if let Some(at) = ruled_argument(dossier.report(), landscape) {
        let name = dossier.target.signature.arguments()[at].name().to_string();
        let lane = Lane::new(String::new(), of_stretches(landscape));
        return vec![Rule { name, lanes: vec![lane], left_out: 0 }];
    }
    let mut spots = Vec::new();
    for (rank, boundary) in landscape.boundaries.iter().enumerate() {
        for (nth, place) in boundary.all_places().enumerate() {
            let by_length = boundary.argument.starts_with(LENGTH_OF);
            let (name, behaviours) = (format!("b{}", boundary.id), sides(dossier, boundary, place));
            spots.push(Spot { rank, name, place, nth, by_length, behaviours });
        }
    }
    by_axis(dossier, landscape, spots)
}

/// The same for clusters: what is known on both sides of a pair is whether its outputs are valid (0) or errors (1).
pub(super) fn rules_of_clusters(page: &Page) -> Vec<Rule> {
    let clusters = page.clusters().enumerate();
    let pairs = clusters.flat_map(|(rank, (_, cluster))| {
        let others = cluster.members.iter().filter(|at| !cluster.representatives.contains(at));
        let members = cluster.representatives.iter().chain(others).enumerate();
        members.map(move |(nth, index)| (rank, nth, format!("c{}", cluster.id), *index))
    });
    let pairs: Vec<(usize, usize, String, Place)> = pairs
        .filter_map(|(rank, nth, name, index)| {
            Some((rank, nth, name, Place::from(page.dossier.candidates.get(index)?)))
        })
        .collect();
    let spots = pairs.iter().map(|(rank, nth, name, place)| Spot {
        rank: *rank,
        name: name.clone(),
        place,
        nth: *nth,
        by_length: true,
        behaviours: [&place.left, &place.right].map(|side| Some(usize::from(!side.outcome.is_valid()))),
    });
    by_axis(page.dossier, &Landscape::default(), spots.collect())
}

fn by_axis(dossier: &Dossier, landscape: &Landscape, spots: Vec<Spot>) -> Vec<Rule> {
    let mut axes: BTreeMap<(usize, Axis), Vec<Spot>> = BTreeMap::new();
    for spot in spots {
        if let Some((argument, axis)) = crossed(&spot)
            && (spot.nth == 0 || axis == Axis::Number)
        {
            axes.entry((argument, axis)).or_default().push(spot);
        }
    }
    // If only further places of boundaries cross an argument, but no example does, it gets no line of its own.
    axes.retain(|_, spots| spots.iter().any(|spot| spot.nth == 0));
    axes.into_iter()
        .map(|((argument, axis), spots)| rule(dossier, landscape, argument, axis, spots))
        .collect()
}

/// What moves across a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    Number,
    Length,
    Text,
}

/// A place of a boundary or cluster; the first is its example.
#[derive(Clone)]
struct Spot<'a> {
    rank: usize,
    name: String,
    place: &'a Place,
    nth: usize,
    /// Whether texts and lists are compared by their lengths.
    by_length: bool,
    behaviours: [Option<usize>; 2],
}

fn crossed(spot: &Spot) -> Option<(usize, Axis)> {
    let mut arguments = changed(spot.place);
    let (at, None) = (arguments.next()?, arguments.next()) else { return None };
    let axis = match &spot.place.left.input[at] {
        Value::Int(_) | Value::Float(_) | Value::Decimal(_) | Value::Moment(_) => Axis::Number,
        Value::Text(_) | Value::Bytes(_) | Value::List(_) if spot.by_length => Axis::Length,
        Value::Text(_)
        | Value::Bytes(_)
        | Value::Choice(_)
        | Value::List(_)
        | Value::Record(_)
        | Value::Union(_) => Axis::Text,
    };
    Some((at, axis))
}

fn rule(dossier: &Dossier, landscape: &Landscape, argument: usize, axis: Axis, spots: Vec<Spot>) -> Rule {
    let name = escaped(dossier.target.signature.arguments()[argument].name());
    let name = if axis == Axis::Length { format!("{LENGTH_OF}{name}") } else { name };
    // On a line the other arguments stay the same; for texts, all examples share one line.
    let mut lines: BTreeMap<String, Vec<Spot>> = BTreeMap::new();
    for spot in &spots {
        let others = spot.place.left.input.iter().enumerate().filter(|(at, _)| *at != argument);
        let key = others.map(|(_, value)| shown_value(value)).collect::<Vec<_>>().join("\n");
        lines.entry(key).or_default().push(spot.clone());
    }
    let mut wanted: Vec<usize> = spots.iter().filter(|spot| spot.nth == 0).map(|spot| spot.rank).collect();
    let mut lanes = Vec::new();
    while !wanted.is_empty() && lanes.len() < MOST_LANES {
        let covers =
            |line: &Vec<Spot>| wanted.iter().filter(|rank| line.iter().any(|s| s.rank == **rank)).count();
        let examples = |line: &Vec<Spot>| line.iter().filter(|spot| spot.nth == 0).count();
        let best = lines.iter().max_by_key(|(key, line)| {
            (covers(line), examples(line), std::cmp::Reverse((key.len(), (*key).clone())))
        });
        let Some((key, line)) = best.map(|(key, line)| (key.clone(), line.clone())) else { break };
        lines.remove(&key);
        wanted.retain(|rank| !line.iter().any(|spot| spot.rank == *rank));
        let heading = context(line[0].place, None, landscape, &dossier.target.signature);
        let lane = Lane::new(heading, of_places(argument, axis, line));
        let used: usize = lanes.iter().map(|lane: &Lane| lane.crossings.len()).sum();
        if used == 0 || used + lane.crossings.len() <= MOST_IN_ALL {
            lanes.push(lane);
        }
    }
    let on_a_lane =
        |rank: usize| lanes.iter().any(|lane| lane.crossings.iter().any(|c| self::rank(c) == rank));
    let examples = spots.iter().filter(|spot| spot.nth == 0);
    let left_out = examples.filter(|spot| !on_a_lane(spot.rank)).count();
    Rule { name, lanes, left_out }
}

fn of_places(argument: usize, axis: Axis, mut line: Vec<Spot>) -> Vec<Crossing> {
    let value = |place: &'_ Place, right: bool| {
        let side = if right { &place.right } else { &place.left };
        side.input[argument].clone()
    };
    let length = |value: &Value| Motion::Length.get(value);
    line.sort_by(|a, b| {
        let [a, b] = [value(a.place, false), value(b.place, false)];
        if axis == Axis::Length { length(&a).cmp(&length(&b)) } else { a.cmp_reading(&b) }
    });
    line.dedup_by(|a, b| {
        value(a.place, false).reads_as(&value(b.place, false))
            && value(a.place, true).reads_as(&value(b.place, true))
    });
    let crossing = |spot: &Spot| {
        let [left, right] = [false, true].map(|right| match (axis, value(spot.place, right)) {
            (Axis::Length, value) => length(&value).to_string(),
            (_, value) => shown_value(&value),
        });
        Crossing { left, right, behaviours: spot.behaviours, shows: Some((spot.name.clone(), spot.rank)) }
    };
    line.iter().map(crossing).collect()
}

/// The ends of the stretches of a target with one argument.
fn of_stretches(landscape: &Landscape) -> Vec<Crossing> {
    let position = |stretch: &Stretch| landscape.behaviours.iter().position(|b| b.id == stretch.behaviour);
    let crossing = |pair: &[Stretch]| {
        let shown = |end: &Option<String>| end.as_ref().map_or("…".to_string(), |end| escaped(end));
        let rank = |id: u32| landscape.boundaries.iter().position(|boundary| boundary.id == id);
        Crossing {
            left: shown(&pair[0].to),
            right: shown(&pair[1].from),
            behaviours: [position(&pair[0]), position(&pair[1])],
            shows: pair[0].boundary.and_then(|id| Some((format!("b{id}"), rank(id)?))),
        }
    };
    landscape.stretches.windows(2).map(crossing).collect()
}
