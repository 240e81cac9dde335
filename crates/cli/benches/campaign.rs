//! What saving costs, printed with how it was taken: `cargo bench --bench campaign`.
//!
//! The whole command is run, with a campaign and without, the two taking turns, because machines are noisy; the median of
//! the ratios of the turns is what counts. Beside the time that passes, the time that the processors spend is taken, where
//! the system tells it: it says the same on a busy machine.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

const TURNS: usize = 7;
/// Finds more than 100,000 candidates: every date whose text differs from that of its neighbour.
const RUN: [&str; 10] = [
    "find",
    "date",
    "--strategy",
    "lns",
    "--output-distance",
    "levenshtein",
    "--seed",
    "7",
    "--max-calls",
    "320k",
];

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("bench.autobva");
    let mut turns = Vec::new();
    for _ in 0..TURNS {
        let _ = std::fs::remove_file(&file);
        let unsaved = run(folder.path(), &["--no-campaign"]);
        let saved = run(folder.path(), &["--campaign", "bench.autobva"]);
        turns.push((unsaved, saved));
    }
    let campaign = autobva_report::campaign::Campaign::read(&file).expect("what was saved");
    let megabytes = std::fs::metadata(&file).expect("the file").len() as f64 / 1e6;
    let count = campaign.candidates.len();
    println!("saving {count} candidates ({megabytes:.1} MB): autobva {}", RUN.join(" "));
    report("time", &turns, |turn| turn.passed);
    report("time of processors", &turns, |turn| turn.spent);
}

fn report(name: &str, turns: &[(Turn, Turn)], figure: fn(&Turn) -> f64) {
    let of = |value: &dyn Fn(&(Turn, Turn)) -> f64| median(turns.iter().map(value).collect());
    println!(
        "  adds {:.1} percent of {name}  [{:.2} s without, {:.2} s with; median of {TURNS} turns]",
        100.0 * (of(&|(without, with)| figure(with) / figure(without)) - 1.0),
        of(&|turn| figure(&turn.0)),
        of(&|turn| figure(&turn.1)),
    );
}

/// What a run took, in seconds.
struct Turn {
    passed: f64,
    spent: f64,
}

fn run(folder: &Path, arguments: &[&str]) -> Turn {
    let mut command = Command::new(env!("CARGO_BIN_EXE_autobva"));
    command.args(RUN).args(arguments).current_dir(folder);
    let (start, before) = (Instant::now(), processor_time());
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Turn { passed: start.elapsed().as_secs_f64(), spent: processor_time() - before }
}

/// The seconds that processors have spent on all processes that this one has started; no number where it is not known.
fn processor_time() -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in parentheses; the fields of waited-for children are the 16th and 17th of all.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks =
        |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok()).unwrap_or(f64::NAN);
    (ticks(13) + ticks(14)) / TICKS_PER_SECOND
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
