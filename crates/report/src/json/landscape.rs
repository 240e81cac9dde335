//! Behaviours and their boundaries: `autobva/2`.

use std::io::{self, Write};

use autobva_codec::declaration::Declaration;
use autobva_codec::text::Texts;
use autobva_core::behaviour::{Behaviour, Boundary, Landscape, Place, Rule};
use autobva_core::{Argument, RunInfo, Signature};
use serde::Serialize;
use serde_json::{Value, json};

use super::candidates::{CandidatesView, decisions};
use super::parts::plain_side_view;
use super::write_document;
use crate::course;
use crate::report::Report;

/// The name and version of the format.
const SCHEMA: &str = "autobva/2";

/// Writes the behaviours that a run saw, every boundary between them in order, and the candidates that show these, as
/// one JSON object.
pub fn write_landscape_json<'a>(
    report: impl Into<Report<'a>>,
    landscape: &Landscape,
    out: &mut dyn Write,
) -> io::Result<()> {
    let report = report.into();
    let plain = report.run.is_some_and(|run| !run.cts).then_some(&report.target.signature);
    let head = json!({
        "schema": SCHEMA,
        "target": {"name": report.target.name, "args": arguments(report, landscape)},
        "run": report.run.map(run_object),
        "behaviours": landscape.behaviours.iter().map(behaviour_object).collect::<Value>(),
        "boundaries": landscape.boundaries.iter().map(|one| boundary_object(one, plain)).collect::<Value>(),
    });
    let candidates = CandidatesView {
        report,
        decisions: decisions(report, None),
        plain,
        whose: |_, candidate: &_| Shows { boundary: landscape.shown_by(candidate).map(|b| b.id) },
    };
    write_document(head, candidates, json!({}), out)
}

/// The arguments, and whether each ever changed an outcome.
fn arguments(report: Report, landscape: &Landscape) -> Value {
    let is_inside =
        |part: &str, name: &str| part.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[']));
    let fixed = report.run.map_or(&[][..], |run| &run.fixed);
    let object = |(index, argument): (usize, &Argument)| {
        let mut object = json!(Declaration::from(argument));
        object["matters"] = json!(landscape.matters.get(index).copied().unwrap_or(true));
        let idle: Vec<&String> =
            landscape.idle.iter().filter(|part| is_inside(part, argument.name())).collect();
        if !idle.is_empty() {
            object["idle"] = json!(idle);
        }
        if let Some((_, value)) = fixed.iter().find(|(name, _)| name == argument.name()) {
            object["fixed"] = json!(value);
        }
        object
    };
    report.target.signature.arguments().iter().enumerate().map(object).collect()
}

fn run_object(run: &RunInfo) -> Value {
    json!({
        "select": run.select.name(),
        "strategy": run.strategy,
        "seed": run.seed,
        "jobs": run.jobs,
        "calls": run.calls,
        "elapsed_ms": run.elapsed.as_millis() as u64,
        "stop": run.stop.name(),
    })
}

fn behaviour_object(behaviour: &Behaviour) -> Value {
    let example = &behaviour.example;
    json!({
        "id": behaviour.id,
        "validity": behaviour.validity.name(),
        "type": behaviour.type_name,
        "wording": behaviour.wording,
        "slots": behaviour.slots.iter().map(course::Written).collect::<Vec<_>>(),
        "text": behaviour.text,
        "domain": behaviour.domain,
        "calls": behaviour.calls,
        "example": {"input": Texts(&example.input), "output": example.outcome.text()},
    })
}

fn boundary_object(boundary: &Boundary, plain: Option<&Signature>) -> Value {
    let place = |place: &Place| {
        let [left, right] = [&place.left, &place.right].map(|side| json!(plain_side_view(side, plain)));
        json!({"left": left, "right": right})
    };
    let rule = |rule: &Rule| {
        json!({
            "form": rule.form.name(),
            "text": rule.to_string(),
            "checked": rule.checked,
            "held": rule.held,
        })
    };
    let example = place(&boundary.example);
    let mut object = json!({
        "id": boundary.id,
        "kind": boundary.kind.name(),
        "argument": boundary.argument,
        "from": boundary.from,
        "to": boundary.to,
        "sentence": boundary.sentence,
        "left": example["left"],
        "right": example["right"],
        "rule": boundary.rule.as_ref().map(rule),
    });
    if !boundary.places.is_empty() {
        object["places"] = boundary.all_places().map(place).collect();
    }
    object["count"] = json!(boundary.count);
    object["flaky"] = json!(boundary.flaky);
    object
}

/// The boundary that a candidate shows, if it is known.
#[derive(Serialize)]
struct Shows {
    boundary: Option<u32>,
}
