//! The packed form: values as a pickle, texts as lines, for workers that ask for it.
//!
//! Python reads a pickle in a third of the time that it takes for JSON, and writes lines in half. The format of pickles
//! is fixed for good, and protocol 2 is understood by every Python 3.

use std::fmt::Write;

use autobva_core::{Input, Int, IntType, Integer, Outcome, Value};
use serde::Deserialize;

use super::answer::{Answer, Names};
use crate::process::{Ending, Limits};

const PROTOCOL_2: &[u8] = b"\x80\x02";
const EMPTY_LIST: u8 = b']';
const MARK: u8 = b'(';
const APPENDS: u8 = b'e';
const STOP: u8 = b'.';
const TRUE: u8 = 0x88;
const FALSE: u8 = 0x89;
const INT_32: u8 = b'J';
const LONG_1: u8 = 0x8a;
const LONG_4: u8 = 0x8b;
const FLOAT: u8 = b'G';
const UNICODE: u8 = b'X';

/// Appends a request to call the target with each of these inputs: a line that tells the length, then the pickle of one
/// list with the values of all calls, one after the other.
pub(crate) fn push_packed_request(id: u64, inputs: &[Input], line: &mut Vec<u8>) {
    let mut body = Vec::with_capacity(inputs.len() * 12 + 8);
    body.extend_from_slice(PROTOCOL_2);
    body.extend([EMPTY_LIST, MARK]);
    inputs.iter().flat_map(|input| input.iter()).for_each(|value| push_value(&mut body, value));
    body.extend([APPENDS, STOP]);
    let mut head = String::new();
    let _ = writeln!(head, "{{\"id\":{id},\"count\":{},\"body\":{}}}", inputs.len(), body.len());
    line.extend_from_slice(head.as_bytes());
    line.extend_from_slice(&body);
}

fn push_value(body: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Int(int) => push_int(body, int),
        Value::Float(float) => {
            body.push(FLOAT);
            body.extend(float.value().to_be_bytes());
        }
        Value::Text(text) => push_text(body, text),
    }
}

fn push_text(body: &mut Vec<u8>, text: &str) {
    body.push(UNICODE);
    body.extend((text.len() as u32).to_le_bytes());
    body.extend_from_slice(text.as_bytes());
}

fn push_int(body: &mut Vec<u8>, int: &Int) {
    if int.ty() == IntType::Bool {
        body.push(if int.number() == &Integer::from(0) { FALSE } else { TRUE });
        return;
    }
    let Some(small) = int.number().to_i128() else {
        return push_long(body, &int.number().to_big().to_signed_bytes_le());
    };
    match i32::try_from(small) {
        Ok(small) => {
            body.push(INT_32);
            body.extend(small.to_le_bytes());
        }
        // Leading bytes that only repeat the sign are harmless.
        Err(_) if i64::try_from(small).is_ok() => push_long(body, &(small as i64).to_le_bytes()),
        Err(_) => push_long(body, &small.to_le_bytes()),
    }
}

fn push_long(body: &mut Vec<u8>, bytes: &[u8]) {
    match u8::try_from(bytes.len()) {
        Ok(length) => body.extend([LONG_1, length]),
        Err(_) => {
            body.push(LONG_4);
            body.extend((bytes.len() as u32).to_le_bytes());
        }
    }
    body.extend_from_slice(bytes);
}

/// What stands before the texts of a packed answer.
#[derive(Deserialize)]
struct Head<'a> {
    id: u64,
    /// Validity, type, and how many texts in a row have them.
    #[serde(borrow)]
    runs: Vec<(&'a str, std::borrow::Cow<'a, str>, usize)>,
    #[serde(default)]
    restart: bool,
}

/// The length of the texts that follow, if a line is the head of a packed answer: `LENGTH {…}`.
pub(crate) fn body_length(line: &[u8]) -> Option<usize> {
    let space = line.iter().take(20).position(|byte| *byte == b' ')?;
    std::str::from_utf8(&line[..space]).ok()?.parse().ok()
}

/// Reads a packed answer into the outcomes that are expected next. Nothing comes of one that is not as it should be.
pub(crate) fn read_packed_answer(
    head: &[u8],
    body: &[u8],
    expected: &mut [Outcome],
    names: &Names,
    limits: &Limits,
) -> Option<Answer> {
    let start = head.iter().position(|byte| *byte == b' ')?;
    let head: Head<'_> = serde_json::from_slice(&head[start..]).ok()?;
    let mut texts = std::str::from_utf8(body).ok()?.split('\n');
    let mut next = expected.iter_mut();
    let mut count = 0;
    for (validity, name, length) in &head.runs {
        let name = names.get(name);
        for _ in 0..*length {
            let (outcome, text) = (next.next()?, texts.next()?);
            if text.len() > limits.output {
                Ending::OutputTooLong.write(limits, outcome);
                continue;
            }
            match *validity {
                "valid" => outcome.start_valid(name.clone()).push_str(text),
                "error" => outcome.start_error(name.clone()).push_str(text),
                _ => return None,
            }
        }
        count += length;
    }
    texts.next().is_none().then_some(Answer { id: Some(head.id), count, restart: head.restart })
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    #[test]
    fn values_are_pickled() {
        let signature = Signature::parse(["n:int", "f:f64", "t:str"]).unwrap();
        let inputs = [signature.read(&["-1", "1.5", "é"], None).unwrap()];
        let mut line = Vec::new();
        push_packed_request(7, &inputs, &mut line);
        let body = b"\x80\x02](J\xff\xff\xff\xffG\x3f\xf8\0\0\0\0\0\0X\x02\0\0\0\xc3\xa9e.";
        let head = format!("{{\"id\":7,\"count\":1,\"body\":{}}}\n", body.len());
        assert_eq!(line, [head.as_bytes(), body].concat());
    }

    fn read(head: &str, body: &str, expected: usize) -> Option<(Answer, Vec<Outcome>)> {
        let mut outcomes: Vec<Outcome> = (0..expected).map(|_| Outcome::default()).collect();
        let limits = Limits { output: 10, ..Limits::default() };
        let answer =
            read_packed_answer(head.as_bytes(), body.as_bytes(), &mut outcomes, &Names::default(), &limits)?;
        Some((answer, outcomes))
    }

    #[test]
    fn texts_are_lines() {
        let head = r#"9 {"id":3,"runs":[["valid","int",2],["error","E",1]]}"#;
        assert_eq!(body_length(head.as_bytes()), Some(9));
        let (answer, outcomes) = read(head, "1\n\nmuch too long", 4).unwrap();
        assert_eq!(answer, Answer { id: Some(3), count: 3, restart: false });
        assert_eq!(outcomes[..2], [Outcome::valid("int", "1"), Outcome::valid("int", "")]);
        assert_eq!(outcomes[2].type_name(), "OutputTooLong");
    }

    #[test]
    fn anything_else_is_no_answer() {
        for (head, body) in [
            (r#"1 {"id":3,"runs":[["valid","int",2]]}"#, "1"),
            (r#"3 {"id":3,"runs":[["valid","int",1]]}"#, "1\n2"),
            (r#"5 {"id":3,"runs":[["valid","int",3]]}"#, "1\n2\n3"),
            (r#"1 {"id":3,"runs":[["maybe","int",1]]}"#, "1"),
            ("1 hello", "1"),
        ] {
            assert!(read(head, body, 2).is_none(), "{head} was read");
        }
        assert_eq!(body_length(b"{\"id\":3}"), None);
        assert_eq!(body_length(b"-1 {}"), None);
    }
}
