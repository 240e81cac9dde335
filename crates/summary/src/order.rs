//! The order in which candidates are numbered and shown, wherever they come from.

use std::cmp::Ordering;

use autobva_core::{Candidate, Outcome, Validity};

use crate::representatives::by_score;

/// Sorts candidates with their associated data: best first, and the shortest of equal ones first. Infinite scores and
/// NaN come last, so that they are seen but never lead. The original order does not matter.
pub fn best_first<T>(candidates: Vec<(Candidate, T)>) -> (Vec<Candidate>, Vec<T>) {
    let with_length = |(candidate, with): (Candidate, T)| (candidate.written_length(), candidate, with);
    let mut ranked: Vec<(usize, Candidate, T)> = candidates.into_iter().map(with_length).collect();
    ranked.sort_by(|(a_length, a, _), (b_length, b, _)| {
        by_score(a.score, b.score)
            .then(a_length.cmp(b_length))
            .then_with(|| a.left.input.cmp_reading(&b.left.input))
            .then_with(|| a.right.input.cmp_reading(&b.right.input))
            .then_with(|| by_outcomes(a, b))
    });
    ranked.into_iter().map(|(_, candidate, with)| (candidate, with)).unzip()
}

/// Orders pairs whose inputs read alike: a target that gives two answers to one input produces two pairs.
fn by_outcomes(a: &Candidate, b: &Candidate) -> Ordering {
    fn side(outcome: &Outcome) -> (Validity, &str, &str) {
        (outcome.validity(), outcome.type_name(), outcome.text())
    }
    (side(&a.left.outcome), side(&a.right.outcome)).cmp(&(side(&b.left.outcome), side(&b.right.outcome)))
}
