//! Motions: the ways in which a value moves.

use crate::axis::chars::{LAST, char_at, char_place};
use crate::axis::text;
use crate::float::Float;
use crate::integer::Integer;
use crate::schema::Schema;
use crate::value::{Choice, Decimal, Moment, MomentKind, Unit, Value};

/// How a value moves. The value keeps its run-time type, except for a union that becomes another alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Motion {
    /// A number by its size. Its place is: for an integer the integer itself, for a float its rank among the floats of
    /// its type, for a decimal its digits, for a moment its count of smallest units, for a choice its position.
    Number,
    /// A text, bytes or a list by its length. It is cut, or lengthened by repeating its last part (`a` if it is empty).
    Length,
    /// The character of a text, or the byte, at this position.
    Char(usize),
    /// The number that a run of digits in a text forms; the position is that of the run. Leading zeros keep its width.
    Digits(usize),
    /// The length of a part of a text between separators; the position is that of the part.
    Part(usize),
    /// A moment by a larger unit: a date by months, a time by hours.
    Count(Unit),
    /// A decimal by the number of its places after the point.
    Places,
    /// A union by its alternatives.
    Alternative,
    /// A list by its order: 0 while it is not sorted, 1 once it is.
    Order,
    /// A list by the position of its largest item.
    Largest,
    /// A list by how many items at its front are the same. The first one is repeated.
    Copies,
    /// A text by the number of its pieces between separators of one kind; where the separator is a space, of its words. The last pieces are cut off, or pieces like the
    /// last one are added.
    Pieces(char),
}

impl Motion {
    /// How a value as a whole moves.
    #[inline]
    pub fn main(value: &Value) -> Motion {
        match value {
            Value::Int(_) | Value::Float(_) | Value::Decimal(_) | Value::Moment(_) | Value::Choice(_) => {
                Motion::Number
            }
            Value::Text(_) | Value::Bytes(_) | Value::List(_) => Motion::Length,
            Value::Union(_) => Motion::Alternative,
            // A record has no place of its own; its fields do.
            Value::Record(_) => Motion::Number,
        }
    }

