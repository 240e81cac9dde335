//! The benchmark of strategies, in small: the binary as people run it, and the maps of cells.

use std::process::Output;
use std::time::Duration;

use autobva::StopSignal;
use autobva_lab::experiment::search::cells::{CellSetup, published, run_cells, write_cells};
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
    let row = table.lines().find(|line| line.starts_with("bytecount (63)")).expect(&table);
    assert!(row.contains("lns"), "{table}");
    assert!(table.contains("password (3)"), "{table}");
}

#[test]
fn json_tells_when_each_boundary_was_found_whatever_the_jobs() {
    let run = |jobs: &str| {
        output(&[
            "--targets",
            "password,staircase",
            "--strategies",
            "bcs",
            "--seeds",
            "2",
            "--calls",
            "5000",
            "--format",
            "json",
            "--jobs",
            jobs,
        ])
    };
    let text = run("1");
    assert_eq!(text, run("2"));
    let object: Value = serde_json::from_str(&text).unwrap();
    let password = &object["series"][0];
    assert_eq!(password["target"], "password");
    assert_eq!(password["known"].as_array().unwrap().len(), 3);
    let first = password["runs"][0]["first_found_after"].as_array().unwrap();
    assert!(
        first.iter().all(|calls| calls.as_u64().is_some_and(|calls| (1..=5000).contains(&calls))),
        "{first:?}"
    );
    assert_eq!(password["shares"].as_array().unwrap().last().unwrap()["mean"], 1.0);
    let staircase = &object["series"][1]["runs"];
    assert_ne!(staircase[0]["first_found_after"], staircase[1]["first_found_after"], "seeds differ");
}

#[test]
fn csv_and_a_plot() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("plot.svg");
    let csv = output(&[
        "--targets",
        "max,password",
        "--strategies",
        "bcs",
        "--seeds",
        "1",
        "--calls",
        "1000",
        "--format",
        "csv",
        "--plot",
        plot.to_str().unwrap(),
    ]);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(rows.records().map(Result::unwrap).count(), 2);
    let svg = std::fs::read_to_string(plot).unwrap();
    assert_eq!(svg.matches("<polyline").count(), 2);
    assert!(svg.contains("max (37)") && svg.trim_end().ends_with("</svg>"));
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
    write_cells(&figures, &setup, &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    assert!(table.contains("6879 (0.44)") && table.contains("527 (0.84)"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 120), "{table}");
}
