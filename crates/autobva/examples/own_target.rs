//! Anything that can be called can be a target: implement `Sut`. `cargo run --example own_target`.

use autobva::{Error, Input, Outcome, Signature, Sut, SutError, find};

/// A parser of temperatures such as "21C". The target turns the number of an input into such a text itself.
struct Thermometer {
    signature: Signature,
}

impl Sut for Thermometer {
    fn name(&self) -> &str {
        "thermometer"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        let reading = format!("{}C", input[0]);
        let degrees: i64 =
            reading.trim_end_matches('C').parse().map_err(|_| SutError(format!("no number in {reading}")))?;
        match degrees {
            ..-273 => outcome.start_error("OutOfRange").push_str("below absolute zero"),
            -273..=0 => outcome.start_valid("State").push_str("ice"),
            1..100 => outcome.start_valid("State").push_str("water"),
            100.. => outcome.start_valid("State").push_str("steam"),
        }
        Ok(())
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let thermometer = Thermometer { signature: Signature::parse(["degrees:i16"])? };
    let findings = find(thermometer).seed(3).max_calls(10_000).run()?;
    for c in &findings.candidates {
        println!(
            "{:>5} {}  |  {:>5} {}",
            c.left.input,
            c.left.outcome.text(),
            c.right.input,
            c.right.outcome.text()
        );
    }
    assert_eq!(findings.candidates.len(), 3);
    Ok(())
}
