//! A value as a text, so that no integer loses precision, with the name of its run-time type beside it.

use std::fmt;

use autobva_core::{Argument, Input, Signature, Value, ValueError};
use serde::{Serialize, Serializer};

use crate::structured;

/// A value as a text: a cell of a CSV file, a string in JSON, in a campaign or in a lock file.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a>(pub &'a Value);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads a value from its text; `runtime` is the name of its run-time type, if that is known.
pub fn read(argument: &Argument, text: &str, runtime: Option<&str>) -> Result<Value, ValueError> {
    if argument.schema().is_plain() { argument.read(text, runtime) } else { structured::read(argument, text) }
}

/// Reads a value from a text that a user gives, which may be too long.
pub fn read_given(argument: &Argument, text: &str, runtime: Option<&str>) -> Result<Value, ValueError> {
    structured::check_size(argument, text)?;
    read(argument, text, runtime)
}

/// The values of an input as texts, in order.
pub fn texts(input: &Input) -> Vec<String> {
    input.iter().map(|value| Text(value).to_string()).collect()
}

/// The run-time types of an input, in order.
pub fn types(input: &Input) -> Vec<String> {
    input.iter().map(|value| value.type_name().to_string()).collect()
}

/// The values of an input as a list of texts.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a>(pub &'a Input);

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Text))
    }
}

/// The run-time types of an input as a list of names.
#[derive(Debug, Clone, Copy)]
pub struct Types<'a>(pub &'a Input);

impl Serialize for Types<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Value::type_name))
    }
}

/// Why texts cannot be read as an input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There are so many types for so many values.
    #[error("{0} types for {1} values")]
    Types(usize, usize),
    /// A text is not a value of its argument, or there are too few or too many texts.
    #[error(transparent)]
    Value(Box<ValueError>),
}

/// Reads an input from the texts of its values and the names of their run-time types, if those are known.
pub fn read_input<S: AsRef<str>>(
    signature: &Signature,
    texts: &[S],
    types: Option<&[S]>,
) -> Result<Input, InputError> {
    if let Some(types) = types.filter(|types| types.len() != texts.len()) {
        return Err(InputError::Types(types.len(), texts.len()));
    }
    signature.read_by(read, texts, types).map_err(|error| InputError::Value(Box::new(error)))
}
