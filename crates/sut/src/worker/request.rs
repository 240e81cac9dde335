//! What a worker is sent: lines of JSON, first the greeting, then batches of calls. Workers that ask for the packed
//! form get the values as a pickle, which Python reads in a third of the time.

use std::fmt::Write;

use autobva_codec::declaration::declarations;
use autobva_codec::json::{self, Calls};
use autobva_codec::pickle::pickle;
use autobva_core::{Argument, Input};
use serde::Serialize;
use serde_json::json;

use super::hello::VERSION;
use crate::conditions::Limits;

/// The version in the greeting, which workers of version 1 expect.
const FIRST: u64 = 1;

/// The first line: the version, the declared arguments, and other useful data for a worker.
pub(crate) fn greeting(
    declared: &[Argument],
    limits: &Limits,
    progress: &str,
    extra: &serde_json::Value,
) -> String {
    let mut greeting = json!({
        "autobva": FIRST,
        "newest": VERSION,
        "args": declarations(declared),
        "max_output": limits.output,
        "progress": progress,
    });
    if let (Some(greeting), Some(extra)) = (greeting.as_object_mut(), extra.as_object()) {
        greeting.extend(extra.clone());
    }
    format!("{greeting}\n")
}

/// A request to call the target with each of these inputs.
#[derive(Serialize)]
struct Request<'a> {
    id: u64,
    calls: Calls<'a>,
}

/// Appends such a request.
pub(crate) fn push_request(id: u64, inputs: &[Input], line: &mut Vec<u8>) {
    line.reserve(inputs.len() * 16 + 32);
    json::push(line, &Request { id, calls: Calls(inputs) });
    line.push(b'\n');
}

/// Appends a packed request: a line with the length, then the pickle of one list with the values of all calls, one
/// after the other.
pub(crate) fn push_packed_request(id: u64, inputs: &[Input], line: &mut Vec<u8>) {
    let body = pickle(inputs);
    let mut head = String::new();
    let _ = writeln!(head, "{{\"id\":{id},\"count\":{},\"body\":{}}}", inputs.len(), body.len());
    line.extend_from_slice(head.as_bytes());
    line.extend_from_slice(&body);
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    #[test]
    fn a_request_is_a_line() {
        let signature = Signature::parse(["n:int", "t:str"]).unwrap();
        let inputs = [["1", "a"], ["true", ""]].map(|row| signature.read(&row, None).unwrap());
        let mut line = Vec::new();
        push_request(7, &inputs, &mut line);
        let expected = "{\"id\":7,\"calls\":[[\"1\",\"a\"],[true,\"\"]]}\n";
        assert_eq!(String::from_utf8(line).unwrap(), expected);
    }

    #[test]
    fn a_line_tells_the_length_of_the_pickle() {
        let signature = Signature::parse(["n:int"]).unwrap();
        let inputs = ["-1", "2"].map(|text| signature.read(&[text], None).unwrap());
        let mut line = Vec::new();
        push_packed_request(7, &inputs, &mut line);
        let body = b"\x80\x03](J\xff\xff\xff\xffJ\x02\0\0\0e.";
        let head = format!("{{\"id\":7,\"count\":2,\"body\":{}}}\n", body.len());
        assert_eq!(line, [head.as_bytes(), body].concat());
    }
}
