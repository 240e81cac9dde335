//! Every distance keeps the laws that it states, over curated samples and over generated ones.

use autobva_core::{BigInt, Float, FloatType, Input, Int, IntType, Integer, Value};
use autobva_metrics::{
    INPUT_DISTANCES, OUTPUT_DISTANCES, check_input_distance_laws, check_text_distance_laws, input_distance,
    text_distance,
};
use proptest::prelude::*;

/// All listed names, and the gram lengths that take other paths than the default.
fn names(registry: &[autobva_core::Entry]) -> Vec<&'static str> {
    let mut names: Vec<&str> = registry.iter().map(|entry| entry.name).collect();
    names.extend(["jaccard:1", "jaccard:3", "jaccard:16", "overlap:1", "overlap:3", "overlap:16"]);
    names
}

fn check_texts(samples: &[String]) {
    for name in
        names(OUTPUT_DISTANCES).into_iter().chain(["shape,levenshtein", "strlen,ncd", "numeric,equal"])
    {
        let distance = text_distance(name).unwrap();
        check_text_distance_laws(&*distance, samples).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

fn check_inputs(samples: &[Input]) {
    for name in names(INPUT_DISTANCES) {
        let distance = input_distance(name).unwrap();
        check_input_distance_laws(&*distance, samples).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn texts_that_are_easy_to_get_wrong() {
    let short = [
        "",
        " ",
        "\0",
        "a",
        "b",
        "ab",
        "ba",
        "aba",
        "9B",
        "10B",
        "999B",
        "998B",
        "1.0 kB",
        "999.9 MB",
        "1.0 GB",
        "cat",
        "dog",
        "0",
        "-0",
        "0.0",
        "1",
        "1.0",
        "1e3",
        "1000",
        "-5",
        "1e308",
        "-1e308",
        "1e-320",
        "1e999",
        "NaN",
        "nan",
        "Inf",
        "-inf",
        "infinity",
        "9007199254740992",
        "9007199254740993",
        "9.007199254740992e15",
        "é",
        "e\u{301}",
        "ñ",
        "🦀",
        "👩‍👩‍👧",
        "٣",
        "\u{10ffff}",
        "Tag – Ümlaut",
    ];
    let long =
        ["a".repeat(300), "ab".repeat(200), "0123456789".repeat(30), "é🦀".repeat(60), "9".repeat(400)];
    check_texts(&short.map(String::from).into_iter().chain(long).collect::<Vec<_>>());
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab01.]{0,5}",
        "-?[0-9]{1,20}(\\.[0-9]{1,3})?(e-?[0-9]{1,3})?",
        "\\PC{0,12}",
        "[a-zé ]{60,80}"
    ]
}

fn integer(ty: IntType, number: impl Into<Integer>) -> Value {
    Value::Int(Int::new(ty, number).unwrap())
}

fn float(value: f64) -> Value {
    Value::Float(Float::new(FloatType::Float64, value))
}

#[test]
fn inputs_that_are_easy_to_get_wrong() {
    let mut values = vec![
        integer(IntType::Bool, 0),
        integer(IntType::Bool, 1),
        integer(IntType::Int8, 1),
        integer(IntType::Int128, i128::MIN),
        integer(IntType::Int128, i128::MAX),
        integer(IntType::UInt128, u128::MAX),
        integer(IntType::BigInt, Integer::power_of_two(540)),
        integer(IntType::BigInt, Integer::power_of_two(1100)),
    ];
    values.extend(
        [0.0, -0.0, 5e-324, 1.5, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(float),
    );
    values.extend(["", "1", "añb", "true", "NaN"].map(|text| Value::Text(text.into())));
    let single = values.iter().map(|v| Input(vec![v.clone()]));
    let doubled = values.iter().map(|v| Input(vec![v.clone(), v.clone()]));
    check_inputs(&single.chain(doubled).chain([Input::default()]).collect::<Vec<_>>());
}

fn any_integer() -> impl Strategy<Value = Value> {
    (any::<i128>(), 0u32..128, 0u32..450).prop_map(|(n, down, up)| {
        let number = if up < 300 { Integer::from(n >> down) } else { Integer::from(BigInt::from(n) << up) };
        integer(IntType::BigInt, number)
    })
}

/// An input of one signature: two integers, a float and a text.
fn any_input() -> impl Strategy<Value = Input> {
    (any_integer(), any_integer(), any::<f64>(), "[ab]{0,4}")
        .prop_map(|(x, y, f, text)| Input(vec![x, y, float(f), Value::Text(text.into())]))
}

proptest! {
    // Each case runs every distance over all pairs and triples of its samples.
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_texts(samples in prop::collection::vec(any_text(), 2..7)) {
        check_texts(&samples);
    }

    #[test]
    fn any_inputs(samples in prop::collection::vec(any_input(), 2..6)) {
        check_inputs(&samples);
    }

    #[test]
    fn any_single_integers(samples in prop::collection::vec(any_integer(), 2..6)) {
        check_inputs(&samples.into_iter().map(|v| Input(vec![v])).collect::<Vec<_>>());
    }
}
