//! How values are written: numbers, texts and moments plainly, values that contain others as JSON.

use std::fmt::{self, Write};

use super::{ListKind, RecordKind, Value};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(v) => match v.as_bool() {
                Some(truth) => f.write_str(if truth { "true" } else { "false" }),
                None => fmt::Display::fmt(v.number(), f),
            },
            Value::Float(v) => fmt::Display::fmt(v, f),
            Value::Text(v) => f.write_str(v),
            Value::Decimal(v) => fmt::Display::fmt(v, f),
            Value::Moment(v) => fmt::Display::fmt(v, f),
            Value::Bytes(_) | Value::Choice(_) | Value::List(_) | Value::Record(_) | Value::Union(_) => {
                Json(self).fmt(f)
            }
        }
    }
}

/// A value as JSON. Values that JSON cannot express are strings: decimals, moments, whole numbers beyond 64 bits,
/// infinities; bytes are a string of the characters with the same numbers.
pub struct Json<'a>(pub &'a Value);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Int(v) => match v.as_bool() {
                Some(truth) => f.write_str(if truth { "true" } else { "false" }),
                None if v.number().to_i128().is_some_and(|n| i64::try_from(n).is_ok()) => {
                    fmt::Display::fmt(v.number(), f)
                }
                None => write!(f, "\"{}\"", v.number()),
            },
            Value::Float(v) if v.value().is_finite() => fmt::Display::fmt(v, f),
            Value::Float(v) => write!(f, "\"{v}\""),
            Value::Text(v) => quoted(f, v.chars()),
            Value::Bytes(v) => quoted(f, v.iter().map(|byte| char::from(*byte))),
            Value::Decimal(v) => write!(f, "\"{v}\""),
            Value::Moment(v) => write!(f, "\"{v}\""),
            Value::Choice(v) => f.write_str(v.written()),
            Value::List(v) => match v.kind() {
                ListKind::List | ListKind::Tuple | ListKind::Set => {
                    all(f, ['[', ']'], &v.items, |f, item| Json(item).fmt(f))
                }
                ListKind::Dict => all(f, ['{', '}'], &v.effective(), |f, item| match item {
                    Value::Record(pair) if pair.values.len() == 2 => {
                        write!(f, "{}: {}", Json(&pair.values[0]), Json(&pair.values[1]))
                    }
                    other => Json(other).fmt(f),
                }),
            },
            Value::Record(v) => match v.shape().kind {
                RecordKind::Tuple => all(f, ['[', ']'], &v.values, |f, item| Json(item).fmt(f)),
                RecordKind::Plain | RecordKind::Named(_) => {
                    let fields: Vec<_> = v.shape().fields.iter().zip(&v.values).collect();
                    all(f, ['{', '}'], &fields, |f, (name, value)| {
                        quoted(f, name.chars())?;
                        write!(f, ": {}", Json(value))
                    })
                }
            },
            Value::Union(v) => Json(v.value()).fmt(f),
        }
    }
}

fn all<T>(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [char; 2],
    items: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_char(open)?;
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    f.write_char(close)
}

/// Writes a JSON string.
pub(crate) fn quoted(f: &mut fmt::Formatter<'_>, characters: impl Iterator<Item = char>) -> fmt::Result {
    f.write_char('"')?;
    for c in characters {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if (c as u32) < 0x20 || c == '\u{7f}' => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
