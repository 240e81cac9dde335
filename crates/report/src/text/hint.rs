//! A hint for cases in which the distance may hide what a tester looks for.

use std::collections::BTreeSet;

use autobva_core::digits::same_shape;
use autobva_core::{Candidate, Findings, Group};

/// More than 50 different numbers are quantities, and not classes such as 28, 29, 30 and 31 days.
const MOST_CLASSES: usize = 50;

/// A hint for a target that returns numbers which the distance `shape` cannot distinguish; `None` if that does not apply.
pub fn digits_hint(findings: &Findings) -> Option<String> {
    hint(&findings.run.output_distance, &findings.candidates)
}

fn hint(output_distance: &str, candidates: &[Candidate]) -> Option<String> {
    let among_valid = |candidate: &Candidate| candidate.group() == Group::VV;
    if output_distance != "shape" || candidates.iter().any(among_valid) {
        return None;
    }
    let sides = candidates.iter().flat_map(|candidate| [&candidate.left, &candidate.right]);
    let valid = sides.map(|side| &side.outcome).filter(|outcome| outcome.is_valid());
    let numbers: BTreeSet<&str> =
        valid.map(|outcome| outcome.text()).filter(|text| text.parse::<f64>().is_ok()).collect();
    let mut alike = numbers.iter().zip(numbers.iter().skip(1)).filter(|(a, b)| same_shape(a, b));
    let (a, b) = alike.next().filter(|_| numbers.len() <= MOST_CLASSES)?;
    Some(format!(
        "autobva: outputs such as {a} and {b} differ in digits only, which the distance 'shape' does not tell apart; if \
         they are different behaviour, use --output-distance levenshtein"
    ))
}

#[cfg(test)]
mod tests {
    use autobva_core::{Input, Observation, Outcome};

    use super::*;

    fn candidates(pairs: &[(Outcome, Outcome)]) -> Vec<Candidate> {
        let side = |outcome: &Outcome| Observation { input: Input::default(), outcome: outcome.clone() };
        let candidate = |(left, right): &(Outcome, Outcome)| Candidate {
            left: side(left),
            right: side(right),
            score: 1.0,
            count: 1,
        };
        pairs.iter().map(candidate).collect()
    }

    #[test]
    fn numbers_that_look_alike_are_hinted_at() {
        let error = || Outcome::error("ValueError", "no month");
        let days = |n: &str| Outcome::valid("int", n);
        let hidden = candidates(&[(error(), days("31")), (days("28"), error())]);
        assert!(hint("shape", &hidden).unwrap().contains("28 and 31"));
        assert_eq!(hint("levenshtein", &hidden), None);
        for pairs in [
            [(error(), days("31")), (days("31"), error())],
            [(error(), days("31")), (days("9"), days("28"))],
            [(error(), days("a1")), (days("a2"), error())],
        ] {
            assert_eq!(hint("shape", &candidates(&pairs)), None);
        }
    }
}
