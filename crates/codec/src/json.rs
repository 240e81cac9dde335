//! Calls as the worker protocol sends them, in JSON.

use autobva_core::{Input, Value};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::text::Text;

/// The calls of a request, each as a list of its values.
#[derive(Debug, Clone, Copy)]
pub struct Calls<'a>(pub &'a [Input]);

impl Serialize for Calls<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Call))
    }
}

struct Call<'a>(&'a Input);

impl Serialize for Call<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Sent))
    }
}

/// A value as a string, so that no reader of JSON can round it. A Boolean is `true` or `false`; bytes, choices and
/// values that hold others are written as JSON.
struct Sent<'a>(&'a Value);

impl Serialize for Sent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Int(int) => match int.as_bool() {
                Some(truth) => serializer.serialize_bool(truth),
                None => Text(self.0).serialize(serializer),
            },
            Value::Float(_) | Value::Text(_) | Value::Decimal(_) | Value::Moment(_) => {
                Text(self.0).serialize(serializer)
            }
            Value::Bytes(_) | Value::Choice(_) | Value::List(_) | Value::Record(_) | Value::Union(_) => {
                let raw = RawValue::from_string(self.0.to_string());
                raw.map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
        }
    }
}

/// Writes anything as JSON into a text, whose memory is reused.
pub fn write(text: &mut String, value: &impl Serialize) {
    let mut bytes = std::mem::take(text).into_bytes();
    bytes.clear();
    push(&mut bytes, value);
    *text = String::from_utf8(bytes).expect("JSON is a text");
}

/// Appends anything as JSON.
pub fn push(bytes: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(bytes, value).expect("memory takes everything, and every key is a text");
}

#[cfg(test)]
mod tests {
    use autobva_core::Signature;

    use super::*;

    #[test]
    fn values_are_strings_and_booleans_are_not() {
        let signature = Signature::parse(["n:int", "f:f64", "t:str"]).unwrap();
        let rows = [["-340282366920938463463374607431768211457", "1.5", "a\"b\n"], ["true", "inf", "é"]];
        let inputs: Vec<Input> = rows.iter().map(|row| signature.read(row, None).unwrap()).collect();
        let mut text = "what was there before".to_string();
        write(&mut text, &Calls(&inputs));
        let calls = r#"[["-340282366920938463463374607431768211457","1.5","a\"b\n"],[true,"inf","é"]]"#;
        assert_eq!(text, calls);
    }
}
