//! The benchmark of strategies, in small: the binary as people run it, and the maps of cells.

use std::process::Output;
use std::time::Duration;

use autobva::StopSignal;
use autobva_lab::experiment::report::write_text;
use autobva_lab::experiment::search::cells::{CellSetup, cells_report, published, run_cells};
use serde_json::Value;

use crate::program::{self, autobva};

fn experiment(arguments: &[&str]) -> Output {
    autobva().args(["experiment", "search"]).args(arguments).output().unwrap()
}

fn output(arguments: &[&str]) -> String {
    program::success(&experiment(arguments))
}

#[test]
fn a_table_in_100_columns() {
    let table = output(&[
        "--targets",
        "bytecount,password",
        "--strategies",
        "lns,bcs",
        "--seeds",
        "2",
        "--calls",
        "2000",
    ]);
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    let row = table.lines().find(|line| line.starts_with("bytecount ")).expect(&table);
    assert_eq!(row.split_whitespace().take(3).collect::<Vec<_>>(), ["bytecount", "63", "lns"], "{table}");
    assert!(table.contains("password"), "{table}");
}

#[test]
fn json_has_the_same_figures_whatever_the_jobs() {
    let run = |seeds: &str, jobs: &str| {
        let targets = ["--targets", "password,staircase", "--strategies", "bcs", "--calls", "5000"];
        output(&[&targets[..], &["--format", "json", "--seeds", seeds, "--jobs", jobs]].concat())
    };
    let text = run("2", "1");
    assert_eq!(text, run("2", "2"));
    let object: Value = serde_json::from_str(&text).unwrap();
    let rows = &object["tables"][0]["rows"];
    assert_eq!((&rows[0]["target"], &rows[0]["known"]), (&"password".into(), &3.into()));
    assert_eq!(rows[0]["after_5_000_mean"], 100, "{text}");
    let calls = rows[0]["median_calls_to_100"].as_u64().unwrap();
    assert!((1..=5000).contains(&calls), "{text}");
    let first: Value = serde_json::from_str(&run("1", "1")).unwrap();
    assert_ne!(first["tables"][0]["rows"][1], rows[1], "seeds differ");
}

#[test]
fn csv_has_a_row_for_each_target() {
    let arguments = ["--targets", "max,password", "--strategies", "bcs", "--seeds", "1", "--calls", "1000"];
    let csv = output(&[&arguments[..], &["--format", "csv"]].concat());
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let known: Vec<String> = rows.records().map(|row| row.unwrap()[1].to_string()).collect();
    assert_eq!(known, ["37", "3"]);
}

#[test]
fn a_wrong_name_or_number_says_what_to_do() {
    let error = |arguments: &[&str]| program::refusal(&experiment(arguments));
    assert!(error(&["--targets", "bytecuont"]).contains("did you mean 'bytecount'?"));
    assert!(error(&["--strategies", "bsc"]).contains("did you mean 'bcs'?"));
    assert!(error(&["--seeds", "0"]).contains("give at least 1"));
    assert!(error(&["--qd-cells", "--targets", "circel"]).contains("did you mean 'circle'?"));
    assert!(error(&["--qd-cells", "--strategies", "lns"]).contains("leave out"));
}

#[test]
fn maps_of_cells_stand_beside_the_published_figures() {
    let setup = CellSetup {
        functions: vec![published("max").unwrap(), published("circle").unwrap()],
        seeds: 2,
        time: Duration::from_secs(600),
        calls: Some(40_000),
        jobs: 2,
    };
    let figures = run_cells(&setup, &StopSignal::default()).unwrap().unwrap();
    for one in &figures {
        let name = one.function.name;
        assert_eq!(one.calls, 80_000.0, "{name}");
        assert!(one.neighbours > 5.0 && one.neighbours <= one.above_zero, "{name}: {one:?}");
        assert!(one.near_best <= one.above_zero && one.above_zero <= one.cells, "{name}: {one:?}");
        assert!(one.quality > 0.0 && one.quality <= 1.0, "{name}: {one:?}");
        assert!(one.quality_of_all < one.quality && one.known as f64 >= one.above_zero, "{name}: {one:?}");
    }
    let mut table = Vec::new();
    write_text(&cells_report(&figures, &setup), &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    assert!(["6879", "0.44", "527", "0.84"].iter().all(|figure| table.contains(figure)), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 130), "{table}");
}
