//! Numbers that follow the length of a text: `9` to `10` makes it longer, and that explains what changes.

use std::collections::HashMap;

use autobva_core::{Axis, Motion, ValuePath};

use super::crossing::Crossing;
use super::runs::{Runs, WordingId};
use super::track::Track;

/// How far a step may be from what the length explains, for floats.
const NEAR: f64 = 1e-9;

/// By how much each number of a wording grows with the length of a text, as it was seen where lengths are moved.
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

    /// Whether a change of the characters of a text changes no more than its length explains.
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
