//! The laws of distances, and the test that every distance has to pass.

use std::fmt::Debug;

use autobva_core::Input;

use super::{InputDistance, TextDistance};

/// Where the values of a distance lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// From 0 to 1.
    Unit,
    /// From 0 to `f64::MAX`.
    NonNegative,
}

/// What a distance promises beyond what every distance must keep: d(x, x) = 0, d(x, y) = d(y, x), and values that
/// are finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laws {
    /// Where its values lie.
    pub range: Range,
    /// Whether the triangle inequality holds, so that no detour is shorter: d(x, z) ≤ d(x, y) + d(y, z).
    pub triangle: bool,
    /// Whether it tells all things apart: d(x, y) = 0 only if x equals y.
    pub separates: bool,
}

/// The tolerance for rounding errors in the triangle inequality, as a share of the detour.
const ROUNDING: f64 = 1e-9;

/// Checks a text distance against the laws that it states, over all pairs and triples of the samples. The error
/// names the broken law and the samples that break it.
///
/// ```
/// use autobva_metrics::{Laws, Range, TextDistance, check_text_distance_laws};
///
/// /// How many more `a`s one text has than the other, forgetting that the order must not matter.
/// struct MoreAs;
/// impl TextDistance for MoreAs {
///     fn between(&self, a: &str, b: &str) -> f64 {
///         let count = |text: &str| text.matches('a').count();
///         count(a).saturating_sub(count(b)) as f64
///     }
///     fn laws(&self) -> Laws {
///         Laws { range: Range::NonNegative, triangle: true, separates: false }
///     }
/// }
/// let fault = check_text_distance_laws(&MoreAs, &["", "banana"]).unwrap_err();
/// assert_eq!(fault, r#"symmetry: d("", "banana") = 0, but d("banana", "") = 3"#);
/// ```
pub fn check_text_distance_laws<S: AsRef<str>>(
    distance: &dyn TextDistance,
    samples: &[S],
) -> Result<(), String> {
    let samples: Vec<&str> = samples.iter().map(AsRef::as_ref).collect();
    Checked::new(&samples, |a, b| distance.between(a, b), distance.laws()).all(|a, b| a == b)
}

/// Checks an input distance against the laws that it states, like [`check_text_distance_laws`]. Two inputs count as the
/// same if they [read alike](Input::reads_as).
pub fn check_input_distance_laws(distance: &dyn InputDistance, samples: &[Input]) -> Result<(), String> {
    let samples: Vec<&Input> = samples.iter().collect();
    Checked::new(&samples, |a, b| distance.between(a, b), distance.laws()).all(|a, b| a.reads_as(b))
}

/// Samples with all their distances, each computed once.
struct Checked<'a, T> {
    samples: &'a [T],
    laws: Laws,
    matrix: Vec<f64>,
}

impl<'a, T: Copy + Debug> Checked<'a, T> {
    fn new(samples: &'a [T], between: impl Fn(T, T) -> f64, laws: Laws) -> Self {
        let row = |a: T| samples.iter().map(move |&b| (a, b));
        let matrix = samples.iter().flat_map(|&a| row(a)).map(|(a, b)| between(a, b)).collect();
        Checked { samples, laws, matrix }
    }

    fn d(&self, i: usize, j: usize) -> f64 {
        self.matrix[i * self.samples.len() + j]
    }

    /// The distance in words, such as `d(x, y) = 3`.
    fn shown(&self, i: usize, j: usize) -> String {
        format!("d({:?}, {:?}) = {}", self.samples[i], self.samples[j], self.d(i, j))
    }

    fn all(&self, same: impl Fn(T, T) -> bool) -> Result<(), String> {
        for i in 0..self.samples.len() {
            for j in 0..self.samples.len() {
                self.pair(i, j, same(self.samples[i], self.samples[j]))?;
                if self.laws.triangle {
                    self.detours(i, j)?;
                }
            }
        }
        Ok(())
    }

    fn pair(&self, i: usize, j: usize, same: bool) -> Result<(), String> {
        let d = self.d(i, j);
        if !d.is_finite() {
            return Err(format!("finite: {}", self.shown(i, j)));
        }
        if d < 0.0 {
            return Err(format!("not negative: {}", self.shown(i, j)));
        }
        if i == j && d != 0.0 {
            return Err(format!("identity: {}", self.shown(i, j)));
        }
        // This compares exactly, because a score must not depend on the side from which a pair was found.
        if d != self.d(j, i) {
            return Err(format!("symmetry: {}, but {}", self.shown(i, j), self.shown(j, i)));
        }
        if self.laws.range == Range::Unit && d > 1.0 {
            return Err(format!("unit range: {}", self.shown(i, j)));
        }
        if self.laws.separates && d == 0.0 && !same {
            return Err(format!("separation: {}", self.shown(i, j)));
        }
        Ok(())
    }

    fn detours(&self, i: usize, j: usize) -> Result<(), String> {
        let shorter = |k: usize| self.d(i, j) > (self.d(i, k) + self.d(k, j)) * (1.0 + ROUNDING);
        match (0..self.samples.len()).find(|&k| shorter(k)) {
            None => Ok(()),
            Some(k) => Err(format!(
                "triangle inequality: {}, but {} and {}",
                self.shown(i, j),
                self.shown(i, k),
                self.shown(k, j)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A distance given by a function, to break one law at a time.
    struct Broken(fn(&str, &str) -> f64, Laws);

    impl TextDistance for Broken {
        fn between(&self, a: &str, b: &str) -> f64 {
            self.0(a, b)
        }

        fn laws(&self) -> Laws {
            self.1
        }
    }

    const ALL: Laws = Laws { range: Range::Unit, triangle: true, separates: true };

    fn fault(between: fn(&str, &str) -> f64) -> String {
        check_text_distance_laws(&Broken(between, ALL), &["", "a", "bb"]).unwrap_err()
    }

    fn length(text: &str) -> f64 {
        text.len() as f64
    }

    #[test]
    fn each_broken_law_is_named_with_its_samples() {
        let discrete = |a: &str, b: &str| f64::from(a != b);
        assert_eq!(check_text_distance_laws(&Broken(discrete, ALL), &["", "a", "bb"]), Ok(()));

        assert_eq!(fault(|a, b| length(a) / length(b)), r#"finite: d("", "") = NaN"#);
        assert_eq!(fault(|a, b| length(a) - length(b)), r#"not negative: d("", "a") = -1"#);
        assert_eq!(fault(|_, _| 0.5), r#"identity: d("", "") = 0.5"#);
        assert_eq!(fault(|a, b| f64::from(a < b) / 2.0), r#"symmetry: d("", "a") = 0.5, but d("a", "") = 0"#);
        assert_eq!(fault(|a, b| (length(a) - length(b)).abs()), r#"unit range: d("", "bb") = 2"#);
        assert_eq!(fault(|_, _| 0.0), r#"separation: d("", "a") = 0"#);
        assert_eq!(
            fault(|a, b| ((length(a) - length(b)) / 2.0).powi(2)),
            r#"triangle inequality: d("", "bb") = 1, but d("", "a") = 0.25 and d("a", "bb") = 0.25"#
        );
    }

    #[test]
    fn a_law_that_is_not_promised_is_not_demanded() {
        let lax = Laws { range: Range::NonNegative, triangle: false, separates: false };
        let squared = |a: &str, b: &str| (length(a) - length(b)).powi(2);
        assert_eq!(check_text_distance_laws(&Broken(squared, lax), &["", "a", "b", "ccc"]), Ok(()));
    }
}
