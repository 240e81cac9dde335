//! Boundariness quantifiers.

use std::fmt;

use crate::input::Input;
use crate::outcome::Outcome;

/// Scores a pair: how much of a boundary lies between two inputs.
///
/// The score is a finite number from 0 (none) upwards. Implementations map equal inputs, NaN and overflow to a defined
/// score, so that search, archive and ranking can compare scores without special cases. The order of the two sides does
/// not matter.
///
/// ```
/// use autobva_core::{Input, Outcome, Quantifier};
///
/// /// How many characters longer one output is than the other.
/// struct Longer;
///
/// impl Quantifier for Longer {
///     fn evaluate(&self, _: &Input, output_a: &Outcome, _: &Input, output_b: &Outcome) -> f64 {
///         output_a.text().len().abs_diff(output_b.text().len()) as f64
///     }
/// }
///
/// let (nine, ten) = (Outcome::valid("String", "9B"), Outcome::valid("String", "10B"));
/// assert!(Longer.tells_apart(&Input::default(), &nine, &Input::default(), &ten));
/// ```
pub trait Quantifier: Send + Sync {
    /// The score of the pair.
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64;

    /// Whether the pair scores above 0, which may be much faster to find out than the score.
    fn tells_apart(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> bool {
        self.evaluate(a, output_a, b, output_b) > 0.0
    }
}

/// Settings are printed with `Debug`, but a quantifier has no name to print.
impl fmt::Debug for dyn Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("quantifier")
    }
}
