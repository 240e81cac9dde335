//! What a call of the search by behaviour costs beside one of `lines` by derivative: `cargo bench --bench behaviours`,
//! of some targets `cargo bench --bench behaviours -- date`.
//!
//! The two sides take turns in one run, because machines are noisy; of each seed the fastest turn counts.

use std::time::Instant;

use autobva::{Find, Selection, find};
use autobva_lab::builtin::builtin;

const TARGETS: [&str; 5] = ["bytecount", "bytecount_so", "bmi_class", "bmi", "date"];
const CALLS: u64 = 20_000;
const SEEDS: u64 = 3;
const TURNS: usize = 5;

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    for target in
        TARGETS.into_iter().filter(|target| named.is_empty() || named.iter().any(|name| name == target))
    {
        let (mut behaviour, mut derivative) = (0.0, 0.0);
        for seed in 1..=SEEDS {
            let of = || find(builtin(target).expect("a built-in")).seed(seed).max_calls(CALLS).jobs(1);
            let [mut fast, mut former] = [f64::INFINITY; 2];
            for _ in 0..TURNS {
                fast = fast.min(microseconds_per_call(of().select(Selection::Behaviour)));
                former = former.min(microseconds_per_call(of().select(Selection::Derivative)));
            }
            behaviour += fast / SEEDS as f64;
            derivative += former / SEEDS as f64;
        }
        println!(
            "{target}: a call by behaviour costs {:.2} times one by derivative  [{behaviour:.2} and {derivative:.2} µs, \
             {CALLS} calls, seeds 1 to {SEEDS}, the fastest of {TURNS} turns]",
            behaviour / derivative
        );
    }
}

fn microseconds_per_call(find: Find) -> f64 {
    let start = Instant::now();
    let findings = find.strategy("lines").run().expect("a run of a built-in");
    start.elapsed().as_secs_f64() * 1e6 / findings.run.calls as f64
}
