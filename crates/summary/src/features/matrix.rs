//! The feature matrix: all attributes of a set of pairs, each scaled to 0…1.

use std::iter::repeat_n;

use super::{Attribute, Feature, Pair};

/// The attributes of a changing set of pairs.
pub(crate) struct Matrix<'a> {
    attributes: Vec<Box<dyn Attribute + 'a>>,
    /// How many attributes each feature has.
    widths: Vec<usize>,
}

/// Sums of the same distances in another order differ by no more than this share of them; to scale that to 0…1 would make an
/// attribute of noise.
const ROUNDING: f64 = 1e-12;

/// The range of each attribute over the set, with which values are scaled to 0…1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scale(Vec<(f64, f64)>);

impl<'a> Matrix<'a> {
    /// The matrix of an empty set of pairs of these texts.
    pub fn new(features: &'a [Box<dyn Feature>], texts: &'a [&'a str]) -> Matrix<'a> {
        let by_feature: Vec<_> = features.iter().map(|feature| feature.attributes(texts)).collect();
        let widths = by_feature.iter().map(Vec::len).collect();
        Matrix { attributes: by_feature.into_iter().flatten().collect(), widths }
    }

    /// Adds a pair.
    pub fn push(&mut self, pair: Pair) {
        self.attributes.iter_mut().for_each(|attribute| attribute.push(pair));
    }

    /// Removes the pair at a place; the last pair moves there.
    pub fn swap_remove(&mut self, place: usize) {
        self.attributes.iter_mut().for_each(|attribute| attribute.swap_remove(place));
    }

    /// How many attributes there are.
    pub fn width(&self) -> usize {
        self.attributes.len()
    }

    /// The range of each attribute.
    pub fn scale(&self) -> Scale {
        let range = |values: &[f64]| {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let is_noise = most - least <= ROUNDING * most.abs();
            (least, if is_noise { 0.0 } else { most - least })
        };
        Scale(self.attributes.iter().map(|attribute| range(attribute.values())).collect())
    }

    /// The scaled attributes of all pairs, one pair after the other.
    pub fn scaled(&self) -> Vec<f64> {
        let scale = self.scale();
        let size = self.attributes.first().map_or(0, |attribute| attribute.values().len());
        let of_pair = |place: usize| {
            let values = self.attributes.iter().map(move |attribute| attribute.values()[place]);
            scale.apply(values)
        };
        (0..size).flat_map(of_pair).collect()
    }

    /// Like [`scaled`](Self::scaled), but only with the attributes of some features; also returns their number.
    pub fn scaled_for(&self, chosen: &[bool]) -> (usize, Vec<f64>) {
        let of_features = self.widths.iter().zip(chosen).flat_map(|(&width, &is)| repeat_n(is, width));
        let is_chosen: Vec<bool> = of_features.collect();
        let attributes = is_chosen.iter().cycle();
        let kept = self.scaled().into_iter().zip(attributes).filter_map(|(value, is)| is.then_some(value));
        (is_chosen.iter().filter(|is| **is).count(), kept.collect())
    }

    /// The attributes of a pair outside the set, scaled like those of the set; they may lie outside 0…1.
    pub fn scaled_of(&self, pair: Pair, scale: &Scale) -> Vec<f64> {
        scale.apply(self.attributes.iter().map(|attribute| attribute.value_of(pair))).collect()
    }
}

impl Scale {
    /// Scales the attributes of one pair; an attribute that is the same everywhere says nothing and becomes 0.
    fn apply(&self, values: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
        let scaled = |(value, &(least, span)): (f64, &(f64, f64))| {
            if span > 0.0 { (value - least) / span } else { 0.0 }
        };
        values.zip(&self.0).map(scaled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::feature;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_attribute_spans_zero_to_one(
            texts in prop::collection::btree_set("[ab1]{0,5}", 2..10),
            places in prop::collection::vec((0..100usize, 0..100usize), 2..20),
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let names = ["strlen(WD)", "jaccard(WD)", "jaccard(U)", "levenshtein(U)"];
            let features: Vec<Box<dyn Feature>> = names.map(|name| feature(name).unwrap()).into();
            let mut matrix = Matrix::new(&features, &texts);
            let place = |n: usize| (n % texts.len()) as u32;
            places.iter().for_each(|&(a, b)| matrix.push(Pair { first: place(a), second: place(b) }));
            let scaled = matrix.scaled();
            prop_assert_eq!(matrix.width(), 6);
            prop_assert_eq!(scaled.len(), 6 * places.len());
            for attribute in 0..6 {
                let values: Vec<f64> = scaled.iter().skip(attribute).step_by(6).copied().collect();
                let least = values.iter().copied().fold(f64::INFINITY, f64::min);
                let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                prop_assert!(least == 0.0 && (most == 1.0 || most == 0.0), "{values:?}");
            }
            let scale = matrix.scale();
            let first = Pair { first: place(places[0].0), second: place(places[0].1) };
            let again = matrix.scaled_of(first, &scale);
            prop_assert!(again.iter().zip(&scaled).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }
}
