//! Finds unknown types by trying: a handful of values of each kind, in one worker.

use anyhow::Result;
use autobva::{Argument, Input, Outcome, Schema, Signature, Sut, Validity, Value};
use autobva_codec::text::read;
use autobva_report::sweep::Argument as Known;

use super::job::declarations;
use crate::target_args::NamedTarget;

/// The kinds, with values as they are written; if several work equally well, the first is taken.
const KINDS: [(&str, &[&str]); 9] = [
    ("int", &["3", "12"]),
    ("f64", &["0.5", "2.5"]),
    ("str", &["a", "12", "2024-02-29"]),
    ("bool", &["true"]),
    ("list[f64]", &["[3.0, 1.5, 2.0]", "[1.0]"]),
    ("list[str]", &["[\"b\", \"a\"]"]),
    ("bytes", &["ab"]),
    ("dict[int]", &["{\"a\": 1}"]),
    ("date", &["2024-02-29"]),
];
/// At most 4,000 calls are made.
const MOST: usize = 4_000;

/// The arguments with the kinds for which most calls succeed; `None` if no call succeeds.
pub fn learn(words: &[String], args: &[Known]) -> Result<Option<Vec<Known>>> {
    let unknown: Vec<usize> = (0..args.len()).filter(|&at| args[at].declared.is_none()).collect();
    let any = KINDS.map(|(kind, _)| kind).join(" | ");
    let mut open = args.to_vec();
    unknown.iter().for_each(|&at| open[at].declared = Some(any.clone()));
    let line = words.iter().cloned().chain(declarations(&open)).collect();
    let target = NamedTarget::start(line, &[])?;
    let sut = &*target.sut;
    let tries = tries(sut, &open, &unknown);
    let inputs: Vec<Input> = tries.iter().map(|(_, input)| input.clone()).collect();
    let mut outcomes = vec![Outcome::default(); inputs.len()];
    sut.run_batch(&inputs, &mut outcomes)?;
    let mut scores: Vec<Score> = Vec::new();
    for ((kinds, _), outcome) in tries.into_iter().zip(&outcomes) {
        if scores.last().is_none_or(|last| last.kinds != kinds) {
            scores.push(Score { kinds, succeeded: 0, tried: 0 });
        }
        if let Some(score) = scores.last_mut() {
            score.succeeded += usize::from(outcome.validity() == Validity::Valid);
            score.tried += 1;
        }
    }
    // Of those that work equally well take the first, whose kinds are the plainest.
    let best = scores.into_iter().rev().max_by_key(Score::share).filter(|score| score.succeeded > 0);
    Ok(best.map(|Score { kinds, .. }| {
        unknown.iter().zip(kinds).for_each(|(&at, kind)| open[at].declared = Some(KINDS[kind].0.to_string()));
        open
    }))
}

/// How often calls succeeded with arguments of these kinds.
struct Score {
    kinds: Vec<usize>,
    succeeded: usize,
    tried: usize,
}

impl Score {
    /// The share of calls that succeeded, in thousandths.
    fn share(&self) -> usize {
        self.succeeded * 1000 / self.tried.max(1)
    }
}

/// The inputs, each with the kinds of the unknown arguments: every combination of kinds if these are few, otherwise the
/// same kind for all.
fn tries(sut: &dyn Sut, args: &[Known], unknown: &[usize]) -> Vec<(Vec<usize>, Input)> {
    let plain: Vec<Value> = plain_values(sut);
    let kinds = KINDS.len();
    let all = kinds.checked_pow(unknown.len() as u32).filter(|all| *all <= MOST / 4);
    let combinations: Vec<Vec<usize>> = match all {
        Some(all) => (0..all).map(|number| digits(number, kinds, unknown.len())).collect(),
        None => (0..kinds).map(|kind| vec![kind; unknown.len()]).collect(),
    };
    let signature = sut.signature();
    let mut found = Vec::new();
    for combination in combinations {
        let rounds = combination.iter().map(|&kind| KINDS[kind].1.len()).max().unwrap_or(0);
        for round in 0..rounds {
            let parts = unknown.iter().zip(&combination);
            let values: Option<Vec<Value>> =
                parts.map(|(&at, &kind)| value(signature, &args[at].name, kind, round)).collect();
            let Some(values) = values else { continue };
            let mut input = plain.clone();
            for (&at, value) in unknown.iter().zip(values) {
                if let Some(place) = position(signature, &args[at].name) {
                    input[place] = value;
                }
            }
            found.push((combination.clone(), Input(input)));
        }
    }
    found.truncate(MOST);
    found
}

fn digits(number: usize, base: usize, many: usize) -> Vec<usize> {
    let mut digits: Vec<usize> = (0..many)
        .scan(number, |rest, _| {
            let digit = *rest % base;
            *rest /= base;
            Some(digit)
        })
        .collect();
    digits.reverse();
    digits
}

fn position(signature: &Signature, name: &str) -> Option<usize> {
    signature.arguments().iter().position(|argument| argument.name() == name)
}

/// One of the values of a kind, as a value of the argument, whose type is the union of all kinds. A text alone would
/// not say which kind is meant.
fn value(signature: &Signature, name: &str, kind: usize, round: usize) -> Option<Value> {
    let (kind, texts) = KINDS[kind];
    let alone: Argument = format!("{name}:{kind}").parse().ok()?;
    let value = read(&alone, texts[round % texts.len()], None).ok()?;
    let schema = signature.arguments()[position(signature, name)?].schema();
    let Schema::Union(union) = schema else { return None };
    let at = union.alternatives().iter().position(|one| one.to_string() == kind)?;
    Some(schema.union_of(at, Some(value)))
}

/// The values of the other arguments: their defaults, otherwise plain ones.
fn plain_values(sut: &dyn Sut) -> Vec<Value> {
    let arguments = sut.signature().arguments().iter().enumerate();
    let default = |at: usize| sut.defaults().get(at).and_then(Option::as_deref);
    arguments
        .map(|(at, argument)| {
            let mut texts = default(at).into_iter().chain(["1", "a"]);
            texts
                .find_map(|text| read(argument, text, None).ok())
                .unwrap_or_else(|| argument.schema().blank())
        })
        .collect()
}
