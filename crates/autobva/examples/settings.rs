//! Every part of a run can be chosen: `cargo run --example settings`.

use std::time::Duration;

use autobva::{Error, StopReason, Threshold, TypeOrder, find};

pub(crate) fn main() -> Result<(), Error> {
    let bytecount = autobva_lab::builtin("bytecount")?;
    let findings = find(bytecount)
        .argument("bytes:int[0..1000000]")
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
