//! Plateaus within plateaus: fifteen, each a fifth as wide as the one around it, none in the middle of another. The
//! known boundaries are their thirty edges.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "plateaus",
    "fifteen plateaus, each within a fifth of the one around it",
    "shape",
    || function(height.into_sut(), "plateaus", &["x"]),
    truth,
);

const TOP: i64 = 123_456_789_012;
const PLATEAUS: u32 = 15;

/// On how many plateaus the number lies.
fn level(x: i64) -> u8 {
    let around = |depth: u32| {
        let unit = 5i64.pow(PLATEAUS - 1 - depth);
        (TOP - 3 * unit..TOP + 2 * unit).contains(&x)
    };
    (0..PLATEAUS).take_while(|depth| around(*depth)).count() as u8
}

/// The level as a letter, because all digits are equal under `shape`.
fn height(x: i64) -> String {
    char::from(b'a' + level(x)).to_string()
}

/// The level rises up to the top and falls from there.
fn truth() -> Truth {
    let key = |n: i128| level(n as i64);
    let mut lefts = steps(i64::MIN.into(), (TOP - 1).into(), &key);
    lefts.extend(steps((TOP - 1).into(), i64::MAX.into(), &key));
    Truth::steps(lefts)
}
