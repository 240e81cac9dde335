//! Conversion between candidates and rows: inputs and their types are stored as JSON.

use autobva_codec::digest::pair_digest;
use autobva_codec::json::write;
use autobva_codec::text::{self, InputError, Texts, Types};
use autobva_core::{Candidate, Input, Observation, Outcome, Signature};
use rusqlite::Row;

use super::error::Trouble;

/// One side of a pair as it is stored; the texts are overwritten for each candidate.
#[derive(Default)]
pub(super) struct SideText {
    pub(super) input: String,
    pub(super) types: String,
}

impl SideText {
    pub(super) fn set(&mut self, input: &Input) {
        write(&mut self.input, &Texts(input));
        write(&mut self.types, &Types(input));
    }
}

/// A value as JSON. Everything that is stored here can be written as JSON.
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
    pub(super) fn set(&mut self, candidate: &Candidate) {
        self.left.set(&candidate.left.input);
        self.right.set(&candidate.right.input);
    }
}

/// Reads a JSON list of texts.
pub(super) fn read_list(text: &str) -> Result<Vec<String>, Trouble> {
    serde_json::from_str(text).map_err(|_| Trouble::Content(format!("'{text}' is no list of texts")))
}

/// Reads an input; `types` are the run-time types of its values.
pub(super) fn read_input(signature: &Signature, input: &str, types: &str) -> Result<Input, Trouble> {
    let (texts, names) = (read_list(input)?, read_list(types)?);
    text::read_input(signature, &texts, Some(&names)).map_err(|error| match error {
        InputError::Types(..) => Trouble::Content(format!("{input} and {types} do not go together")),
        InputError::Value(fault) => Trouble::Content(fault.to_string()),
    })
}

/// Reads an outcome from three columns.
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

/// Reads a candidate and its id.
pub(super) fn read_candidate(signature: &Signature, row: &Row) -> Result<(i64, Candidate), Trouble> {
    let (left, right) = (side_at(signature, row, 4)?, side_at(signature, row, 9)?);
    let count = row.get::<_, i64>(3)? as u64;
    let candidate = Candidate { left, right, score: row.get(2)?, count };
    let id: i64 = row.get(0)?;
    if pair_digest(&candidate.left, &candidate.right) != row.get::<_, i64>(1)? {
        return Err(Trouble::Content(format!("candidate {id} is not what was written")));
    }
    Ok((id, candidate))
}
