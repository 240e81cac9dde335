//! What saving costs, printed with how it was taken: `cargo bench --bench campaign`.
//!
//! The whole command is run, with a campaign and without, the two taking turns, because machines are noisy; the median of
//! the ratios of the turns is what counts.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

const TURNS: usize = 9;
/// With that many calls the run below finds more than 100,000 candidates.
const CALLS: &str = "400k";

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
        let unsaved = find(folder.path(), &["--no-campaign"]);
        let saved = find(folder.path(), &["--campaign", "bench.autobva"]);
        turns.push((unsaved, saved));
    }
    let campaign = autobva_report::campaign::Campaign::read(&file).expect("what was saved");
    let megabytes = std::fs::metadata(&file).expect("the file").len() as f64 / 1e6;
    let median_of = |figure: fn(&(Turn, Turn)) -> f64| median(turns.iter().map(figure).collect());
    println!(
        "saving {} candidates ({megabytes:.1} MB) adds {:.1} percent to a run of find bmi with lns and {CALLS} calls  \
         [whole command: {:.2} s without, {:.2} s with; the search alone: {:.1} percent, {:.2} s without, {:.2} s with; \
         medians of {TURNS} turns]",
        campaign.candidates.len(),
        100.0 * (median_of(|(without, with)| with.whole / without.whole) - 1.0),
        median_of(|turn| turn.0.whole),
        median_of(|turn| turn.1.whole),
        100.0 * (median_of(|(without, with)| with.search / without.search) - 1.0),
        median_of(|turn| turn.0.search),
        median_of(|turn| turn.1.search),
    );
}

/// How long a run took, in seconds.
struct Turn {
    whole: f64,
    search: f64,
}

fn find(folder: &Path, arguments: &[&str]) -> Turn {
    let mut command = Command::new(env!("CARGO_BIN_EXE_autobva"));
    command.args(["find", "bmi", "--strategy", "lns", "--seed", "7", "--max-calls", CALLS]).args(arguments);
    let start = Instant::now();
    let output = command.current_dir(folder).output().expect("a run");
    let whole = start.elapsed().as_secs_f64();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    Turn { whole, search: search_time(&messages).expect("the closing line says how long it took") }
}

/// The time in `… candidates in 400,000 calls (0.31 s, 1.3M calls/s); …`.
fn search_time(messages: &str) -> Option<f64> {
    let (_, rest) = messages.split_once(" calls (")?;
    let (time, _) = rest.split_once(',')?;
    match time.split_once(' ')? {
        (number, "ms") => number.parse::<f64>().ok().map(|ms| ms / 1e3),
        (number, "s") => number.parse().ok(),
        _ => None,
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
