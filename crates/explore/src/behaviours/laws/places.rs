//! The places of crossings, by which laws are judged.

use std::collections::{BTreeMap, HashSet};

use autobva_core::{Axis, Integer};

use super::super::crossing::{Crossing, Way};
use super::LEAST_PLACES;

/// Whether the crossings have enough different places for a law.
pub(super) fn are_many_places(members: &[usize], crossings: &[&Crossing]) -> bool {
    let mut places: Vec<(&Axis, &Integer)> = Vec::new();
    for place in members.iter().map(|i| (&crossings[*i].axis, &crossings[*i].place)) {
        if places.len() < LEAST_PLACES && !places.contains(&place) {
            places.push(place);
        }
    }
    places.len() == LEAST_PLACES
}

/// Whether the place moves along at least two arguments: where two limits meet at a corner, a curve may pass both.
pub(super) fn is_curved(members: &[usize], crossings: &[&Crossing]) -> bool {
    let mut places: BTreeMap<usize, HashSet<&Integer>> = BTreeMap::new();
    for crossing in members.iter().map(|at| crossings[*at]) {
        places.entry(crossing.axis.argument()).or_default().insert(&crossing.place);
    }
    places.values().filter(|places| places.len() >= LEAST_PLACES).count() > 1
}

/// Numbers the places of crossings, together with what moves there between which sides.
pub(super) fn places(crossings: &[&Crossing]) -> Vec<usize> {
    let key = |c: &&Crossing| (c.axis.argument(), Way::of(&c.axis), c.place.clone(), c.from, c.to);
    let mut sorted: Vec<_> = crossings.iter().map(key).zip(0..).collect();
    sorted.sort_unstable();
    let mut numbers = vec![0; crossings.len()];
    let mut number = 0;
    for (at, (key, index)) in sorted.iter().enumerate() {
        number += usize::from(at > 0 && sorted[at - 1].0 != *key);
        numbers[*index] = number;
    }
    numbers
}
