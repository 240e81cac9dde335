//! The results of the benchmark as JSON, down to when each boundary was found in each run.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::bars::Bar;
use super::figures::{PERCENTAGES, checkpoints};
use super::run::Series;

/// Writes one object.
pub fn write_json(series: &[Series], calls: u64, bars: &[Bar], out: &mut dyn Write) -> io::Result<()> {
    let object = json!({
        "schema": "autobva-experiment-search/1",
        "calls": calls,
        "series": series.iter().map(|one| series_object(one, calls)).collect::<Value>(),
        "bars": bars.iter().map(bar_object).collect::<Value>(),
    });
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)
}

fn series_object(one: &Series, calls: u64) -> Value {
    let share = |checkpoint: &u64| {
        json!({
            "calls": checkpoint,
            "mean": one.mean_share(*checkpoint),
            "least": one.least_share(*checkpoint),
        })
    };
    json!({
        "target": one.subject.entry.name,
        "strategy": one.strategy.entry.name,
        "output_distance": one.subject.output_distance,
        "known": one.known,
        "shares": checkpoints(calls).iter().map(share).collect::<Value>(),
        "median_calls": PERCENTAGES
            .iter()
            .map(|percent| (percent.to_string(), json!(one.median_calls_to(*percent))))
            .collect::<serde_json::Map<String, Value>>(),
        "runs": one
            .runs
            .iter()
            .map(|run| json!({"seed": run.seed, "first_found_after": run.first}))
            .collect::<Value>(),
    })
}

fn bar_object(bar: &Bar) -> Value {
    json!({"bar": bar.bar, "figure": bar.figure, "met": bar.met})
}
