//! `autobva summarize`: any order of rows, words, formats, refusals.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::NamedTempFile;

use crate::program::{self, BINARY, autobva, stderr, success};

fn summarize(file: &Path, arguments: &[&str]) -> Output {
    autobva().arg("summarize").arg(file).args(arguments).output().unwrap()
}

fn json(file: &Path, arguments: &[&str]) -> Value {
    let all: Vec<&str> = ["--format", "json"].iter().chain(arguments).copied().collect();
    serde_json::from_str(&success(&summarize(file, &all))).unwrap()
}

fn file(content: &str) -> NamedTempFile {
    let mut file = NamedTempFile::with_suffix(".csv").unwrap();
    file.write_all(content.as_bytes()).unwrap();
    file
}

const HEADER: &str = "n,output,outputtype,datatype,metric,n_n,n_output,n_outputtype,n_datatype,count";

/// A file with those rows: input, output, metric; the other side is one further.
fn rows(rows: &[(i64, &str, &str, &str)]) -> String {
    let row = |(n, left, right, metric): &(i64, &str, &str, &str)| {
        format!("{n},{left},Valid,String,{metric},{},{right},Valid,String,1\n", n + 1)
    };
    format!("{HEADER}\n{}", rows.iter().map(row).collect::<String>())
}

fn ages() -> String {
    rows(&[
        (17, "minor", "adult", "5.0"),
        (117, "minor", "adult", "5.0"),
        (64, "adult", "senior", "6.0"),
        (164, "senior", "adult", "6.0"),
        (999, "senior", "x", "NaN"),
        (1999, "x", "senior", "Inf"),
    ])
}

#[test]
fn any_order_of_rows_gives_the_same_bytes() {
    let content = ages();
    let mut lines: Vec<&str> = content.lines().collect();
    let first = success(&summarize(file(&content).path(), &["--all"]));
    lines[1..].reverse();
    lines[1..].swap(0, 3);
    let shuffled = lines.join("\n") + "\n";
    assert_ne!(shuffled, content);
    assert_eq!(success(&summarize(file(&shuffled).path(), &["--all"])), first);
}

#[test]
fn words_and_representatives_are_printed() {
    let shown = success(&summarize(file(&ages()).path(), &["--features", "jaccard(WD), jaccard(U)"]));
    let wanted = "\
Both valid (VV), String: 6 candidates in 3 clusters, silhouette 1
  #  score     n  output

Cluster 1 (VV), 2 pairs: n changes by 1 at 17 to 117; minor → adult
  3      5    17  minor
              18  adult
  also 117 → 118

Cluster 2 (VV), 2 pairs: n changes by 1 at 64 to 164; adult | senior
  1      6    64  adult
              65  senior
  also 164 → 165

Cluster 3 (VV), 2 pairs: n changes by 1 at 999 to 1999; senior | x
  6    NaN   999  senior
            1000  x
  also 1999 → 2000
";
    assert_eq!(shown, wanted);
    let all = success(&summarize(file(&ages()).path(), &["--all"]));
    assert!(all.contains("  5      ∞  1999  x\n"), "infinite scores are shown, last but one: {all}");
    let two = json(file(&ages()).path(), &["--per-cluster", "2", "--representative", "highest-pdq"]);
    assert!(
        two["candidates"].as_array().unwrap().iter().all(|candidate| candidate["representative"] == true)
    );
}

#[test]
fn json_and_csv_have_the_shape_of_the_contract() {
    let ages = file(&ages());
    let found = json(ages.path(), &[]);
    assert_eq!(found["schema"], "autobva/1");
    assert_eq!(found["target"]["args"], serde_json::json!([{"name": "n", "type": "int"}]));
    assert_eq!(found["run"]["seed"], Value::Null);
    assert_eq!(
        found["groups"][0]["clusters"][0],
        serde_json::json!({"cluster": 1, "size": 2, "representative": 3,
            "description": "n changes by 1 at 17 to 117; minor → adult"})
    );
    let rows = success(&summarize(ages.path(), &["--format", "csv"]));
    assert!(rows.starts_with(&format!("{HEADER},clustering,cluster\n")), "{rows}");
    assert!(rows.contains("17,minor,Valid,String,5.0,18,adult,Valid,String,1,VV,1\n"), "{rows}");
    assert_eq!(
        success(&summarize(file(&rows).path(), &["--format", "csv"])),
        rows,
        "what was written reads back"
    );
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.csv");
    assert_eq!(success(&summarize(ages.path(), &["--format", "csv", "-o", target.to_str().unwrap()])), "");
    assert_eq!(std::fs::read_to_string(target).unwrap(), rows);
    let screening = success(&summarize(ages.path(), &["--screen", "--format", "csv"]));
    assert_eq!(screening.lines().next(), Some("group,types,features,silhouette,clusters"));
    assert_eq!(screening.lines().count(), 64);
}

