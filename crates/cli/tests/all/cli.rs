//! The command line as a user meets it: results, refusals, interruption.

use std::io::Read;
use std::process::{Output, Stdio};
use std::time::Duration;

use crate::program::{self, autobva, stderr, stdout};

/// Runs without a campaign, which would be saved beside this file.
fn run(arguments: &[&str]) -> Output {
    let unsaved: &[&str] = if arguments[0] == "find" { &["--no-campaign"] } else { &[] };
    autobva().arg(arguments[0]).args(unsaved).args(&arguments[1..]).output().unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    program::refusal(&run(arguments))
}

#[test]
fn bad_input_gets_one_sentence_with_the_remedy() {
    let cases: &[(&[&str], &str)] = &[
        (&["find", "bytecoun"], "unknown target 'bytecoun'; did you mean 'bytecount'?"),
        (&["call", "dat", "1"], "unknown target 'dat'; did you mean 'date'?"),
        (&["find", "date", "--strategy", "bsc"], "unknown strategy 'bsc'; did you mean 'bcs'?"),
        (&["find", "date", "--sampler", "uniforn"], "unknown sampler 'uniforn'; did you mean 'uniform'?"),
        (&["find", "date", "--output-distance", "jacard"], "did you mean 'jaccard'?"),
        (&["find", "date", "--output-distance", "jaccard:0"], "write for instance 'jaccard:2'"),
        (&["find", "date", "--input-distance", "eucl"], "did you mean 'euclidean'?"),
        (&["find", "date", "--arg", "year:itn"], "unknown type 'itn'; did you mean 'int'?"),
        (&["find", "date", "--arg", "year"], "malformed argument 'year'; write NAME:TYPE"),
        (&["find", "date", "--arg", "year:i64[9..1]"], "the range 9..1 is empty; put the lesser end first"),
        (&["find", "date", "--arg", "yaer:i64"], "the target has no argument 'yaer'"),
        (&["find", "date", "--arg", "year:i32"], "does not fit the target's own 'year:i64'"),
        (&["find", "date", "--arg", "year:i8[0..300]"], "300 is outside i8"),
        (&["find", "date", "--max-calls", "0"], "the number of calls is zero"),
        (&["find", "date", "--max-time", "0s"], "the time is zero"),
        (&["find", "date", "--max-time", "soon"], "write for instance 10s, 500ms, 2m or 1h"),
        (&["find", "date", "--max-calls", "many"], "write a whole number such as 3000"),
        (&["find", "date", "--jobs", "0"], "the number of jobs is zero"),
        (&["find", "date", "--threshold", "best"], "percentile:90, or top:100"),
        (&["find", "date", "--saturation", "2"], "between 0 and 1"),
        (&["find", "date", "--format", "xml"], "possible values: text, json, csv"),
        (&["find", "date", "-o", "/nowhere/at/all.json"], "cannot write /nowhere/at/all.json"),
        (&["find"], "no target is given"),
        (&["call", "bytecount"], "no values given, but the target takes 1 argument: bytes:int"),
        (&["call", "bytecount", "1", "2"], "2 values given, but the target takes 1 argument"),
        (&["call", "date", "1", "2"], "2 values given, but the target takes 3 arguments"),
        (
            &["call", "bytecount", "ten"],
            "'ten' is not a value of argument 'bytes' (int); give a whole number",
        ),
        (&["call", "date", "9223372036854775808", "1", "1"], "outside argument 'year'"),
        (&["call", "bytecount", "--arg", "bytes:u8", "256"], "which takes 0 to 255 (u8)"),
        (&["call", "bytecount", "--inputs", "/nowhere.csv"], "cannot read /nowhere.csv"),
        (&["man", "fnid"], "unknown command 'fnid'; did you mean 'find'?"),
    ];
    for (arguments, expected) in cases {
        let message = refusal(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn malformed_files_of_inputs_are_refused_with_the_line_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.csv");
    let cases = [
        ("a1\n5\nx\n", "line 3"),
        ("t1,a1\nInt8,5\n\nInt8,500\n", "line 4"),
        ("t1,a1\nInt9,5\n", "Int8"),
        ("a1\n5\n6,7\n", "line 3"),
        ("a1\n\"5\n", "line 2"),
        ("bytes,colour\n5,red\n", "colour"),
        ("t1\nInt8\n", "bytes"),
        ("", "empty"),
    ];
    for (text, expected) in cases {
        let file = folder.path().join("in.csv");
        std::fs::write(&file, text).unwrap();
        let message = refusal(&[
            "call",
            "bytecount",
            "--inputs",
            file.to_str().unwrap(),
            "-o",
            target.to_str().unwrap(),
        ]);
        assert!(message.contains(expected) && message.contains("in.csv"), "{text:?}: {message}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{text:?}: something was written");
    }
}

#[test]
fn calls_one_input() {
    assert_eq!(stdout(&run(&["call", "bytecount", "999950"])), "valid String: 1.0 MB\n");
    assert_eq!(stdout(&run(&["call", "bytecount", "-5"])), "valid String: -5B\n");
    assert_eq!(stdout(&run(&["call", "bytecount", "true"])), "valid String: trueB\n");
    let error = stdout(&run(&["call", "date", "2021", "2", "29"]));
    assert_eq!(error, "error ArgumentError: ArgumentError(\"Day: 29 out of range (1:28)\")\n");
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&run(&["call", "date", "2020", "2", "29", "--format", "json"])))
            .unwrap();
    assert_eq!(json["output"], "2020-02-29");
    assert_eq!(json["types"], serde_json::json!(["Int64", "Int64", "Int64"]));
}

