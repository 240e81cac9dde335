//! The figures of the lock, each printed with how it was taken: `cargo bench --bench lock`.

use std::process::Command;
use std::time::{Duration, Instant};

use autobva::guard::{CheckSettings, check, compare_targets};
use autobva::{Guarded, Invocation, Place, Sut, find};
use autobva_lab::builtin::builtin;
use autobva_report::{Lock, LockedTarget};

const PAIRS: usize = 1000;

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    for name in ["bytecount", "date"] {
        let boundaries = boundaries(name);
        in_process(name, &boundaries);
        whole_command(name, &boundaries);
    }
    everything_moved();
    two_targets();
}

/// A thousand pairs that a search finds; `lns` finds many that resemble each other.
fn boundaries(name: &str) -> Vec<Place> {
    let run = find(builtin(name).expect("a built-in")).strategy("lns").output_distance("levenshtein");
    let findings = run.seed(1).max_candidates(PAIRS).run().expect("a run of a built-in");
    findings.candidates.iter().take(PAIRS).map(Place::from).collect()
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let times = (0..20).map(|_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

fn in_process(name: &str, boundaries: &[Place]) {
    let sut = builtin(name).expect("a built-in");
    let time = best(|| check(&*sut, boundaries, &CheckSettings::default()).expect("a built-in runs"));
    println!(
        "check of {} pairs of {name} in process: {time:.2?}  [best of 20; the bar is 50 ms]",
        boundaries.len()
    );
}

fn lock(name: &str, boundaries: &[Place]) -> Lock {
    let mut lock = Lock::default();
    let invocation = Invocation { target: Some(name.to_string()), ..Invocation::default() };
    let signature = builtin(name).expect("a built-in").signature().clone();
    lock.accept(
        LockedTarget {
            invocation,
            signature,
            known: Vec::new(),
            boundaries: boundaries.iter().cloned().map(Guarded::from).collect(),
        },
        false,
    );
    lock
}

fn whole_command(name: &str, boundaries: &[Place]) {
    let lock = lock(name, boundaries);
    let text = lock.write();
    let (writing, reading) =
        (best(|| lock.write()), best(|| Lock::read(&text).expect("what was written is read")));
    println!(
        "lock file of {} pairs of {name}: {} KiB, written in {writing:.2?}, read in {reading:.2?}",
        boundaries.len(),
        text.len() / 1024
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("autobva.lock.toml");
    std::fs::write(&file, text).expect("a lock file");
    let time = best(|| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_autobva")).arg("check").arg("--lock").arg(&file).output();
        assert!(output.expect("the command runs").status.success());
    });
    println!("'autobva check' of them, the whole command: {time:.2?}  [best of 20]");
}

/// The worst case: every boundary must be looked for.
fn everything_moved() {
    let limit = |at: i64| move |n: i64| if n < at { "low" } else { "high" };
    let old: Vec<Place> = find(limit(1000))
        .seed(1)
        .max_calls(10_000)
        .run()
        .expect("a run")
        .candidates
        .iter()
        .map(Place::from)
        .collect();
    let changed = autobva::IntoSut::into_sut(limit(1 << 40));
    let start = Instant::now();
    let checked = check(&changed, &old, &CheckSettings::default()).expect("a closure runs");
    println!("a boundary that moved by 2^40: found in {:.2?} with {} calls", start.elapsed(), checked.calls);
}

fn two_targets() {
    let candidates = |name: &str| {
        find(builtin(name).expect("a built-in")).seed(1).max_calls(100_000).run().expect("a run").candidates
    };
    let found = [candidates("bytecount_so"), candidates("bytecount")].concat();
    let (old, new) =
        (builtin("bytecount_so").expect("a built-in"), builtin("bytecount").expect("a built-in"));
    let time = best(|| compare_targets(&*old, &*new, &found, &CheckSettings::default()).expect("they run"));
    println!(
        "bytecount_so against bytecount, {} candidates: {time:.2?}  [best of 20, without the searches]",
        found.len()
    );
}
