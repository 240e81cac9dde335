//! `tailjoin`: a helper inside Julia's type system, called with numbers as the study calls it.

use autobva_core::{Entry, Input, Outcome, SutError};

use super::Definition;
use super::arguments::two_int64;
use super::julia::push_i64;

pub(super) const DEFINITION: Definition = Definition {
    entry: Entry { name: "tailjoin", help: "Julia's internal tailjoin(A, i), called with numbers" },
    arguments: &["A:i64", "i:i64"],
    call,
};

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let (a, i) = two_int64(input)?;
    match i {
        2.. => push_i64(a, outcome.start_valid("Int64")),
        1 => {
            let text = outcome.start_error("TypeError");
            text.push_str("TypeError(:<:, \"\", Type, ");
            push_i64(a, text);
            text.push(')');
        }
        _ => {
            let text = outcome.start_error("BoundsError");
            text.push_str("BoundsError(");
            push_i64(a, text);
            text.push_str(", ");
            push_i64(i, text);
            text.push(')');
        }
    }
    Ok(())
}