#[test]
fn calls_a_file_of_inputs_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    std::fs::write(
        &file,
        "t1,bytes\nInt64,999\nBool,true\nBigInt,99999999999999999999999999999999999999999\n",
    )
    .unwrap();
    let output = run(&["call", "bytecount", "--inputs", file.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let rows = std::fs::read_to_string(&out).unwrap();
    assert_eq!(
        rows,
        "t1,bytes,validity,type,output\n\
         Int64,999,valid,String,999B\n\
         Bool,true,valid,String,trueB\n\
         BigInt,99999999999999999999999999999999999999999,error,BoundsError,\"BoundsError(\"\"kMGTPE\"\", 13)\"\n"
    );
}

#[test]
fn finds_the_same_again_from_the_seed_whatever_the_jobs() {
    let find = |jobs: &str| {
        let output = run(&[
            "find",
            "date",
            "--max-calls",
            "10k",
            "--seed",
            "11",
            "--jobs",
            jobs,
            "--format",
            "csv",
            "-q",
        ]);
        assert!(output.status.success() && output.stderr.is_empty());
        stdout(&output)
    };
    let one = find("1");
    assert!(one.lines().count() > 50, "{one}");
    assert_eq!(one, find("2"));
    assert_eq!(one, find("7"));
}

#[test]
fn json_has_the_shape_of_the_contract() {
    let output = run(&[
        "find",
        "bytecount",
        "--max-calls",
        "200000",
        "--seed",
        "7",
        "--strategy",
        "bcs",
        "--output-distance",
        "strlen",
        "--format",
        "json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["schema"], "autobva/1");
    assert_eq!(
        json["target"],
        serde_json::json!({"name": "bytecount", "args": [{"name": "bytes", "type": "int"}]})
    );
    let run = &json["run"];
    assert_eq!(
        (&run["strategy"], &run["sampler"], &run["cts"]),
        (&"bcs".into(), &"bituniform".into(), &true.into())
    );
    assert_eq!((&run["output_distance"], &run["input_distance"]), (&"strlen".into(), &"euclidean".into()));
    assert_eq!(
        (&run["seed"], &run["calls"], &run["stop"]),
        (&7.into(), &200_000.into(), &"max-calls".into())
    );
    let candidates = json["candidates"].as_array().unwrap();
    let ten = candidates.iter().find(|c| c["left"]["input"][0] == "-10").expect("-10 | -9");
    assert_eq!((&ten["group"], &ten["pdq"]), (&"VV".into(), &1.0.into()));
    assert_eq!(ten["right"]["input"], serde_json::json!(["-9"]));
    assert_eq!(
        (&ten["left"]["validity"], &ten["left"]["type"], &ten["left"]["output"]),
        (&"valid".into(), &"String".into(), &"-10B".into())
    );
    assert!(ten["count"].as_u64().unwrap() >= 1 && ten["id"].as_u64().unwrap() >= 1);
    assert!(json["groups"].as_array().unwrap().iter().any(|g| g["group"] == "VV"));
    assert!(stderr(&output).contains("seed 7"), "the seed is printed on success too");
}

#[test]
fn text_fits_its_columns_and_has_no_colour_in_a_pipe() {
    for target in ["bytecount", "date", "bmi", "bmi_class"] {
        // Without a terminal there are 100.
        for (told, columns) in [(None, 100), (Some("80"), 80)] {
            let mut find = autobva();
            find.args(["find", target, "--max-calls", "15000", "--seed", "3", "--all", "--no-campaign"]);
            let text = stdout(&find.envs(told.map(|width| ("COLUMNS", width))).output().unwrap());
            assert!(!text.contains('\u{1b}'));
            let widest = text.lines().map(|l| l.chars().count()).max().unwrap();
            assert!(widest <= columns, "{target}: {widest} columns");
        }
    }
    let colored = stdout(&run(&["find", "date", "--max-calls", "3000", "--seed", "3", "--color", "always"]));
    assert!(colored.contains('\u{1b}'));
}

#[test]
fn no_color_is_honoured_and_progress_needs_a_terminal() {
    let output = autobva()
        .args(["find", "date", "--max-calls", "3000", "--no-campaign"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!stdout(&output).contains('\u{1b}') && !stderr(&output).contains('\u{1b}'));
    assert!(!stderr(&output).contains('\r'));
}

#[test]
fn without_a_budget_it_stops_when_saturated() {
    let output =
        run(&["find", "bytecount", "--arg", "bytes:i32", "--seed", "7", "--output-distance", "shape"]);
    assert!(stderr(&output).contains("saturated"), "{}", stderr(&output));
}

#[test]
fn every_stop_rule_is_named() {
    let stop = |arguments: &[&str]| {
        let mut all = vec!["find", "date", "--seed", "1", "--format", "json", "-q"];
        all.extend(arguments);
        let json: serde_json::Value = serde_json::from_str(&stdout(&run(&all))).unwrap();
        json["run"]["stop"].as_str().unwrap().to_string()
    };
    assert_eq!(stop(&["--max-calls", "1000"]), "max-calls");
    assert_eq!(stop(&["--max-time", "50ms"]), "max-time");
    assert_eq!(stop(&["--max-candidates", "5"]), "max-candidates");
    assert_eq!(stop(&["--saturation", "1", "--max-time", "10m"]), "saturated");
}

#[test]
#[cfg(unix)]
fn ctrl_c_prints_what_was_found_and_exits_130() {
    // A strategy that never has nothing left to do.
    let mut child = autobva()
        .args(["find", "date", "--strategy", "bcs", "--max-time", "60s", "--format", "json", "--no-campaign"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The line with the seed says that the search has begun.
    let mut first = [0u8; 8];
    child.stderr.as_mut().unwrap().read_exact(&mut first).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    crate::signal::send(&child, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["run"]["stop"], "interrupted");
    assert!(!json["candidates"].as_array().unwrap().is_empty());
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = autobva().args(["list"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!stderr(&output).contains("panicked"));
}

#[test]
fn lists_everything_with_a_line_of_help() {
    let text = stdout(&run(&["list"]));
    for name in
        ["bytecount_so", "bmi_class", "bcs", "lns", "bituniform", "shape", "levenshtein", "euclidean", "json"]
    {
        assert!(
            text.lines().any(|l| l.trim_start().starts_with(name) && l.trim().len() > name.len() + 10),
            "{name}"
        );
    }
    let json: serde_json::Value = serde_json::from_str(&stdout(&run(&["list", "--format", "json"]))).unwrap();
    assert!(json["targets"].as_array().unwrap().len() >= 5);
}

#[test]
fn completions_and_manual_come_from_the_same_definition() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = stdout(&run(&["completions", shell]));
        assert!(text.contains("output-distance"), "{shell}");
    }
    let manual = stdout(&run(&["man"]));
    assert!(manual.contains(".TH autobva") && manual.contains("max\\-calls"));
    assert!(stdout(&run(&["man", "call"])).contains("inputs"));
    for command in ["find", "call", "list", "completions", "man"] {
        assert!(run(&[command, "--help"]).status.success());
    }
}
