//! What happened to boundaries, for programs: one JSON object, with a boundary per line.

use std::io::{self, Write};

use autobva_codec::declaration::{Declaration, declarations};
use autobva_core::{About, Boundary, Verdict};
use serde::Serialize;

use super::changes::{ChangeCounts, Changes, TargetChanges, TargetFault};
use crate::json::{SideView, side_view};
use crate::json_lines::LinePerRecord;

/// The name and version of the format.
const SCHEMA: &str = "autobva-changes/1";

/// Writes what happened to every boundary, including those that stayed the same.
pub fn write_changes_json(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    let document = DocumentView {
        schema: SCHEMA,
        changed: changes.counts().changed() > 0,
        counts: changes.counts(),
        targets: changes.targets.iter().map(target_view).collect(),
        faults: &changes.faults,
        boundaries: changes.targets.iter().flat_map(verdict_views).collect(),
    };
    document.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, LinePerRecord::default()))?;
    writeln!(out)
}

#[derive(Serialize)]
struct DocumentView<'a> {
    schema: &'static str,
    changed: bool,
    counts: ChangeCounts,
    targets: Vec<TargetView<'a>>,
    /// The targets that could not be run.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    faults: &'a [TargetFault],
    boundaries: Vec<VerdictView<'a>>,
}

#[derive(Serialize)]
struct TargetView<'a> {
    name: &'a str,
    args: Vec<Declaration>,
    calls: u64,
    counts: ChangeCounts,
}

fn target_view(target: &TargetChanges) -> TargetView<'_> {
    TargetView {
        name: &target.name,
        args: declarations(target.signature.arguments()),
        calls: target.calls,
        counts: target.counts(),
    }
}

#[derive(Serialize)]
struct VerdictView<'a> {
    target: &'a str,
    change: &'static str,
    /// What is known about the boundary, if behaviours were distinguished.
    #[serde(flatten)]
    about: Option<AboutView<'a>>,
    /// The place and the outcomes of the boundary as they were; for a new one, as they are.
    boundary: BoundaryView<'a>,
    /// The place to which a boundary moved; otherwise the present outcomes of the same inputs, if they are known and differ.
    now: Option<BoundaryView<'a>>,
}

fn verdict_views(target: &TargetChanges) -> impl Iterator<Item = VerdictView<'_>> {
    target.verdicts.iter().map(|Verdict { boundary, about, fate }| VerdictView {
        target: &target.name,
        change: fate.name(),
        about: about.as_ref().map(about_view),
        boundary: boundary_view(boundary),
        now: fate.now().map(boundary_view),
    })
}

#[derive(Serialize)]
struct AboutView<'a> {
    kind: &'static str,
    argument: &'a str,
    sentence: &'a str,
    rule: Option<String>,
}

fn about_view(about: &About) -> AboutView<'_> {
    AboutView {
        kind: about.kind.name(),
        argument: &about.argument,
        sentence: &about.sentence,
        rule: about.rule.as_ref().map(ToString::to_string),
    }
}

#[derive(Serialize)]
struct BoundaryView<'a> {
    left: SideView<'a>,
    right: SideView<'a>,
}

fn boundary_view(boundary: &Boundary) -> BoundaryView<'_> {
    BoundaryView { left: side_view(&boundary.left), right: side_view(&boundary.right) }
}
