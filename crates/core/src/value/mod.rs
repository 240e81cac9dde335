//! Values: the arguments of a call. Each carries its run-time type.

mod choice;
mod decimal;
mod int;
mod list;
mod moment;
mod record;
mod union;
mod written;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

pub use choice::{Choice, Options};
pub use decimal::{Decimal, ParseDecimalError};
pub use int::Int;
pub use list::{List, ListKind};
pub use moment::{Moment, MomentKind, Unit};
pub use record::{Record, RecordKind, Shape};
pub use union::Union;
pub use written::Json;
pub(crate) use written::quoted;

use crate::float::Float;

/// The value of one argument, or a part of it.
///
/// Everything that depends on the kind is an exhaustive `match`, so that the compiler lists every place that must
/// handle a new kind.
#[derive(PartialEq, Eq)]
pub enum Value {
    /// An integer, or a Boolean, which counts as one.
    Int(Int),
    /// A floating-point number.
    Float(Float),
    /// A text.
    Text(Box<str>),
    /// Bytes.
    Bytes(Box<[u8]>),
    /// A decimal number.
    Decimal(Box<Decimal>),
    /// A date, a time, both, or a duration.
    Moment(Moment),
    /// One of a few declared values.
    Choice(Choice),
    /// Items in order.
    List(Box<List>),
    /// A value for each of some fields.
    Record(Box<Record>),
    /// A value of one of several alternatives.
    Union(Box<Union>),
}

impl Clone for Value {
    fn clone(&self) -> Self {
        match self {
            Value::Int(v) => Value::Int(v.clone()),
            Value::Float(v) => Value::Float(*v),
            Value::Text(v) => Value::Text(v.clone()),
            Value::Bytes(v) => Value::Bytes(v.clone()),
            Value::Decimal(v) => Value::Decimal(v.clone()),
            Value::Moment(v) => Value::Moment(*v),
            Value::Choice(v) => Value::Choice(v.clone()),
            Value::List(v) => Value::List(v.clone()),
            Value::Record(v) => Value::Record(v.clone()),
            Value::Union(v) => Value::Union(v.clone()),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Value::Int(to), Value::Int(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl Value {
    /// The name of the run-time type: `Int64`, `Float64`, `String`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Int(v) => v.ty().name(),
            Value::Float(v) => v.ty().name(),
            Value::Text(_) => "String",
            Value::Bytes(_) => "Bytes",
            Value::Decimal(_) => "Decimal",
            Value::Moment(v) => v.kind().type_name(),
            Value::Choice(_) => "Choice",
            Value::List(_) => "List",
            Value::Record(_) => "Record",
            Value::Union(v) => v.value().type_name(),
        }
    }

    /// The integer, if it is one.
    #[inline]
    pub fn as_int(&self) -> Option<&Int> {
        if let Value::Int(v) = self { Some(v) } else { None }
    }

    /// The floating-point number, if it is one.
    #[inline]
    pub fn as_float(&self) -> Option<&Float> {
        if let Value::Float(v) = self { Some(v) } else { None }
    }

    /// The text, if it is one.
    #[inline]
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(v) = self { Some(v) } else { None }
    }

    /// Key and value, if it is an item of a dictionary.
    pub fn as_pair(&self) -> Option<(&Value, &Value)> {
        match self {
            Value::Record(record) => record.values.first().zip(record.values.get(1)),
            _ => None,
        }
    }

    /// Whether it is a Boolean.
    #[inline]
    pub fn is_bool(&self) -> bool {
        self.as_int().is_some_and(Int::is_bool)
    }

    /// Whether both would be written the same way: the same number regardless of its width, but `true` is not `1`.
    /// Candidates are compared in this way, as in the study.
    pub fn reads_as(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.reads_as(b),
            (Value::List(a), Value::List(b)) => all_read_as(&a.items, &b.items),
            (Value::Record(a), Value::Record(b)) => all_read_as(&a.values, &b.values),
            (Value::Union(a), Value::Union(b)) => a.at() == b.at() && a.value().reads_as(b.value()),
            (
                Value::Int(_)
                | Value::Float(_)
                | Value::Text(_)
                | Value::Bytes(_)
                | Value::Decimal(_)
                | Value::Moment(_)
                | Value::Choice(_)
                | Value::List(_)
                | Value::Record(_)
                | Value::Union(_),
                _,
            ) => self == other,
        }
    }

