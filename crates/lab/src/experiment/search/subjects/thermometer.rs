//! Floating-point numbers: the state of water by its temperature. Neighbours are neighbouring floats, so that each
//! boundary is one pair among 2^64.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "thermometer",
    "a float with three limits; neighbours are neighbouring floats",
    "shape",
    || function(water.into_sut(), "thermometer", &["celsius"]),
    truth,
);

/// The least temperature of each state but the first.
const LIMITS: [f64; 3] = [-273.15, 0.0, 99.97];

fn water(celsius: f64) -> Result<&'static str, &'static str> {
    match LIMITS.iter().filter(|limit| celsius >= **limit).count() {
        0 => Err("impossible"),
        1 => Ok("ice"),
        2 => Ok("water"),
        _ => Ok("steam"),
    }
}

fn truth() -> Truth {
    // Zero has two floats that compare equal; the limit is where the comparison changes, below −0.0.
    let first_at = |limit: f64| if limit == 0.0 { -0.0 } else { limit };
    let known = LIMITS.map(|limit| {
        let [below, at] = [first_at(limit).next_down(), first_at(limit)].map(|c: f64| format!("{c:?}"));
        let name = format!("{below} | {at}");
        Known::new(name, &[below], &[at])
    });
    Truth::kinds(known.to_vec(), |pair| {
        pair.step()?;
        let right = pair.right.0[0].as_float()?;
        LIMITS.iter().position(|limit| *limit == right.value() && pair.texts().0 != pair.texts().1)
    })
}
