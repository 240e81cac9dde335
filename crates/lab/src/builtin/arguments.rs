//! How the built-in functions extract their arguments from an input.

use autobva_core::{Input, Int, Integer, SutError, Value};

/// The integer at this position, with its run-time type.
pub(super) fn int(input: &Input, position: usize) -> Result<&Int, SutError> {
    input.get(position).and_then(Value::as_int).ok_or_else(|| wrong(position))
}

pub(super) fn int64(input: &Input, position: usize) -> Result<i64, SutError> {
    match int(input, position)?.number() {
        Integer::Small(number) => i64::try_from(*number).map_err(|_| wrong(position)),
        Integer::Big(_) => Err(wrong(position)),
    }
}

#[cold]
fn wrong(position: usize) -> SutError {
    SutError(format!("argument {} is missing or not a whole number of the declared type", position + 1))
}
