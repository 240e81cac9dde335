//! Behaviours and their boundaries: `autobva/2`.

use std::io::{self, Write};

use autobva_codec::declaration::Declaration;
use autobva_codec::text::Texts;
use autobva_core::behaviour::{Behaviour, Boundary, Course, Landscape, Place, Rule};
use autobva_core::{Argument, RunInfo, Signature};
use serde::{Serialize, Serializer};

use super::candidates::{CandidatesView, decisions};
use super::parts::{SideView, plain_side_view};
use super::write_document;
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
    let document = DocumentView {
        schema: SCHEMA,
        target: TargetView { name: &report.target.name, args: arguments(report, landscape) },
        run: report.run.map(run_view),
        behaviours: landscape.behaviours.iter().map(behaviour_view).collect(),
        boundaries: landscape.boundaries.iter().map(|boundary| boundary_view(boundary, plain)).collect(),
        candidates: CandidatesView {
            report,
            decisions: decisions(report, None),
            plain,
            whose: |_, candidate: &_| Shows { boundary: landscape.shown_by(candidate).map(|b| b.id) },
        },
    };
    write_document(&document, out)
}

#[derive(Serialize)]
struct DocumentView<'a, C: Serialize> {
    schema: &'static str,
    target: TargetView<'a>,
    run: Option<RunView<'a>>,
    behaviours: Vec<BehaviourView<'a>>,
    boundaries: Vec<BoundaryView<'a>>,
    candidates: C,
}

#[derive(Serialize)]
struct TargetView<'a> {
    name: &'a str,
    args: Vec<MatteringView<'a>>,
}

/// An argument, and whether it ever changed an outcome.
#[derive(Serialize)]
struct MatteringView<'a> {
    #[serde(flatten)]
    argument: Declaration,
    matters: bool,
    /// Its parts that never changed an outcome.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    idle: Vec<&'a str>,
    /// The value at which it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<&'a str>,
}

fn arguments<'a>(report: Report<'a>, landscape: &'a Landscape) -> Vec<MatteringView<'a>> {
    let is_inside =
        |part: &str, name: &str| part.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[']));
    let idle =
        |name: &str| landscape.idle.iter().map(String::as_str).filter(|part| is_inside(part, name)).collect();
    let fixed = report.run.map_or(&[][..], |run| &run.fixed);
    let view = |(index, argument): (usize, &Argument)| MatteringView {
        argument: Declaration::from(argument),
        matters: landscape.matters.get(index).copied().unwrap_or(true),
        idle: idle(argument.name()),
        fixed: fixed.iter().find(|(name, _)| name == argument.name()).map(|(_, value)| value.as_str()),
    };
    report.target.signature.arguments().iter().enumerate().map(view).collect()
}

#[derive(Serialize)]
struct RunView<'a> {
    select: &'static str,
    strategy: &'a str,
    seed: u64,
    jobs: usize,
    calls: u64,
    elapsed_ms: u64,
    stop: &'static str,
}

fn run_view(run: &RunInfo) -> RunView<'_> {
    RunView {
        select: run.select.name(),
        strategy: &run.strategy,
        seed: run.seed,
        jobs: run.jobs,
        calls: run.calls,
        elapsed_ms: u64::try_from(run.elapsed.as_millis()).unwrap_or(u64::MAX),
        stop: run.stop.name(),
    }
}

#[derive(Serialize)]
struct BehaviourView<'a> {
    id: u32,
    validity: &'static str,
    r#type: &'a str,
    wording: &'a str,
    slots: Vec<SlotView<'a>>,
    text: &'a str,
    domain: &'a str,
    calls: u64,
    example: ExampleView<'a>,
}

#[derive(Serialize)]
struct ExampleView<'a> {
    input: Texts<'a>,
    output: &'a str,
}

fn behaviour_view(behaviour: &Behaviour) -> BehaviourView<'_> {
    BehaviourView {
        id: behaviour.id,
        validity: behaviour.validity.name(),
        r#type: &behaviour.type_name,
        wording: &behaviour.wording,
        slots: behaviour.slots.iter().map(SlotView).collect(),
        text: &behaviour.text,
        domain: &behaviour.domain,
        calls: behaviour.calls,
        example: ExampleView {
            input: Texts(&behaviour.example.input),
            output: behaviour.example.outcome.text(),
        },
    }
}

/// How a variable part of the output follows from the input: the name of the course, and its numbers.
struct SlotView<'a>(&'a Course);

impl Serialize for SlotView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("course", self.0.name())?;
        let mut texts = |texts: &[(&str, &String)]| {
            texts.iter().try_for_each(|(name, text)| map.serialize_entry(name, text))
        };
        match self.0 {
            Course::Constant { value } => texts(&[("value", value)])?,
            Course::Echo { of, how } => {
                texts(&[("of", of)])?;
                how.iter().try_for_each(|how| texts(&[("how", how)]))?;
            }
            Course::Linear { of, slope, offset, quantum } => {
                texts(&[("of", of), ("slope", slope), ("offset", offset)])?;
                quantum.iter().try_for_each(|quantum| texts(&[("quantum", quantum)]))?;
            }
            Course::Smooth { of } => texts(&[("of", of)])?,
            Course::Steps { of, width, height } => {
                texts(&[("of", of), ("width", width), ("height", height)])?;
            }
            Course::Periodic { of, period } => texts(&[("of", of), ("period", period)])?,
            Course::Varying => {}
            Course::Irregular { examples } => map.serialize_entry("examples", examples)?,
        }
        map.end()
    }
}

#[derive(Serialize)]
struct BoundaryView<'a> {
    id: u32,
    kind: &'static str,
    argument: &'a str,
    from: u32,
    to: u32,
    sentence: &'a str,
    #[serde(flatten)]
    example: PlaceView<'a>,
    rule: Option<RuleView>,
    /// All confirmed places, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<PlaceView<'a>>,
    count: u64,
    flaky: bool,
}

#[derive(Serialize)]
struct PlaceView<'a> {
    left: SideView<'a>,
    right: SideView<'a>,
}

#[derive(Serialize)]
struct RuleView {
    form: &'static str,
    text: String,
    checked: u32,
    held: u32,
}

fn boundary_view<'a>(boundary: &'a Boundary, plain: Option<&'a Signature>) -> BoundaryView<'a> {
    let place_view = |place: &'a Place| PlaceView {
        left: plain_side_view(&place.left, plain),
        right: plain_side_view(&place.right, plain),
    };
    let rule_view = |rule: &Rule| RuleView {
        form: rule.form.name(),
        text: rule.to_string(),
        checked: rule.checked,
        held: rule.held,
    };
    BoundaryView {
        id: boundary.id,
        kind: boundary.kind.name(),
        argument: &boundary.argument,
        from: boundary.from,
        to: boundary.to,
        sentence: &boundary.sentence,
        example: place_view(&boundary.example),
        rule: boundary.rule.as_ref().map(rule_view),
        places: match boundary.places.is_empty() {
            true => Vec::new(),
            false => boundary.all_places().map(place_view).collect(),
        },
        count: boundary.count,
        flaky: boundary.flaky,
    }
}

/// The boundary that a candidate shows, if it is known.
#[derive(Serialize)]
struct Shows {
    boundary: Option<u32>,
}
