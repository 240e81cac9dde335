//! Axes: how an input is reached and moved. Everything that searches moves along them, and needs no case per type.

mod chars;
mod motion;
mod path;

pub use chars::char_place;
pub use motion::Motion;
pub use path::ValuePath;

use crate::input::Input;
use crate::integer::Integer;
use crate::signature::Signature;
use crate::value::Value;

/// One way in which an input can change while the rest stays: a path to a value in it, and how that value moves. Every
/// input that has the axis stands at a *place* on it, a whole number, and neighbours are one place apart.
///
/// An input may not have an axis, as a short text has no tenth character. It then stands at 0 and cannot be moved.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Axis {
    /// Which value.
    pub path: ValuePath,
    /// How it moves.
    pub motion: Motion,
}

impl Axis {
    /// The axis along which an argument as a whole moves: a number by its size, a text by its length.
    #[inline]
    pub fn main(input: &Input, argument: usize) -> Axis {
        Axis { path: ValuePath::to(argument), motion: Motion::main(&input[argument]) }
    }

    /// The axis of a character of a text, by its position.
    pub fn of_char(argument: usize, position: usize) -> Axis {
        Axis { path: ValuePath::to(argument), motion: Motion::Char(position) }
    }

    /// The argument that it moves.
    #[inline]
    pub fn argument(&self) -> usize {
        self.path.argument()
    }

    /// Whether the input has this axis.
    pub fn is_of(&self, input: &Input) -> bool {
        self.motion.is_of(self.path.value(input))
    }

    /// The place of the input.
    #[inline]
    pub fn get(&self, input: &Input) -> Integer {
        self.motion.get(self.path.value(input))
    }

    /// Moves the input to a place, which must lie within the [ends](Self::ends).
    #[inline]
    pub fn set(&self, input: &mut Input, place: Integer) {
        self.motion.set(self.path.value_mut(input), place);
    }

    /// The least and the greatest place that the input can be moved to without changing its types.
    pub fn ends(&self, signature: &Signature, input: &Input) -> (Integer, Integer) {
        self.motion.ends(self.path.argument_of(signature), self.path.value(input))
    }

    /// Moves the input by `steps`, upwards or downwards, no further than the end. Returns whether it moved at all.
    #[inline]
    pub fn step(&self, signature: &Signature, input: &mut Input, upwards: bool, steps: &Integer) -> bool {
        let argument = self.path.argument_of(signature);
        match (self.path.value_mut(input), self.motion) {
            // The common case without copies of the bounds, which may be beyond 128 bits.
            (Value::Int(int), Motion::Number) => match argument.schema().int_bounds(int.ty()) {
                Some((lo, hi)) => int.step(upwards, steps, if upwards { hi } else { lo }),
                None => false,
            },
            (value, motion) => {
                let here = motion.get(value);
                let (lo, hi) = motion.ends(argument, value);
                let there = if upwards { (&here + steps).min(hi) } else { (&here - steps).max(lo) };
                let moved = there != here;
                if moved {
                    motion.set(value, there);
                }
                moved
            }
        }
    }
}

impl Signature {
    /// The axes of an input: of each argument the main one first.
    pub fn axes<'a>(&self, input: &'a Input) -> impl Iterator<Item = Axis> + use<'a> {
        let motions = |(at, value): (usize, &'a Value)| Motion::all(value).map(move |motion| (at, motion));
        let axes = input.iter().enumerate().take(self.len()).flat_map(motions);
        axes.map(|(at, motion)| Axis { path: ValuePath::to(at), motion })
    }

    /// The axes of both inputs on which they stand at different places.
    pub fn differing_axes<'a>(&self, a: &'a Input, b: &'a Input) -> impl Iterator<Item = Axis> + use<'a> {
        self.axes(a).filter(move |axis| axis.is_of(b) && axis.get(a) != axis.get(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(axes: impl Iterator<Item = Axis>) -> Vec<(usize, Motion)> {
        axes.map(|axis| (axis.argument(), axis.motion)).collect()
    }

    #[test]
    fn a_number_has_one_axis_and_a_text_its_length_and_characters() {
        let signature = Signature::parse(["n:int", "s:str", "x:f32"]).unwrap();
        let input = signature.read(&["7", "añ", "0.5"], None).unwrap();
        use Motion::*;
        let expected = [(0, Number), (1, Length), (1, Char(0)), (1, Char(1)), (2, Number)];
        assert_eq!(shown(signature.axes(&input)), expected);
        for axis in signature.axes(&input) {
            let (lo, hi) = axis.ends(&signature, &input);
            assert!((lo..=hi).contains(&axis.get(&input)) && axis.is_of(&input));
        }
    }

    #[test]
    fn inputs_differ_on_the_axes_that_both_have() {
        let signature = Signature::parse(["s:str", "n:int"]).unwrap();
        let read = |s: &str, n: &str| signature.read(&[s, n], None).unwrap();
        let differing = |a: Input, b: Input| shown(signature.differing_axes(&a, &b));
        use Motion::*;
        assert_eq!(differing(read("Lx", "1"), read("Mx", "1")), [(0, Char(0))]);
        assert_eq!(differing(read("ab", "1"), read("xbc", "2")), [(0, Length), (0, Char(0)), (1, Number)]);
        assert_eq!(differing(read("ab", "1"), read("ab", "1")), []);
    }

    #[test]
    fn an_axis_that_an_input_does_not_have_moves_nothing() {
        let signature = Signature::parse(["s:str", "n:int"]).unwrap();
        let mut input = signature.read(&["ab", "7"], None).unwrap();
        for axis in [Axis::of_char(0, 2), Axis::of_char(1, 0)] {
            assert!(!axis.is_of(&input));
            assert_eq!(axis.get(&input), Integer::ZERO);
            assert_eq!(axis.ends(&signature, &input), (Integer::ZERO, Integer::ZERO));
            assert!(!axis.step(&signature, &mut input, true, &Integer::ONE));
            axis.set(&mut input, Integer::Small(9));
            assert_eq!(input.to_string(), "ab, 7");
        }
    }
}
