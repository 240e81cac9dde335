//! What happened to boundaries, for programs: one JSON object, with a boundary per line.

use std::io::{self, Write};

use autobva_codec::declaration::declarations;
use autobva_core::{Place, Verdict};
use serde_json::{Value, json};

use super::changes::{Changes, TargetChanges};
use crate::json::{side_view, write_lines};

/// The name and version of the format.
const SCHEMA: &str = "autobva-changes/1";

/// Writes what happened to every boundary, including those that stayed the same.
pub fn write_changes_json(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    let counts = changes.counts();
    let mut document = json!({
        "schema": SCHEMA,
        "changed": counts.changed() > 0,
        "counts": counts,
        "targets": changes.targets.iter().map(target_object).collect::<Value>(),
    });
    // The targets that could not be run.
    if !changes.faults.is_empty() {
        document["faults"] = json!(changes.faults);
    }
    document["boundaries"] = changes.targets.iter().flat_map(verdict_objects).collect();
    write_lines(&document, out)
}

fn target_object(target: &TargetChanges) -> Value {
    let arguments = declarations(target.signature.arguments());
    json!({"name": target.name, "args": arguments, "calls": target.calls, "counts": target.counts()})
}

fn verdict_objects(target: &TargetChanges) -> impl Iterator<Item = Value> {
    target.verdicts.iter().map(|Verdict { boundary, about, fate }| {
        let mut object = json!({"target": target.name, "change": fate.name()});
        // What is known about the boundary, if behaviours were distinguished.
        if let Some(about) = about {
            object["kind"] = json!(about.kind.name());
            object["argument"] = json!(about.argument);
            object["sentence"] = json!(about.sentence);
            object["rule"] = json!(about.rule.as_ref().map(ToString::to_string));
        }
        // The place and the outcomes as they were, or as they are for a new boundary. Then the place to which it moved, or
        // the present outcomes of the same inputs if they are known and differ.
        object["boundary"] = pair_object(boundary);
        object["now"] = json!(fate.now().map(pair_object));
        object
    })
}

fn pair_object(pair: &Place) -> Value {
    json!({"left": side_view(&pair.left), "right": side_view(&pair.right)})
}