    /// How the characters of a text, or bytes, move.
    pub fn chars(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        let chars = match value {
            Value::Text(text) => text.chars().count(),
            Value::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        (0..chars).map(Motion::Char)
    }

    /// The motions of the parts of a value that are not values themselves, such as the characters of a text.
    pub fn parts(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        let (digits, parts, separators) = match value {
            Value::Text(text) => (text::runs(text).len(), text::parts(text).len(), text::separators(text)),
            Value::Bytes(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Decimal(_)
            | Value::Moment(_)
            | Value::Choice(_)
            | Value::List(_)
            | Value::Record(_)
            | Value::Union(_) => (0, 0, Vec::new()),
        };
        let units = if let Value::Moment(moment) = value { moment.kind().units() } else { &[] };
        let places = matches!(value, Value::Decimal(_)).then_some(Motion::Places);
        let units = units.iter().map(|unit| Motion::Count(*unit)).chain(places);
        // A text without separators has one part, which is the text itself.
        let parts = if parts > 1 { parts } else { 0 };
        let of_text = Motion::chars(value).chain((0..digits).map(Motion::Digits));
        let pieces = separators.into_iter().map(Motion::Pieces);
        of_text.chain((0..parts).map(Motion::Part)).chain(pieces).chain(units)
    }

    /// How the items of a list are arranged anew. These are no parts of [`Motion::all`]: two lists that differ in an item
    /// mostly differ in these as well, and the item says it better.
    pub fn arrangements(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        let is_varied = matches!(value, Value::List(list) if list.is_varied());
        let motions = if is_varied { &[Motion::Order, Motion::Largest, Motion::Copies][..] } else { &[] };
        motions.iter().copied()
    }

    /// All motions of a value, the main one first.
    pub fn all(value: &Value) -> impl Iterator<Item = Motion> + use<> {
        let main = (!matches!(value, Value::Record(_))).then(|| Motion::main(value));
        main.into_iter().chain(Motion::parts(value))
    }

    /// Whether the value can move in this way.
    pub fn is_of(self, value: &Value) -> bool {
        match (self, value) {
            (
                Motion::Number,
                Value::Int(_) | Value::Float(_) | Value::Decimal(_) | Value::Moment(_) | Value::Choice(_),
            )
            | (Motion::Length, Value::Text(_) | Value::Bytes(_) | Value::List(_))
            | (Motion::Pieces(_), Value::Text(_))
            | (Motion::Places, Value::Decimal(_))
            | (Motion::Alternative, Value::Union(_)) => true,
            (Motion::Order | Motion::Largest | Motion::Copies, Value::List(list)) => list.is_ordered(),
            (Motion::Char(at), Value::Text(text)) => text.chars().nth(at).is_some(),
            (Motion::Char(at), Value::Bytes(bytes)) => at < bytes.len(),
            (Motion::Digits(at), Value::Text(text)) => at < text::runs(text).len(),
            (Motion::Part(at), Value::Text(text)) => at < text::parts(text).len(),
            (Motion::Count(unit), Value::Moment(moment)) => moment.kind().units().contains(&unit),
            _ => false,
        }
    }

    /// The place of the value; 0 if it cannot move in this way.
    #[inline]
    pub fn get(self, value: &Value) -> Integer {
        match (self, value) {
            // The common case, apart from the others, so that it costs no more than it must.
            (Motion::Number, Value::Int(int)) => int.number().clone(),
            _ => self.get_other(value),
        }
    }

    fn get_other(self, value: &Value) -> Integer {
        match (self, value) {
            (Motion::Number, Value::Float(float)) => Integer::Small(float.place()),
            (Motion::Number, Value::Decimal(decimal)) => decimal.digits().clone(),
            (Motion::Number, Value::Moment(moment)) => Integer::Small(moment.number()),
            (Motion::Number, Value::Choice(choice)) => Integer::from(choice.at()),
            (Motion::Length, Value::Text(text)) => Integer::from(text.chars().count()),
            (Motion::Length, Value::Bytes(bytes)) => Integer::from(bytes.len()),
            (Motion::Length, Value::List(list)) => Integer::from(list.items.len()),
            (Motion::Char(at), Value::Text(text)) => text.chars().nth(at).map_or(Integer::ZERO, char_place),
            (Motion::Char(at), Value::Bytes(bytes)) => bytes.get(at).map_or(Integer::ZERO, |b| (*b).into()),
            (Motion::Digits(at), Value::Text(text)) => text::number(text, at).unwrap_or(Integer::ZERO),
            (Motion::Part(at), Value::Text(text)) => text::part_length(text, at).into(),
            (Motion::Pieces(separator), Value::Text(text)) => text::pieces(text, separator).into(),
            (Motion::Count(unit), Value::Moment(moment)) => Integer::Small(moment.count(unit)),
            (Motion::Places, Value::Decimal(decimal)) => decimal.places().into(),
            (Motion::Alternative, Value::Union(union)) => union.at().into(),
            (Motion::Order, Value::List(list)) => Integer::from(usize::from(list.is_sorted())),
            (Motion::Largest, Value::List(list)) => list.largest().into(),
            (Motion::Copies, Value::List(list)) => list.copies().into(),
            _ => Integer::ZERO,
        }
    }

    /// The number of the value, for drawing and fitting: of a float or decimal the number itself, otherwise the place.
    #[inline]
    pub fn number(self, value: &Value) -> f64 {
        match (self, value) {
            (Motion::Number, Value::Int(int)) => int.number().to_f64(),
            (Motion::Number, Value::Float(float)) => float.value(),
            (Motion::Number, Value::Decimal(decimal)) => decimal.to_f64(),
            _ => self.get(value).to_f64(),
        }
    }

    /// The place at which the value is as near as possible to a number. A text has that length; a moment lies that many
    /// of its units after a plain date.
    pub fn near(self, value: &Value, number: i128) -> Integer {
        match (self, value) {
            (Motion::Number, Value::Float(float)) => {
                Integer::Small(Float::new(float.ty(), number as f64).place())
            }
            (Motion::Number, Value::Decimal(decimal)) => {
                Decimal::new(number, 0).with_places(decimal.places()).digits().clone()
            }
            (Motion::Number, Value::Moment(moment)) => Integer::Small(near_moment(moment.kind(), number)),
            _ => Integer::Small(number),
        }
    }

    /// Moves the value to a place, which must lie within the [ends](Self::ends).
    #[inline]
    pub fn set(self, value: &mut Value, place: Integer) {
        match (self, value) {
            (Motion::Number, Value::Int(int)) => int.move_to(place),
            (_, value) => self.set_other(value, place),
        }
    }

    fn set_other(self, value: &mut Value, place: Integer) {
        let small = || place.to_i128().unwrap_or(0);
        let index = || usize::try_from(place.to_i128().unwrap_or(0)).unwrap_or(0);
        match (self, value) {
            (Motion::Number, Value::Float(float)) => {
                let moved = place.to_i128().and_then(|place| Float::at_place(float.ty(), place));
                debug_assert!(moved.is_some(), "no float at place {place}");
                *float = moved.unwrap_or(*float);
            }
            (Motion::Number, Value::Decimal(decimal)) => **decimal = Decimal::new(place, decimal.places()),
            (Motion::Number, Value::Moment(moment)) => *moment = Moment::new(moment.kind(), small()),
            (Motion::Number, Value::Choice(choice)) => {
                *choice = Choice::new(choice.options().clone(), index());
            }
            (Motion::Length, Value::Text(text)) => *text = of_length(text, index()),
            (Motion::Length, Value::Bytes(bytes)) => {
                let mut longer = bytes.to_vec();
                longer.resize(index(), bytes.last().copied().unwrap_or(b'a'));
                *bytes = longer.into();
            }
            (Motion::Length, Value::List(list)) => list.set_length(index()),
            (Motion::Char(at), Value::Text(text)) => *text = with_char(text, at, &place),
            (Motion::Char(at), Value::Bytes(bytes)) => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = small() as u8;
                }
            }
            (Motion::Digits(at), Value::Text(text)) => *text = text::with_number(text, at, &place),
            (Motion::Part(at), Value::Text(text)) => *text = text::with_part_length(text, at, index()),
            (Motion::Pieces(separator), Value::Text(text)) => {
                *text = text::with_pieces(text, separator, index());
            }
            (Motion::Count(unit), Value::Moment(moment)) => *moment = moment.with_count(unit, small()),
            (Motion::Places, Value::Decimal(decimal)) => **decimal = decimal.with_places(small() as u32),
            (Motion::Alternative, Value::Union(union)) => union.switch(index()),
            (Motion::Order, Value::List(list)) if index() == 0 => list.unsort(),
            (Motion::Order, Value::List(list)) => list.sort(),
            (Motion::Largest, Value::List(list)) => list.move_largest(index()),
            (Motion::Copies, Value::List(list)) => list.repeat_first(index()),
            _ => {}
        }
    }

