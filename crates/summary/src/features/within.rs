//! WD: the distance within a pair.

use std::sync::Arc;

use autobva_metrics::TextDistance;

use super::{Attribute, Feature, Pair};

/// The distance between the two outputs of a pair; it does not depend on the other pairs.
pub struct Within(Arc<dyn TextDistance>);

impl Within {
    /// The feature based on this distance.
    pub fn new(distance: Arc<dyn TextDistance>) -> Within {
        Within(distance)
    }
}

impl Feature for Within {
    fn attributes<'a>(&'a self, texts: &'a [&'a str]) -> Vec<Box<dyn Attribute + 'a>> {
        vec![Box::new(Distances { distance: &*self.0, texts, values: Vec::new() })]
    }
}

struct Distances<'a> {
    distance: &'a dyn TextDistance,
    texts: &'a [&'a str],
    values: Vec<f64>,
}

impl Attribute for Distances<'_> {
    fn push(&mut self, pair: Pair) {
        self.values.push(self.value_of(pair));
    }

    fn swap_remove(&mut self, place: usize) {
        self.values.swap_remove(place);
    }

    fn values(&self) -> &[f64] {
        &self.values
    }

    fn value_of(&self, pair: Pair) -> f64 {
        self.distance.between(self.texts[pair.first as usize], self.texts[pair.second as usize])
    }
}
