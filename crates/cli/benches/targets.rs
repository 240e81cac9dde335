//! The figures of targets in processes of their own: `cargo bench --bench targets`.
//!
//! Ratios come from one run, with the two sides taking turns, because machines are noisy; the median of the turns is
//! what counts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use autobva::PythonFunction;
use autobva::sut::{Captured, Conditions, python};
use autobva::{Input, Outcome, Sut};

const TURNS: usize = 11;

const TRIVIAL: &str = "def trivial(n: int) -> int:\n    return n + 1\n";

/// A plain loop over the same numbers that makes the same texts; it tells how long it took whenever it is asked. The
/// first figure is for the barest loop, the second for one that also notes validity and type, as a worker must.
const PLAIN: &str = r#"
import sys, time
from trivial import trivial
numbers = [int(text) for text in sys.stdin.readline().split(",")]
def bare():
    for n in numbers:
        text = str(trivial(n))
def full():
    for n in numbers:
        try:
            value = trivial(n)
            outcome = ("valid", type(value).__name__, str(value))
        except BaseException as error:
            outcome = ("error", type(error).__name__, str(error))
for line in sys.stdin:
    start = time.perf_counter()
    bare()
    middle = time.perf_counter()
    full()
    print(middle - start, time.perf_counter() - middle, flush=True)
"#;

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    python();
    programs();
    memory();
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// The numbers 0, 1, 2, 3, 5, 8, 12, …, up to 2^64 and again, as the searches draw them: of every length.
fn inputs(sut: &dyn Sut, count: usize) -> Vec<Input> {
    let number = |i: usize| ((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 64)).to_string();
    (0..count).map(|i| sut.signature().read(&[number(i)], None).expect("a whole number")).collect()
}

fn python() {
    const CALLS: usize = 200_000;
    const BATCH: usize = 16 * 1024;
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("trivial.py"), TRIVIAL).expect("a file");
    let target = format!("{}/trivial.py:trivial", folder.path().display());
    let target: PythonFunction = target.parse().expect("a Python function");
    let sut = python::start(&target, "python3", &[], Conditions::default()).expect("python3");
    let inputs = inputs(&sut, CALLS);
    let mut outcomes: Vec<Outcome> = (0..CALLS).map(|_| Outcome::default()).collect();

    let mut plain = Command::new("python3")
        .args(["-c", PLAIN])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let (mut ask, mut told) =
        (plain.stdin.take().expect("a pipe"), BufReader::new(plain.stdout.take().expect("a pipe")));
    let numbers: Vec<String> = inputs.iter().map(ToString::to_string).collect();
    writeln!(ask, "{}", numbers.join(",")).expect("a pipe");

    let (mut bare_ratios, mut full_ratios, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        writeln!(ask).expect("a pipe");
        let mut line = String::new();
        told.read_line(&mut line).expect("a pipe");
        let plain: Vec<f64> = line.split_whitespace().map(|word| word.parse().expect("seconds")).collect();
        let worker = timed(|| {
            for (inputs, outcomes) in inputs.chunks(BATCH).zip(outcomes.chunks_mut(BATCH)) {
                sut.run_batch(inputs, outcomes).expect("a worker");
            }
        });
        bare_ratios.push(plain[0] / worker);
        full_ratios.push(plain[1] / worker);
        rates.push(CALLS as f64 / worker);
    }
    drop(ask);
    plain.wait().expect("python3");
    assert!(outcomes.iter().all(Outcome::is_valid));
    println!(
        "python through the worker: {:.2} of a bare loop, {:.2} of a loop that notes validity and type  [{CALLS} calls \
         of n + 1 in batches, one job, {:.0}k calls per second; median of {TURNS} turns]",
        median(bare_ratios),
        median(full_ratios),
        median(rates) / 1e3
    );

    const SINGLE: usize = 2_000;
    let single = timed(|| {
        for (input, outcome) in inputs[..SINGLE].iter().zip(&mut outcomes) {
            sut.run(input, outcome).expect("a worker");
        }
    });
    println!("python one call at a time: {:.1}k calls per second", SINGLE as f64 / single / 1e3);
}

fn programs() {
    const CALLS: usize = 300;
    let declared = ["n:int".parse().expect("an argument")];
    let words: Vec<String> = ["true", "{n}"].map(String::from).to_vec();
    let sut = autobva::sut::Command::new(&words, &declared, Conditions::default()).expect("true");
    let sut = sut.capturing(Captured::Stdout);
    let inputs = inputs(&sut, CALLS);
    let mut outcome = Outcome::default();
    let (mut ratios, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let plain = timed(|| {
            for input in &inputs {
                let mut command = Command::new("true");
                command.arg(input[0].to_string());
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                assert!(command.spawn().expect("true").wait().expect("true").success());
            }
        });
        let ours = timed(|| {
            for input in &inputs {
                sut.run(input, &mut outcome).expect("true");
                assert!(outcome.is_valid(), "{outcome:?}");
            }
        });
        ratios.push(plain / ours);
        rates.push(CALLS as f64 / ours);
    }
    println!(
        "programs: {:.2} of a loop that only spawns and waits  [{CALLS} calls of true, one job, {:.0} calls per second; \
         median of {TURNS} turns]",
        median(ratios),
        median(rates)
    );
}

/// The resident memory of this process, in bytes.
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages: f64 = statm.split(' ').nth(1).and_then(|field| field.parse().ok()).expect("a number");
    pages * 4096.0
}

fn memory() {
    const BATCH: usize = 4_000;
    const ROUNDS: usize = 250;
    let target: PythonFunction = "builtins:abs".parse().expect("a Python function");
    let declared = ["n:int".parse().expect("an argument")];
    let sut = python::start(&target, "python3", &declared, Conditions::default()).expect("python3");
    let inputs = inputs(&sut, BATCH);
    let mut outcomes: Vec<Outcome> = (0..BATCH).map(|_| Outcome::default()).collect();
    let mut run = |rounds: usize| {
        (0..rounds).for_each(|_| sut.run_batch(&inputs, &mut outcomes).expect("a worker"));
        resident() / f64::from(1 << 20)
    };
    let (early, late) = (run(ROUNDS / 10), run(ROUNDS - ROUNDS / 10));
    println!(
        "memory of autobva: {early:.1} MiB after {} calls, {late:.1} MiB after {}",
        BATCH * (ROUNDS / 10),
        BATCH * ROUNDS
    );
}
