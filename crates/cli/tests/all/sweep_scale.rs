//! Many functions: what the driver of a sweep takes for each, and how long its shards are put together. A thousand tell
//! whether that grows; `AUTOBVA_FUNCTIONS=10000 cargo test -p autobva-cli --test all -- --nocapture many_functions` takes
//! the figures of `docs/scale.md`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use autobva_testing::needs;
use serde_json::{Value, json};

use crate::browser::{DESK, browser, played_each};
use crate::workplace::Workplace;

const SHARDS: usize = 16;
/// Memory of the driver for each function: 500 MiB for ten thousand.
const MOST_MEMORY: u64 = 50 << 10;
/// Processor time to merge each function: ten seconds for ten thousand.
const LONGEST_MERGE: Duration = Duration::from_millis(1);

fn functions() -> usize {
    std::env::var("AUTOBVA_FUNCTIONS").map_or(1_000, |count| count.parse().unwrap())
}

/// What comes of a function with four boundaries, as an engine answers.
fn answer(job: &Value) -> Value {
    let side = |n: u64| json!({"input": [n.to_string(), "a text of some length"], "validity": "valid", "type": "str", "output": "x".repeat(40)});
    let boundary = |id: u64| {
        let sentence =
            format!("n {} | {} (m 7): low {id} → a high one of {}", 999 * id, 999 * id + 1, "x".repeat(40));
        json!({"id": id, "kind": "wording", "argument": "n", "sentence": sentence, "left": side(999 * id), "right": side(999 * id + 1)})
    };
    let run =
        json!({"calls": 2000, "candidates": 64, "behaviours": 5, "stop": "max-calls", "elapsed_ms": 100});
    json!({
        "function": job["function"]["name"], "state": "done", "args": job["function"]["args"],
        "runs": {job["run"].as_str().unwrap(): run},
        "failures": [{"type": "IndexError", "input": ["1", "a"], "output": "list index out of range"}],
        "boundaries": (1..=4).map(boundary).collect::<Vec<_>>(),
    })
}

/// The most memory that a process has had.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Sweeps them all with an engine that answers at once; the most memory that the driver has had.
fn swept(place: &Workplace) -> u64 {
    let words = [
        "sweep",
        "many.py",
        "--per-function",
        "2000",
        "--on",
        "-",
        "--out",
        "whole",
        "-q",
        "-o",
        "whole.txt",
    ];
    let mut driver = place.autobva(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut sink = driver.stdin.take().unwrap();
    let mut most = 0;
    for line in BufReader::new(driver.stdout.take().unwrap()).lines().take(functions()) {
        let job: Value = serde_json::from_str(&line.unwrap()).unwrap();
        std::fs::write(job["campaign"].as_str().unwrap(), "").unwrap();
        writeln!(sink, "{}", answer(&job)).unwrap();
        most = most.max(peak(driver.id()));
    }
    while driver.try_wait().unwrap().is_none() {
        most = most.max(peak(driver.id()));
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(driver.wait().unwrap().success());
    most
}

/// Runs a command that must succeed; returns its time by the clock and its processor time.
fn timed(mut command: Command) -> (Duration, Duration) {
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let mut ticks = 0;
    while child.try_wait().unwrap().is_none() {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        let fields: Vec<u64> =
            stat.rsplit(") ").next().unwrap_or_default().split(' ').filter_map(|n| n.parse().ok()).collect();
        // After the state, which is no number: user and system time, in hundredths of a second.
        ticks = fields.get(10..12).map_or(ticks, |times| times.iter().sum());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    (begun.elapsed(), Duration::from_millis(10 * ticks))
}

/// Deals a sweep out into shards that overlap.
fn deal(place: &Workplace) {
    let results = std::fs::read_to_string(place.path("whole/results.jsonl")).unwrap();
    let lines: Vec<&str> = results.lines().collect();
    for shard in 0..SHARDS {
        let folder = place.path(&format!("s{shard}"));
        std::fs::create_dir_all(folder.join("campaigns")).unwrap();
        std::fs::copy(place.path("whole/sweep.json"), folder.join("sweep.json")).unwrap();
        let own = lines.iter().enumerate().filter(|(at, _)| at % SHARDS == shard || at % 50 == 0);
        let text: String = own.map(|(_, line)| format!("{line}\n")).collect();
        std::fs::write(folder.join("results.jsonl"), text).unwrap();
    }
    for (at, file) in std::fs::read_dir(place.path("whole/campaigns")).unwrap().enumerate() {
        let file = file.unwrap();
        let to = place.path(&format!("s{}/campaigns", at % SHARDS)).join(file.file_name());
        std::fs::hard_link(file.path(), to).unwrap();
    }
}

#[test]
fn many_functions_are_no_burden() {
    needs!("python3");
    let code: String =
        (0..functions()).map(|n| format!("def f{n}(n: int, m: str) -> int:\n    return n\n")).collect();
    let place = Workplace::with(&[("many.py", &code)]);
    let memory = swept(&place);
    let count = functions();
    assert!(0 < memory && memory < MOST_MEMORY * count as u64, "the driver took {} MiB", memory >> 20);
    deal(&place);
    let shards: Vec<String> = (0..SHARDS).map(|shard| format!("s{shard}")).collect();
    let words: Vec<&str> = ["merge", "--out", "merged", "-q", "-o", "merged.txt"]
        .into_iter()
        .chain(shards.iter().map(String::as_str))
        .collect();
    let (took, busy) = timed(place.autobva(&words));
    // Processor time, because the machine may have other things to do.
    assert!(busy < LONGEST_MERGE * count as u32, "merging took {busy:?} of a processor, {took:?} in all");
    let told = |name: &str| std::fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(told("merged.txt"), told("whole.txt"));
    let all = told("whole.txt");
    assert!(all.contains(&format!(" functions searched, {count} with boundaries (100 %): ")), "{all}");
    let size = |path: &Path| path.metadata().unwrap().len();
    let index = size(&place.path("whole/index.html"));
    println!(
        "driver {} MiB, merging {SHARDS} shards {took:.1?} ({busy:.1?} busy), index {:.1} MiB",
        memory >> 20,
        index as f64 / 1048576.0
    );
    if let Some(kept) = std::env::var_os("AUTOBVA_KEEP_INDEX") {
        std::fs::copy(place.path("whole/index.html"), kept).unwrap();
    }
    look_at_index(&place.path("whole"), count);
}

/// Reads the index page in a browser as a person would: a page of functions, the next one, and one that is searched for.
fn look_at_index(folder: &Path, count: usize) {
    let Some(browser) = browser() else { return };
    const READER: &str = r#"
        const by = (id) => page.getElementById(id);
        const names = () => [...page.querySelectorAll("h3")].map((title) => title.textContent);
        const first = names();
        by("next").click();
        const second = names();
        by("search").value = LAST;
        by("search").dispatchEvent(new Event("input"));
        return {
          first: first.length, disjoint: !second.some((name) => first.includes(name)), found: names(),
          status: by("status").textContent,
        };"#;
    let last = format!("f{}", count - 1);
    let reader = READER.replace("LAST", &format!("{last:?}"));
    let seen = played_each(&browser, folder, &[("index.html", DESK)], &reader).remove(0);
    let status = format!("1 of {},000 functions match", count / 1_000);
    let expected = json!({
        "first": 50, "disjoint": true, "found": [format!("many.py:{last}")], "status": status,
    });
    assert_eq!(seen, expected);
}
