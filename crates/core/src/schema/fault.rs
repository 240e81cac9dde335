//! Errors in the declaration of a schema, and in a value of one. The callers add the name of the argument.

use std::fmt::Display;

use crate::registry::UnknownName;

/// A declared type that cannot be used; the text says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// It does not have the form `TYPE[lo..hi]`.
    #[error("a type is written TYPE or TYPE[lo..hi], for instance 'int[0..250]' or 'list[int; 0..9]'")]
    Malformed,
    /// It has that form, but makes no sense.
    #[error("{0}")]
    Unusable(String),
}

impl SchemaError {
    /// The pattern is not a regular expression, or follows a type that is not a text.
    pub fn pattern(why: impl Display) -> SchemaError {
        let remedy = r#"write a regular expression, for instance str~"[A-Z]{2}\d{4}""#;
        SchemaError::Unusable(format!("the pattern cannot be used: {why}; {remedy}"))
    }

    /// An end of a range is not a number of the type's kind.
    pub(super) fn end(text: &str, expected: &str) -> SchemaError {
        let remedy = "a range is written lo..hi, for instance 0..250";
        SchemaError::Unusable(format!("'{text}' is not {expected}; {remedy}"))
    }

    /// A range reaches outside its type.
    pub(super) fn outside<T: Display>(end: T, ty: &str, (min, max): (T, T)) -> SchemaError {
        SchemaError::Unusable(format!("{end} is outside {ty}, which reaches from {min} to {max}"))
    }
}

/// Why a text is not a value of a schema.
pub(crate) enum ValueFault {
    /// It cannot be read; what to give instead.
    Unreadable(&'static str),
    /// It is outside the type or range: its declaration, and the least and the greatest value.
    Outside(String, [String; 2]),
    /// The run-time type is not one of the schema's.
    UnknownType(UnknownName),
}

impl ValueFault {
    pub(super) fn outside(declared: impl Display, lo: impl Display, hi: impl Display) -> ValueFault {
        ValueFault::Outside(declared.to_string(), [lo.to_string(), hi.to_string()])
    }
}

/// The two ends of a range as they are written; `expected` says what they should be.
pub(super) fn ends<'a>(range: &'a str, expected: &'static str) -> Result<(&'a str, &'a str), SchemaError> {
    let (lo, hi) = range.split_once("..").ok_or_else(|| SchemaError::end(range, expected))?;
    Ok((lo.trim(), hi.trim().trim_start_matches('=')))
}

/// One end of a range; an open end is `open`.
pub(super) fn end<T: std::str::FromStr>(
    text: &str,
    open: T,
    expected: &'static str,
) -> Result<T, SchemaError> {
    if text.is_empty() {
        return Ok(open);
    }
    text.parse().map_err(|_| SchemaError::end(text, expected))
}

/// Checks that a range of lengths does not exceed the limit.
pub(super) fn at_most(hi: usize, limit: usize) -> Result<(), SchemaError> {
    if hi <= limit {
        return Ok(());
    }
    Err(SchemaError::outside(hi, "the length of a value", (0, limit)))
}

/// Checks that the ends of a range are in order.
pub(super) fn in_order<T: PartialOrd + Display>(lo: &T, hi: &T) -> Result<(), SchemaError> {
    if lo <= hi {
        return Ok(());
    }
    Err(SchemaError::Unusable(format!("the range {lo}..{hi} is empty; put the lesser end first")))
}
