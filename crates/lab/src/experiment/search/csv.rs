//! The figures of the benchmark as CSV: one row for each target and strategy.

use std::io::{self, Write};

use super::figures::{PERCENTAGES, checkpoints};
use super::run::Series;

/// Writes the rows; the calls are empty if the median run did not reach a share.
pub fn write_csv(series: &[Series], calls: u64, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "target,known,output_distance,strategy,seeds")?;
    for checkpoint in checkpoints(calls) {
        write!(out, ",mean_share_{checkpoint},least_share_{checkpoint}")?;
    }
    for percent in PERCENTAGES {
        write!(out, ",median_calls_to_{percent}")?;
    }
    writeln!(out)?;
    for one in series {
        write!(
            out,
            "{},{},{},{},{}",
            one.subject.entry.name,
            one.known.len(),
            one.subject.output_distance,
            one.strategy.entry.name,
            one.runs.len()
        )?;
        for checkpoint in checkpoints(calls) {
            write!(out, ",{:.4},{:.4}", one.mean_share(checkpoint), one.least_share(checkpoint))?;
        }
        for percent in PERCENTAGES {
            let calls = one.median_calls_to(percent).map_or(String::new(), |calls| calls.to_string());
            write!(out, ",{calls}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
