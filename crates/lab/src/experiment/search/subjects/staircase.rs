//! A staircase: 38 steps, each three times as far as the one before, up to the edge of i64.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "staircase",
    "38 steps at 7, 21, 63, … up to the edge of i64",
    "shape",
    || function(floor.into_sut(), "staircase", &["x"]),
    || Truth::steps(steps(i64::MIN.into(), i64::MAX.into(), &|n| level(n as i64))),
);

/// How many of the steps 7 · 3^k are at or below the number.
fn level(x: i64) -> u8 {
    std::iter::successors(Some(7i64), |step| step.checked_mul(3)).take_while(|step| x >= *step).count() as u8
}

/// The level in letters, because all digits are equal under `shape`.
fn floor(x: i64) -> String {
    let level = level(x);
    [b'a' + level / 26, b'a' + level % 26].map(char::from).iter().collect()
}
