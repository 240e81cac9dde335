//! The JSON of a run: one object, streamed, with a record per line. Pairs and their clusters have the format
//! `autobva/1`, behaviours and their boundaries `autobva/2`.

mod candidates;
mod landscape;
mod pairs;
mod parts;

use std::io::{self, BufWriter, Write};

use serde::Serialize;

pub use landscape::write_landscape_json;
pub use pairs::write_json;
pub(crate) use parts::{SideView, side_view};

use crate::json_lines::LinePerRecord;

fn write_document(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut buffered = BufWriter::new(out);
    document
        .serialize(&mut serde_json::Serializer::with_formatter(&mut buffered, LinePerRecord::default()))?;
    buffered.write_all(b"\n")?;
    buffered.flush()
}
