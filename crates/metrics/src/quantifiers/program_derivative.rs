//! The program derivative: the distance of the outputs divided by the distance of the inputs.

use std::sync::Arc;

use autobva_core::{Input, Outcome, Quantifier};

use crate::distances::{InputDistance, NameError, TextDistance, input_distance, text_distance};

/// The program difference quotient d_o(P(a), P(b)) / d_i(a, b), over any pair of distances.
///
/// The output distance reads the text of the outcomes, not their validity or type, as in the paper. The score is
/// always finite and not negative: inputs that the input distance does not tell apart score 0, a distance that is
/// not a number scores 0, and what would overflow scores `f64::MAX`.
pub struct ProgramDerivative {
    output: Arc<dyn TextDistance>,
    input: Arc<dyn InputDistance>,
}

impl ProgramDerivative {
    /// The quotient of these distances.
    pub fn new(output: Arc<dyn TextDistance>, input: Arc<dyn InputDistance>) -> ProgramDerivative {
        ProgramDerivative { output, input }
    }

    /// The quotient of the distances with these names.
    pub fn by_name(output: &str, input: &str) -> Result<ProgramDerivative, NameError> {
        Ok(ProgramDerivative::new(text_distance(output)?.into(), input_distance(input)?.into()))
    }
}

impl Quantifier for ProgramDerivative {
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64 {
        let output = self.output.between(output_a.text(), output_b.text());
        // Most pairs of a search have equal outputs, and then the score is 0 whatever the input distance is.
        if output > 0.0 { quotient(output, self.input.between(a, b)) } else { 0.0 }
    }

    fn tells_apart(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> bool {
        self.output.tells_apart(output_a.text(), output_b.text()) && self.input.between(a, b) > 0.0
    }
}

/// The quotient for an output distance above 0.
fn quotient(output: f64, input: f64) -> f64 {
    let quotient = output / input;
    if input > 0.0 && !quotient.is_nan() { quotient.min(f64::MAX) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distances::{Laws, Range};

    /// A distance that is always the same, whether that is lawful or not.
    struct Fixed(f64);

    const LAWS: Laws = Laws { range: Range::NonNegative, triangle: false, separates: false };

    impl TextDistance for Fixed {
        fn between(&self, _: &str, _: &str) -> f64 {
            self.0
        }

        fn laws(&self) -> Laws {
            LAWS
        }
    }

    impl InputDistance for Fixed {
        fn between(&self, _: &Input, _: &Input) -> f64 {
            self.0
        }

        fn laws(&self) -> Laws {
            LAWS
        }
    }

    fn score(output: f64, input: f64) -> f64 {
        let derivative = ProgramDerivative::new(Arc::new(Fixed(output)), Arc::new(Fixed(input)));
        derivative.evaluate(&Input::default(), &Outcome::default(), &Input::default(), &Outcome::default())
    }

    #[test]
    fn divides() {
        assert_eq!(score(3.0, 2.0), 1.5);
        assert_eq!(score(0.0, 2.0), 0.0);
        assert_eq!(score(3.0, f64::MAX), 3.0 / f64::MAX);
    }

    #[test]
    fn equal_inputs_score_nothing() {
        assert_eq!(score(3.0, 0.0), 0.0);
        assert_eq!(score(3.0, -0.0), 0.0);
    }

    #[test]
    fn what_is_not_a_number_scores_nothing() {
        assert_eq!(score(f64::NAN, 1.0), 0.0);
        assert_eq!(score(1.0, f64::NAN), 0.0);
        assert_eq!(score(f64::INFINITY, f64::INFINITY), 0.0);
    }

    #[test]
    fn overflow_saturates() {
        assert_eq!(score(f64::MAX, 0.5), f64::MAX);
        assert_eq!(score(1.0, f64::from_bits(1)), f64::MAX);
        assert_eq!(score(f64::INFINITY, 1.0), f64::MAX);
    }

    #[test]
    fn unlawful_distances_do_not_make_negative_scores() {
        assert_eq!(score(-1.0, 1.0), 0.0);
        assert_eq!(score(1.0, -1.0), 0.0);
    }
}
