//! The figures of the summary, each printed with how it was taken: `cargo bench --bench summary`.

use std::time::Instant;

use autobva::{Candidate, Findings, Summary, SummarySettings, find};
use autobva_lab::builtin::builtin;

fn main() {
    // `cargo test --benches` passes --test; there is nothing to check then, only figures to take.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    the_largest_of_the_study(&candidates_of_bmi(230_000));
    let findings = candidates_of_bmi(1_000_000);
    a_thousand(&findings);
    growth(&findings);
}

/// Candidates as the study found them, with the distance that it used.
fn candidates_of_bmi(count: usize) -> Findings {
    let sut = builtin("bmi").expect("a built-in");
    let run = find(sut).strategy("lns").output_distance("strlen").seed(1).max_candidates(count);
    let findings = run.run().expect("a run of a built-in");
    println!("{} candidates of bmi  [LNS, {} calls]", findings.candidates.len(), findings.run.calls);
    findings
}

/// So many of the candidates, from all parts of the ranking.
fn some(findings: &Findings, count: usize) -> Findings {
    let step = findings.candidates.len() as f64 / count as f64;
    let at = |i: usize| findings.candidates[(i as f64 * step) as usize].clone();
    Findings { candidates: (0..count).map(at).collect(), ..without_candidates(findings) }
}

fn without_candidates(findings: &Findings) -> Findings {
    Findings {
        target: findings.target.clone(),
        run: findings.run.clone(),
        candidates: Vec::new(),
        landscape: None,
    }
}

fn timed(findings: &Findings) -> (f64, Summary) {
    let start = Instant::now();
    let summary = autobva::summarize(findings, &SummarySettings::default()).expect("the default settings");
    (start.elapsed().as_secs_f64(), summary)
}

fn on_one_core<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(work)
}

fn size_and_clusters(summary: &Summary) -> (usize, usize) {
    let size = summary.groups.iter().map(|group| group.size).sum();
    (size, summary.groups.iter().map(|group| group.clusters.len()).sum())
}

/// All valid and with different outputs, so that all thousand are compared with each other.
fn a_thousand(findings: &Findings) {
    let mut seen = std::collections::HashSet::new();
    let is_new = |candidate: &&Candidate| {
        let (left, right) = (&candidate.left.outcome, &candidate.right.outcome);
        left.is_valid()
            && right.is_valid()
            && seen.insert((left.text().to_string(), right.text().to_string()))
    };
    let different: Vec<Candidate> = findings.candidates.iter().filter(is_new).cloned().collect();
    let thousand = some(&Findings { candidates: different, ..without_candidates(findings) }, 1000);
    let mut times: Vec<f64> = (0..5).map(|_| on_one_core(|| timed(&thousand)).0).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "1,000 candidates of one group: {:.2} s  [k = 2 to 15, 100 repeats each, one core, median of 5; bar: 2 s]",
        times[2]
    );
}

fn the_largest_of_the_study(findings: &Findings) {
    reset_peak();
    let (time, summary) = on_one_core(|| timed(findings));
    let (size, clusters) = size_and_clusters(&summary);
    println!(
        "{size} candidates: {time:.1} s, {} MiB at most  [{clusters} clusters, one core; memory of the whole process, \
         candidates included; bars: 10 s, 1 GiB]",
        peak()
    );
}

fn growth(findings: &Findings) {
    let mut before: Option<f64> = None;
    for count in [1_000, 10_000, 100_000, findings.candidates.len()] {
        let (time, summary) = on_one_core(|| timed(&some(findings, count)));
        let (size, clusters) = size_and_clusters(&summary);
        let ratio =
            before.map_or(String::new(), |before| format!(", {:.1} times the one before", time / before));
        println!("growth: {size} candidates in {time:.2} s{ratio}  [{clusters} clusters, one core]");
        before = Some(time);
    }
}

/// The most memory that this process has taken since the last reset, in MiB, as Linux says; 0 elsewhere.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<u64> = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