#[test]
fn an_empty_set_says_so() {
    let empty = file(&format!("{HEADER}\n"));
    let output = summarize(empty.path(), &[]);
    assert_eq!(success(&output), "No candidates were found.\n");
    assert!(stderr(&output).contains("has no candidates"));
    assert_eq!(json(empty.path(), &[])["groups"], serde_json::json!([]));
    assert_eq!(success(&summarize(empty.path(), &["--screen"])), "No candidates were found.\n");
}

fn refusal(content: &str, arguments: &[&str]) -> String {
    let file = file(content);
    let output = summarize(file.path(), arguments);
    program::refusal(&output).replace(file.path().to_str().unwrap(), "FILE")
}

#[test]
fn bad_files_name_file_line_and_remedy() {
    let row = "1,a,Valid,String,1,2,b,Valid,String,1";
    let cases = [
        (
            format!("{}\n{row}\n", HEADER.replace(",metric", "")),
            "FILE: line 1: column 'metric' is missing; a candidate",
        ),
        (
            format!("{HEADER}\n{row}\n1,a\n"),
            "FILE: line 3: 2 fields, but the header has 10; add what is missing",
        ),
        (
            format!("{HEADER}\n{row}\n1,\"a\n"),
            "FILE: line 3: the quote opened here is never closed; close the field",
        ),
        (
            format!("{HEADER}\n{}\n", row.replace("a,Valid", "a,Maybe")),
            "FILE: line 2: 'Maybe' is no validity; write Valid",
        ),
        (
            format!("{HEADER}\n{}\n", row.replace("String,1,2", "String,high,2")),
            "FILE: line 2: the metric 'high' is not",
        ),
        (
            String::new(),
            "FILE is empty, neither a campaign nor a candidate CSV; give a file that 'autobva find' has saved",
        ),
    ];
    for (content, wanted) in cases {
        let message = refusal(&content, &[]);
        assert!(message.contains(wanted), "{message} does not say {wanted}");
    }
    let missing = summarize(Path::new("/nowhere/at/all.csv"), &[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("give the path of a campaign or of a candidate CSV"));
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_from_its_beginning() {
    let ages = file(&ages());
    let line = "cat \"$1\" | \"$0\" summarize /dev/stdin";
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).arg(BINARY).arg(ages.path());
    assert_eq!(success(&shell.output().unwrap()), success(&summarize(ages.path(), &[])));
}

#[test]
fn bad_options_name_the_remedy() {
    for (arguments, wanted) in [
        (&["--features", "jaccard"][..], "write a distance and WD or U"),
        (&["--features", "jacard(U)"], "did you mean 'jaccard'?"),
        (&["--clustering", "kmean"], "did you mean 'kmeans'?"),
        (&["--rule", "top-fiv"], "did you mean 'top-five'?"),
        (&["--representative", "short"], "unknown representative 'short'"),
        (&["--k", "9..2"], "write for instance 2..15, or 6"),
        (&["--k", "0"], "write for instance 2..15, or 6"),
        (&["--repeats", "0"], "the number of repeats is zero"),
        (&["--per-cluster", "0"], "representatives per cluster is zero"),
    ] {
        let message = refusal(&ages(), arguments);
        assert!(message.contains(wanted), "{arguments:?}: {message}");
    }
}

#[test]
fn find_prints_the_summary() {
    let find = |arguments: &[&str]| {
        let mut command = autobva();
        command.args([
            "find",
            "--no-campaign",
            "bytecount",
            "--strategy",
            "bcs",
            "--output-distance",
            "strlen",
        ]);
        success(
            &command.args(["--seed", "7", "--max-calls", "300000", "-q"]).args(arguments).output().unwrap(),
        )
    };
    let summary = find(&[]);
    assert!(summary.contains("pairs: bytes changes by 1 at 9950 to "), "{summary}");
    assert!(
        summary.contains("; 9.9 …B → 10.0 …B\n") || summary.contains("9.9 …B →\n  10.0 …B\n"),
        "{summary}"
    );
    let all = find(&["--all"]);
    assert!(all.lines().count() > summary.lines().count() + 40, "{all}");
    let found: Value = serde_json::from_str(&find(&["--format", "json"])).unwrap();
    let candidates = found["candidates"].as_array().unwrap();
    assert!(candidates.iter().all(|candidate| candidate["cluster"].is_u64()));
    let shown = candidates.iter().filter(|candidate| candidate["representative"] == true).count();
    let clusters: BTreeSet<u64> =
        candidates.iter().filter_map(|candidate| candidate["cluster"].as_u64()).collect();
    assert_eq!(shown, clusters.len());
}
