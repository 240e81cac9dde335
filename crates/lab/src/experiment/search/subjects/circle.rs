//! `circle` under `shape`: the kinds of transition between `in`, `out` and the two errors.
//!
//! By reasoning on s = x² + y² modulo 2^64. Inside |x|, |y| ≤ 81 the circle has four sides, and the origin is an error.
//! Beyond, s runs through all of i64: where it turns negative `out` becomes an error. It also comes back to a few
//! values from 0 to 6400, as at x = 2^32, y = 0: islands of `in` beside `out` and beside the error of the square root.
//! The origin has only neighbours with s = 1, so that no other pair of classes occurs.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "circle",
    "a tiny disc in a huge plane; islands where the squares wrap",
    "shape",
    || built_in("circle"),
    truth,
);

/// Beyond this a coordinate is outside the circle, and `in` can only be an island.
const NEAR: i128 = 81;
const WRAP: i64 = 1 << 32;

fn truth() -> Truth {
    let kind = |name: &str, left: [i64; 2], right: [i64; 2]| Known::new(name, &left, &right);
    let known = vec![
        kind("in | out, greater x", [80, 0], [81, 0]),
        kind("in | out, lesser x", [-81, 0], [-80, 0]),
        kind("in | out, greater y", [0, 80], [0, 81]),
        kind("in | out, lesser y", [0, -81], [0, -80]),
        kind("in | origin", [0, 0], [1, 0]),
        kind("out | overflow", [3_037_000_499, 0], [3_037_000_500, 0]),
        kind("in | out beyond overflow", [WRAP, 0], [WRAP + 1, 0]),
        kind("in | overflow", [WRAP - 1, 0], [WRAP, 0]),
    ];
    Truth::kinds(known, |pair| {
        let step = pair.step()?;
        let near = |index| pair.left_number(index).is_some_and(|n| n.abs() <= NEAR);
        match pair.texts() {
            ("in", "out") if near(0) && near(1) => Some(2 * step),
            ("out", "in") if near(0) && near(1) => Some(2 * step + 1),
            ("in", "out") | ("out", "in") => Some(6),
            _ => with_error(pair),
        }
    })
}

fn with_error(pair: &Pair<'_>) -> Option<usize> {
    let (valid, error) = match pair.valid() {
        (true, false) => pair.texts(),
        (false, true) => (pair.texts().1, pair.texts().0),
        _ => return None,
    };
    match (valid, error.contains("origin")) {
        ("in", true) => Some(4),
        ("out", false) => Some(5),
        ("in", false) => Some(7),
        _ => None,
    }
}
