//! The cost of the default search in everyday use beside a lower bound: `cargo bench --bench speed`, of some figures
//! `cargo bench --bench speed -- python memory`. `docs/benchmarks.md` explains the figures.
//!
//! Ratios come from one run, with the two sides taking turns, because machines are noisy; the median of the turns is
//! what counts.

mod shared;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use autobva::{Find, Input, Outcome, Sut, find};
use autobva_lab::builtin::builtin;

use shared::{Recorder, cpu_timed, median, timed};

const TURNS: usize = 5;

/// Ten lines that a person might write, and a loop over the numbers that searches draw.
const TEN_LINES: &str = "\
def size(n: int) -> str:
    if n < 0:
        raise ValueError('negative')
    total = 0
    for limit in (10, 100, 1000, 10000):
        if n >= limit:
            total += 1
    if total == 0:
        return 'small'
    return 'size %d' % total
";
const LOOP: &str = "\
import sys
from ten import size
for n in range(-2, int(sys.argv[1])):
    try:
        value = size(n)
        outcome = ('valid', type(value).__name__, str(value))
    except BaseException as error:
        outcome = ('error', type(error).__name__, str(error))
";
const SLOW: &str = "\
import time
def slow(n: int) -> bool:
    end = time.perf_counter() + 0.0001
    while time.perf_counter() < end:
        pass
    return n >= 1000
";
const LARGE: &str = "def large(n: int) -> str:\n    return chr(97 + n % 26) * (1000000 + n % 7)\n";

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let figures: [(&str, fn()); 6] = [
        ("engine", engine),
        ("jobs", jobs),
        ("python", python),
        ("date", date),
        ("memory", memory),
        ("growth", growth),
    ];
    for (name, figure) in figures {
        if named.is_empty() || named.iter().any(|other| other == name) {
            figure();
        }
    }
}

/// A loop over the same inputs, beside the search.
fn engine() {
    for (target, calls) in
        ["bytecount", "bmi_class", "date"].into_iter().flat_map(|t| [(t, 200_000), (t, 1_000_000)])
    {
        let sut = || builtin(target).expect("a built-in");
        let search = |sut: Box<dyn Sut>| find(sut).seed(7).max_calls(calls).jobs(1).run().expect("a run");
        let inputs: &'static Mutex<Vec<Input>> = Box::leak(Box::default());
        search(Box::new(Recorder(sut(), inputs)));
        let inputs = inputs.lock().expect("one thread");
        let (target_sut, mut outcome) = (sut(), Outcome::default());
        let (mut ratios, mut costs) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            let (raw, length) = cpu_timed(|| {
                inputs.iter().fold(0, |length, input| {
                    target_sut.run(input, &mut outcome).expect("a built-in");
                    length + outcome.text().len()
                })
            });
            assert!(length > 0);
            let (searched, _) = cpu_timed(|| search(sut()));
            ratios.push(raw / searched);
            costs.push(searched * 1e6 / inputs.len() as f64);
        }
        println!(
            "{target}: raw loop / search {:.3}, {:.2} µs a call  [{} calls, one job, processor time, median of {TURNS} turns]",
            median(ratios),
            median(costs),
            inputs.len()
        );
    }
}

/// Two jobs beside one.
fn jobs() {
    let busy = |n: i64, m: i64| {
        let end = Instant::now() + Duration::from_micros(5);
        while Instant::now() < end {
            std::hint::spin_loop();
        }
        (n >= 1000, m >= 50)
    };
    let time = |make: &dyn Fn() -> Find, jobs| timed(|| make().seed(7).jobs(jobs).run().expect("a run")).0;
    let beside = |name: &str, make: &dyn Fn() -> Find| {
        let ratios = (0..TURNS).map(|_| time(make, 1) / time(make, 2)).collect();
        println!(
            "two jobs beside one, {name}: {:.2} times as fast  [median of {TURNS} turns]",
            median(ratios)
        );
    };
    beside("a target of 5 µs in this process, 50,000 calls", &|| find(busy).max_calls(50_000));
    beside("bytecount, 200,000 calls at most", &|| {
        find(builtin("bytecount").expect("a built-in")).max_calls(200_000)
    });
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("slow.py"), SLOW).expect("a file");
    let run = |jobs: &str| {
        timed(|| autobva(folder.path(), &["find", "slow.py:slow", "--max-calls", "20000", "--jobs", jobs])).0
    };
    let ratios = (0..3).map(|_| run("1") / run("2")).collect();
    println!(
        "two jobs beside one, a Python function of 100 µs, 20,000 calls: {:.2} times as fast  [median of 3]",
        median(ratios)
    );
}

