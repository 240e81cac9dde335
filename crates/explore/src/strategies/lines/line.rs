//! Lines through the input space, the points on them, and the gaps between points.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use autobva_core::{Input, Integer, Signature, Value};

use super::letters;
use super::novelty::Sighting;

/// Which arguments change along a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Course {
    /// One argument; a place on the line is the argument's place.
    Along(usize),
    /// One character of a text, by its position; a place is that of the character among all.
    Letter(usize, usize),
    /// Two arguments at once, both upwards or one against the other; a place is the distance from the starting point.
    Diagonal(usize, usize, Slope),
}

impl Course {
    /// The argument, if only one changes.
    pub fn argument(self) -> Option<usize> {
        match self {
            Course::Along(a) | Course::Letter(a, _) => Some(a),
            Course::Diagonal(..) => None,
        }
    }
}

/// How two arguments change together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Slope {
    Together,
    Against,
}

/// A line: one strand, or two neighbouring ones that are followed side by side.
#[derive(Debug)]
pub struct Line {
    /// Which arguments change.
    pub course: Course,
    /// A point of each strand.
    pub strands: Vec<Input>,
    /// The least and the greatest place.
    pub ends: (Integer, Integer),
}

impl Line {
    /// A line through these points.
    pub fn new(course: Course, strands: Vec<Input>, signature: &Signature) -> Line {
        let of = |a: usize| {
            let (lo, hi) = signature.arguments()[a].places(&strands[0][a]);
            (strands[0][a].place(), lo, hi)
        };
        let ends = match course {
            Course::Along(a) => signature.arguments()[a].places(&strands[0][a]),
            Course::Letter(..) => (Integer::ZERO, Integer::Small(letters::LAST)),
            Course::Diagonal(a, b, slope) => {
                let ((here_a, lo_a, hi_a), (here_b, lo_b, hi_b)) = (of(a), of(b));
                let (down_b, up_b) = match slope {
                    Slope::Together => (&here_b - &lo_b, &hi_b - &here_b),
                    Slope::Against => (&hi_b - &here_b, &here_b - &lo_b),
                };
                let down = (&here_a - &lo_a).min(down_b);
                (&Integer::ZERO - &down, (&hi_a - &here_a).min(up_b))
            }
        };
        Line { course, strands, ends }
    }

    /// The place of the points that the line was drawn through.
    pub fn origin(&self) -> Integer {
        match self.course {
            Course::Along(a) => self.strands[0][a].place(),
            Course::Letter(a, position) => {
                letters::letter(&self.strands[0], a, position).map_or(Integer::ZERO, letters::place)
            }
            Course::Diagonal(..) => Integer::ZERO,
        }
    }

    /// The input of a strand at a place.
    pub fn input(&self, strand: usize, place: &Integer) -> Input {
        let mut input = self.strands[strand].clone();
        match self.course {
            Course::Along(a) => input[a].move_to(place.clone()),
            Course::Letter(a, position) => letters::set_letter(&mut input, a, position, place),
            Course::Diagonal(a, b, slope) => {
                let (here_a, here_b) = (input[a].place(), input[b].place());
                input[a].move_to(&here_a + place);
                input[b].move_to(if slope == Slope::Together { &here_b + place } else { &here_b - place });
            }
        }
        input
    }

    /// A hash by which a line is known again, whichever of its points it was drawn through.
    pub fn identity(&self, hasher: &mut impl Hasher) {
        self.course.hash(hasher);
        let foot = match self.course {
            // Texts of one length differ, and so do the lines through them.
            Course::Along(a) if matches!(self.strands[0][a], Value::Text(_)) => self.origin(),
            Course::Along(_) | Course::Letter(..) => self.ends.0.clone(),
            // The point where the first argument would be zero stands for a diagonal, unless that is off the line.
            Course::Diagonal(a, ..) => {
                let zero = &Integer::ZERO - &self.strands[0][a].place();
                zero.clamp(self.ends.0.clone(), self.ends.1.clone())
            }
        };
        for strand in 0..self.strands.len() {
            let input = self.input(strand, &foot);
            input.iter().for_each(|v| v.type_name().hash(hasher));
            input.hash_reading(hasher);
        }
    }
}

