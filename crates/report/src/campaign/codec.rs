//! Between candidates and rows: inputs as JSON, a digest that tells pairs apart and notices damage.

use std::fmt::Write;

use autobva_core::{Candidate, Input, Observation, Outcome, Signature, Value};
use rusqlite::Row;

use super::error::Trouble;

/// One side of a pair as it is stored; the texts are written again for each candidate.
#[derive(Default)]
pub(super) struct SideText {
    pub(super) input: String,
    pub(super) types: String,
}

impl SideText {
    pub(super) fn set(&mut self, input: &Input) {
        write_list(&mut self.input, input.iter(), |text, value| match value {
            Value::Text(content) => text.push_str(&json(&**content)),
            plain => {
                let _ = write!(text, "\"{plain}\"");
            }
        });
        write_list(&mut self.types, input.iter(), |text, value| {
            let _ = write!(text, "\"{}\"", value.type_name());
        });
    }
}

fn write_list<T>(text: &mut String, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
    text.clear();
    text.push('[');
    for (i, item) in items.enumerate() {
        if i > 0 {
            text.push(',');
        }
        write(text, item);
    }
    text.push(']');
}

/// Anything as JSON. What is stored here always can be written.
pub(super) fn json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Both sides of a candidate as they are stored.
#[derive(Default)]
pub(super) struct PairText {
    pub(super) left: SideText,
    pub(super) right: SideText,
}

impl PairText {
    /// Writes a candidate and returns the digest of its pair.
    pub(super) fn set(&mut self, candidate: &Candidate) -> i64 {
        self.left.set(&candidate.left.input);
        self.right.set(&candidate.right.input);
        self.digest(candidate)
    }

    /// The same for pairs that are the same finding: inputs that read alike and equal outcomes, whatever the types.
    fn digest(&self, candidate: &Candidate) -> i64 {
        let mut digest = Digest::default();
        for (side, outcome) in
            [(&self.left, &candidate.left.outcome), (&self.right, &candidate.right.outcome)]
        {
            digest.add(side.input.as_bytes());
            digest.add(&[u8::from(outcome.is_valid())]);
            digest.add(outcome.type_name().as_bytes());
            digest.add(outcome.text().as_bytes());
        }
        digest.value() as i64
    }
}

/// A number that tells texts apart, the same in every version.
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut digest = Digest::default();
    texts.into_iter().for_each(|text| digest.add(text.as_bytes()));
    digest.value()
}

/// FNV-1a of 64 bits: part of the format, so that it must be the same in every version. Among a million pairs the chance
/// that two have one digest is 1 in 30 million.
pub(super) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(super) fn value(&self) -> u64 {
        self.0
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u32).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Reads a list of texts.
pub(super) fn read_list(text: &str) -> Result<Vec<String>, Trouble> {
    serde_json::from_str(text).map_err(|_| Trouble::Content(format!("'{text}' is no list of texts")))
}

/// Reads an input; `types` are the run-time types of its values.
pub(super) fn read_input(signature: &Signature, input: &str, types: &str) -> Result<Input, Trouble> {
    let (texts, names) = (read_list(input)?, read_list(types)?);
    if texts.len() != names.len() {
        return Err(Trouble::Content(format!("{input} and {types} do not go together")));
    }
    signature.read(&texts, Some(&names)).map_err(|error| Trouble::Content(error.to_string()))
}

/// Reads three columns as an outcome.
pub(super) fn outcome_at(row: &Row, column: usize) -> rusqlite::Result<Outcome> {
    let (type_name, text): (String, String) = (row.get(column + 1)?, row.get(column + 2)?);
    Ok(if row.get(column)? { Outcome::valid(type_name, text) } else { Outcome::error(type_name, text) })
}

fn side_at(signature: &Signature, row: &Row, column: usize) -> Result<Observation, Trouble> {
    let text = |column| Ok::<_, Trouble>(row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?);
    let input = read_input(signature, text(column)?, text(column + 1)?)?;
    Ok(Observation { input, outcome: outcome_at(row, column + 2)? })
}

/// The columns of a candidate, in the order that [`read_candidate`] expects.
pub(super) const CANDIDATE_COLUMNS: &str = "id, digest, score, count, \
    left_input, left_types, left_valid, left_type, left_output, \
    right_input, right_types, right_valid, right_type, right_output";

/// Reads a candidate and its id; `pair` is written again for each.
pub(super) fn read_candidate(
    signature: &Signature,
    row: &Row,
    pair: &mut PairText,
) -> Result<(i64, Candidate), Trouble> {
    let (left, right) = (side_at(signature, row, 4)?, side_at(signature, row, 9)?);
    let count = row.get::<_, i64>(3)?.unsigned_abs();
    let candidate = Candidate { left, right, score: row.get(2)?, count };
    let id: i64 = row.get(0)?;
    if pair.set(&candidate) != row.get::<_, i64>(1)? {
        return Err(Trouble::Content(format!("candidate {id} is not what was written")));
    }
    Ok((id, candidate))
}
