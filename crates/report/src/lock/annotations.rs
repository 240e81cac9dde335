//! What happened to boundaries, as annotations on lines of files: as GitHub workflow commands, and as SARIF.

use std::io::{self, Write};

use autobva_core::Fate;
use serde_json::{Value, json};

use super::changes::Changes;
use super::junit::message;
use super::shown::sentence;

/// Finds the file and line of the target with a name.
pub type LineOf<'a> = &'a dyn Fn(&str) -> Option<(String, usize)>;

struct Remark<'a> {
    level: &'static str,
    fate: &'static str,
    target: &'a str,
    text: String,
}

/// An annotation for every boundary that changed, and for every target that could not be run; a flaky one is a warning.
fn remarks(changes: &Changes) -> Vec<Remark<'_>> {
    let mut remarks = Vec::new();
    for target in &changes.targets {
        for verdict in target.verdicts.iter().filter(|verdict| verdict.fate != Fate::Same) {
            let about = verdict.about.as_ref();
            let known = about.map(|about| sentence(about, &verdict.boundary, &target.signature));
            let known = known.map_or(String::new(), |sentence| format!("{sentence}\n"));
            remarks.push(Remark {
                level: if verdict.fate.is_change() { "error" } else { "warning" },
                fate: verdict.fate.name(),
                target: &target.name,
                text: format!("{known}{}", message(verdict, &target.signature)),
            });
        }
    }
    remarks.extend(changes.faults.iter().map(|fault| Remark {
        level: "error",
        fate: NOT_RUN,
        target: &fault.name,
        text: fault.message.clone(),
    }));
    remarks
}

/// The fate of the boundaries of a target that could not be run.
const NOT_RUN: &str = "not run";

/// Writes annotations as GitHub workflow commands.
pub fn write_annotations(changes: &Changes, line_of: LineOf<'_>, out: &mut dyn Write) -> io::Result<()> {
    for Remark { level, target, text, .. } in remarks(changes) {
        let place = line_of(target).map(|(file, line)| format!("file={},line={line},", property(&file)));
        let (place, title) = (place.unwrap_or_default(), property(target));
        writeln!(out, "::{level} {place}title=boundaries of {title}::{}", data(&text))?;
    }
    Ok(())
}

/// Escapes the text of a command, which ends at the end of the line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command, which ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Writes annotations as SARIF 2.1.0, which viewers of static analyses read.
pub fn write_sarif(changes: &Changes, line_of: LineOf<'_>, out: &mut dyn Write) -> io::Result<()> {
    let remarks = remarks(changes);
    let mut fates: Vec<&str> = remarks.iter().map(|remark| remark.fate).collect();
    fates.sort_unstable();
    fates.dedup();
    let result = |remark: &Remark| {
        let place = line_of(remark.target).map(|(file, line)| {
            json!({"physicalLocation": {"artifactLocation": {"uri": uri(&file)}, "region": {"startLine": line}}})
        });
        json!({
            "ruleId": remark.fate,
            "level": remark.level,
            "message": {"text": format!("{}: {}", remark.target, remark.text)},
            "locations": place.into_iter().collect::<Vec<Value>>(),
        })
    };
    let rules: Vec<Value> = fates.iter().map(|fate| json!({"id": fate})).collect();
    let sarif = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "autobva", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": remarks.iter().map(result).collect::<Vec<Value>>(),
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &sarif)?;
    writeln!(out)
}

/// A relative path as a URI.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
