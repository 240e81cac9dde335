//! Motions: the ways in which a value moves.

use crate::argument::Argument;
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

    /// How the parts of a value move: the characters of a text.
    pub fn parts(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        let chars = match value {
            Value::Int(_) | Value::Float(_) => 0,
            Value::Text(text) => text.chars().count(),
        };
        (0..chars).map(Motion::Char)
    }

    /// Every way in which a value moves, the main one first.
    pub fn all(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        [Motion::main(value)].into_iter().chain(Motion::parts(value))
    }

    /// Whether the value moves in this way.
    pub fn is_of(self, value: &Value) -> bool {
        match (self, value) {
            (Motion::Number, Value::Int(_) | Value::Float(_)) | (Motion::Length, Value::Text(_)) => true,
            (Motion::Char(position), Value::Text(text)) => text.chars().nth(position).is_some(),
            (Motion::Number, Value::Text(_))
            | (Motion::Length | Motion::Char(_), Value::Int(_) | Value::Float(_)) => false,
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
            (Motion::Number, Value::Text(_))
            | (Motion::Length | Motion::Char(_), Value::Int(_) | Value::Float(_)) => Integer::ZERO,
        }
    }

    /// The number that the value stands for, as far as it can be drawn: a float itself, anything else its place.
    pub fn number(self, value: &Value) -> f64 {
        match value {
            Value::Float(float) => float.value(),
            Value::Int(_) | Value::Text(_) => self.get(value).to_f64(),
        }
    }

    /// The place of the value that is as near to a number as can be; a text has that length.
    pub fn near(self, value: &Value, number: i128) -> Integer {
        Integer::Small(match value {
            Value::Float(float) => Float::new(float.ty(), number as f64).place(),
            Value::Int(_) | Value::Text(_) => number,
        })
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
            (Motion::Number, Value::Text(_))
            | (Motion::Length | Motion::Char(_), Value::Int(_) | Value::Float(_)) => {}
        }
    }

    /// Moves the value to where another one is. A text that grows takes what the other one has more.
    pub fn follow(self, value: &mut Value, other: &Value) {
        match value {
            Value::Int(_) | Value::Float(_) => value.clone_from(other),
            Value::Text(text) => {
                let longer = other.as_text().filter(|_| self == Motion::Length).unwrap_or_default();
                match text.chars().count() {
                    length if length < longer.chars().count() => {
                        let more = longer.chars().skip(length);
                        *text = text.chars().chain(more).collect::<String>().into();
                    }
                    _ => self.set(value, self.get(other)),
                }
            }
        }
    }

    /// The least and the greatest place that a value of that argument can be moved to; both 0 if it does not move in this
    /// way.
    pub fn ends(self, argument: &Argument, value: &Value) -> (Integer, Integer) {
        let schema = argument.schema();
        let ends = match (self, value) {
            (Motion::Number, Value::Int(int)) => schema.int_bounds(int.ty()).cloned(),
            (Motion::Number, Value::Float(float)) => schema.as_float().map(|schema| {
                let place = |end: Float| Integer::Small(Float::new(float.ty(), end.value()).place());
                (place(schema.ends().0), place(schema.ends().1))
            }),
            (Motion::Length, Value::Text(_)) => {
                schema.as_text().map(|schema| (schema.lengths().0.into(), schema.lengths().1.into()))
            }
            (Motion::Char(_), Value::Text(_)) => {
                self.is_of(value).then_some((Integer::ZERO, Integer::Small(LAST)))
            }
            (Motion::Number, Value::Text(_))
            | (Motion::Length | Motion::Char(_), Value::Int(_) | Value::Float(_)) => None,
        };
        // A value of another kind than its argument stays where it is.
        ends.unwrap_or_else(|| (self.get(value), self.get(value)))
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
