//! Calls a target around a pair, for the map of a report.

use std::cmp::Reverse;

use anyhow::{Result, bail};
use autobva::metrics::ProgramDerivative;
use autobva::summary::changed_arguments;
use autobva::{
    Argument, Candidate, Distances, Float, Input, Integer, Motion, Outcome, Quantifier, Sut, Value,
};
use autobva_report::{BehaviourMap, Dossier, MapAxis};

/// How many values are tried on either side of the pair.
const REACH: i64 = 16;

/// Calls the target with all combinations of the values around a candidate.
pub fn draw(sut: &dyn Sut, dossier: &Dossier, candidate: usize) -> Result<BehaviourMap> {
    let signature = &dossier.target.signature;
    let names = |signature: &autobva::Signature| {
        signature.arguments().iter().map(|a| a.name().to_string()).collect::<Vec<_>>()
    };
    if names(sut.signature()) != names(signature) {
        bail!("the target takes other arguments now: {} instead of {signature}", sut.signature());
    }
    let (first, second) = two_arguments(dossier, candidate);
    let pair = &dossier.candidates[candidate];
    let axis = |at: usize| axis(&signature.arguments()[at], at, pair);
    let (across, up) = (axis(first), axis(second));
    let inputs = combinations(pair, &across, &up);
    let mut outcomes = vec![Outcome::default(); inputs.len()];
    sut.run_batch(&inputs, &mut outcomes)?;
    let distances = distances(dossier);
    let derivative = ProgramDerivative::by_name(&distances.0, &distances.1)?;
    let derivatives = derivatives(&derivative, &inputs, &outcomes, across.values.len());
    Ok(BehaviourMap { candidate, across, up, outcomes, derivatives, distances })
}

/// The distances of the last run, or those of a run without options.
fn distances(dossier: &Dossier) -> (String, String) {
    match dossier.runs.last() {
        Some(run) => (run.info.output_distance.clone(), run.info.input_distance.clone()),
        None => (Distances::default().output.to_string(), Distances::default().input.to_string()),
    }
}

fn changes(candidate: &Candidate, argument: usize) -> bool {
    changed_arguments(candidate).any(|changed| changed == argument)
}

/// The arguments that change in the pair, then those with more than a few values, then those that change most often.
fn two_arguments(dossier: &Dossier, candidate: usize) -> (usize, usize) {
    let arguments = dossier.target.signature.arguments();
    let pair = &dossier.candidates[candidate];
    let often = |at: usize| dossier.candidates.iter().filter(|candidate| changes(candidate, at)).count();
    let is_narrow = |at: usize| axis(&arguments[at], at, pair).values.len() <= 2;
    let mut ranked: Vec<usize> = (0..arguments.len()).collect();
    ranked.sort_by_key(|&at| (!changes(pair, at), is_narrow(at), Reverse(often(at))));
    (ranked[0], ranked[1])
}

/// The values around both sides of the pair.
fn axis(argument: &Argument, index: usize, pair: &Candidate) -> MapAxis {
    let (left, right) = (&pair.left.input[index], &pair.right.input[index]);
    let is_turned = left.cmp_reading(right).is_gt();
    let (least, most) = if is_turned { (right, left) } else { (left, right) };
    let mut values: Vec<Value> = (1..REACH).rev().filter_map(|n| moved(argument, least, -n)).collect();
    let below = values.len();
    values.push(least.clone());
    if !least.reads_as(most) {
        values.push(most.clone());
    }
    let above = values.len() - 1;
    values.extend((1..REACH).filter_map(|n| moved(argument, most, n)));
    MapAxis { argument: index, values, sides: if is_turned { (above, below) } else { (below, above) } }
}

/// The value so many steps away, if the argument has one there. Floats move by a round hundredth of their size: their
/// neighbours are too close to show anything.
fn moved(argument: &Argument, value: &Value, steps: i64) -> Option<Value> {
    let motion = Motion::main(value);
    let (least, most) = motion.ends(argument.schema(), value);
    let place = match value {
        Value::Float(float) => {
            let size = if float.value() == 0.0 { 10.0 } else { float.value().abs() };
            let step = 10f64.powf(size.log10().floor() - 2.0);
            Integer::from(Float::new(float.ty(), float.value() + steps as f64 * step).place())
        }
        Value::Int(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_)
        | Value::List(_)
        | Value::Record(_)
        | Value::Union(_) => &motion.get(value) + &Integer::from(i128::from(steps)),
    };
    if place < least || place > most {
        return None;
    }
    let mut there = value.clone();
    motion.set(&mut there, place);
    (!there.reads_as(value)).then_some(there)
}

/// Row by row from the bottom, each from left to right.
fn combinations(pair: &Candidate, across: &MapAxis, up: &MapAxis) -> Vec<Input> {
    let mut inputs = Vec::with_capacity(across.values.len() * up.values.len());
    for high in &up.values {
        for wide in &across.values {
            let mut input = pair.left.input.clone();
            input[across.argument] = wide.clone();
            input[up.argument] = high.clone();
            inputs.push(input);
        }
    }
    inputs
}

/// The greatest quotient between each input and its up to four neighbours.
fn derivatives(
    derivative: &ProgramDerivative,
    inputs: &[Input],
    outcomes: &[Outcome],
    columns: usize,
) -> Vec<f64> {
    let mut greatest = vec![0.0f64; inputs.len()];
    let mut compare = |a: usize, b: usize| {
        let quotient = derivative.evaluate(&inputs[a], &outcomes[a], &inputs[b], &outcomes[b]);
        greatest[a] = greatest[a].max(quotient);
        greatest[b] = greatest[b].max(quotient);
    };
    for at in 0..inputs.len() {
        if (at + 1) % columns != 0 {
            compare(at, at + 1);
        }
        if at + columns < inputs.len() {
            compare(at, at + columns);
        }
    }
    greatest
}
