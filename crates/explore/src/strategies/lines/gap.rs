//! Points on a line, and the gaps between them.

use std::sync::Arc;

use autobva_core::{Integer, Line, Middle, halve};

use super::novelty::Sighting;

/// A place on a line and the outcomes there, one per strand.
#[derive(Debug, Clone)]
pub struct Point {
    /// The place.
    pub place: Integer,
    /// What was seen, one per strand.
    pub sightings: Vec<Arc<Sighting>>,
}

/// The stretch between two points of a line with no known point in between.
#[derive(Debug, Clone)]
pub struct Gap {
    /// The line that it is part of.
    pub line: Arc<Line>,
    /// The end at the lesser place.
    pub left: Point,
    /// The end at the greater place.
    pub right: Point,
}

impl Gap {
    /// The two gaps that result from cutting this one at `middle`.
    pub fn halves(&self, middle: Point) -> [Gap; 2] {
        let gap = |left, right| Gap { line: Arc::clone(&self.line), left, right };
        [gap(self.left.clone(), middle.clone()), gap(middle, self.right.clone())]
    }

    /// The number of steps from one end to the other.
    pub fn width(&self) -> Integer {
        &self.right.place - &self.left.place
    }

    /// A place in the middle: of the numbers if they are close, of their bit lengths if they are far apart.
    pub fn middle(&self) -> Integer {
        halve(&self.left.place, &self.right.place, Middle::OfMagnitudes)
    }
}
