//! Writing a lock file: one item per line, so that a change of one item is a change of one line.

use std::fmt::Write;

use autobva_codec::declaration;
use autobva_codec::text::{texts, types};
use autobva_core::{Guarded, Observation, Place, Signature};

use super::conditions::written_condition;
use super::shown::has_plain_types;
use super::{Lock, LockedTarget, VERSION};

const HEADING: &str = "\
# Accepted boundaries: 'autobva accept' writes them, 'autobva check' runs them again.
# Please keep this file under version control.
";

/// Whether a text begins like a lock file.
pub fn is_lock(text: &str) -> bool {
    HEADING.lines().next().is_some_and(|headline| text.starts_with(headline))
}

pub(super) fn write(lock: &Lock) -> String {
    let is_old = !lock.targets.iter().any(LockedTarget::tells_behaviours);
    let mut text = format!("{HEADING}version = {}\n", if is_old { 1 } else { VERSION });
    lock.targets.iter().for_each(|target| push_target(&mut text, target));
    text
}

fn push_target(text: &mut String, target: &LockedTarget) {
    let invocation = &target.invocation;
    text.push_str("\n[[target]]\n");
    if let Some(call) = &invocation.target {
        push_line(text, "call", &quoted(call));
    }
    if !invocation.program.is_empty() {
        push_line(text, "program", &list(&invocation.program));
    }
    if !invocation.arguments.is_empty() {
        push_line(text, "declare", &list(&invocation.arguments));
    }
    if !invocation.options.is_empty() {
        let options = invocation.options.iter().map(|(name, value)| {
            let name = name.strip_prefix("--").unwrap_or(name);
            format!("{} = {}", key(name), quoted(value))
        });
        push_line(text, "options", &format!("{{ {} }}", options.collect::<Vec<_>>().join(", ")));
    }
    push_line(text, "arguments", &list(&declaration::texts(&target.signature)));
    if !target.known.is_empty() {
        text.push_str("known = [\n");
        target.known.iter().for_each(|known| {
            let _ = writeln!(text, "  {},", literal(known));
        });
        text.push_str("]\n");
    }
    target.boundaries.iter().for_each(|boundary| push_boundary(text, boundary, &target.signature));
}

fn push_boundary(text: &mut String, Guarded { pair, about }: &Guarded, signature: &Signature) {
    text.push_str("\n[[target.boundary]]\n");
    if let Some(about) = about {
        push_line(text, "kind", &quoted(about.kind.name()));
        push_line(text, "argument", &quoted(&about.argument));
        push_line(text, "sentence", &quoted(&about.sentence));
    }
    if let Some(rule) = about.as_ref().and_then(|about| about.rule.as_ref()) {
        push_line(text, "rule", &quoted(&rule.to_string()));
        if !rule.guard.is_empty() {
            let conditions: Vec<String> = rule.guard.iter().map(written_condition).collect();
            push_line(text, "where", &list(&conditions));
        }
    }
    push_line(text, "left", &side(&pair.left, signature));
    push_line(text, "right", &side(&pair.right, signature));
    let places = about.as_ref().map_or(&[][..], |about| &about.places);
    if !places.is_empty() {
        text.push_str("places = [\n");
        for Place { left, right } in places {
            let _ = writeln!(
                text,
                "  {{ left = {}, right = {} }},",
                side(left, signature),
                side(right, signature)
            );
        }
        text.push_str("]\n");
    }
}

fn side(side: &Observation, signature: &Signature) -> String {
    // Types that the values would be read as anyway would only distract the reader.
    let types = match has_plain_types(side, signature) {
        true => String::new(),
        false => format!("types = {}, ", list(&types(&side.input))),
    };
    let outcome = &side.outcome;
    format!(
        "{{ input = {}, {types}validity = {}, type = {}, output = {} }}",
        list(&texts(&side.input)),
        quoted(outcome.validity().name()),
        quoted(outcome.type_name()),
        quoted(outcome.text()),
    )
}

fn push_line(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key} = {value}");
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
}

/// A name before an equals sign.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) { name.to_string() } else { quoted(name) }
}

/// A string in single quotes, in which nothing needs an escape, if that is possible.
fn literal(text: &str) -> String {
    if text.chars().any(|c| c == '\'' || is_unseen(c)) { quoted(text) } else { format!("'{text}'") }
}

/// A basic string on one line. Characters that could not be seen in a review are escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if is_unseen(c) => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn is_unseen(c: char) -> bool {
    crate::text::is_invisible(c)
}
