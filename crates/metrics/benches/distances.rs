//! What one distance, and one score, costs. `cargo bench -p autobva-metrics`.

use std::hint::black_box;

use autobva_core::{Input, Int, IntType, Outcome, Quantifier, Value};
use autobva_metrics::{ProgramDerivative, input_distance, text_distance};
use divan::Bencher;

fn main() {
    divan::main();
}

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

fn bench_texts(bencher: Bencher<'_, '_>, name: &str, a: &str, b: &str) {
    let distance = text_distance(name).expect("a listed name");
    bencher.bench_local(|| distance.between(black_box(a), black_box(b)));
}

#[divan::bench(args = TEXT_DISTANCES)]
fn boundary(bencher: Bencher<'_, '_>, name: &str) {
    bench_texts(bencher, name, "999.9 kB", "1.0 MB");
}

#[divan::bench(args = TEXT_DISTANCES)]
fn one_digit(bencher: Bencher<'_, '_>, name: &str) {
    bench_texts(bencher, name, "123.4 kB", "123.5 kB");
}

#[divan::bench(args = TEXT_DISTANCES)]
fn same(bencher: Bencher<'_, '_>, name: &str) {
    bench_texts(bencher, name, "999.9 kB", "999.9 kB");
}

#[divan::bench(args = TEXT_DISTANCES)]
fn not_ascii(bencher: Bencher<'_, '_>, name: &str) {
    bench_texts(bencher, name, "999.9 kΩ", "1.0 MΩ");
}

fn input<const N: usize>(numbers: [i64; N]) -> Input {
    numbers.into_iter().map(|n| Value::Int(Int::new(IntType::Int64, n).expect("fits"))).collect()
}

#[divan::bench(args = ["euclidean", "manhattan", "levenshtein"])]
fn one_argument(bencher: Bencher<'_, '_>, name: &str) {
    let (distance, a, b) = (input_distance(name).expect("a listed name"), input([999949]), input([999950]));
    bencher.bench_local(|| distance.between(black_box(&a), black_box(&b)));
}

#[divan::bench(args = ["euclidean", "manhattan", "levenshtein"])]
fn three_arguments(bencher: Bencher<'_, '_>, name: &str) {
    let distance = input_distance(name).expect("a listed name");
    let (a, b) = (input([2024, 2, 29]), input([2024, 2, 30]));
    bencher.bench_local(|| distance.between(black_box(&a), black_box(&b)));
}

#[divan::bench(args = ["strlen", "jaccard:1", "shape"])]
fn score(bencher: Bencher<'_, '_>, name: &str) {
    let derivative = ProgramDerivative::by_name(name, "euclidean").expect("listed names");
    let (a, b) = (input([999949]), input([999950]));
    let (x, y) = (Outcome::valid("String", "999.9 kB"), Outcome::valid("String", "1.0 MB"));
    bencher.bench_local(|| derivative.evaluate(black_box(&a), black_box(&x), black_box(&b), black_box(&y)));
}
