//! The JSON of a run: one object, streamed, with a record per line. Pairs and their clusters have the format
//! `autobva/1`, behaviours and their boundaries `autobva/2`.

mod candidates;
mod landscape;
mod pairs;
mod parts;

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use serde_json::Value;

pub use landscape::write_landscape_json;
pub use pairs::write_json;
pub(crate) use parts::side_view;

use crate::json_lines::LinePerRecord;

/// A document whose candidates are streamed between its other parts, which are objects.
#[derive(Serialize)]
struct FindDocument<C> {
    #[serde(flatten)]
    head: Value,
    candidates: C,
    #[serde(flatten)]
    tail: Value,
}

fn write_document(
    head: Value,
    candidates: impl Serialize,
    tail: Value,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut buffered = BufWriter::new(out);
    write_lines(&FindDocument { head, candidates, tail }, &mut buffered)?;
    buffered.flush()
}

/// Writes one object, with a line for each part and for each record of a list in it.
pub(crate) fn write_lines(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    object.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, LinePerRecord::default()))?;
    writeln!(out)
}