    /// Moves the value to the place of another one. A text or list that grows takes its new part from the other one.
    pub fn follow(self, value: &mut Value, other: &Value) {
        match (self, value, other) {
            (Motion::Length, Value::Text(text), Value::Text(longer))
                if text.chars().count() < longer.chars().count() =>
            {
                let more = longer.chars().skip(text.chars().count());
                *text = text.chars().chain(more).collect::<String>().into();
            }
            (Motion::Length, Value::List(list), Value::List(longer))
                if list.items.len() < longer.items.len() =>
            {
                let more = longer.items[list.items.len()..].iter().cloned();
                list.items.extend(more);
            }
            (Motion::Number, value, other) => value.clone_from(other),
            (_, value, other) => self.set(value, self.get(other)),
        }
    }

    /// The least and the greatest place that a value of this schema can be moved to. If it cannot move in this way,
    /// both are its present place.
    pub fn ends(self, schema: &Schema, value: &Value) -> (Integer, Integer) {
        let lengths = |lengths: (usize, usize)| (lengths.0.into(), lengths.1.into());
        let ends = match (self, value, schema) {
            (Motion::Number, Value::Int(int), Schema::Int(schema)) => schema.bounds(int.ty()).cloned(),
            (Motion::Number, Value::Float(float), Schema::Float(schema)) => {
                let place = |end: Float| Integer::Small(Float::new(float.ty(), end.value()).place());
                Some((place(schema.ends().0), place(schema.ends().1)))
            }
            (Motion::Number, Value::Decimal(decimal), Schema::Decimal(schema)) => {
                Some(schema.digits(decimal.places()))
            }
            (Motion::Number, Value::Moment(_), Schema::Moment(schema)) => {
                let (least, most) = schema.ends();
                Some((Integer::Small(least.number()), Integer::Small(most.number())))
            }
            (Motion::Number, Value::Choice(choice), _) => {
                Some((Integer::ZERO, (choice.options().written.len() - 1).into()))
            }
            (Motion::Length, Value::Text(_), Schema::Text(schema)) => Some(lengths(schema.lengths())),
            (Motion::Length, Value::Bytes(_), Schema::Bytes(schema)) => Some(lengths(schema.lengths())),
            (Motion::Length, Value::List(_), Schema::List(schema)) => Some(lengths(schema.lengths())),
            (Motion::Char(_), Value::Text(_), _) => {
                self.is_of(value).then_some((Integer::ZERO, Integer::Small(LAST)))
            }
            (Motion::Char(_), Value::Bytes(_), _) => self.is_of(value).then_some((Integer::ZERO, 255.into())),
            (Motion::Digits(at), Value::Text(text), _) => text::number_ends(text, at),
            (Motion::Part(_), Value::Text(text), Schema::Text(schema)) => {
                let room = schema.lengths().1.saturating_sub(text.chars().count());
                let here = self.get(value);
                self.is_of(value).then(|| (Integer::ZERO, &here + &room.into()))
            }
            (Motion::Pieces(separator), Value::Text(text), Schema::Text(schema)) => {
                let room = schema.lengths().1.saturating_sub(text.chars().count());
                let (least, most) = text::piece_ends(text, separator, room);
                // What is left must not be shorter than it may be.
                let is_long =
                    |n: &usize| text::with_pieces(text, separator, *n).chars().count() >= schema.lengths().0;
                let here = text::pieces(text, separator);
                let least = (least..here).find(is_long).unwrap_or(here);
                Some((least.into(), most.into()))
            }
            (Motion::Count(unit), Value::Moment(_), Schema::Moment(schema)) => {
                let (least, most) = schema.ends();
                // The first and the last unit may be incomplete.
                let (least, most) = (least.count(unit), most.count(unit));
                Some((Integer::Small((least + 1).min(most)), Integer::Small((most - 1).max(least))))
            }
            (Motion::Places, Value::Decimal(_), Schema::Decimal(schema)) => {
                Some((Integer::ZERO, schema.most_places().into()))
            }
            (Motion::Alternative, Value::Union(union), _) => {
                Some((Integer::ZERO, (union.count() - 1).into()))
            }
            (Motion::Order, Value::List(list), _) if list.is_varied() => Some((Integer::ZERO, Integer::ONE)),
            (Motion::Largest, Value::List(list), _) if list.is_varied() => {
                Some((Integer::ZERO, (list.items.len() - 1).into()))
            }
            // Which items were there before the first one took their place is not known.
            (Motion::Copies, Value::List(list), _) if list.is_varied() => {
                Some((list.copies().into(), list.items.len().into()))
            }
            _ => None,
        };
        // A value of another kind than its schema cannot be moved.
        ends.unwrap_or_else(|| (self.get(value), self.get(value)))
    }
}

