//! A plain value for every schema: lists grow by it, and a union takes it when it changes.

use std::sync::Arc;

use super::Schema;
use crate::axis::Motion;
use crate::float::Float;
use crate::integer::Integer;
use crate::types::IntType;
use crate::value::{Choice, Decimal, Int, List, Moment, Record, Union, Value};

impl Schema {
    /// A plain value: 1, `a` or a text of the pattern, a recent day, a list of one such item, the first of several
    /// alternatives.
    pub fn blank(&self) -> Value {
        let mut value = match self {
            Schema::Int(schema) => {
                let ty = schema.types(false).first().map_or(IntType::BigInt, |(_, handed)| *handed);
                Value::Int(Int::within(ty, schema.bounds(ty).map_or(Integer::ZERO, |ends| ends.0.clone())))
            }
            Schema::Float(schema) => Value::Float(Float::new(schema.ty(), 0.0)),
            Schema::Text(schema) => match schema.example() {
                Some(example) => return Value::Text(example.into()),
                None => Value::Text("a".into()),
            },
            Schema::Bytes(_) => Value::Bytes([b'a'].into()),
            Schema::Decimal(_) => Value::Decimal(Box::new(Decimal::new(100, 2))),
            Schema::Moment(schema) => Value::Moment(Moment::new(schema.kind(), 0)),
            Schema::Choice(schema) => return Value::Choice(Choice::new(schema.options().clone(), 0)),
            Schema::List(schema) => {
                let blank = Arc::new(schema.item().blank());
                Value::List(Box::new(List::new(schema.kind(), Vec::new(), blank)))
            }
            Schema::Record(schema) => return self.record_of(schema.fields().iter().map(Schema::blank)),
            Schema::Union(_) => return self.union_of(0, None),
        };
        let motion = Motion::main(&value);
        let (least, most) = motion.ends(self, &value);
        let place = motion.near(&value, 1).clamp(least, most);
        motion.set(&mut value, place);
        value
    }

    /// A record of these values; the schema must be a record schema.
    pub fn record_of(&self, values: impl Iterator<Item = Value>) -> Value {
        let Schema::Record(schema) = self else { unreachable!("{self} is no record") };
        Value::Record(Box::new(Record::new(schema.shape().clone(), values.collect())))
    }

    /// A union at this alternative, with this value or a plain one; the schema must be a union.
    pub fn union_of(&self, at: usize, value: Option<Value>) -> Value {
        let Schema::Union(schema) = self else { unreachable!("{self} is no union") };
        let mut alternatives: Vec<Value> = schema.alternatives().iter().map(Schema::blank).collect();
        if let (Some(value), Some(place)) = (value, alternatives.get_mut(at)) {
            *place = value;
        }
        Value::Union(Box::new(Union::new(at, alternatives)))
    }

    /// A list of these items; the schema must be a list schema.
    pub fn list_of(&self, items: Vec<Value>) -> Value {
        let Schema::List(schema) = self else { unreachable!("{self} is no list") };
        Value::List(Box::new(List::new(schema.kind(), items, Arc::new(schema.item().blank()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_values_of_every_schema() {
        for (declared, written) in [
            ("int", "1"),
            ("int[5..9]", "5"),
            ("f64[-2..-1]", "-1.0"),
            ("str[3..]", "aaa"),
            ("decimal", "1.00"),
            ("date", "2001-01-02"),
            ("time", "01:00:00"),
            ("list[int]", "[1]"),
            ("list[int; 0..0]", "[]"),
            ("tuple[int, str]", "[1, \"a\"]"),
            ("dict[int]", "{\"a\": 1}"),
            ("record{a: bool, b: date?}", "{\"a\": true, \"b\": \"2001-01-02\"}"),
            ("\"DE\" | 3", "\"DE\""),
        ] {
            let schema: Schema = declared.parse().unwrap();
            assert_eq!(schema.blank().to_string(), written, "{declared}");
        }
    }
}
