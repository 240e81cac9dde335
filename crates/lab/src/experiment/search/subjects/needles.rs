//! One special value among 2^64: a round one, which a search that tries round numbers can find, and an arbitrary one,
//! which a black-box search can only hit by chance. The latter shows that the benchmark does not flatter.

use super::*;

pub(super) const ROUND: Subject = target(
    "needle_round",
    "one special value in 2^64, a round number",
    "shape",
    || function((|x: i64| hay(x, ROUND_NUMBER)).into_sut(), "needle_round", &["x"]),
    || truth(ROUND_NUMBER),
);

pub(super) const ARBITRARY: Subject = target(
    "needle_arbitrary",
    "one special value in 2^64, any number; chance alone finds it",
    "shape",
    || function((|x: i64| hay(x, ANY_NUMBER)).into_sut(), "needle_arbitrary", &["x"]),
    || truth(ANY_NUMBER),
);

const ROUND_NUMBER: i64 = 1_000_000_000_000;
const ANY_NUMBER: i64 = 5_870_213_946_601_274_913;

fn hay(x: i64, needle: i64) -> &'static str {
    if x == needle { "needle" } else { "hay" }
}

fn truth(needle: i64) -> Truth {
    let needle = i128::from(needle);
    Truth::steps(vec![needle - 1, needle])
}
