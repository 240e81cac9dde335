//! Every part of a run can be chosen: `cargo run --example settings`.

use std::time::Duration;

use autobva::{Error, StopReason, Threshold, TypeOrder, find};

/// What it costs to send a parcel, by its weight.
fn postage(grams: u32) -> Result<String, String> {
    match grams {
        0 => Err("there is nothing to send".into()),
        1..=500 => Ok("4.20".into()),
        501..=2_000 => Ok("6.90".into()),
        2_001..=31_500 => Ok(format!("{}.90", 9 + grams.div_ceil(5_000))),
        _ => Err(format!("{grams} g is too heavy")),
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let findings = find(postage)
        .argument("grams:u32[0..1000000]")
        .strategy("lns")
        .sampler("uniform")
        .type_order(TypeOrder::RoundRobin)
        .output_distance("jaccard:2")
        .input_distance("manhattan")
        .threshold(Threshold::Top(5))
        .max_calls(200_000)
        .max_time(Duration::from_secs(20))
        .seed(42)
        .jobs(2)
        .run()?;

    for c in &findings.candidates {
        let (left, right) = (c.left.outcome.text(), c.right.outcome.text());
        println!("{:.3}  {} | {}  {left} | {right}", c.score, c.left.input, c.right.input);
    }
    assert_eq!(findings.run.stop, StopReason::MaxCalls);
    assert_eq!(findings.candidates.len(), 5);
    Ok(())
}
