//! Motions: the ways in which a value moves.

use crate::argument::{Argument, Domain};
use crate::axis::chars::{LAST, char_at, char_place};
use crate::float::Float;
use crate::integer::Integer;
use crate::value::{Int, Value};

/// How a value moves. It always keeps its run-time type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Motion {
    /// A number by its size: an integer stands at itself, a float at its rank among the floats of its type.
    Number,
    /// A text by its length in characters. It is cut, or lengthened by repeating its last character (`a` if it is empty).
    Length,
    /// The character of a text at that position, among all characters.
    Char(usize),
}

impl Motion {
    /// How a value as a whole moves.
    #[inline]
    pub fn main(value: &Value) -> Motion {
        match value {
            Value::Int(_) | Value::Float(_) => Motion::Number,
            Value::Text(_) => Motion::Length,
        }
    }

    /// Every way in which a value moves, the main one first.
    pub fn all(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        let chars = if let Value::Text(text) = value { text.chars().count() } else { 0 };
        [Motion::main(value)].into_iter().chain((0..chars).map(Motion::Char))
    }

    /// Whether the value moves in this way.
    pub fn is_of(self, value: &Value) -> bool {
        match (self, value) {
            (Motion::Number, Value::Int(_) | Value::Float(_)) | (Motion::Length, Value::Text(_)) => true,
            (Motion::Char(position), Value::Text(text)) => text.chars().nth(position).is_some(),
            _ => false,
        }
    }

    /// The place of the value; 0 if it does not move in this way.
    #[inline]
    pub fn get(self, value: &Value) -> Integer {
        match (self, value) {
            (Motion::Number, Value::Int(int)) => int.number().clone(),
            (Motion::Number, Value::Float(float)) => Integer::Small(float.place()),
            (Motion::Length, Value::Text(text)) => Integer::from(text.chars().count()),
            (Motion::Char(position), Value::Text(text)) => {
                text.chars().nth(position).map_or(Integer::ZERO, char_place)
            }
            _ => Integer::ZERO,
        }
    }

    /// Moves the value to a place, which must lie within the [ends](Self::ends).
    #[inline]
    pub fn set(self, value: &mut Value, place: Integer) {
        match (self, value) {
            (Motion::Number, Value::Int(int)) => *int = Int::within(int.ty(), place),
            (Motion::Number, Value::Float(float)) => {
                let moved = place.to_i128().and_then(|place| Float::at_place(float.ty(), place));
                debug_assert!(moved.is_some(), "no float at place {place}");
                *float = moved.unwrap_or(*float);
            }
            (Motion::Length, Value::Text(text)) => {
                let length = place.to_i128().and_then(|place| usize::try_from(place).ok()).unwrap_or(0);
                *text = of_length(text, length);
            }
            (Motion::Char(position), Value::Text(text)) => *text = with_char(text, position, &place),
            _ => {}
        }
    }

    /// The least and the greatest place that a value of that argument can be moved to; both 0 if it does not move in this
    /// way.
    pub fn ends(self, argument: &Argument, value: &Value) -> (Integer, Integer) {
        match (self, value, argument.domain()) {
            (Motion::Number, Value::Int(int), _) => match argument.int_bounds(int.ty()) {
                Some((lo, hi)) => (lo.clone(), hi.clone()),
                None => (int.number().clone(), int.number().clone()),
            },
            (Motion::Number, Value::Float(float), Domain::Floats(lo, hi)) => {
                let place = |end: f64| Integer::Small(Float::new(float.ty(), end).place());
                (place(*lo), place(*hi))
            }
            (Motion::Length, Value::Text(_), Domain::Lengths(lo, hi)) => ((*lo).into(), (*hi).into()),
            (Motion::Char(_), ..) if self.is_of(value) => (Integer::ZERO, Integer::Small(LAST)),
            // A value of another kind than its argument stays where it is.
            _ => (self.get(value), self.get(value)),
        }
    }
}

fn of_length(text: &str, length: usize) -> Box<str> {
    match text.char_indices().nth(length) {
        Some((cut, _)) => text[..cut].into(),
        None => {
            let filler = text.chars().next_back().unwrap_or('a');
            let missing = length - text.chars().count();
            text.chars().chain(std::iter::repeat_n(filler, missing)).collect::<String>().into()
        }
    }
}

fn with_char(text: &str, position: usize, place: &Integer) -> Box<str> {
    let moved = char_at(place);
    debug_assert!(moved.is_some(), "no character at place {place}");
    let set = |(at, c)| if at == position { moved.unwrap_or(c) } else { c };
    text.chars().enumerate().map(set).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str, motion: Motion, place: i128) -> String {
        let mut value = Value::Text(text.into());
        motion.set(&mut value, Integer::Small(place));
        assert_eq!(motion.get(&value), Integer::Small(place));
        value.to_string()
    }

    #[test]
    fn texts_are_cut_and_lengthened() {
        assert_eq!(moved("añb", Motion::Length, 2), "añ");
        assert_eq!(moved("añ", Motion::Length, 4), "añññ");
        assert_eq!(moved("", Motion::Length, 2), "aa");
        assert_eq!(moved("añb", Motion::Length, 0), "");
    }

    #[test]
    fn single_characters_move() {
        assert_eq!(moved("añb", Motion::Char(1), 0x41), "aAb");
        assert_eq!(moved("a\u{d7ff}", Motion::Char(1), 0xd800), "a\u{e000}");
        assert_eq!(moved("b", Motion::Char(0), LAST), "\u{10ffff}");
    }
}
