//! What a worker is sent: one line of JSON, first the greeting, then batches of calls.

use std::fmt::Write;

use autobva_core::{Argument, Input, IntType, Value};
use serde_json::json;

use crate::process::Limits;

/// The version of the protocol.
pub(crate) const VERSION: u64 = 1;

/// The first line: the version, the declared arguments, and what a worker may want to know.
pub(crate) fn greeting(
    declared: &[Argument],
    limits: &Limits,
    progress: &str,
    extra: &serde_json::Value,
) -> String {
    let args = declared.iter().map(|a| json!({"name": a.name(), "type": a.declared()}));
    let mut greeting = json!({
        "autobva": VERSION,
        "args": args.collect::<Vec<_>>(),
        "max_output": limits.output,
        "progress": progress,
    });
    if let (Some(greeting), Some(extra)) = (greeting.as_object_mut(), extra.as_object()) {
        greeting.extend(extra.clone());
    }
    format!("{greeting}\n")
}

/// Appends a request to call the target with each of these inputs.
pub(crate) fn push_request(id: u64, inputs: &[Input], line: &mut Vec<u8>) {
    let mut text = String::with_capacity(inputs.len() * 16 + 32);
    let _ = write!(text, "{{\"id\":{id},\"calls\":[");
    push_list(&mut text, inputs, |text, input| {
        text.push('[');
        push_list(text, input.iter(), push_text);
        text.push(']');
    });
    text.push_str("]}\n");
    line.extend_from_slice(text.as_bytes());
}

fn push_list<T>(text: &mut String, items: impl IntoIterator<Item = T>, push: impl Fn(&mut String, T)) {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        push(text, item);
    }
}

fn is_bool(value: &Value) -> bool {
    value.as_int().is_some_and(|int| int.ty() == IntType::Bool)
}

/// A value as a JSON string, so that no reader of JSON can round it; a Boolean is `true` or `false`.
fn push_text(text: &mut String, value: &Value) {
    match value {
        Value::Text(value) => push_quoted(text, value),
        value if is_bool(value) => push_shown(text, value),
        value => {
            text.push('"');
            push_shown(text, value);
            text.push('"');
        }
    }
}

fn push_shown(text: &mut String, value: &Value) {
    let _ = write!(text, "{value}");
}

fn push_quoted(text: &mut String, value: &str) {
    text.push_str(&serde_json::to_string(value).expect("a text is always JSON"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    fn inputs() -> Vec<Input> {
        let signature = Signature::parse(["n:int", "f:f64", "t:str"]).unwrap();
        let rows = [["-340282366920938463463374607431768211457", "1.5", "a\"b\n"], ["true", "inf", "é"]];
        rows.iter().map(|row| signature.read(row, None).unwrap()).collect()
    }

    #[test]
    fn values_are_strings_and_booleans_are_not() {
        let calls = r#"[["-340282366920938463463374607431768211457","1.5","a\"b\n"],[true,"inf","é"]]"#;
        let mut line = Vec::new();
        push_request(7, &inputs(), &mut line);
        assert_eq!(String::from_utf8(line).unwrap(), format!("{{\"id\":7,\"calls\":{calls}}}\n"));
    }
}
