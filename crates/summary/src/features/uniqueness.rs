//! U: how much each output of a pair differs from the others.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use autobva_metrics::{TextDistance, TextSet};

use super::{Attribute, Feature, Pair};

/// The sum of the distances from the first output to the first outputs of all pairs, and the same for the second
/// output: two attributes.
pub struct Uniqueness(Arc<dyn TextDistance>);

impl Uniqueness {
    /// The feature based on this distance.
    pub fn new(distance: Arc<dyn TextDistance>) -> Uniqueness {
        Uniqueness(distance)
    }
}

impl Feature for Uniqueness {
    fn attributes<'a>(&'a self, texts: &'a [&'a str]) -> Vec<Box<dyn Attribute + 'a>> {
        let sides: [fn(Pair) -> u32; 2] = [|pair| pair.first, |pair| pair.second];
        let sets = self.0.sets(texts, sides.len()).into_iter().zip(sides);
        sets.map(|(set, side)| Box::new(Sums::new(set, side)) as Box<dyn Attribute + 'a>).collect()
    }
}

/// The sums of one side. Adding or removing a pair changes each sum by one distance, so that a few of n pairs can be
/// replaced without computing n² distances.
struct Sums<'a> {
    set: Box<dyn TextSet + 'a>,
    side: fn(Pair) -> u32,
    texts: Vec<u32>,
    sums: Vec<f64>,
    /// A buffer for the distances from one text.
    distances: RefCell<Vec<f64>>,
    /// The last text outside the set, and its sum: rows are sorted by their first output, so it is often repeated.
    latest: Cell<Option<(u32, f64)>>,
}

impl<'a> Sums<'a> {
    fn new(set: Box<dyn TextSet + 'a>, side: fn(Pair) -> u32) -> Self {
        Sums {
            set,
            side,
            texts: Vec::new(),
            sums: Vec::new(),
            distances: RefCell::default(),
            latest: Cell::default(),
        }
    }
}

impl Attribute for Sums<'_> {
    fn push(&mut self, pair: Pair) {
        let text = (self.side)(pair);
        self.latest.take();
        let distances = self.distances.get_mut();
        self.set.distances_from(text, distances);
        self.sums.iter_mut().zip(&*distances).for_each(|(sum, distance)| *sum += distance);
        self.sums.push(sum(distances));
        self.texts.push(text);
        self.set.push(text);
    }

    fn swap_remove(&mut self, place: usize) {
        let text = self.texts.swap_remove(place);
        self.latest.take();
        self.set.swap_remove(place);
        self.sums.swap_remove(place);
        let distances = self.distances.get_mut();
        self.set.distances_from(text, distances);
        self.sums.iter_mut().zip(&*distances).for_each(|(sum, distance)| *sum -= distance);
    }

    fn values(&self) -> &[f64] {
        &self.sums
    }

    fn value_of(&self, pair: Pair) -> f64 {
        let text = (self.side)(pair);
        if let Some((_, sum)) = self.latest.get().filter(|(latest, _)| *latest == text) {
            return sum;
        }
        let mut distances = self.distances.borrow_mut();
        self.set.distances_from(text, &mut distances);
        let sum = sum(&distances);
        self.latest.set(Some((text, sum)));
        sum
    }
}

/// The sum, in independent lanes: an addition need not wait for the previous one.
fn sum(values: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (lanes, rest) = values.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for lane in lanes {
        sums.iter_mut().zip(lane).for_each(|(sum, value)| *sum += value);
    }
    sums.iter().chain(rest).sum()
}
