//! Lines through the input space, and the middle between two places on them.

use std::hash::{Hash, Hasher};

use crate::axis::{Axis, Motion};
use crate::input::Input;
use crate::integer::Integer;
use crate::signature::Signature;

/// What changes along a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One axis; a place on the line is the place on the axis.
    Along(Axis),
    /// Two axes at once, in the same or in opposite directions; a place is the distance from the starting point.
    Diagonal(Axis, Axis, Slope),
}

/// How two axes change together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The names are self-explanatory.
pub enum Slope {
    Together,
    Against,
}

/// A line: one strand, or two neighbouring strands that are followed side by side.
#[derive(Debug, Clone)]
pub struct Line {
    /// What changes.
    pub direction: Direction,
    /// A point of each strand.
    pub strands: Vec<Input>,
    /// The least and the greatest place.
    pub ends: (Integer, Integer),
}

impl Line {
    /// A line through these points, at least one, which must have the axes of the direction.
    pub fn new(direction: Direction, strands: Vec<Input>, signature: &Signature) -> Line {
        let point = &strands[0];
        let ends = match &direction {
            Direction::Along(axis) => axis.ends(signature, point),
            Direction::Diagonal(a, b, slope) => {
                let (down_a, up_a) = room(a, signature, point);
                let (down_b, up_b) = match (room(b, signature, point), slope) {
                    (room, Slope::Together) => room,
                    ((down, up), Slope::Against) => (up, down),
                };
                (&Integer::ZERO - &down_a.min(down_b), up_a.min(up_b))
            }
        };
        Line { direction, strands, ends }
    }

    /// The line along one axis through one point.
    pub fn along(axis: Axis, point: Input, signature: &Signature) -> Line {
        Line::new(Direction::Along(axis), vec![point], signature)
    }

    /// The place of the points through which the line was drawn.
    pub fn origin(&self) -> Integer {
        match &self.direction {
            Direction::Along(axis) => axis.get(&self.strands[0]),
            Direction::Diagonal(..) => Integer::ZERO,
        }
    }

    /// Whether a place is on the line.
    pub fn holds(&self, place: &Integer) -> bool {
        *place >= self.ends.0 && *place <= self.ends.1
    }

    /// The input of a strand at a place that the line [holds](Self::holds).
    pub fn input(&self, strand: usize, place: &Integer) -> Input {
        let mut input = self.strands[strand].clone();
        match &self.direction {
            Direction::Along(axis) => axis.set(&mut input, place.clone()),
            Direction::Diagonal(a, b, slope) => {
                let (here_a, here_b) = (a.get(&input), b.get(&input));
                a.set(&mut input, &here_a + place);
                b.set(&mut input, if *slope == Slope::Together { &here_b + place } else { &here_b - place });
            }
        }
        input
    }

