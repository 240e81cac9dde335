//! Numbers that follow the length of a text: `9` to `10` makes it longer, and that explains what changes.

use std::collections::HashMap;

use autobva_core::behaviour::Fit;
use autobva_core::{Axis, Motion, ValuePath};

use super::crossing::Crossing;
use super::runs::{Runs, WordingId};
use super::track::Track;

/// Fewer samples than this may be on a line by chance.
const LEAST_SURE: usize = 4;
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
            let sure = track.stretches().iter().filter(|one| one.to - one.from + 1 >= LEAST_SURE);
            for stretch in sure {
                let grown: Option<Vec<f64>> = stretch.fits.iter().map(slope).collect();
                let grown = grown.filter(|slopes| slopes.iter().any(|slope| *slope != 0.0));
                slopes.entry((&track.axis().path, stretch.wording)).or_default().extend(grown);
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

fn slope(fit: &Fit) -> Option<f64> {
    match *fit {
        Fit::Linear { slope, quantum: 0.0, .. } => Some(slope),
        Fit::Constant => Some(0.0),
        Fit::Linear { .. } | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => None,
    }
}
