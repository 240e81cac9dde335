//! Axes: how a value in an input is reached and moved. Everything that searches moves along axes, and so needs no case
//! per type.

mod chars;
mod motion;
mod path;
mod text;

pub use chars::char_place;
pub use motion::Motion;
pub use path::{Step, ValuePath};

use crate::input::Input;
use crate::integer::Integer;
use crate::signature::Signature;
use crate::value::Value;

/// One way in which an input can change while the rest stays: a path to a value in it, and how that value moves. Every
/// input that has the axis is at a *place* on it, a whole number; neighbours are one place apart.
///
/// An input may lack an axis, as a short text has no tenth character. Its place is then 0, and it cannot be moved.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axis {
    /// Which value moves.
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

    /// Whether the axis moves an argument that is a number, by its size.
    #[inline]
    pub fn is_number(&self) -> bool {
        self.motion == Motion::Number && self.path.is_whole()
    }

    /// The argument that it moves.
    #[inline]
    pub fn argument(&self) -> usize {
        self.path.argument()
    }

    /// Whether the input has this axis.
    pub fn is_of(&self, input: &Input) -> bool {
        self.path.value(input).is_some_and(|value| self.motion.is_of(value))
    }

    /// The place of the input.
    #[inline]
    pub fn get(&self, input: &Input) -> Integer {
        self.path.value(input).map_or(Integer::ZERO, |value| self.motion.get(value))
    }

    /// Moves the input to a place, which must lie within the [ends](Self::ends).
    #[inline]
    pub fn set(&self, input: &mut Input, place: Integer) {
        if let Some(value) = self.path.value_mut(input) {
            self.motion.set(value, place);
        }
    }

    /// The least and the greatest place that the input can be moved to without changing its types.
    pub fn ends(&self, signature: &Signature, input: &Input) -> (Integer, Integer) {
        match self.path.schema(signature).zip(self.path.value(input)) {
            Some((schema, value)) => self.motion.ends(schema, value),
            None => (Integer::ZERO, Integer::ZERO),
        }
    }

    /// Moves the input by `steps`, upwards or downwards, no further than the end. Returns whether it moved at all.
    #[inline]
    pub fn step(&self, signature: &Signature, input: &mut Input, upwards: bool, steps: &Integer) -> bool {
        let Some(schema) = self.path.schema(signature) else { return false };
        match (self.path.value_mut(input), self.motion) {
            // The common case avoids copying the bounds, which may be beyond 128 bits.
            (Some(Value::Int(int)), Motion::Number) => match schema.int_bounds(int.ty()) {
                Some((lo, hi)) => int.step(upwards, steps, if upwards { hi } else { lo }),
                None => false,
            },
            (Some(value), motion) => {
                let here = motion.get(value);
                let (lo, hi) = motion.ends(schema, value);
                let there = if upwards { (&here + steps).min(hi) } else { (&here - steps).max(lo) };
                let moved = there != here;
                if moved {
                    motion.set(value, there);
                }
                moved
            }
            (None, _) => false,
        }
    }

    /// The name of what moves, for a person: `qty`, `length of items`, `items[0].qty`, `length of part 1 of address`.
    pub fn name(&self, signature: &Signature) -> String {
        let name = self.path.name(signature);
        match self.motion {
            Motion::Number | Motion::Char(_) | Motion::Digits(_) | Motion::Count(_) | Motion::Alternative => {
                name
            }
            Motion::Length => format!("length of {name}"),
            Motion::Part(at) => format!("length of part {} of {name}", at + 1),
            Motion::Places => format!("places of {name}"),
            Motion::Order => format!("order of {name}"),
            Motion::Largest => format!("position of the largest of {name}"),
            Motion::Copies => format!("copies of {name}[0]"),
            Motion::Pieces(' ') => format!("number of words of {name}"),
            Motion::Pieces(separator) => format!("number of parts of {name} at {separator:?}"),
        }
    }

    /// What moves in an input, for a person: the value, or the length. `tidy` prepares a text for display.
    pub fn shown(&self, input: &Input, tidy: impl Fn(&str) -> String) -> String {
        match self.motion {
            Motion::Length
            | Motion::Part(_)
            | Motion::Pieces(_)
            | Motion::Places
            | Motion::Largest
            | Motion::Copies => self.get(input).to_string(),
            Motion::Order => {
                String::from(if self.get(input) == Integer::ZERO { "unsorted" } else { "sorted" })
            }
            Motion::Number | Motion::Char(_) | Motion::Digits(_) | Motion::Count(_) | Motion::Alternative => {
                self.path.value(input).map_or_else(String::new, |value| value.shown(tidy))
            }
        }
    }
}

/// Collects a value and all values inside it, with their paths.
fn inside<'a>(path: ValuePath, value: &'a Value, found: &mut Vec<(ValuePath, &'a Value)>) {
    found.push((path.clone(), value));
    match value {
        Value::List(list) => {
            for (at, item) in list.items.iter().enumerate() {
                inside(path.and(Step::Item(at)), item, found);
            }
        }
        Value::Record(record) => {
            for (at, field) in record.values.iter().enumerate() {
                inside(path.and(Step::Field(at)), field, found);
            }
        }
        Value::Union(union) => inside(path.and(Step::Alternative(union.at())), union.value(), found),
        Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_) => {}
    }
}

impl Axis {
    /// The axes of one argument of an input: those of the whole value first, then those of the values inside it.
    pub fn all(input: &Input, argument: usize) -> Vec<Axis> {
        Axis::by(input, argument, Motion::all)
    }

    /// The axes along which the lists of an argument are arranged anew.
    pub fn arrangements(input: &Input, argument: usize) -> Vec<Axis> {
        Axis::by(input, argument, Motion::arrangements)
    }

    /// The axes of all values in an argument, by the motions of each.
    fn by<I: Iterator<Item = Motion>>(
        input: &Input,
        argument: usize,
        motions: impl Fn(&Value) -> I,
    ) -> Vec<Axis> {
        let mut values = Vec::new();
        inside(ValuePath::to(argument), &input[argument], &mut values);
        let axes = |(path, value): (ValuePath, &Value)| {
            motions(value).map(move |motion| Axis { path: path.clone(), motion }).collect::<Vec<_>>()
        };
        values.into_iter().flat_map(axes).collect()
    }
}

impl Signature {
    /// The axes of an input; the main axis of each argument comes before its others.
    pub fn axes<'a>(&self, input: &'a Input) -> impl Iterator<Item = Axis> + use<'a> {
        (0..self.len().min(input.len())).flat_map(|argument| Axis::all(input, argument))
    }

    /// The axes of both inputs on which their places differ.
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
    fn a_number_has_one_axis_and_a_text_its_length_characters_and_words() {
        let signature = Signature::parse(["n:int", "s:str", "x:f32"]).unwrap();
        let input = signature.read(&["7", "añ", "0.5"], None).unwrap();
        use Motion::*;
        let expected = [(0, Number), (1, Length), (1, Char(0)), (1, Char(1)), (1, Pieces(' ')), (2, Number)];
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
        for axis in [(0, 2), (1, 0)]
            .map(|(argument, at)| Axis { path: ValuePath::to(argument), motion: Motion::Char(at) })
        {
            assert!(!axis.is_of(&input));
            assert_eq!(axis.get(&input), Integer::ZERO);
            assert_eq!(axis.ends(&signature, &input), (Integer::ZERO, Integer::ZERO));
            assert!(!axis.step(&signature, &mut input, true, &Integer::ONE));
            axis.set(&mut input, Integer::Small(9));
            assert_eq!(input.to_string(), "ab, 7");
        }
    }
}
