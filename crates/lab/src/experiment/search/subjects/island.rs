//! An island: a rectangle of 101 by 51 points in a plane of 2^128. The known boundaries are its four shores.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "island",
    "a rectangle of 101 by 51 points in a plane of 2^128",
    "shape",
    || function(ground.into_sut(), "island", &["x", "y"]),
    truth,
);

const X: (i64, i64) = (1_234_567, 1_234_667);
const Y: (i64, i64) = (-98_765, -98_715);

fn ground(x: i64, y: i64) -> &'static str {
    if (X.0..=X.1).contains(&x) && (Y.0..=Y.1).contains(&y) { "island" } else { "sea" }
}

fn truth() -> Truth {
    let known = vec![
        Known::new("lesser x", &[X.0 - 1, Y.0], &[X.0, Y.0]),
        Known::new("greater x", &[X.1, Y.0], &[X.1 + 1, Y.0]),
        Known::new("lesser y", &[X.0, Y.0 - 1], &[X.0, Y.0]),
        Known::new("greater y", &[X.0, Y.1], &[X.0, Y.1 + 1]),
    ];
    Truth::kinds(known, |pair| {
        let leaving = pair.texts().0 == "island";
        (pair.texts().0 != pair.texts().1).then_some(2 * pair.step()? + usize::from(leaving))
    })
}
