//! Two distances in one: a coarse one first, and a finer one for texts that the coarse one does not tell apart.

use super::{Laws, TextDistance};
use crate::distances::laws::Range;

/// Texts that the coarse distance tells apart are further apart than any others. For the others, the finer distance
/// decides.
///
/// A coarse distance c above 0 counts as 1 + c, and a finer one f as f / (1 + f), which is below 1. So coarse
/// boundaries rank first, and the triangle inequality holds if it holds for both.
pub struct Hybrid {
    coarse: Box<dyn TextDistance>,
    fine: Box<dyn TextDistance>,
}

impl Hybrid {
    /// Combines two distances, the coarse one first.
    pub fn new(coarse: Box<dyn TextDistance>, fine: Box<dyn TextDistance>) -> Hybrid {
        Hybrid { coarse, fine }
    }
}

impl TextDistance for Hybrid {
    fn between(&self, a: &str, b: &str) -> f64 {
        let coarse = self.coarse.between(a, b);
        if coarse > 0.0 {
            return (1.0 + coarse).min(f64::MAX);
        }
        let fine = self.fine.between(a, b);
        // For huge distances the quotient would be rounded to 1, or would not be a number.
        if fine < 1e15 { fine / (1.0 + fine) } else { 1.0 - f64::EPSILON }
    }

    fn tells_apart(&self, a: &str, b: &str) -> bool {
        self.coarse.tells_apart(a, b) || self.fine.tells_apart(a, b)
    }

    fn laws(&self) -> Laws {
        let (coarse, fine) = (self.coarse.laws(), self.fine.laws());
        Laws {
            range: Range::NonNegative,
            triangle: coarse.triangle && fine.triangle,
            separates: coarse.separates || fine.separates,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text_distance;

    #[test]
    fn the_coarse_one_counts_first_and_the_finer_one_zooms_in() {
        let distance = text_distance("shape,levenshtein").unwrap();
        assert_eq!(distance.between("120", "121"), 0.5, "one digit, which shape does not see");
        assert_eq!(distance.between("120", "131"), 2.0 / 3.0);
        assert_eq!(distance.between("99B", "100B"), 2.0, "what shape sees is further than any digits");
        assert_eq!(distance.between("7", "7"), 0.0);
        assert!(distance.tells_apart("120", "121") && !distance.tells_apart("7", "7"));
    }
}