/// A place on a line and what the target did there, on each strand.
#[derive(Debug, Clone)]
pub struct Point {
    /// The place.
    pub place: Integer,
    /// What was seen, one per strand.
    pub sightings: Vec<Arc<Sighting>>,
}

/// The stretch between two points with nothing known in between.
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
    /// The gap cut in two.
    pub fn halves(&self, middle: Point) -> [Gap; 2] {
        let gap = |left, right| Gap { line: Arc::clone(&self.line), left, right };
        [gap(self.left.clone(), middle.clone()), gap(middle, self.right.clone())]
    }

    /// How many steps it is from one end to the other.
    pub fn width(&self) -> Integer {
        &self.right.place - &self.left.place
    }

    /// A place in the middle: of the numbers where they are close, of their bit lengths where they are far apart, so that
    /// a gap from 0 to 2^100 is halved to 2^50 and not to 2^99.
    pub fn middle(&self) -> Integer {
        let (lo, hi) = (&self.left.place, &self.right.place);
        if lo.is_negative() && !hi.is_negative() && *hi > Integer::ZERO {
            return Integer::ZERO;
        }
        if lo.is_negative() {
            // Mirrored, so that both sides of zero are treated alike.
            return geometric(&hi.complement(), &lo.complement()).complement();
        }
        geometric(lo, hi)
    }
}

/// The middle of two numbers that are not negative, `lo` the lesser one, neither end itself.
fn geometric(lo: &Integer, hi: &Integer) -> Integer {
    let arithmetic = || (lo + hi).half();
    if hi.bit_length() <= lo.bit_length() + 2 {
        return arithmetic();
    }
    let middle = Integer::power_of_two((lo.bit_length() + hi.bit_length()) / 2);
    if middle > *lo && middle < *hi { middle } else { arithmetic() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gap(lo: i128, hi: i128) -> Gap {
        let signature = Signature::parse(["n:int"]).unwrap();
        let input = signature.read(&["0"], None).unwrap();
        let line = Arc::new(Line::new(Course::Along(0), vec![input], &signature));
        let point = |n: i128| Point { place: Integer::Small(n), sightings: Vec::new() };
        Gap { line, left: point(lo), right: point(hi) }
    }

    proptest! {
        #[test]
        fn the_middle_lies_strictly_between(lo in any::<i128>(), width in 2i128..i128::MAX, shift in 0u32..120) {
            let lo = lo >> shift;
            let hi = lo.saturating_add((width >> shift).max(2));
            prop_assume!(hi - 1 > lo);
            let middle = gap(lo, hi).middle().to_i128().unwrap();
            prop_assert!(middle > lo && middle < hi, "{} {} {}", lo, middle, hi);
        }
    }

    #[test]
    fn wide_gaps_are_halved_by_bit_length_on_both_sides_of_zero() {
        assert_eq!(gap(0, 1 << 100).middle(), Integer::power_of_two(50));
        assert_eq!(gap(-(1 << 100), 5).middle(), Integer::ZERO);
        assert_eq!(gap(-(1 << 100), -1).middle(), Integer::power_of_two(50).complement());
        assert_eq!(gap(1000, 1004).middle(), Integer::Small(1002));
    }

    #[test]
    fn diagonals_end_where_the_first_argument_ends() {
        let signature = Signature::parse(["a:int[0..10]", "b:int[0..100]"]).unwrap();
        let base = signature.read(&["3", "95"], None).unwrap();
        let line = |slope| Line::new(Course::Diagonal(0, 1, slope), vec![base.clone()], &signature);
        assert_eq!(line(Slope::Together).ends, (Integer::Small(-3), Integer::Small(5)));
        assert_eq!(line(Slope::Against).ends, (Integer::Small(-3), Integer::Small(7)));
        assert_eq!(line(Slope::Against).input(0, &Integer::Small(2)).to_string(), "5, 93");
    }
}
