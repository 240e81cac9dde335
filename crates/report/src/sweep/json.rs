//! A sweep, and the differences between two, as JSON.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::difference::SweepDifference;
use super::{Entry, Plan, Surprise, Sweep, Totals};

/// The name and version of the format.
const SCHEMA: &str = "autobva-sweep/1";
const DIFFERENCE: &str = "autobva-sweep-changes/1";

#[derive(Serialize)]
struct SweepDocument<'a> {
    schema: &'static str,
    totals: Totals,
    functions: Vec<FunctionView<'a>>,
    missing: Vec<&'a str>,
    plan: &'a Plan,
}

#[derive(Serialize)]
struct FunctionView<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    score: u32,
    surprises: Vec<Surprise>,
}

/// Writes a sweep as one object, the most surprising functions first.
pub fn write_sweep_json(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    let views = sweep.ranked().into_iter();
    let document = SweepDocument {
        schema: SCHEMA,
        totals: sweep.totals(),
        functions: views
            .map(|one| FunctionView { entry: one.entry, score: one.score, surprises: one.surprises })
            .collect(),
        missing: sweep.missing().map(|function| function.name.as_str()).collect(),
        plan: &sweep.plan,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

#[derive(Deserialize)]
struct Recorded {
    schema: String,
    plan: Plan,
    functions: Vec<Entry>,
}

impl Sweep {
    /// Reads what [`write_sweep_json`] writes; the error is a sentence.
    pub fn read(text: &str) -> Result<Sweep, String> {
        let recorded: Recorded = serde_json::from_str(text).map_err(|error| {
            format!("it is no sweep as 'autobva sweep --format json' writes it ({error})")
        })?;
        if recorded.schema != SCHEMA {
            return Err(format!("its schema is '{}' and not {SCHEMA}", recorded.schema));
        }
        let mut sweep = Sweep { plan: recorded.plan, entries: Default::default() };
        recorded.functions.into_iter().for_each(|entry| sweep.add(entry));
        Ok(sweep)
    }
}

/// Writes the differences between two sweeps as one object.
pub fn write_difference_json(difference: &SweepDifference, out: &mut dyn Write) -> io::Result<()> {
    let document = serde_json::json!({
        "schema": DIFFERENCE,
        "changed": difference.is_change(),
        "added": difference.added,
        "removed": difference.removed,
        "functions": difference.changed.iter().map(|one| serde_json::json!({
            "function": one.function,
            "state": one.state,
            "new": one.new,
            "gone": one.gone,
        })).collect::<Vec<_>>(),
        "same": difference.same,
    });
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
