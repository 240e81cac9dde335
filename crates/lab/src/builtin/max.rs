//! `max`: the greater of two numbers.

use autobva_core::{Entry, Input, Outcome, SutError};

use super::Definition;
use super::arguments::two_int64;
use super::julia::push_i64;

pub(super) const DEFINITION: Definition = Definition {
    entry: Entry { name: "max", help: "the greater of two numbers" },
    arguments: &["x:i64", "y:i64"],
    call,
};

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let (x, y) = two_int64(input)?;
    push_i64(x.max(y), outcome.start_valid("Int64"));
    Ok(())
}
