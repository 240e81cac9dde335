//! Corners: points at which two lines meet among floats. Rounding noise hides which float is the last on the left line,
//! so the number that the author of the target meant is computed from the two lines, and reported if it was run.

use autobva_core::behaviour::Fit;
use autobva_core::{Float, Integer, Motion, Value};

use super::runs::Runs;
use super::track::{Sample, Stretch, Track};

/// How far, relatively, the meant number may be from the place at which the lines seem to meet.
pub const NOISE: f64 = 1e-9;

/// The place of the roundest number near the point at which the lines of two stretches meet, if it lies between the two.
pub fn corner(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> Option<Integer> {
    let axis = track.axis();
    let Some(Value::Float(float)) = axis.path.value(&track.line.strands[0]) else { return None };
    if left.wording != right.wording || axis.motion != Motion::Number {
        return None;
    }
    let slot = (0..left.fits.len()).find(|slot| left.fits[*slot] != right.fits[*slot])?;
    // Any two samples are on a line, so at least three are needed.
    if [left, right].iter().any(|stretch| stretch.to < stretch.from + 2) {
        return None;
    }
    let line = |stretch: &Stretch| match stretch.fits[slot] {
        Fit::Linear { slope, offset, quantum } => Some((slope, offset, quantum)),
        Fit::Constant => Some((0.0, runs.run(track.samples[stretch.from].run).slots[slot].value, 0.0)),
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => None,
    };
    let ((slope, offset, quantum), (next_slope, next_offset, next_quantum)) = (line(left)?, line(right)?);
    let bend = slope - next_slope;
    let met = (next_offset - offset) / bend;
    // Rounded lines hide where they meet until they are a decimal apart.
    let near = NOISE * met.abs() + quantum.max(next_quantum) / bend.abs();
    let plain = (0..=9).find_map(|digits| {
        let shorter = format!("{met:.digits$e}").parse::<f64>().ok()?;
        ((shorter - met).abs() <= near).then_some(shorter)
    })?;
    let [last, first] = [left.to, right.from].map(|at| track.samples[at].number);
    // Zero is two floats, and it is exact anyway.
    let is_there = plain.is_finite() && plain != 0.0 && last - near <= plain && plain <= first + near;
    is_there.then(|| Integer::Small(Float::new(float.ty(), plain).place()))
}

/// The samples at the corner of two stretches and right after it, if both were run.
pub fn at_corner<'a>(
    track: &'a Track,
    left: &Stretch,
    right: &Stretch,
    runs: &Runs,
) -> Option<[&'a Sample; 2]> {
    let place = corner(track, left, right, runs)?;
    Some([track.at(&place)?, track.at(&(&place + &Integer::ONE))?])
}

/// Moves the end of stretches to the corner of their lines: the samples between the corner and the place where rounding
/// lets the difference show lie on both lines.
pub fn settle(stretches: &mut [Stretch], track: &Track, runs: &Runs) {
    for at in 1..stretches.len() {
        let (left, right) = (&stretches[at - 1], &stretches[at]);
        let corner = at_corner(track, left, right, runs).map(|[corner, _]| &corner.place);
        let index = corner.and_then(|place| track.samples.binary_search_by(|s| s.place.cmp(place)).ok());
        if let Some(index) = index.filter(|index| (left.from..right.to).contains(index)) {
            (stretches[at - 1].to, stretches[at].from) = (index, index + 1);
        }
    }
}
