//! Halves a gap between two stretches down to neighbours, without examining the whole track after each step.

use autobva_core::behaviour::{Fit, Number};
use autobva_core::{Integer, Middle, halve};

use super::runs::{RunId, Runs, WordingId};
use super::track::{Fits, Sample, Stretch, Track};

/// A gap between two stretches that is being halved.
#[derive(Debug)]
pub struct Squeeze {
    left: End,
    right: End,
    asked: Option<Integer>,
}

/// One end of a gap, with the courses that tell whether a run continues its stretch.
#[derive(Debug)]
struct End {
    place: Integer,
    run: RunId,
    wording: WordingId,
    fits: Fits,
}

impl End {
    /// How well a run continues the stretch; `None` if the courses cannot tell.
    fn continues(&self, run: RunId, x: f64, runs: &Runs) -> Option<Match> {
        if runs.told(run) != self.wording {
            return Some(Match::No);
        }
        let (here, there) = (&runs.run(self.run).slots, &runs.run(run).slots);
        let mut all = Match::Exact;
        for (slot, fit) in self.fits.iter().enumerate() {
            all = all.min(goes_on(fit, &here[slot], &there[slot], x)?);
        }
        Some(all)
    }
}

/// How well a value agrees with a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    No,
    /// Equal up to rounding.
    Nearly,
    Exact,
}

fn goes_on(fit: &Fit, here: &Number, there: &Number, x: f64) -> Option<Match> {
    match *fit {
        Fit::Constant => Some(if there.same(here) { Match::Exact } else { Match::No }),
        Fit::Linear { slope, offset, quantum } => {
            let expected = slope * x + offset;
            let size = expected.abs().max((slope * x).abs());
            Some(match (there.value - expected).abs() {
                0.0 if quantum == 0.0 => Match::Exact,
                off if off <= 0.55 * quantum + 1e-12 * size => Match::Nearly,
                _ => Match::No,
            })
        }
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => None,
    }
}

impl Squeeze {
    /// The gap between two stretches, if there are places between them.
    pub fn new(samples: &[Sample], left: &Stretch, right: &Stretch) -> Option<Squeeze> {
        let end = |at: usize, stretch: &Stretch| End {
            place: samples[at].place.clone(),
            run: samples[at].run,
            wording: stretch.wording,
            fits: stretch.fits.clone(),
        };
        let squeeze = Squeeze { left: end(left.to, left), right: end(right.from, right), asked: None };
        (&squeeze.left.place + &Integer::ONE < squeeze.right.place).then_some(squeeze)
    }

    /// The runs at the ends if they are neighbours of different wordings, which is a change for certain.
    pub fn met(&self) -> Option<[RunId; 2]> {
        let are_neighbours = &self.left.place + &Integer::ONE == self.right.place;
        let differ = self.left.wording != self.right.wording;
        (are_neighbours && differ).then_some([self.left.run, self.right.run])
    }

    /// Whether a call at one of its ends exceeded a limit.
    pub fn is_at_limit(&self, runs: &Runs) -> bool {
        [&self.left, &self.right].iter().any(|end| runs.run(end.run).outcome.is_overrun())
    }

    /// The next place to run, in the middle of the gap.
    pub fn ask(&mut self) -> Integer {
        let middle = halve(&self.left.place, &self.right.place, Middle::OfMagnitudes);
        self.asked = Some(middle.clone());
        middle
    }

    /// Takes in the run at that place, and returns whether there is more to ask. The squeeze ends at neighbours, and
    /// also if the middle belongs to neither side or cannot be assigned: then the whole track must be examined.
    pub fn advance(&mut self, track: &Track, runs: &Runs) -> bool {
        let Some(place) = self.asked.take() else { return false };
        let Some(&Sample { run, number: x, .. }) = track.at(&place) else { return false };
        let told = runs.told(run);
        // If the wordings differ, they alone decide the side; other changes are found when the whole track is examined.
        let [left, right] = match self.left.wording != self.right.wording {
            true => [&self.left, &self.right]
                .map(|end| Some(if end.wording == told { Match::Exact } else { Match::No })),
            false => [&self.left, &self.right].map(|end| end.continues(run, x, runs)),
        };
        match (left, right) {
            (Some(left), Some(right)) if left > right => (self.left.place, self.left.run) = (place, run),
            (Some(left), Some(right)) if left < right => (self.right.place, self.right.run) = (place, run),
            _ => return false,
        }
        &self.left.place + &Integer::ONE < self.right.place
    }
}
