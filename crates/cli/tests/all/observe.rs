//! `find --observe`: every call as a line of JSON.

use serde_json::Value;

use crate::workplace::Workplace;

/// Exactly the keys that the schema of observations requires.
const KEYS: [&str; 12] = [
    "type",
    "status",
    "status_reason",
    "representation",
    "arguments",
    "how_generated",
    "features",
    "coverage",
    "timing",
    "metadata",
    "property",
    "run_start",
];

#[test]
fn every_call_is_a_line() {
    let place = Workplace::new();
    let words = ["find", "date", "--max-calls", "400", "--seed", "1", "--jobs", "2", "--format", "json"];
    let observed = [&words[..], &["--observe", "calls.jsonl", "--no-campaign"]].concat();
    let (found, _) = place.run(&observed);
    let found: Value = serde_json::from_str(&found).unwrap();
    let text = std::fs::read_to_string(place.path("calls.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found["run"]["calls"], lines.len());
    for line in &lines {
        assert!(line.as_object().unwrap().keys().eq(KEYS), "{line}");
        let failed = line["features"]["validity"] == "error";
        assert_eq!(line["status"], if failed { "failed" } else { "passed" });
        assert_eq!(line["status_reason"] == "", !failed, "{line}");
        assert!(line["timing"]["execute:test"].as_f64().unwrap() >= 0.0);
    }
    assert!(
        lines.iter().any(|line| line["status"] == "passed") && lines.iter().any(|l| l["status"] == "failed")
    );
    let numbers = |line: &Value| ["year", "month", "day"].map(|name| line["arguments"][name].clone());
    let (plain, wide): (Vec<Value>, Vec<Value>) =
        lines.iter().flat_map(numbers).partition(|value| value.is_i64());
    assert!(plain.iter().all(|n| n.as_i64().unwrap().unsigned_abs() <= 1 << 53));
    assert!(wide.iter().all(|n| n.as_str().unwrap().parse::<i64>().unwrap().unsigned_abs() > 1 << 53));
    place.run(&observed);
    std::fs::write(place.path("calls.jsonl"), "{\"type\": \"test_case\", \"of\": \"another tool\"}\n")
        .unwrap();
    assert!(place.refusal(&observed).contains("calls.jsonl was not written by autobva"));
    let same = [&words[..], &["--observe", "x", "-o", "x"]].concat();
    assert!(place.refusal(&same).contains("-o and --observe name the same file"));
}
