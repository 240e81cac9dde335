//! The figures of the engine, each printed with how it was taken: `cargo bench --bench engine`.
//!
//! Ratios come from one run, with the two sides taking turns, because machines are noisy; the median of the turns is
//! what counts.

mod shared;

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use autobva::{Find, Findings, Input, Outcome, Sut, find};
use autobva_lab::builtin::builtin;

use shared::{Recorder, median, timed};

const TURNS: usize = 15;

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    engine_efficiency("shape");
    engine_efficiency("strlen");
    scaling();
    bcs_on_bytecount();
}

fn bytecount() -> Box<dyn Sut> {
    builtin("bytecount").expect("a built-in")
}

fn run(find: Find) -> Findings {
    find.run().expect("a run of a built-in")
}

fn engine_efficiency(distance: &str) {
    const CALLS: u64 = 1_000_000;
    let lns = |sut| find(sut).strategy("lns").output_distance(distance).seed(7).max_calls(CALLS).jobs(1);
    let inputs: &'static Mutex<Vec<Input>> = Box::leak(Box::default());
    run(lns(Box::new(Recorder(bytecount(), inputs)) as Box<dyn Sut>));
    let inputs = inputs.lock().expect("one thread");
    assert_eq!(inputs.len() as u64, CALLS);

    let sut = bytecount();
    let mut outcome = Outcome::default();
    let mut ratios = Vec::new();
    let (mut raw_times, mut search_times) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let (raw, length) = timed(|| {
            inputs.iter().fold(0, |length, input| {
                sut.run(input, &mut outcome).expect("a built-in");
                length + outcome.text().len()
            })
        });
        assert!(length > 0);
        let (search, _) = timed(|| run(lns(bytecount())));
        ratios.push(raw / search);
        raw_times.push(raw);
        search_times.push(search);
    }
    println!(
        "engine efficiency ({distance}): {:.2}  [{CALLS} raw calls of bytecount: {:.1} ms; LNS making the same calls: \
         {:.1} ms; one core, median of {TURNS} turns]",
        median(ratios),
        median(raw_times) * 1e3,
        median(search_times) * 1e3,
    );
}

fn scaling() {
    const CALLS: u64 = 2_000_000;
    let time = |jobs| timed(|| run(find(bytecount()).strategy("bcs").seed(7).max_calls(CALLS).jobs(jobs))).0;
    let (mut ratios, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let one = time(1);
        ratios.push(one / time(2));
        rates.push(CALLS as f64 / one);
    }
    println!(
        "two jobs against one: {:.2} times the calls per second  [{CALLS} calls of bytecount with BCS; one job: {:.1} \
         million calls per second; median of {TURNS} turns]",
        median(ratios),
        median(rates) / 1e6,
    );
}

/// The published pairs, as `left|right`.
fn published_pairs() -> Option<Vec<String>> {
    let shared = std::env::var_os("AUTOBVA_SHARED").map(PathBuf::from);
    let shared =
        shared.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")));
    let text = std::fs::read_to_string(shared.join("paper/ByteCount_all.csv")).ok()?;
    // bytes,output,type,metric,n_bytes,…; the integers and Booleans before n_bytes hold no comma, outputs may.
    let file = autobva_report::read_candidate_csv(text.as_bytes()).ok()?;
    Some(file.candidates.iter().map(|c| format!("{}|{}", c.left.input, c.right.input)).collect())
}

fn bcs_on_bytecount() {
    let Some(published) = published_pairs() else {
        println!("bcs on bytecount: skipped, shared/paper/ByteCount_all.csv is missing");
        return;
    };
    let mut line = String::new();
    let mut least = usize::MAX;
    for seed in 1..=10 {
        let find = find(bytecount()).strategy("bcs").output_distance("strlen").seed(seed).jobs(1);
        let findings = run(find.max_time(Duration::from_secs(1)));
        let found: Vec<String> =
            findings.candidates.iter().map(|c| format!("{}|{}", c.left.input, c.right.input)).collect();
        let hits = published.iter().filter(|pair| found.contains(pair)).count();
        least = least.min(hits);
        let _ = write!(line, " {hits}");
    }
    println!(
        "bcs on bytecount: at least {least} of the {} published pairs in one second of one core  [seeds 1 to 10:{line}]",
        published.len()
    );
}
