//! Schemas: the values that an argument takes, as declared. Each kind has a file of its own; this one dispatches to them.

mod blank;
mod bytes;
mod decimal;
mod fault;
mod float;
mod grammar;
mod int;
mod moment;
mod nested;
mod text;

use std::convert::Infallible;
use std::str::FromStr;

pub use bytes::BytesSchema;
pub use decimal::DecimalSchema;
pub use fault::SchemaError;
pub(crate) use fault::ValueFault;
pub use float::FloatSchema;
pub use int::IntSchema;
pub use moment::MomentSchema;
pub use nested::{ChoiceSchema, ListSchema, RecordSchema, UnionSchema};
pub use text::TextSchema;

use crate::integer::Integer;
use crate::types::{FloatType, IntType};
use crate::value::{ListKind, MomentKind, Value};

/// The values that an argument takes: a type, and the range that it is restricted to, if any. It mirrors [`Value`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// Whole numbers, which include Booleans.
    Int(IntSchema),
    /// Floating-point numbers.
    Float(FloatSchema),
    /// Texts.
    Text(TextSchema),
    /// Bytes.
    Bytes(BytesSchema),
    /// Decimal numbers.
    Decimal(DecimalSchema),
    /// Dates, times, both, or durations.
    Moment(MomentSchema),
    /// One of a few values.
    Choice(ChoiceSchema),
    /// Lists, sets, dictionaries, tuples of any length.
    List(Box<ListSchema>),
    /// Values with named fields, or tuples of fixed length.
    Record(Box<RecordSchema>),
    /// One of several alternatives.
    Union(Box<UnionSchema>),
}

/// Makes another schema of one without parts.
type ChangeLeaf<'a, E> = dyn Fn(&Schema) -> Result<Schema, E> + 'a;

impl Schema {
    /// The abstract integer: any of the twelve concrete types, between −2^127 and 2^128 − 1.
    pub fn any_int() -> Schema {
        Schema::Int(IntSchema::any())
    }

    /// One concrete integer type.
    pub fn int(ty: IntType) -> Schema {
        Schema::Int(IntSchema::of(ty))
    }

    /// A floating-point type.
    pub fn float(ty: FloatType) -> Schema {
        Schema::Float(FloatSchema::of(ty))
    }

    /// Text.
    pub fn text() -> Schema {
        Schema::Text(TextSchema::default())
    }

    /// Every type that can be declared by a single word.
    pub fn all() -> Vec<Schema> {
        let mut all = vec![Schema::any_int()];
        all.extend(IntType::ALL.map(Schema::int));
        all.extend([FloatType::Float32, FloatType::Float64].map(Schema::float));
        all.push(Schema::text());
        all.extend([Schema::Bytes(BytesSchema::default()), Schema::Decimal(DecimalSchema::default())]);
        all.extend(MomentKind::ALL.map(|kind| Schema::Moment(MomentSchema::of(kind))));
        all
    }

    /// The type with this name; run-time names such as `Int64` are also accepted.
    pub fn from_name(name: &str) -> Option<Schema> {
        let by_declared = Schema::all().into_iter().find(|schema| schema.name() == name);
        by_declared.or_else(|| match name {
            "Float32" => Some(Schema::float(FloatType::Float32)),
            "Float64" => Some(Schema::float(FloatType::Float64)),
            "String" | "Str" => Some(Schema::text()),
            _ => IntType::from_name(name).map(Schema::int),
        })
    }

