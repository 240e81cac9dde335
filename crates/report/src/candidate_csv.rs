//! Writing the candidate CSV, in the columns of the original tool.

use std::fmt::Write as _;
use std::io::{self, Write};

use autobva_codec::text::Text;
use autobva_core::{Candidate, Observation, Signature, Validity};
use autobva_summary::Summary;

use crate::membership::Membership;
use crate::report::Report;

/// Writes one row per candidate: the arguments, `output, outputtype, datatype, metric`, the same for the other side
/// with the prefix `n_`, then `count`, and `clustering, cluster` if there is a summary.
pub fn write_candidate_csv<'a>(
    report: impl Into<Report<'a>>,
    summary: Option<&Summary>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let report = report.into();
    let mut rows = CandidateRows { csv: csv::Writer::from_writer(out), text: String::new() };
    rows.header(&report.target.signature, summary.is_some())?;
    let membership = summary.map(|_| Membership::of(report.candidates.len(), summary));
    for (index, candidate) in report.candidates.iter().enumerate() {
        rows.candidate(candidate)?;
        if let Some(membership) = &membership {
            rows.csv.write_field(candidate.group().name())?;
            rows.cluster(membership.cluster(index))?;
        }
        rows.end()?;
    }
    rows.csv.flush()
}

struct CandidateRows<W: Write> {
    csv: csv::Writer<W>,
    /// Reused for every value.
    text: String,
}

impl<W: Write> CandidateRows<W> {
    fn header(&mut self, signature: &Signature, summarized: bool) -> io::Result<()> {
        for prefix in ["", "n_"] {
            let arguments = signature.arguments().iter().map(|argument| argument.name());
            for name in arguments.chain(["output", "outputtype", "datatype"]) {
                self.shown(&format_args!("{prefix}{name}"))?;
            }
            self.csv.write_field(if prefix.is_empty() { "metric" } else { "count" })?;
        }
        if summarized {
            self.csv.write_field("clustering")?;
            self.csv.write_field("cluster")?;
        }
        self.end()
    }

    fn candidate(&mut self, candidate: &Candidate) -> io::Result<()> {
        self.side(&candidate.left)?;
        self.shown(&format_args!("{:?}", candidate.score))?;
        self.side(&candidate.right)?;
        self.shown(&candidate.count)
    }

    fn side(&mut self, side: &Observation) -> io::Result<()> {
        for value in side.input.iter() {
            self.shown(&Text(value))?;
        }
        self.csv.write_field(side.outcome.text())?;
        self.csv.write_field(match side.outcome.validity() {
            Validity::Valid => "Valid",
            Validity::Error => "Error",
        })?;
        self.csv.write_field(side.outcome.type_name())?;
        Ok(())
    }

    fn cluster(&mut self, cluster: Option<usize>) -> io::Result<()> {
        match cluster {
            Some(id) => self.shown(&id),
            None => Ok(self.csv.write_field("")?),
        }
    }

    fn shown(&mut self, value: &dyn std::fmt::Display) -> io::Result<()> {
        self.text.clear();
        let _ = write!(self.text, "{value}");
        Ok(self.csv.write_field(&self.text)?)
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(self.csv.write_record(None::<&[u8]>)?)
    }
}
