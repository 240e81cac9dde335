//! The distances of the hot loop do not allocate for short ASCII texts and small integers.

use allocation_counter::measure;
use autobva_core::{Input, Int, IntType, Outcome, Quantifier, Value};
use autobva_metrics::ProgramDerivative;

fn input(number: i64) -> Input {
    let value = || Value::Int(Int::new(IntType::Int64, number).unwrap());
    Input(vec![value(), value(), value()])
}

/// How many allocations the scoring of some pairs makes once scratch memory is there.
fn allocations(output_distance: &str, input_distance: &str) -> u64 {
    let derivative = ProgramDerivative::by_name(output_distance, input_distance).unwrap();
    let (a, b) = (input(9), input(10));
    let outputs = ["999.9 kB", "1.0 MB", "", "-10B", "DomainError(-1, \"out of range\")"];
    let outputs = outputs.map(|text| Outcome::valid("String", text));
    let score_all = || {
        let pairs = outputs.iter().flat_map(|x| outputs.iter().map(move |y| (x, y)));
        pairs.map(|(x, y)| derivative.evaluate(&a, x, &b, y)).sum::<f64>()
    };
    let warm = score_all();
    measure(|| assert_eq!(score_all(), warm)).count_total
}

#[test]
fn scoring_does_not_allocate() {
    for output in ["strlen", "shape", "levenshtein", "equal", "jaccard:1", "jaccard:2", "overlap:2"] {
        for input in ["euclidean", "manhattan", "levenshtein"] {
            assert_eq!(allocations(output, input), 0, "{output} over {input}");
        }
    }
}

#[test]
fn the_counter_counts() {
    assert!(allocations("ncd", "euclidean") > 0);
}
