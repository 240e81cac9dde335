//! Values: what a target is called with. Each carries its run-time type.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::float::Float;
use crate::integer::Integer;
use crate::types::IntType;

/// An integer with its run-time type; the type can always hold the number.
#[derive(PartialEq, Eq)]
pub struct Int {
    ty: IntType,
    number: Integer,
}

impl Clone for Int {
    fn clone(&self) -> Self {
        Int { ty: self.ty, number: self.number.clone() }
    }

    /// Copies 128 bits in place; this is where the search copies its inputs.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.ty = source.ty;
        match (&mut self.number, &source.number) {
            (Integer::Small(to), Integer::Small(from)) => *to = *from,
            (to, from) => *to = from.clone(),
        }
    }
}

impl Int {
    /// The number as a value of that type, if the type can hold it.
    pub fn new(ty: IntType, number: impl Into<Integer>) -> Option<Int> {
        let number = number.into();
        ty.holds(&number).then_some(Int { ty, number })
    }

    /// The number as a value of a type that is known to hold it, without the check of [`Int::new`].
    pub fn within(ty: IntType, number: Integer) -> Int {
        debug_assert!(ty.holds(&number), "{number} is outside {ty}");
        Int { ty, number }
    }

    /// The run-time type.
    pub fn ty(&self) -> IntType {
        self.ty
    }

    /// The number.
    #[inline]
    pub fn number(&self) -> &Integer {
        &self.number
    }

    /// Moves the number by `steps`, upwards or downwards, no further than `edge`, which the type must hold. Returns
    /// whether it moved at all.
    #[inline]
    pub fn step(&mut self, upwards: bool, steps: &Integer, edge: &Integer) -> bool {
        if let (Integer::Small(n), Integer::Small(steps), Integer::Small(edge)) =
            (&mut self.number, steps, edge)
        {
            let there = if upwards {
                n.saturating_add(*steps).min(*edge)
            } else {
                n.saturating_sub(*steps).max(*edge)
            };
            let moved = there != *n;
            *n = there;
            return moved;
        }
        let there = if upwards { &self.number + steps } else { &self.number - steps };
        let passed = if upwards { there > *edge } else { there < *edge };
        let there = if passed { edge.clone() } else { there };
        let moved = there != self.number;
        self.number = there;
        moved
    }

    /// Whether it is a Boolean.
    #[inline]
    pub fn is_bool(&self) -> bool {
        self.ty == IntType::Bool
    }

    /// The Boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        self.is_bool().then(|| self.number != Integer::ZERO)
    }

    fn reads_as(&self, other: &Int) -> bool {
        self.number == other.number && self.is_bool() == other.is_bool()
    }

    fn cmp_reading(&self, other: &Int) -> Ordering {
        self.number.cmp(&other.number).then_with(|| other.is_bool().cmp(&self.is_bool()))
    }
}

/// One argument's value.
///
/// Lists and records will join the kinds that there are. Whatever depends on the kind is an exhaustive `match`, so that
/// the compiler lists every place that has to learn a new one.
#[derive(PartialEq, Eq)]
pub enum Value {
    /// An integer, or a Boolean, which is one.
    Int(Int),
    /// A floating-point number.
    Float(Float),
    /// A text.
    Text(Box<str>),
}

impl Clone for Value {
    fn clone(&self) -> Self {
        match self {
            Value::Int(v) => Value::Int(v.clone()),
            Value::Float(v) => Value::Float(*v),
            Value::Text(v) => Value::Text(v.clone()),
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
            Value::Int(v) => v.ty.name(),
            Value::Float(v) => v.ty().name(),
            Value::Text(_) => "String",
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

    /// Whether it is a Boolean.
    #[inline]
    pub fn is_bool(&self) -> bool {
        self.as_int().is_some_and(Int::is_bool)
    }

    /// Whether both would be written the same way: the same number whatever the width, but `true` is not `1`.
    /// Candidates are told apart by this, as in the study.
    pub fn reads_as(&self, other: &Value) -> bool {
        match self {
            Value::Int(v) => other.as_int().is_some_and(|other| v.reads_as(other)),
            Value::Float(v) => other.as_float() == Some(v),
            Value::Text(v) => other.as_text() == Some(v),
        }
    }

    /// A hash that agrees with [`reads_as`](Self::reads_as).
    pub fn hash_reading<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Int(v) => (v.is_bool(), &v.number).hash(state),
            Value::Float(v) => v.hash(state),
            Value::Text(v) => v.hash(state),
        }
    }

    /// The order of values of one argument: by number, then Booleans first; equal exactly when they
    /// [read alike](Self::reads_as). Values of different kinds are ordered integer, float, text.
    pub fn cmp_reading(&self, other: &Value) -> Ordering {
        let within_kind = match self {
            Value::Int(v) => other.as_int().map(|other| v.cmp_reading(other)),
            Value::Float(v) => other.as_float().map(|other| v.cmp(other)),
            Value::Text(v) => other.as_text().map(|other| (**v).cmp(other)),
        };
        within_kind.unwrap_or_else(|| self.kind().cmp(&other.kind()))
    }

    /// As a person reads it: texts have quotes around them, so that an empty one can be seen. `tidy` makes of a text what
    /// is shown of it.
    pub fn shown(&self, tidy: impl Fn(&str) -> String) -> String {
        match self {
            Value::Int(_) | Value::Float(_) => tidy(&self.to_string()),
            Value::Text(text) => format!("\"{}\"", tidy(text)),
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Value::Int(_) => 0,
            Value::Float(_) => 1,
            Value::Text(_) => 2,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(v) => match v.as_bool() {
                Some(truth) => f.write_str(if truth { "true" } else { "false" }),
                None => fmt::Display::fmt(&v.number, f),
            },
            Value::Float(v) => fmt::Display::fmt(v, f),
            Value::Text(v) => f.write_str(v),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", self.type_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
