//! Schemas: what an argument takes, as it is declared. Each kind has its own file; this one asks the right one.

mod fault;
mod float;
mod int;
mod text;

use std::fmt;
use std::str::FromStr;

pub use fault::SchemaError;
pub(crate) use fault::ValueFault;
pub use float::FloatSchema;
pub use int::IntSchema;
pub use text::TextSchema;

use crate::integer::Integer;
use crate::registry::UnknownName;
use crate::types::{FloatType, IntType};
use crate::value::Value;

/// What an argument takes: a type, and the range that it is restricted to, if any. It mirrors [`Value`]: lists, records
/// and their like will hold schemas of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// Whole numbers, and Booleans, which are some.
    Int(IntSchema),
    /// Floating-point numbers.
    Float(FloatSchema),
    /// Texts.
    Text(TextSchema),
}

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

    /// Every type that a declaration can name, without a range.
    pub fn all() -> Vec<Schema> {
        let mut all = vec![Schema::any_int()];
        all.extend(IntType::ALL.map(Schema::int));
        all.extend([FloatType::Float32, FloatType::Float64].map(Schema::float));
        all.push(Schema::text());
        all
    }

    /// The type of that name; run-time names such as `Int64` are understood too.
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
        }
    }

    /// The range that it is restricted to, as it is written.
    fn range(&self) -> Option<String> {
        match self {
            Schema::Int(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Float(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
            Schema::Text(schema) => schema.range().map(|(lo, hi)| format!("{lo}..{hi}")),
        }
    }

    /// The schema restricted to the range written as `lo..hi`, both ends included; an open end is its own.
    pub fn restricted_to(&self, range: &str) -> Result<Schema, SchemaError> {
        match self {
            Schema::Int(schema) => schema.restricted_to(range).map(Schema::Int),
            Schema::Float(schema) => schema.restricted_to(range).map(Schema::Float),
            Schema::Text(schema) => schema.restricted_to(range).map(Schema::Text),
        }
    }

    /// Whether every value of this schema is one of the other.
    pub fn fits(&self, other: &Schema) -> bool {
        match self {
            Schema::Int(schema) => other.as_int().is_some_and(|other| schema.fits(other)),
            Schema::Float(schema) => other.as_float().is_some_and(|other| schema.fits(other)),
            // A target that takes texts takes them of any length.
            Schema::Text(_) => other.as_text().is_some(),
        }
    }

    /// Reads a value; `runtime` is the run-time type to give an integer, where one is known.
    pub(crate) fn read(&self, text: &str, runtime: Option<&str>) -> Result<Value, ValueFault> {
        match self {
            Schema::Int(schema) => schema.read(text, runtime).map(Value::Int),
            Schema::Float(schema) => schema.read(text).map(Value::Float),
            Schema::Text(_) => Ok(Value::Text(text.into())),
        }
    }

    /// Gives a value the types that it has where nothing chooses others; false if those cannot hold it.
    pub fn make_plain(&self, value: &mut Value) -> bool {
        match value {
            Value::Int(int) => self.as_int().is_none_or(|schema| schema.make_plain(int)),
            Value::Float(_) | Value::Text(_) => true,
        }
    }

    /// Whether there is a value to draw, given whether compatible type sampling is on.
    pub fn has_values(&self, cts: bool) -> bool {
        match self {
            Schema::Int(schema) => !schema.types(cts).is_empty(),
            Schema::Float(_) | Schema::Text(_) => true,
        }
    }

    /// Whether values are numbers, which are written flush right and drawn on a line by their size, where others are drawn
    /// by their length.
    pub fn is_number(&self) -> bool {
        match self {
            Schema::Int(_) | Schema::Float(_) => true,
            Schema::Text(_) => false,
        }
    }

    /// Whether it is of Booleans alone.
    pub fn is_bool(&self) -> bool {
        self.as_int().is_some_and(IntSchema::is_bool)
    }

    /// Whether it is the abstract integer, whose values have run-time types of their own.
    pub fn is_abstract(&self) -> bool {
        self.as_int().is_some_and(|schema| schema.ty().is_none())
    }

    /// The schema of integers, if it is one.
    pub fn as_int(&self) -> Option<&IntSchema> {
        if let Schema::Int(schema) = self { Some(schema) } else { None }
    }

    /// The schema of floats, if it is one.
    pub fn as_float(&self) -> Option<&FloatSchema> {
        if let Schema::Float(schema) = self { Some(schema) } else { None }
    }

    /// The schema of texts, if it is one.
    pub fn as_text(&self) -> Option<&TextSchema> {
        if let Schema::Text(schema) = self { Some(schema) } else { None }
    }

    /// The bounds of integers of that run-time type, or `None` where there can be none.
    #[inline]
    pub fn int_bounds(&self, ty: IntType) -> Option<&(Integer, Integer)> {
        self.as_int()?.bounds(ty)
    }
}

impl fmt::Display for Schema {
    /// As it is declared: `int[0..250]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.range() {
            Some(range) => write!(f, "{}[{range}]", self.name()),
            None => f.pad(self.name()),
        }
    }
}

impl FromStr for Schema {
    type Err = SchemaError;

    /// Reads `TYPE` or `TYPE[lo..hi]`.
    fn from_str(text: &str) -> Result<Schema, SchemaError> {
        let (name, range) = match text.split_once('[') {
            Some((name, rest)) => (name.trim(), Some(rest.strip_suffix(']').ok_or(SchemaError::Malformed)?)),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err(SchemaError::Malformed);
        }
        let schema = Schema::from_name(name).ok_or_else(|| {
            let known = Schema::all();
            SchemaError::UnknownType(Box::new(UnknownName::new("type", name, known.iter().map(Schema::name))))
        })?;
        range.map_or(Ok(schema.clone()), |range| schema.restricted_to(range))
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