    /// A hash that agrees with [`reads_as`](Self::reads_as).
    pub fn hash_reading<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Int(v) => v.hash_reading(state),
            Value::Float(v) => v.hash(state),
            Value::Text(v) => v.hash(state),
            Value::Bytes(v) => v.hash(state),
            Value::Decimal(v) => v.hash(state),
            Value::Moment(v) => v.hash(state),
            Value::Choice(v) => v.written().hash(state),
            Value::List(v) => hash_all(&v.items, state),
            Value::Record(v) => hash_all(&v.values, state),
            Value::Union(v) => {
                v.at().hash(state);
                v.value().hash_reading(state);
            }
        }
    }

    /// The order of values of one argument: by number, Booleans first; equal if and only if they [read
    /// alike](Self::reads_as). Values of different kinds are ordered as the kinds are listed.
    pub fn cmp_reading(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.cmp_reading(b),
            (Value::Float(a), Value::Float(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
            (Value::Decimal(a), Value::Decimal(b)) => a.cmp(b),
            (Value::Moment(a), Value::Moment(b)) => a.cmp(b),
            (Value::Choice(a), Value::Choice(b)) => {
                a.at().cmp(&b.at()).then_with(|| a.written().cmp(b.written()))
            }
            // A shorter list comes first, as a lesser number does.
            (Value::List(a), Value::List(b)) => {
                a.items.len().cmp(&b.items.len()).then_with(|| cmp_all(&a.items, &b.items))
            }
            (Value::Record(a), Value::Record(b)) => cmp_all(&a.values, &b.values),
            (Value::Union(a), Value::Union(b)) => {
                a.at().cmp(&b.at()).then_with(|| a.value().cmp_reading(b.value()))
            }
            (a, b) => a.kind().cmp(&b.kind()),
        }
    }

    /// The value as shown to a person: texts are in quotes, so that an empty one can be seen. `tidy` prepares a text
    /// for display.
    pub fn shown(&self, tidy: impl Fn(&str) -> String) -> String {
        match self {
            Value::Text(text) => format!("\"{}\"", tidy(text)),
            Value::Choice(choice) => match choice.member() {
                Some((name, member)) => tidy(&format!("{name}.{member}")),
                None => tidy(choice.written()),
            },
            Value::Int(_)
            | Value::Float(_)
            | Value::Bytes(_)
            | Value::Decimal(_)
            | Value::Moment(_)
            | Value::List(_)
            | Value::Record(_)
            | Value::Union(_) => tidy(&self.to_string()),
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Value::Int(_) => 0,
            Value::Float(_) => 1,
            Value::Text(_) => 2,
            Value::Bytes(_) => 3,
            Value::Decimal(_) => 4,
            Value::Moment(_) => 5,
            Value::Choice(_) => 6,
            Value::List(_) => 7,
            Value::Record(_) => 8,
            Value::Union(_) => 9,
        }
    }
}

fn all_read_as(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.reads_as(b))
}

fn hash_all<H: Hasher>(values: &[Value], state: &mut H) {
    values.len().hash(state);
    values.iter().for_each(|value| value.hash_reading(state));
}

fn cmp_all(a: &[Value], b: &[Value]) -> Ordering {
    let first = a.iter().zip(b).map(|(a, b)| a.cmp_reading(b)).find(|order| order.is_ne());
    first.unwrap_or(a.len().cmp(&b.len()))
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", self.type_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integer::Integer;
    use crate::types::IntType;

    fn int(ty: IntType, n: i128) -> Value {
        Value::Int(Int::new(ty, n).unwrap())
    }

    #[test]
    fn width_does_not_matter_for_reading_but_booleans_do() {
        assert!(int(IntType::Int8, 1).reads_as(&int(IntType::BigInt, 1)));
        assert!(!int(IntType::Bool, 1).reads_as(&int(IntType::Int8, 1)));
        assert_ne!(int(IntType::Int8, 1), int(IntType::BigInt, 1));
        assert_eq!(int(IntType::Bool, 1).to_string(), "true");
    }

    #[test]
    fn a_type_refuses_what_it_cannot_hold() {
        assert!(Int::new(IntType::Int8, 128).is_none());
        assert!(Int::new(IntType::UInt8, -1).is_none());
        assert!(Int::new(IntType::Bool, 2).is_none());
        assert!(Int::new(IntType::BigInt, Integer::power_of_two(5000)).is_some());
    }
}
