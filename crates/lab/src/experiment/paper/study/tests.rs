//! Tests that show how the rules cause the differences.

use std::collections::BTreeMap;

use autobva::{Distances, Findings, Selection, find};
use autobva_core::Integer;
use autobva_explore::strategies::{MakeStrategy, strategy};

use super::*;
use crate::builtin::builtin;

/// The findings of a strategy with the distances of the study.
fn found(target: &str, sampling: (&str, bool), strategy: impl MakeStrategy + 'static) -> Findings {
    let settings = autobva::Settings {
        select: Selection::Derivative,
        sampler: sampling.0.into(),
        cts: sampling.1,
        distances: Distances {
            output: "strlen".into(),
            input: "euclidean".into(),
            archive: None,
            ranking: None,
        },
        stop: Default::default(),
        max_time: None,
        hints: false,
        seed: 7,
        jobs: 1,
        ..autobva::Settings::default()
    };
    find(builtin(target).unwrap()).settings(settings).strategy(strategy).run().unwrap()
}

/// Runs every height and weight from −3 on.
struct Grid {
    strongest: bool,
}

impl Strategy for Grid {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        const RANGE: std::ops::Range<i128> = -3..60;
        let mut neighbours = Neighbours::default();
        for (height, weight) in RANGE.flat_map(|height| RANGE.map(move |weight| (height, weight))) {
            let values = [height, weight].map(|n| Value::Int(Int::within(IntType::Int64, Integer::Small(n))));
            neighbours.look(&Input(values.to_vec()), probe)?;
            match self.strongest {
                true => neighbours.propose_strongest(probe),
                false => neighbours.propose_all(probe),
            }
        }
        Err(Halt::Exhausted)
    }
}

/// How many pairs there are of each two outputs.
fn kinds(findings: &Findings) -> BTreeMap<(&str, &str), usize> {
    let mut kinds = BTreeMap::new();
    for candidate in &findings.candidates {
        let texts = (candidate.left.outcome.text(), candidate.right.outcome.text());
        *kinds.entry(texts).or_default() += 1;
    }
    kinds
}

#[test]
fn the_strongest_neighbour_alone_gives_the_fifteen_clusters_of_bmi_class() {
    let published = crate::experiment::paper::published::representatives("bmi_class");
    let all = found("bmi_class", ("uniform", false), || Grid { strongest: false });
    assert_eq!(kinds(&all).len(), 18, "{:?}", kinds(&all));
    let strongest = found("bmi_class", ("uniform", false), || Grid { strongest: true });
    let kinds = kinds(&strongest);
    let listed: BTreeMap<_, _> = published
        .iter()
        .map(|row| ((row.left_output.as_str(), row.right_output.as_str()), row.size as usize))
        .collect();
    assert!(kinds.keys().eq(listed.keys()), "{kinds:?}");
    for row in &published[..5] {
        let texts = (row.left_output.as_str(), row.right_output.as_str());
        assert_eq!(kinds[&texts], row.size as usize, "{texts:?}");
    }
}

fn study(name: &str, rules: Rules, iterations: u64) -> Limited {
    Limited { strategy: strategy(name).unwrap(), rules, iterations: Some(iterations) }
}

#[test]
fn the_breaker_stops_uniform_starts_before_they_find_anything() {
    let uniform = |rules| found("bytecount", ("uniform", false), study("bcs", rules, 3_000)).candidates.len();
    assert_eq!(uniform(Rules::ALL), 0);
    assert!(uniform(Rules::ALL.without(Rule::Breaker)) >= 5);
}

#[test]
fn the_breaker_keeps_bituniform_starts_from_the_longest_numbers() {
    let longest = |rules| {
        let found = found("bytecount", ("bituniform", true), study("bcs", rules, 10_000));
        let negatives = found.candidates.iter().map(|c| c.left.input.to_string());
        negatives.filter(|text| text.starts_with('-')).map(|text| text.len()).max().unwrap()
    };
    let (with, without) = (longest(Rules::ALL), longest(Rules::ALL.without(Rule::Breaker)));
    assert!(with < without, "{with} and {without}");
    assert_eq!(without, "-100000000000000000000000000000000000000".len());
}

#[test]
fn an_iteration_is_a_starting_point() {
    let calls = |rules| found("bmi", ("bituniform", false), study("lns", rules, 100)).run.calls;
    assert_eq!(calls(Rules::NONE), 500);
    assert_eq!(calls(Rules::ALL.without(Rule::Text)), 500);
}

#[test]
fn only_unsigned_numbers_keep_their_width_as_text() {
    let value = |ty, n: i128| Value::Int(Int::within(ty, Integer::Small(n)));
    let long = i128::from(i64::MAX) + 1;
    let mut input = Input(vec![
        value(IntType::Int8, -5),
        value(IntType::UInt8, 5),
        value(IntType::BigInt, long),
        value(IntType::Bool, 1),
    ]);
    let any = Signature::parse(["a:int", "b:int", "c:int", "d:int"]).unwrap();
    assert!(read_again(&mut input, &any));
    let types = input.0.iter().map(|value| value.as_int().unwrap().ty()).collect::<Vec<_>>();
    assert_eq!(types, [IntType::Int64, IntType::UInt8, IntType::Int128, IntType::Bool]);
    assert!(!read_again(&mut input, &any), "what is read once stays");
    let mut declared = Input(vec![value(IntType::Bool, 1)]);
    assert!(read_again(&mut declared, &Signature::parse(["a:i64"]).unwrap()));
    assert_eq!(declared.0[0].as_int().unwrap().ty(), IntType::Int64);
}
