//! Thin stripes: sixteen of four numbers each, scattered over a million. The truth is every change, by brute force.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "stripes",
    "sixteen stripes of four numbers each, scattered over a million",
    "shape",
    || function(surface.into_sut(), "stripes", &["x:i32[0..1000000]"]),
    truth,
);

const RANGE: i32 = 1_000_000;
const WIDTH: i32 = 4;
const STARTS: [i32; 16] = [
    17, 940, 5_813, 23_456, 70_001, 131_072, 199_998, 262_147, 333_333, 401_990, 487_654, 555_001, 640_320,
    777_778, 873_125, 987_651,
];

fn surface(x: i32) -> &'static str {
    if STARTS.iter().any(|start| (*start..start + WIDTH).contains(&x)) { "stripe" } else { "ground" }
}

fn truth() -> Truth {
    Truth::steps((0..RANGE).filter(|x| surface(*x) != surface(x + 1)).map(i128::from).collect())
}
