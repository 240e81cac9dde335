//! Chooses the pairs of the map from which the explorer and the tracer start.

use autobva_core::{Group, Input, Integer};
use rand::RngExt;

use super::map::CellMap;
use super::variation::{move_to, place};
use crate::probe::Probe;
use crate::samplers::integer_between;

/// A parent: a random one, the better of two, or the more curious of two, each a third of the time.
pub(super) fn choose_parent(map: &CellMap, probe: &mut Probe<'_>) -> usize {
    let elites = map.elites();
    let mut draw = || probe.random().random_range(0..elites.len());
    let (a, b) = (draw(), draw());
    match probe.random().random_range(0..3u8) {
        0 => a,
        1 if elites[a].score >= elites[b].score => a,
        2 if elites[a].curiosity >= elites[b].curiosity => a,
        _ => b,
    }
}

/// Draws a pair in a box around a pair of the map, whose group is drawn with the published shares. In each argument the
/// box reaches as far as the nearest of three other pairs of that group. The new pair is as far apart as the old one.
pub(super) fn trace(map: &CellMap, left: &mut Input, right: &mut Input, probe: &mut Probe<'_>) {
    let group = match probe.random().random_range(0..10u8) {
        0..5 => Group::VV,
        5..9 => Group::VE,
        _ => Group::EE,
    };
    let members = map.group(group);
    if members.is_empty() {
        return probe.sample(right);
    }
    let mut draw = || &map.elites()[members[probe.random().random_range(0..members.len())]];
    let (seed, nearby) = (draw(), [draw(), draw(), draw()]);
    left.clone_from(&seed.left.input);
    right.clone_from(&seed.right.input);
    for argument in 0..left.len() {
        let here = place(left, argument);
        let spread = nearby.iter().map(|pair| place(&pair.left.input, argument).distance(&here));
        let reach = spread.filter(|gap| *gap > Integer::ZERO).min().unwrap_or(Integer::ONE);
        let target = integer_between(&(&here - &reach), &(&here + &reach), probe.random());
        let partner = &target + &(&place(right, argument) - &here);
        move_to(probe.signature(), left, argument, &target);
        move_to(probe.signature(), right, argument, &partner);
    }
}
