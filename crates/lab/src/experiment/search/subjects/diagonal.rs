//! A diagonal that no argument crosses alone: with the other at zero, the whole range of either stays within.
//!
//! The known boundaries are eight pieces of the diagonal, each crossed along x and along y.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "diagonal",
    "x + y beyond 1.5 times the range of either; eight pieces, two ways",
    "shape",
    || function(side.into_sut(), "diagonal", &["x:i32[0..1000000]", "y:i32[0..1000000]"]),
    truth,
);

const LIMIT: i32 = 1_500_000;
/// The diagonal begins here in either argument.
const BEGIN: i32 = 500_000;
const PIECES: i32 = 8;
const PIECE: i32 = BEGIN / PIECES;

fn side(x: i32, y: i32) -> &'static str {
    if x + y > LIMIT { "beyond" } else { "within" }
}

fn truth() -> Truth {
    let mut known = Vec::new();
    for piece in 0..PIECES {
        let x = BEGIN + piece * PIECE + PIECE / 2;
        let y = LIMIT - x;
        known.push(Known::new(format!("along x, piece {piece}"), &[x, y], &[x + 1, y]));
        known.push(Known::new(format!("along y, piece {piece}"), &[x, y], &[x, y + 1]));
    }
    Truth::kinds(known, |pair| {
        let piece = (pair.left_number(0)? - i128::from(BEGIN)) / i128::from(PIECE);
        let piece = usize::try_from(piece).ok()?.min(PIECES as usize - 1);
        (pair.texts().0 != pair.texts().1).then_some(2 * piece + pair.step()?)
    })
}
