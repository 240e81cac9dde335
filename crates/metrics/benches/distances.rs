//! The time of one distance and of one score: `cargo bench -p autobva-metrics`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use autobva_core::{Input, Int, IntType, Outcome, Quantifier, Value};
use autobva_metrics::{ProgramDerivative, input_distance, text_distance};

const TEXT_DISTANCES: [&str; 10] = [
    "strlen",
    "jaccard:1",
    "jaccard:2",
    "jaccard:3",
    "levenshtein",
    "overlap:2",
    "ncd",
    "equal",
    "numeric",
    "shape",
];
const INPUT_DISTANCES: [&str; 3] = ["euclidean", "manhattan", "levenshtein"];
/// The fastest of 40 rounds of about this length counts, because anything slower is noise of the machine.
const ROUNDS: usize = 40;
const ROUND: Duration = Duration::from_millis(2);

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    for (what, a, b) in [
        ("at a boundary", "999.9 kB", "1.0 MB"),
        ("one digit", "123.4 kB", "123.5 kB"),
        ("the same", "999.9 kB", "999.9 kB"),
        ("not ASCII", "999.9 kΩ", "1.0 MΩ"),
    ] {
        for name in TEXT_DISTANCES {
            let distance = text_distance(name).expect("a listed name");
            report(&format!("{name}, {what}"), || distance.between(black_box(a), black_box(b)));
        }
    }
    for (what, a, b) in [
        ("one argument", input(&[999949]), input(&[999950])),
        ("three arguments", input(&[2024, 2, 29]), input(&[2024, 2, 30])),
    ] {
        for name in INPUT_DISTANCES {
            let distance = input_distance(name).expect("a listed name");
            report(&format!("{name}, {what}"), || distance.between(black_box(&a), black_box(&b)));
        }
    }
    let (a, b) = (input(&[999949]), input(&[999950]));
    let (x, y) = (Outcome::valid("String", "999.9 kB"), Outcome::valid("String", "1.0 MB"));
    for name in ["strlen", "jaccard:1", "shape"] {
        let derivative = ProgramDerivative::by_name(name, "euclidean").expect("listed names");
        report(&format!("{name}, a score"), || {
            derivative.evaluate(black_box(&a), black_box(&x), black_box(&b), black_box(&y))
        });
    }
}

fn input(numbers: &[i64]) -> Input {
    numbers.iter().map(|n| Value::Int(Int::new(IntType::Int64, *n).expect("fits"))).collect()
}

/// Prints the time of a call: the least and the median of the rounds.
fn report<T>(what: &str, call: impl Fn() -> T) {
    let round = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        start.elapsed()
    };
    let mut calls = 1;
    while round(calls) < ROUND {
        calls *= 2;
    }
    let mut times: Vec<f64> =
        (0..ROUNDS).map(|_| round(calls).as_secs_f64() * 1e9 / f64::from(calls)).collect();
    times.sort_by(f64::total_cmp);
    println!("{what:<32} {:8.1} ns, median {:8.1} ns", times[0], times[ROUNDS / 2]);
}