    /// The name of the type in a declaration, without the range: `int`, `i64`, `f64` or `str`.
    pub fn name(&self) -> &'static str {
        match self {
            Schema::Int(schema) => schema.name(),
            Schema::Float(schema) => schema.ty().declared_name(),
            Schema::Text(_) => "str",
            Schema::Bytes(_) => "bytes",
            Schema::Decimal(_) => "decimal",
            Schema::Moment(schema) => schema.kind().name(),
            Schema::Choice(_) => "choice",
            Schema::List(schema) => match schema.kind() {
                ListKind::List => "list",
                ListKind::Tuple => "tuple",
                ListKind::Set => "set",
                ListKind::Dict => "dict",
            },
            Schema::Record(_) => "record",
            Schema::Union(_) => "union",
        }
    }

    /// The declared range, as it is written.
    fn range(&self) -> Option<String> {
        match self {
            Schema::Int(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Float(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Text(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Bytes(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Decimal(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Moment(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::List(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Choice(_) | Schema::Record(_) | Schema::Union(_) => None,
        }
    }

    /// The pattern that its texts match, as declared.
    fn pattern(&self) -> String {
        let pattern = self.as_text().and_then(TextSchema::pattern);
        pattern.map_or_else(String::new, |pattern| format!("~\"{}\"", pattern.replace('"', "\\\"")))
    }

    /// The schema of texts that match a regular expression.
    pub fn matching(&self, pattern: &str) -> Result<Schema, SchemaError> {
        match self {
            Schema::Text(schema) => Ok(Schema::Text(schema.matching(pattern))),
            _ => Err(SchemaError::pattern(format_args!("{} is no text", self.name()))),
        }
    }

    /// The schema with an example for each of its patterns, made by `of`.
    pub fn with_examples(
        &self,
        of: &dyn Fn(&str) -> Result<String, SchemaError>,
    ) -> Result<Schema, SchemaError> {
        self.map_leaves(&|leaf| match leaf {
            Schema::Text(schema) => schema.with_example(of).map(Schema::Text),
            other => Ok(other.clone()),
        })
    }

    /// The schema with whole numbers between `-limit` and `limit`, where no range is declared.
    pub fn with_numbers_within(&self, limit: i64) -> Schema {
        let small = self.map_leaves::<Infallible>(&|leaf| match leaf {
            Schema::Int(schema) => Ok(Schema::Int(schema.within(limit))),
            other => Ok(other.clone()),
        });
        small.unwrap_or_else(|never| match never {})
    }

    /// The schema in which each part that has no parts itself is replaced by what `change` makes of it.
    fn map_leaves<E>(&self, change: &ChangeLeaf<'_, E>) -> Result<Schema, E> {
        Ok(match self {
            Schema::List(schema) => Schema::List(Box::new(schema.map_leaves(change)?)),
            Schema::Record(schema) => Schema::Record(Box::new(schema.map_leaves(change)?)),
            Schema::Union(schema) => Schema::Union(Box::new(schema.map_leaves(change)?)),
            Schema::Int(_)
            | Schema::Float(_)
            | Schema::Text(_)
            | Schema::Bytes(_)
            | Schema::Decimal(_)
            | Schema::Moment(_)
            | Schema::Choice(_) => change(self)?,
        })
    }

    /// The schema restricted to the range written as `lo..hi`, both ends included; an open end stays as it is.
    pub fn restricted_to(&self, range: &str) -> Result<Schema, SchemaError> {
        match self {
            Schema::Int(schema) => schema.restricted_to(range).map(Schema::Int),
            Schema::Float(schema) => schema.restricted_to(range).map(Schema::Float),
            Schema::Text(schema) => schema.restricted_to(range).map(Schema::Text),
            Schema::Bytes(schema) => schema.restricted_to(range).map(Schema::Bytes),
            Schema::Decimal(schema) => schema.restricted_to(range).map(Schema::Decimal),
            Schema::Moment(schema) => schema.restricted_to(range).map(Schema::Moment),
            Schema::List(schema) => schema.restricted_to(range).map(|list| Schema::List(Box::new(list))),
            Schema::Choice(_) | Schema::Record(_) | Schema::Union(_) => {
                let remedy = "takes no range; restrict what it is made of instead";
                Err(SchemaError::Unusable(format!("{} {remedy}", self.name())))
            }
        }
    }

    /// Whether every value of this schema is also a value of the other.
    pub fn fits(&self, other: &Schema) -> bool {
        match (self, other) {
            (Schema::Union(schema), Schema::Union(other)) => schema.fits(other),
            (_, Schema::Union(other)) => other.alternatives().iter().any(|other| self.fits(other)),
            (Schema::Int(schema), Schema::Int(other)) => schema.fits(other),
            (Schema::Float(schema), Schema::Float(other)) => schema.fits(other),
            // A target that takes texts takes texts of any length.
            (Schema::Text(_), Schema::Text(_)) | (Schema::Bytes(_), Schema::Bytes(_)) => true,
            (Schema::Decimal(schema), Schema::Decimal(other)) => schema.fits(other),
            (Schema::Moment(schema), Schema::Moment(other)) => schema.fits(other),
            (Schema::Choice(schema), Schema::Choice(other)) => schema.fits(other),
            (Schema::List(schema), Schema::List(other)) => schema.fits(other),
            (Schema::Record(schema), Schema::Record(other)) => schema.fits(other),
            (
                Schema::Int(_)
                | Schema::Float(_)
                | Schema::Text(_)
                | Schema::Bytes(_)
                | Schema::Decimal(_)
                | Schema::Moment(_)
                | Schema::Choice(_)
                | Schema::List(_)
                | Schema::Record(_)
                | Schema::Union(_),
                _,
            ) => false,
        }
    }

    /// Whether values are written plainly; all others are written as JSON, which the codec reads.
    pub fn is_plain(&self) -> bool {
        match self {
            Schema::Int(_) | Schema::Float(_) | Schema::Text(_) | Schema::Decimal(_) | Schema::Moment(_) => {
                true
            }
            Schema::Bytes(_) | Schema::Choice(_) | Schema::List(_) | Schema::Record(_) | Schema::Union(_) => {
                false
            }
        }
    }

    /// Reads a plainly written value; `runtime` is the run-time type of an integer, if it is known.
    pub(crate) fn read(&self, text: &str, runtime: Option<&str>) -> Result<Value, ValueFault> {
        match self {
            Schema::Int(schema) => schema.read(text, runtime).map(Value::Int),
            Schema::Float(schema) => schema.read(text).map(Value::Float),
            Schema::Text(_) => Ok(Value::Text(text.into())),
            Schema::Decimal(schema) => schema.read(text).map(|decimal| Value::Decimal(Box::new(decimal))),
            Schema::Moment(schema) => schema.read(text).map(Value::Moment),
            Schema::Bytes(_) | Schema::Choice(_) | Schema::List(_) | Schema::Record(_) | Schema::Union(_) => {
                Err(ValueFault::Unreadable("give it as JSON"))
            }
        }
    }

    /// Gives a value its default types; false if these cannot hold it.
    pub fn make_plain(&self, value: &mut Value) -> bool {
        if let (Schema::Int(schema), Value::Int(int)) = (self, &mut *value) {
            return schema.make_plain(int);
        }
        let mut all = true;
        nested::for_parts(self, value, &mut |schema, part| all &= schema.make_plain(part));
        all
    }

    /// Changes every part of a value; the parts come before the value itself.
    pub fn change(&self, value: &mut Value, change: &mut dyn FnMut(&Schema, &mut Value)) {
        nested::for_parts(self, value, &mut |schema, part| schema.change(part, change));
        change(self, value);
    }

    /// Whether there is any value to draw; `cts` turns compatible type sampling on.
    pub fn has_values(&self, cts: bool) -> bool {
        match self {
            Schema::Int(schema) => !schema.types(cts).is_empty(),
            Schema::List(schema) => schema.lengths().0 == 0 || schema.item().has_values(cts),
            Schema::Record(schema) => schema.fields().iter().all(|field| field.has_values(cts)),
            Schema::Union(schema) => schema.alternatives().iter().all(|part| part.has_values(cts)),
            Schema::Float(_)
            | Schema::Text(_)
            | Schema::Bytes(_)
            | Schema::Decimal(_)
            | Schema::Moment(_)
            | Schema::Choice(_) => true,
        }
    }

    /// Whether values are numbers. Numbers are right-aligned and drawn on a line by their size; other values are drawn
    /// by their length.
    pub fn is_number(&self) -> bool {
        match self {
            Schema::Int(_) | Schema::Float(_) | Schema::Decimal(_) | Schema::Moment(_) => true,
            Schema::Text(_)
            | Schema::Bytes(_)
            | Schema::Choice(_)
            | Schema::List(_)
            | Schema::Record(_)
            | Schema::Union(_) => false,
        }
    }

    /// Whether it holds Booleans only.
    pub fn is_bool(&self) -> bool {
        self.as_int().is_some_and(IntSchema::is_bool)
    }

    /// Whether it is the abstract integer, whose values have run-time types of their own.
    pub fn is_abstract(&self) -> bool {
        self.as_int().is_some_and(|schema| schema.ty().is_none())
    }

    /// The schema as one of integers, if it is.
    pub fn as_int(&self) -> Option<&IntSchema> {
        if let Schema::Int(schema) = self { Some(schema) } else { None }
    }

    /// The schema as one of floats, if it is.
    pub fn as_float(&self) -> Option<&FloatSchema> {
        if let Schema::Float(schema) = self { Some(schema) } else { None }
    }

    /// The schema as one of texts, if it is.
    pub fn as_text(&self) -> Option<&TextSchema> {
        if let Schema::Text(schema) = self { Some(schema) } else { None }
    }

    /// The bounds of integers of this run-time type; `None` if there can be none.
    #[inline]
    pub fn int_bounds(&self, ty: IntType) -> Option<&(Integer, Integer)> {
        self.as_int()?.bounds(ty)
    }
}

impl FromStr for Schema {
    type Err = SchemaError;

    /// Reads a declared type; see `grammar.rs` for the grammar.
    fn from_str(text: &str) -> Result<Schema, SchemaError> {
        grammar::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for schema in Schema::all() {
            assert_eq!(Schema::from_name(schema.name()), Some(schema));
        }
        assert_eq!(Schema::from_name("Float32"), Some(Schema::float(FloatType::Float32)));
        assert_eq!(Schema::from_name("in"), None);
    }

    #[test]
    fn numbers_without_a_range_are_made_smaller() {
        for (declared, smaller) in [
            ("int", "int[-100..100]"),
            ("u8", "u8[0..100]"),
            ("i8", "i8[-100..100]"),
            ("int[0..500]", "int[0..500]"),
            ("list[int; 0..3]", "list[int[-100..100]; 0..3]"),
            ("int | str", "int[-100..100] | str"),
            ("bool", "bool"),
            ("f64", "f64"),
        ] {
            let schema: Schema = declared.parse().unwrap();
            assert_eq!(schema.with_numbers_within(100).to_string(), smaller);
        }
    }

    #[test]
    fn what_is_narrower_fits() {
        let fits = |narrow: &str, wide: &str| {
            let [narrow, wide]: [Schema; 2] = [narrow, wide].map(|text| text.parse().unwrap());
            narrow.fits(&wide)
        };
        for (narrow, wide) in [
            ("u8", "int"),
            ("int[5..6]", "int[0..1]"),
            ("i8[0..5]", "i8"),
            ("f32[0..1]", "f32"),
            ("str", "str[1..2]"),
        ] {
            assert!(fits(narrow, wide), "{narrow} in {wide}");
        }
        for (other, own) in [
            ("int", "i8"),
            ("i8", "i16"),
            ("i8", "i8[0..5]"),
            ("f64", "f32"),
            ("f64", "f64[0..1]"),
            ("str", "int"),
        ] {
            assert!(!fits(other, own), "{other} in {own}");
        }
    }
}
