//! The paper's table of six boundary candidates of bytecount, to the printed digits.

use autobva_core::{Input, Int, IntType, Outcome, Quantifier, Value};
use autobva_metrics::{ProgramDerivative, input_distance, text_distance};

/// Inputs, outputs, strlen, Jaccard(1), input distance, PDQ1, PDQ2, as printed.
type Row = ([i64; 2], [&'static str; 2], [&'static str; 5]);

const TABLE: [Row; 6] = [
    ([9, 10], ["9B", "10B"], ["1", "0.75", "1", "1", "0.75"]),
    ([999949999, 999950000], ["999.9 MB", "1.0 GB"], ["2", "0.63", "1", "2", "0.63"]),
    ([99949, 99950], ["99.9 kB", "100.0 kB"], ["1", "0.43", "1", "1", "0.43"]),
    ([99949, 99951], ["99.9 kB", "100.0 kB"], ["1", "0.43", "2", "0.50", "0.21"]),
    ([99951, 99952], ["100.0 kB", "100.0 kB"], ["0", "0.0", "1", "0.0", "0.0"]),
    ([99948, 99949], ["99.9 kB", "99.9 kB"], ["0", "0.0", "1", "0.0", "0.0"]),
];

/// The number with as many digits as the table prints, halves rounded up as there: 0.625 is 0.63.
fn printed_like(printed: &str, number: f64) -> String {
    let digits = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let scale = 10f64.powi(digits as i32);
    format!("{:.digits$}", (number * scale).round() / scale)
}

#[test]
fn six_pairs_of_bytecount() {
    let strlen = text_distance("strlen").unwrap();
    let jaccard = text_distance("jaccard:1").unwrap();
    let subtraction = input_distance("euclidean").unwrap();
    let pdq1 = ProgramDerivative::by_name("strlen", "euclidean").unwrap();
    let pdq2 = ProgramDerivative::by_name("jaccard:1", "euclidean").unwrap();

    for (inputs, [left, right], printed) in TABLE {
        let [a, b] = inputs.map(|n| Input(vec![Value::Int(Int::new(IntType::Int64, n).unwrap())]));
        let (output_a, output_b) = (Outcome::valid("String", left), Outcome::valid("String", right));
        let computed = [
            strlen.between(left, right),
            jaccard.between(left, right),
            subtraction.between(&a, &b),
            pdq1.evaluate(&a, &output_a, &b, &output_b),
            pdq2.evaluate(&a, &output_a, &b, &output_b),
        ];
        for (printed, computed) in printed.into_iter().zip(computed) {
            assert_eq!(printed_like(printed, computed), printed, "inputs {inputs:?}");
        }
    }
}