/// The program, with nothing kept and nothing printed.
fn autobva(folder: &Path, words: &[&str]) {
    let status = Command::new(env!("CARGO_BIN_EXE_autobva"))
        .args(words)
        .args(["--seed", "1", "--no-campaign", "--quiet"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("autobva").success());
}

/// A plain loop in Python and a start of the interpreter, beside searches.
fn python() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ten.py"), TEN_LINES).expect("a file");
    let plain = |words: &[&str]| {
        timed(|| Command::new("python3").args(words).current_dir(folder.path()).status().expect("python3")).0
    };
    for options in [&["--strategy", "lines"][..], &["--strategy", "lns"], &["--strategy", "bcs"]] {
        let search = || {
            let own = if options[1] == "lines" { &[] } else { options };
            let words = [&["find", "ten.py:size", "--max-calls", "200000"][..], own];
            timed(|| autobva(folder.path(), &words.concat())).0
        };
        let ratios = (0..3).map(|_| plain(&["-c", LOOP, "200000"]) / search()).collect();
        println!(
            "a plain Python loop / {}: {:.2}  [200,000 calls of ten lines, starts included, median of 3 turns]",
            options[1],
            median(ratios)
        );
    }
    let starts = (0..11).map(|_| {
        let search = timed(|| autobva(folder.path(), &["find", "ten.py:size", "--max-calls", "200"])).0;
        search / plain(&["-c", "pass"])
    });
    println!(
        "start: 200 calls of a Python function take {:.1} times `python3 -c pass`  [median of 11 turns]",
        median(starts.collect())
    );
}

/// The wall time of the default budget.
fn date() {
    let folder = tempfile::tempdir().expect("a folder");
    let (seconds, ()) = timed(|| autobva(folder.path(), &["find", "date"]));
    println!("find date with its default budget: {seconds:.1} s to the prompt");
}

/// The most memory that searches have had.
fn memory() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("large.py"), LARGE).expect("a file");
    for (name, words) in [
        ("date, 3,000,000 calls", ["find", "date", "--max-calls", "3000000", "--no-campaign"]),
        ("4,000 outputs of 1 MB", ["find", "large.py:large", "--max-calls", "4000", "--no-campaign"]),
    ] {
        let (seconds, megabytes) = watched(folder.path(), &words);
        println!("memory, {name}: {megabytes:.0} MB at most, {seconds:.1} s");
    }
}

/// How long a command takes, and the most memory that it has had, in MB.
fn watched(folder: &Path, words: &[&str]) -> (f64, f64) {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_autobva"))
        .args(words)
        .args(["--quiet"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("autobva");
    let mut peak = String::new();
    while child.try_wait().expect("a child").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM")) {
            peak = line.to_string();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let kib: f64 = peak.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0.0);
    (start.elapsed().as_secs_f64(), kib / 1e3 * 1.024)
}

/// Time and memory for more of everything; per unit, they should stay or fall.
fn growth() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |of: &str, n: u64, unit: &str, units: u64, (seconds, megabytes): (f64, f64)| {
        let each = seconds * 1e6 / units as f64;
        println!("growth, {of} {n}: {each:.2} µs {unit}, {megabytes:.0} MB");
    };
    for calls in [10_000, 100_000, 1_000_000, 10_000_000, 30_000_000] {
        let words = ["find", "date", "--no-campaign", "--max-calls", &calls.to_string()];
        line("calls", calls, "a call", calls, watched(folder.path(), &words));
    }
    for arguments in [1, 2, 4, 8, 16, 32] {
        let list: Vec<String> = (0..arguments).map(|at| format!("a{at}: int")).collect();
        let last = arguments - 1;
        let source = format!("def f({}) -> bool:\n    return a0 > 100 and a{last} < 5000\n", list.join(", "));
        std::fs::write(folder.path().join("wide.py"), source).expect("a file");
        let words = ["find", "wide.py:f", "--no-campaign", "--max-calls", "20000"];
        line("arguments", arguments, "a call", 20_000, watched(folder.path(), &words));
    }
    for length in [10, 1_000, 100_000, 1_000_000] {
        let source = format!("def f(n: int) -> str:\n    return ('a' if n < 100 else 'b') * {length}\n");
        std::fs::write(folder.path().join("long.py"), source).expect("a file");
        let words = ["find", "long.py:f", "--no-campaign", "--max-calls", "1000"];
        line(
            "characters of an output",
            length,
            "a kB",
            1_000 * length.div_ceil(1_000),
            watched(folder.path(), &words),
        );
    }
    for candidates in [1_000, 10_000, 100_000] {
        let most = candidates.to_string();
        let words = ["find", "circle", "--strategy", "lns", "--campaign", "many.autobva", "--max-candidates"];
        let words = [&words[..], &[most.as_str(), "--max-time", "60s"]].concat();
        watched(folder.path(), &words);
        let words = ["report", "many.autobva", "-o", "many.html", "--force"];
        line("candidates", candidates, "a candidate of a report", candidates, watched(folder.path(), &words));
    }
}