/// The number of a moment that lies `number` days (hours for times, seconds for durations) after a plain one.
fn near_moment(kind: MomentKind, number: i128) -> i128 {
    const SECOND: i128 = 1_000_000;
    const TODAY: i128 = 730_486;
    match kind {
        MomentKind::Date => TODAY.saturating_add(number),
        MomentKind::Time => number.saturating_mul(3_600 * SECOND),
        MomentKind::DateTime => (TODAY - 1).saturating_add(number).saturating_mul(86_400 * SECOND),
        MomentKind::Duration => number.saturating_mul(SECOND),
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
    use std::sync::Arc;

    use super::*;
    use crate::types::IntType;
    use crate::value::{Int, List, ListKind};

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
    fn the_moment_near_any_number_is_one() {
        for kind in [MomentKind::Date, MomentKind::Time, MomentKind::DateTime, MomentKind::Duration] {
            assert!(near_moment(kind, i128::MIN) < near_moment(kind, 1));
            assert!(near_moment(kind, 1) < near_moment(kind, i128::MAX));
        }
    }

    #[test]
    fn lists_are_arranged_anew() {
        let int = |n: i128| Value::Int(Int::within(IntType::Int64, Integer::Small(n)));
        let list = |items: &[i128]| {
            let items = items.iter().map(|n| int(*n)).collect();
            Value::List(Box::new(List::new(ListKind::List, items, Arc::new(int(0)))))
        };
        let arranged = |items: &[i128], motion: Motion, place: i128| {
            let mut value = list(items);
            assert!(motion.is_of(&value));
            motion.set(&mut value, Integer::Small(place));
            assert_eq!(motion.get(&value), Integer::Small(place));
            value
        };
        assert_eq!(arranged(&[3, 1, 2], Motion::Order, 1), list(&[1, 2, 3]));
        assert_eq!(arranged(&[1, 1, 2], Motion::Order, 0), list(&[1, 2, 1]));
        assert_eq!(arranged(&[3, 1, 2], Motion::Order, 0), list(&[3, 1, 2]));
        assert_eq!(arranged(&[1, 3, 2], Motion::Largest, 2), list(&[1, 2, 3]));
        assert_eq!(arranged(&[1, 3, 2], Motion::Copies, 2), list(&[1, 1, 2]));
        assert_eq!(Motion::arrangements(&list(&[1, 1])).count(), 0, "nothing to arrange");
        for motion in [Motion::Order, Motion::Largest, Motion::Copies] {
            assert_eq!(arranged(&[], motion, motion.get(&list(&[])).to_i128().unwrap()), list(&[]));
        }
    }

    #[test]
    fn single_characters_move() {
        assert_eq!(moved("añb", Motion::Char(1), 0x41), "aAb");
        assert_eq!(moved("a\u{d7ff}", Motion::Char(1), 0xd800), "a\u{e000}");
        assert_eq!(moved("b", Motion::Char(0), LAST), "\u{10ffff}");
    }
}
