//! A boundary in a line: which argument changes from what to what, and the two outcomes.

use autobva_core::{Boundary, Observation, Signature, Value};

use crate::text::{fit, shorten, shown_outcome, shown_value, width};

/// The inputs: `49 | 50`, or with several arguments `year 2021, month 2, day 28 | 29`.
pub(super) fn place(boundary: &Boundary, signature: &Signature) -> String {
    let values = boundary.left.input.iter().zip(boundary.right.input.iter());
    let arguments = signature.arguments().iter().zip(values).map(|(argument, (left, right))| {
        let value = across(left, right);
        if signature.len() == 1 { value } else { format!("{} {value}", argument.name()) }
    });
    arguments.collect::<Vec<_>>().join(", ")
}

fn across(left: &Value, right: &Value) -> String {
    match left.reads_as(right) {
        true => shown_value(left),
        false => format!("{} | {}", shown_value(left), shown_value(right)),
    }
}

/// The run-time types, where they are not those that the values would be read as anyway: ` (BigInt)`.
pub(super) fn types(boundary: &Boundary, signature: &Signature) -> String {
    if [&boundary.left, &boundary.right].into_iter().all(|side| has_plain_types(side, signature)) {
        return String::new();
    }
    let names =
        |side: &Observation| side.input.iter().map(|value| value.type_name()).collect::<Vec<_>>().join(", ");
    let (left, right) = (names(&boundary.left), names(&boundary.right));
    if left == right { format!(" ({left})") } else { format!(" ({left} | {right})") }
}

/// Whether the values, read from their texts alone, have the same types again.
pub(super) fn has_plain_types(side: &Observation, signature: &Signature) -> bool {
    let texts: Vec<String> = side.input.iter().map(|value| value.to_string()).collect();
    signature.read(&texts, None).is_ok_and(|read| read == side.input)
}

/// One outcome on a line; an error is marked.
pub(super) fn outcome(side: &Observation) -> String {
    let mark = if side.outcome.is_valid() { "" } else { "✗ " };
    format!("{mark}{}", shown_outcome(&side.outcome))
}

/// The two outcomes: `failed | passed`.
pub(super) fn outcomes(boundary: &Boundary) -> String {
    format!("{} | {}", outcome(&boundary.left), outcome(&boundary.right))
}

/// The two outcomes in so many columns; who needs little leaves the rest to the other.
pub(super) fn outcomes_within(boundary: &Boundary, room: usize) -> String {
    let sides = [outcome(&boundary.left), outcome(&boundary.right)];
    let wanted = sides.each_ref().map(|side| width(side));
    let given = fit(&wanted, room.saturating_sub(3));
    format!("{} | {}", shorten(&sides[0], given[0]), shorten(&sides[1], given[1]))
}
