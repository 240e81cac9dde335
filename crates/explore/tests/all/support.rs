//! Small targets and a quantifier to try the search with.

use std::sync::Arc;

use autobva_core::{Hints, Input, Integer, Motion, Outcome, Quantifier, Signature, Sut, SutError, Value};
use autobva_explore::samplers::{BitUniform, TypeOrder};
use autobva_explore::strategies::strategy;
use autobva_explore::{
    Archive, Found, Plan, Progress, Quantifiers, StopRules, StopSignal, Threshold, search,
};

type Function = dyn Fn(&Input) -> String + Send + Sync;

/// A target made of a function over the numbers of its arguments, or over a text.
pub struct Target {
    signature: Signature,
    function: Box<Function>,
}

impl Target {
    pub fn new(
        arguments: &[&str],
        function: impl Fn(&[Integer]) -> String + Send + Sync + 'static,
    ) -> Target {
        let of_numbers = move |input: &Input| function(&input.iter().map(place).collect::<Vec<_>>());
        Target { signature: Signature::parse(arguments).unwrap(), function: Box::new(of_numbers) }
    }

    /// A target of any arguments.
    pub fn of_values(
        arguments: &[&str],
        function: impl Fn(&Input) -> String + Send + Sync + 'static,
    ) -> Target {
        Target { signature: Signature::parse(arguments).unwrap(), function: Box::new(function) }
    }

    /// A target of one argument, the text `s`.
    pub fn of_text(function: impl Fn(&str) -> String + Send + Sync + 'static) -> Target {
        let of_text = move |input: &Input| function(input[0].as_text().unwrap());
        Target { signature: Signature::parse(["s:str"]).unwrap(), function: Box::new(of_text) }
    }
}

impl Sut for Target {
    fn name(&self) -> &str {
        "target"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// A text of this target stands for a call that takes long.
    fn stretch(&self) -> usize {
        1 << 20
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        let text = (self.function)(input);
        if text == "broken" {
            return Err(SutError("the adapter broke".into()));
        }
        if text == "endless" {
            *outcome = Outcome::error("Timeout", "no answer within 1s");
            return Ok(());
        }
        let buffer = if text.starts_with("error") {
            outcome.start_error("Error")
        } else {
            outcome.start_valid("String")
        };
        buffer.push_str(&text);
        Ok(())
    }
}

/// Where a value stands on its main axis.
pub fn place(value: &Value) -> Integer {
    Motion::main(value).get(value)
}

/// The difference of lengths by the distance of the places.
pub struct Length;

impl Quantifier for Length {
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64 {
        let output = output_a.text().len().abs_diff(output_b.text().len()) as f64;
        let distance = |(x, y): (&_, &_)| place_distance(x, y);
        let input: f64 = a.iter().zip(b.iter()).map(distance).sum();
        if input == 0.0 { 0.0 } else { output / input }
    }
}

fn place_distance(x: &Value, y: &Value) -> f64 {
    place(x).distance(&place(y)).to_f64()
}

pub fn plan(strategy_name: &str, calls: u64) -> Plan<'static> {
    Plan {
        strategy: strategy(strategy_name).unwrap(),
        sampler: Arc::new(BitUniform),
        cts: true,
        type_order: TypeOrder::Random,
        quantifiers: Quantifiers { search: &Length, archive: None },
        threshold: Threshold::default(),
        hints: Vec::new(),
        target_hints: Hints::default(),
        stop: StopRules { max_calls: Some(calls), ..StopRules::default() },
        capacity: Archive::DEFAULT_CAPACITY,
        examples: 16,
        rules: true,
        seed: 7,
        jobs: 1,
        known: Vec::new(),
        watcher: None,
    }
}

pub fn run(target: &dyn Sut, plan: &Plan<'_>) -> Found {
    search(target, plan, &StopSignal::default(), &Progress::default()).unwrap()
}

/// The candidates of a run as text, best first.
pub fn pairs(found: &Found) -> Vec<String> {
    let mut lines: Vec<String> = found
        .archive
        .clone()
        .into_sorted()
        .into_iter()
        .map(|c| format!("{} | {} × {} ({:?})", c.left.input, c.right.input, c.count, c.left.input))
        .collect();
    lines.sort();
    lines
}
