//! A first survey of a target: are its outputs a few classes?

use autobva_core::Observation;

use super::cell::Outputs;

/// At most 512 inputs are surveyed, and 48 valid outputs are enough.
const SURVEY: usize = 512;
const ENOUGH_VALID: usize = 48;
/// Outputs are classes if there are at most 8 different ones among [`ENOUGH_VALID`].
const MOST_CLASSES: usize = 8;

/// How the outputs of a target are distinguished; `None` while too few were seen to decide.
pub(super) fn told_apart_by(seen: &[Observation]) -> Option<Outputs> {
    let valid = seen.iter().filter(|o| o.outcome.is_valid());
    let mut texts: Vec<&str> = valid.map(|o| o.outcome.text()).collect();
    let enough = texts.len() >= ENOUGH_VALID;
    if !enough && seen.len() < SURVEY {
        return None;
    }
    texts.sort_unstable();
    texts.dedup();
    Some(if enough && texts.len() <= MOST_CLASSES { Outputs::Classes } else { Outputs::Lengths })
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Input, Outcome};

    fn seen(outcomes: impl Iterator<Item = Outcome>) -> Vec<Observation> {
        outcomes.map(|outcome| Observation { input: Input::default(), outcome }).collect()
    }

    #[test]
    fn few_different_outputs_are_classes() {
        let cycle = |different: usize, count: usize| {
            seen((0..count).map(move |i| Outcome::valid("String", (i % different).to_string())))
        };
        assert_eq!(told_apart_by(&cycle(3, 47)), None, "too few to say");
        assert_eq!(told_apart_by(&cycle(3, 48)), Some(Outputs::Classes));
        assert_eq!(told_apart_by(&cycle(9, 48)), Some(Outputs::Lengths));
    }

    #[test]
    fn a_target_that_hardly_ever_answers_has_no_classes() {
        let errors = |count| seen((0..count).map(|_| Outcome::error("Error", "no")));
        assert_eq!(told_apart_by(&errors(511)), None);
        assert_eq!(told_apart_by(&errors(512)), Some(Outputs::Lengths));
    }
}
