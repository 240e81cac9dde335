//! `tailjoin`: a helper inside Julia's type system, called with numbers as the study calls it.

use autobva_core::Outcome;

use super::Definition;
use super::julia::push_i64;

pub(super) const DEFINITION: Definition = Definition::of_two(
    "tailjoin",
    "Julia's internal tailjoin(A, i), called with numbers",
    &["A:i64", "i:i64"],
    call,
);

fn call(a: i64, i: i64, outcome: &mut Outcome) {
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
}