    /// A hash that identifies a line, whichever of its points it was drawn through.
    pub fn identity(&self, hasher: &mut impl Hasher) {
        self.direction.hash(hasher);
        let foot = match &self.direction {
            // Texts of the same length differ, and so do the lines through them.
            Direction::Along(Axis { motion: Motion::Length, .. }) => self.origin(),
            Direction::Along(Axis {
                motion:
                    Motion::Part(_)
                    | Motion::Pieces(_)
                    | Motion::Count(_)
                    | Motion::Places
                    | Motion::Order
                    | Motion::Largest
                    | Motion::Copies,
                ..
            }) => self.origin(),
            Direction::Along(Axis {
                motion: Motion::Number | Motion::Char(_) | Motion::Digits(_) | Motion::Alternative,
                ..
            }) => self.ends.0.clone(),
            // A diagonal is identified by the point at which the first axis is zero, or the nearest point on the line.
            Direction::Diagonal(a, ..) => {
                let zero = &Integer::ZERO - &a.get(&self.strands[0]);
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

/// How far a point can be moved down and up.
fn room(axis: &Axis, signature: &Signature, point: &Input) -> (Integer, Integer) {
    let (here, (lo, hi)) = (axis.get(point), axis.ends(signature, point));
    (&here - &lo, &hi - &here)
}

/// How the middle between two places is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Middle {
    /// Equally far from both; if there are two such places, the one nearer to `from`.
    OfNumbers,
    /// Zero if it lies in between; otherwise, if the numbers are far apart, the middle of their bit lengths: a gap from
    /// 0 to 2^100 is halved at 2^50 and not at 2^99. If there are two such places, the one nearer to zero.
    OfMagnitudes,
}

/// The middle between two places in either order; `from` or `to` only if nothing lies in between.
pub fn halve(from: &Integer, to: &Integer, middle: Middle) -> Integer {
    match middle {
        Middle::OfNumbers => {
            let half = from.distance(to).half();
            if from <= to { from + &half } else { from - &half }
        }
        Middle::OfMagnitudes => {
            let (lo, hi) = (from.min(to), from.max(to));
            if lo.is_negative() && *hi > Integer::ZERO {
                return Integer::ZERO;
            }
            // Count from zero, so that positive and negative numbers are treated alike.
            let (near, far) = if lo.is_negative() { (hi, lo) } else { (lo, hi) };
            let by_bits = middle_of_bits(near, far).filter(|middle| middle > lo && middle < hi);
            by_bits.unwrap_or_else(|| halve(near, far, Middle::OfNumbers))
        }
    }
}

/// The power of two halfway between two bit lengths, if these differ by more than two.
fn middle_of_bits(near: &Integer, far: &Integer) -> Option<Integer> {
    let (short, long) = (near.bit_length(), far.bit_length());
    let middle = (long > short + 2).then(|| Integer::power_of_two((short + long) / 2))?;
    Some(if far.is_negative() { middle.complement() } else { middle })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::ValuePath;
    use proptest::prelude::*;

    fn middle(from: i128, to: i128, middle: Middle) -> i128 {
        halve(&Integer::Small(from), &Integer::Small(to), middle).to_i128().unwrap()
    }

    proptest! {
        #[test]
        fn the_middle_lies_strictly_between(lo in any::<i128>(), width in 2i128..i128::MAX, shift in 0u32..120) {
            let lo = lo >> shift;
            let hi = lo.saturating_add((width >> shift).max(2));
            prop_assume!(hi - 1 > lo);
            for (from, to) in [(lo, hi), (hi, lo)] {
                for kind in [Middle::OfNumbers, Middle::OfMagnitudes] {
                    let found = middle(from, to, kind);
                    prop_assert!(found > lo && found < hi, "{} {} {}", from, found, to);
                }
                let to_both = [from, to].map(|end| end.abs_diff(middle(from, to, Middle::OfNumbers)));
                prop_assert!(to_both[1] - to_both[0] <= 1);
            }
            prop_assert_eq!(middle(lo, hi, Middle::OfMagnitudes), middle(hi, lo, Middle::OfMagnitudes));
            if lo >= 0 {
                prop_assert_eq!(middle(lo, hi, Middle::OfMagnitudes), !middle(!lo, !hi, Middle::OfMagnitudes));
            }
        }
    }

    #[test]
    fn wide_gaps_are_halved_by_bit_length_on_both_sides_of_zero() {
        assert_eq!(middle(0, 1 << 100, Middle::OfMagnitudes), 1 << 50);
        assert_eq!(middle(-(1 << 100), 5, Middle::OfMagnitudes), 0);
        assert_eq!(middle(-(1 << 100), -1, Middle::OfMagnitudes), !(1 << 50));
        assert_eq!(middle(1000, 1004, Middle::OfMagnitudes), 1002);
        assert_eq!(middle(0, 1 << 100, Middle::OfNumbers), 1 << 99);
    }

    #[test]
    fn the_middle_of_an_odd_gap_is_the_nearer_one() {
        assert_eq!((middle(0, 3, Middle::OfNumbers), middle(3, 0, Middle::OfNumbers)), (1, 2));
        assert_eq!((middle(7, 8, Middle::OfNumbers), middle(8, 7, Middle::OfNumbers)), (7, 8));
        assert_eq!(middle(5, 5, Middle::OfMagnitudes), 5);
    }

    #[test]
    fn diagonals_end_where_the_first_argument_ends() {
        let signature = Signature::parse(["a:int[0..10]", "b:int[0..100]"]).unwrap();
        let base = signature.read(&["3", "95"], None).unwrap();
        let [a, b] = [0, 1].map(|argument| Axis::main(&base, argument));
        let line = |slope| {
            Line::new(Direction::Diagonal(a.clone(), b.clone(), slope), vec![base.clone()], &signature)
        };
        assert_eq!(line(Slope::Together).ends, (Integer::Small(-3), Integer::Small(5)));
        assert_eq!(line(Slope::Against).ends, (Integer::Small(-3), Integer::Small(7)));
        assert_eq!(line(Slope::Against).input(0, &Integer::Small(2)).to_string(), "5, 93");
    }

    #[test]
    fn a_line_along_a_character() {
        let signature = Signature::parse(["s:str"]).unwrap();
        let axis = Axis { path: ValuePath::to(0), motion: Motion::Char(1) };
        let line = Line::along(axis, signature.read(&["xLy"], None).unwrap(), &signature);
        assert_eq!(line.origin(), Integer::from(u32::from('L')));
        assert_eq!(line.input(0, &Integer::from(u32::from('M'))).to_string(), "xMy");
        assert!(line.holds(&Integer::ZERO) && !line.holds(&Integer::Small(-1)));
    }
}
