//! The JSON of a run has the shape of the contract.

use crate::common::{date_summary, dates};
use autobva_core::{Flake, Observation, Outcome};
use autobva_report::{Report, run_line, write_json};
use serde_json::{Value, json};

fn written(findings: &autobva_core::Findings, summary: Option<&autobva_summary::Summary>) -> String {
    let mut bytes = Vec::new();
    write_json(findings, summary, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn without_a_summary() {
    let text = written(&dates(), None);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["schema"], "autobva/1");
    assert_eq!(
        object["target"],
        json!({"name": "target", "args": [
            {"name": "year", "type": "int"}, {"name": "month", "type": "int"}, {"name": "day", "type": "int"}]})
    );
    assert_eq!(
        object["run"],
        json!({"strategy": "bcs", "sampler": "bituniform", "cts": true, "output_distance": "strlen",
            "input_distance": "euclidean", "threshold": "0", "seed": 7, "jobs": 2, "calls": 123456,
            "elapsed_ms": 310, "stop": "saturated", "dropped": 0, "recheck_calls": 0, "unchecked": 0, "flaky": []})
    );
    assert_eq!(
        object["candidates"][1],
        json!({"id": 2, "group": "VV", "cluster": null, "representative": false, "pdq": 1.0, "count": 4,
            "left": {"input": ["9999", "2", "3"], "types": ["Int128", "Int128", "Int128"],
                "validity": "valid", "type": "String", "output": "9999-02-03"},
            "right": {"input": ["10000", "2", "3"], "types": ["Int128", "Int128", "Int128"],
                "validity": "valid", "type": "String", "output": "10000-02-03"}})
    );
    assert_eq!(object["groups"][0], json!({"group": "VV", "size": 1, "silhouette": null, "clusters": []}));
    assert_eq!(object["groups"].as_array().unwrap().len(), 3);
}

#[test]
fn flaky_inputs_are_listed_and_their_pairs_marked() {
    let mut findings = dates();
    let Observation { input, outcome } = findings.candidates[1].left.clone();
    let again = Outcome::error("Timeout", "no answer within 1s");
    findings.run.recheck.note(Flake { input, first: outcome, again });
    let object: Value = serde_json::from_str(&written(&findings, None)).unwrap();
    assert_eq!(
        object["run"]["flaky"],
        json!([{"input": ["9999", "2", "3"],
            "first": {"validity": "valid", "type": "String", "output": "9999-02-03"},
            "again": {"validity": "error", "type": "Timeout", "output": "no answer within 1s"}}])
    );
    let marked: Vec<bool> = (0..3).map(|i| object["candidates"][i]["flaky"] == true).collect();
    assert_eq!(marked, [false, true, false]);
    assert_eq!(
        run_line(&findings, (None, None)).lines().nth(1).unwrap(),
        "flaky: 1 input of 1 (stability 0.0 %) had another answer when called again, e.g. year = 9999, month = 2, day = 3 gave 9999-02-03, \
         then Timeout: no answer within 1s; pairs with such an input are marked ~"
    );
}

#[test]
fn what_is_not_known_of_a_run_is_null() {
    let findings = dates();
    let report = Report { run: None, ..Report::from(&findings) };
    let mut bytes = Vec::new();
    write_json(report, None, &mut bytes).unwrap();
    let object: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(object["target"]["name"], "target");
    let run = object["run"].as_object().unwrap();
    assert!(run.contains_key("seed") && run.values().all(Value::is_null), "{run:?}");
}

#[test]
fn with_a_summary() {
    let mut summary = date_summary();
    summary.groups[0].silhouette = Some(0.942);
    let object: Value = serde_json::from_str(&written(&dates(), Some(&summary))).unwrap();
    assert_eq!(object["candidates"][0]["cluster"], 2);
    assert_eq!(object["candidates"][0]["representative"], true);
    assert_eq!(
        object["groups"][0],
        json!({"group": "VV", "types": ["String", "String"], "size": 1, "silhouette": 0.942, "clusters": [
            {"cluster": 1, "size": 1, "representative": 2,
            "description": "Cluster of candidate 1: one argument changes by one and so does the output."}]})
    );
}

#[test]
fn each_candidate_has_a_line() {
    let text = written(&dates(), None);
    let starts: Vec<&str> = text.lines().map(|line| &line[..line.len().min(14)]).collect();
    assert_eq!(
        starts[..5],
        ["{", "  \"schema\": \"a", "  \"target\": {\"", "  \"run\": {\"str", "  \"candidates\""]
    );
    assert_eq!(text.lines().filter(|line| line.starts_with("    {\"id\": ")).count(), 3);
    assert!(text.ends_with("\n  ]\n}\n"));
    let empty = written(&crate::common::findings(&["n:int"], vec![]), None);
    assert!(empty.contains("\"candidates\": [],\n  \"groups\": []\n}"), "{empty}");
}

#[test]
fn what_is_not_finite_is_null() {
    let mut findings = dates();
    findings.candidates[0].score = f64::NAN;
    findings.candidates[1].score = f64::INFINITY;
    let object: Value = serde_json::from_str(&written(&findings, None)).unwrap();
    assert_eq!(object["candidates"][0]["pdq"], Value::Null);
    assert_eq!(object["candidates"][1]["pdq"], Value::Null);
}
