//! A sweep as a table: a row per boundary, and one for each function without any.

use std::io::{self, Write};

use super::Sweep;

pub const SWEEP_CSV: &str =
    "function,score,surprises,state,known_by,calls,boundary,kind,argument,left,right,sentence";

/// Writes a sweep as CSV, the most surprising functions first.
pub fn write_sweep_csv(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{SWEEP_CSV}")?;
    let mut writer = ::csv::Writer::from_writer(out);
    for one in sweep.ranked() {
        let mut whats: Vec<&str> = one.surprises.iter().map(|surprise| surprise.what).collect();
        whats.dedup();
        let entry = one.entry;
        let (score, whats, calls) = (one.score.to_string(), whats.join(" "), entry.calls().to_string());
        let (state, known) = (format!("{:?}", entry.state).to_lowercase(), entry.known_by());
        let front = [entry.function.as_str(), &score, &whats, &state, &known, &calls];
        if entry.boundaries.is_empty() {
            writer.write_record(front.into_iter().chain(["", "", "", "", "", &entry.why]))?;
        }
        for boundary in &entry.boundaries {
            let (id, left, right) = (
                format!("b{}", boundary.id),
                boundary.left.input.join(", "),
                boundary.right.input.join(", "),
            );
            let back = [&id, &boundary.kind, &boundary.argument, &left, &right, &boundary.sentence];
            writer.write_record(front.into_iter().chain(back.map(String::as_str)))?;
        }
    }
    writer.flush()
}
