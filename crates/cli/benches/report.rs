//! The figures of the report, each printed with how it was taken: `cargo bench --bench report`. How long a browser takes
//! is measured where chromium is on PATH.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use autobva::{SummarySettings, find};
use autobva_lab::builtin::builtin;
use autobva_report::{Dossier, RunRecord, write_html};

const CANDIDATES: usize = 100_000;

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for target in ["bmi", "date"] {
        let dossier = dossier(target);
        let start = Instant::now();
        let mut page = Vec::new();
        write_html(&dossier, &mut page).expect("memory");
        let written = start.elapsed().as_secs_f64();
        let size = page.len() as f64 / f64::from(1 << 20);
        let path = folder.path().join(format!("{target}.html"));
        std::fs::write(&path, page).expect("a file");
        println!(
            "{target}, {} candidates: written in {written:.2} s, {size:.1} MiB, {}",
            dossier.candidates.len(),
            opened(&path)
        );
    }
}

fn dossier(target: &str) -> Dossier {
    let sut = builtin(target).expect("a built-in");
    let run = find(sut).strategy("lns").output_distance("strlen").seed(1).max_candidates(CANDIDATES);
    let mut findings = run.max_calls(50_000_000).run().expect("a run of a built-in");
    findings.candidates.truncate(CANDIDATES);
    let summary = autobva::summarize(&findings, &SummarySettings::default()).expect("the default settings");
    let run = RunRecord { info: findings.run, started: 0, command: Vec::new() };
    Dossier {
        target: findings.target,
        called: None,
        runs: vec![run],
        candidates: findings.candidates,
        summary,
        decisions: Vec::new(),
        landscape: None,
    }
}

/// How long the browser takes from opening the file to a page that is laid out and whose table is there, as the page
/// itself measures it; the median of five.
fn opened(page: &Path) -> String {
    let mut times: Vec<f64> = (0..5).filter_map(|_| ready(page)).collect();
    times.sort_by(f64::total_cmp);
    match times.get(times.len() / 2) {
        Some(median) => format!("open in {median:.2} s  [chromium, median of {}]", times.len()),
        None => "not opened: no chromium on PATH".to_string(),
    }
}

fn ready(page: &Path) -> Option<f64> {
    let profile = tempfile::tempdir().ok()?;
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .ok()?;
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let milliseconds = dom.split("data-ready=\"").nth(1)?.split('"').next()?;
    milliseconds.parse::<f64>().ok().map(|ms| ms / 1e3)
}
