//! Errors in the declaration of a schema, and in a value of one. The callers add the name of the argument.

use crate::registry::UnknownName;

/// A declared type that cannot be used; the text says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// It does not have the form `TYPE[lo..hi]`.
    #[error("a type is written TYPE or TYPE[lo..hi], for instance 'int[0..250]' or 'list[int; 0..9]'")]
    Malformed,
    /// The type is not known.
    #[error(transparent)]
    UnknownType(Box<UnknownName>),
    /// It is nested too deeply.
    #[error("the type is nested more than {most} deep; declare the inner part as str")]
    TooDeep {
        /// How deep it may be.
        most: usize,
    },
    /// Its nested lists can be so long that a value would not fit into memory.
    #[error("a value may hold more than {most} parts; make its lists shorter")]
    TooLarge {
        /// How many it may hold.
        most: usize,
    },
    /// The type has no ranges.
    #[error("{ty} takes no range; restrict what it is made of instead")]
    NoRange {
        /// The type.
        ty: &'static str,
    },
    /// The pattern is not a regular expression, or follows a type that is not a text.
    #[error(
        "the pattern cannot be used: {why}; write a regular expression, for instance str~\"[A-Z]{{2}}\\d{{4}}\""
    )]
    BadPattern {
        /// What is wrong with it.
        why: String,
    },
    /// An end of the range is not a number of the type's kind.
    #[error("'{end}' is not {expected}; a range is written lo..hi, for instance 0..250")]
    BadRangeEnd {
        /// What was written.
        end: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The range is empty.
    #[error("the range {lo}..{hi} is empty; put the lesser end first")]
    EmptyRange {
        /// The lower end.
        lo: String,
        /// The upper end.
        hi: String,
    },
    /// The range reaches outside the type.
    #[error("{end} is outside {ty}, which reaches from {min} to {max}")]
    RangeOutsideType {
        /// The offending end.
        end: String,
        /// The type.
        ty: &'static str,
        /// Its least number.
        min: String,
        /// Its greatest number.
        max: String,
    },
}

/// Why a text is not a value of a schema.
pub(crate) enum ValueFault {
    /// It cannot be read.
    Unreadable {
        /// What to give instead.
        remedy: &'static str,
    },
    /// It is outside the type or range.
    Outside {
        /// What it is outside of.
        declared: String,
        /// The least value.
        lo: String,
        /// The greatest value.
        hi: String,
    },
    /// The run-time type is not one of the schema's.
    UnknownType(Box<UnknownName>),
}

/// The two ends of a range as they are written; `expected` says what they should be.
pub(super) fn ends<'a>(range: &'a str, expected: &'static str) -> Result<(&'a str, &'a str), SchemaError> {
    let bad = || SchemaError::BadRangeEnd { end: range.to_string(), expected };
    let (lo, hi) = range.split_once("..").ok_or_else(bad)?;
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
    text.parse().map_err(|_| SchemaError::BadRangeEnd { end: text.to_string(), expected })
}

/// Checks that a range of lengths does not exceed the limit.
pub(super) fn at_most(hi: usize, limit: usize) -> Result<(), SchemaError> {
    if hi <= limit {
        return Ok(());
    }
    let (min, max) = ("0".to_string(), limit.to_string());
    Err(SchemaError::RangeOutsideType { end: hi.to_string(), ty: "the length of a value", min, max })
}

/// Checks that the ends of a range are in order.
pub(super) fn in_order<T: PartialOrd + ToString>(lo: &T, hi: &T) -> Result<(), SchemaError> {
    if lo <= hi {
        return Ok(());
    }
    Err(SchemaError::EmptyRange { lo: lo.to_string(), hi: hi.to_string() })
}
