//! The derivative of the SETBVE study.

use autobva_core::{Input, Outcome, Quantifier};
use autobva_metrics::{NameError, ProgramDerivative};

/// The Jaccard distance of the outputs over 2-grams (or over single characters if an output has only one), divided by
/// the Euclidean distance of the inputs.
///
/// The study looks only at the first output to decide that. Which output is the first is a matter of chance there, and
/// a quantifier must not depend on it, so here a single character in either output suffices.
pub struct StudyDerivative {
    singles: ProgramDerivative,
    pairs: ProgramDerivative,
}

impl StudyDerivative {
    /// The derivative, ready to use.
    pub fn new() -> Result<StudyDerivative, NameError> {
        let over = |output| ProgramDerivative::by_name(output, "euclidean");
        Ok(StudyDerivative { singles: over("jaccard:1")?, pairs: over("jaccard:2")? })
    }
}

impl Quantifier for StudyDerivative {
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64 {
        let is_single = |outcome: &Outcome| outcome.text().chars().nth(1).is_none();
        let single = is_single(output_a) || is_single(output_b);
        let derivative = if single { &self.singles } else { &self.pairs };
        derivative.evaluate(a, output_a, b, output_b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Int, IntType, Value};

    #[test]
    fn grams_of_one_character_where_an_output_is_that_short() {
        let input = |n: i128| Input(vec![Value::Int(Int::new(IntType::Int64, n).unwrap())]);
        let output = |text: &str| Outcome::valid("Int64", text);
        let derivative = StudyDerivative::new().unwrap();
        let score = |a, x, b, y| derivative.evaluate(&input(a), &output(x), &input(b), &output(y));
        assert_eq!(score(9, "9", 10, "10"), 1.0);
        assert_eq!(score(1, "1", 11, "11"), 0.0, "the same single characters");
        assert_eq!(score(10, "10", 12, "12"), 0.5);
        assert_eq!(score(10, "110", 12, "10"), 0.25);
    }
}
