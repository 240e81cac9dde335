//! `tailjoin` under `shape`: two edges of the index, and the digits of what the outputs and errors repeat.
//!
//! For i > 1 the output is A, for i = 1 an error with A in it, below an error with A and i. So A's sign and number of
//! digits change in three ways each, and the index's below 1.

use super::*;
use crate::experiment::search::numbers::KINDS;

pub(super) const SUBJECT: Subject = target(
    "tailjoin",
    "three regimes of one argument, all digits of the other in each",
    "shape",
    || built_in("tailjoin"),
    truth,
);

const EDGES: usize = 2;
const DIGITS: usize = 18;
/// The index of the first kind of A: after the edges, and the sign and digits of the index.
const FIRST: usize = EDGES + 1 + DIGITS;

fn truth() -> Truth {
    let mut known = vec![
        Known::new("index 0 | 1", &[7i64, 0], &[7, 1]),
        Known::new("index 1 | 2", &[7i64, 1], &[7, 2]),
        Known::new("index -1 | 0", &[7i64, -1], &[7, 0]),
    ];
    known.extend((1..=DIGITS).map(|d| {
        let i = -10i64.pow(d as u32);
        Known::new(format!("index of -{} | -{d} digits", d + 1), &[7, i], &[7, i + 1])
    }));
    for (regime, i) in [("index below 1", 0), ("index 1", 1), ("index beyond 1", 2)] {
        known.extend(
            numbers::kinds()
                .map(|(name, [a, b])| Known::new(format!("{regime}: A {name}"), &[a, i], &[b, i])),
        );
    }
    Truth::kinds(known, recognise)
}

fn recognise(pair: &Pair<'_>) -> Option<usize> {
    let (a, i) = (pair.left_number(0)?, pair.left_number(1)?);
    if pair.step()? == 0 {
        let regime = i.clamp(0, 2) as usize;
        return Some(FIRST + regime * KINDS + numbers::kind(&a.to_string(), &(a + 1).to_string())?);
    }
    match i {
        0 => Some(0),
        1 => Some(1),
        -1 => Some(EDGES),
        // The kinds of negative numbers come after those of the sign and the positive ones.
        _ => numbers::kind(&i.to_string(), &(i + 1).to_string())?
            .checked_sub(1 + DIGITS)
            .map(|kind| EDGES + 1 + kind),
    }
}
