//! The tables of the paper, in small: their findings, and the way there. Budgets are calls, so that nothing depends on
//! the machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;

use crate::program::{self, autobva, stderr};
use serde_json::Value;

fn experiment(folder: &Path, arguments: &str) -> Output {
    autobva().current_dir(folder).arg("experiment").args(arguments.split_whitespace()).output().unwrap()
}

fn success(folder: &Path, arguments: &str) -> String {
    program::success(&experiment(folder, arguments))
}

fn refusal(folder: &Path, arguments: &str) -> String {
    program::refusal(&experiment(folder, arguments))
}

/// All experiments in small, made once for all tests that look at them.
fn all() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paper");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let printed = success(
            &folder,
            "all --calls 20000 --repetitions 2 --search-calls 300 -o out --write-docs page.md",
        );
        fs::write(folder.join("printed.txt"), printed).unwrap();
        folder
    })
}

fn table(name: &str) -> Value {
    let path = all().join(format!("out/{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The finding that has these words in its claim.
fn verdict(report: &Value, words: &str) -> String {
    let findings = report["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["claim"].as_str().unwrap().contains(words));
    let finding = finding.unwrap_or_else(|| panic!("no finding has '{words}': {findings:#?}"));
    finding["verdict"].as_str().unwrap().to_string()
}

fn row<'a>(table: &'a Value, fields: &[(&str, &str)]) -> &'a Value {
    let rows = table["rows"].as_array().unwrap();
    let is_it = |row: &&Value| fields.iter().all(|(field, value)| row[field] == *value);
    rows.iter().find(is_it).unwrap_or_else(|| panic!("no row has {fields:?}"))
}

#[test]
fn uniform_sampling_without_compatible_types_finds_next_to_nothing() {
    let report = table("sampling-screening");
    let table = &report["tables"][0];
    let found = |strategy: &str, cts: &str, sampler: &str| {
        let row = row(table, &[("strategy", strategy), ("cts", cts), ("sampler", sampler)]);
        row["here_20_000_calls_found"]["mean"].as_f64().unwrap()
    };
    assert_eq!(found("lns", "off", "uniform"), 0.0);
    // The paper has 0.0 for BCS, too; here its walk reaches a few steps from numbers of 39 digits.
    assert!(found("bcs", "off", "uniform") < 10.0);
    for strategy in ["lns", "bcs"] {
        let best = found(strategy, "on", "bituniform");
        assert!(best >= found(strategy, "on", "uniform") && best >= found(strategy, "off", "bituniform"));
    }
    assert_eq!(verdict(&report, "finds nothing with LNS"), "holds");
    assert_eq!(verdict(&report, "BCS finds more than LNS under every sampling"), "holds");
    let published = row(table, &[("strategy", "bcs"), ("cts", "on"), ("sampler", "bituniform")]);
    assert_eq!(published["paper_60_s_found"]["mean"], 56.2);
}

#[test]
fn lns_finds_more_candidates_where_there_are_several_arguments() {
    let report = table("detection");
    for function in ["BMI-class", "BMI", "Julia Date"] {
        let words = format!("LNS finds more candidates and more unique ones than BCS on {function}");
        assert_eq!(verdict(&report, &words), "holds");
    }
    assert_eq!(verdict(&report, "BCS finds more candidates than LNS on bytecount"), "holds");
    let date = row(&report["tables"][0], &[("function", "Julia Date"), ("strategy", "bcs")]);
    assert_eq!((&date["paper_600_s_total"], &date["paper_600_s_unique"]), (&45_456.into(), &7_276.into()));
    assert_eq!(date["here_20_000_calls_calls"], 20_000, "the budget is used, and not exceeded");
}

#[test]
fn clusters_are_those_of_the_paper_where_outputs_are_few() {
    let report = table("clusters");
    assert_eq!(verdict(&report, "bytecount has 8 clusters"), "holds");
    assert_eq!(verdict(&report, "BMI has 5 clusters"), "holds");
    assert_eq!(verdict(&report, "BCS covers more clusters than LNS on bytecount"), "holds");
    // Each ordered pair of classes is a cluster; three of them are not in the paper.
    let class = row(&report["tables"][0], &[("function", "BMI-class"), ("strategy", "lns")]);
    assert!(class["here_clusters"].as_u64() >= Some(15), "{class}");
    let said = report["differences"].to_string();
    assert_eq!(class["here_clusters"] != 15, said.contains("BMI-class"), "{said}");
}

#[test]
fn every_published_row_is_found_by_a_strategy() {
    let report = table("representatives");
    for row in report["tables"][0]["rows"].as_array().unwrap() {
        let shares = ["here_lns", "here_bcs"].map(|strategy| row[strategy]["count"].as_u64().unwrap());
        assert!(shares.iter().sum::<u64>() > 0, "{row}");
        assert!(row["here_size"].as_u64() <= Some(shares.iter().sum()), "{row}");
    }
    let size = |function: &str| {
        let rows = report["tables"][0]["rows"].as_array().unwrap();
        rows.iter().filter(|row| row["function"] == function).count()
    };
    assert_eq!(["bytecount", "BMI-class", "BMI", "Julia Date"].map(size), [8, 15, 5, 11]);
    for function in ["bytecount", "Julia Date"] {
        assert_eq!(verdict(&report, &format!("BCS finds more kinds than LNS on {function}")), "holds");
    }
    assert_eq!(verdict(&report, "only BCS finds clusters 7 and 8 of bytecount"), "holds");
}

#[test]
fn the_features_of_the_study_separate_as_they_did() {
    let report = table("clustering-screening");
    assert_eq!(verdict(&report, "strlen(WD) + jaccard(WD) separates best"), "holds");
    assert_eq!(verdict(&report, "the study's choice"), "holds");
    assert_eq!(verdict(&report, "it has more clusters"), "holds");
}

#[test]
fn a_folder_a_page_and_the_tables_on_standard_output() {
    let read = |name: &str| fs::read_to_string(all().join(name)).unwrap();
    let (html, markdown, printed) = (read("out/index.html"), read("page.md"), read("printed.txt"));
    for name in
        ["sampling-screening", "detection", "clusters", "representatives", "clustering-screening", "search"]
    {
        assert!(html.contains(&format!("<h2 id=\"{name}\">")), "{name}");
        assert!(markdown.contains(&format!("\n## `{name}`: ")), "{name}");
        assert!(printed.contains(&format!("{name}: ")), "{name}");
        for extension in ["txt", "csv", "json"] {
            assert!(!read(&format!("out/{name}.{extension}")).is_empty(), "{name}.{extension}");
        }
        let csv = read(&format!("out/{name}.csv"));
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows: Vec<_> = reader.records().collect::<Result<_, _>>().expect("every row has all fields");
        assert!(!rows.is_empty(), "{name}");
    }
    assert!(
        !html.contains("http://")
            || html.matches("http://").count() == html.matches("www.w3.org/2000/svg").count()
    );
    assert!(!html.contains("<script") && !html.contains("<link"), "the page needs nothing else");
    assert!(markdown.contains("What does not hold here") && markdown.contains("do not edit"));
    assert!(!all().join("out/runs.partial").exists(), "what is not asked for is not left behind");
}

#[test]
fn the_same_again_whatever_the_jobs() {
    let run = |jobs: &str| {
        let folder = tempfile::tempdir().unwrap();
        let arguments =
            "detection --calls 3000,6000 --repetitions 2 --strategies lns,bcs,lines --format json";
        success(folder.path(), &format!("{arguments} --jobs {jobs}"))
    };
    let once = run("1");
    assert_eq!(once, run("2"));
    let report: Value = serde_json::from_str(&once).unwrap();
    let row = row(&report["tables"][0], &[("function", "BMI"), ("strategy", "lines")]);
    assert!(row["here_6_000_calls_total"].as_u64() > row["here_3_000_calls_total"].as_u64());
    assert_eq!(row["paper_30_s_total"], Value::Null, "the paper has no such strategy");
}

const SMALL: &str = "clustering-screening --calls 5000 --repetitions 3";

#[test]
fn an_experiment_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let whole = success(folder.path(), &format!("{SMALL} --keep kept"));
    let runs = folder.path().join("kept/runs.jsonl");
    let lines = fs::read_to_string(&runs).unwrap();
    assert_eq!(lines.lines().count(), 6);
    // As if it had been killed in the middle of the last line.
    let cut = lines.len() - lines.lines().last().unwrap().len() / 2;
    fs::write(&runs, &lines[..cut]).unwrap();
    let first = folder.path().join("kept/candidates").join(format!("{}.csv", run_name(&lines)));
    let made = fs::metadata(&first).unwrap().modified().unwrap();
    assert!(refusal(folder.path(), &format!("{SMALL} --keep kept")).contains("add --resume"));
    assert_eq!(success(folder.path(), &format!("{SMALL} --keep kept --resume")), whole);
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), made, "a finished run is not made again");
    let error = refusal(folder.path(), &format!("{SMALL} --keep kept --resume --seed 2"));
    assert!(error.contains("was made with --seed 1, not 2"), "{error}");
    let error = refusal(folder.path(), &format!("{SMALL} --keep other --resume"));
    assert!(error.contains("nothing to continue"), "{error}");
}

fn run_name(lines: &str) -> String {
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    line["run"].as_str().unwrap().to_string()
}

#[test]
fn kept_candidates_can_be_summarized() {
    let folder = tempfile::tempdir().unwrap();
    success(folder.path(), "clustering-screening --calls 20000 --repetitions 1 --keep kept");
    let path = folder.path().join("kept/candidates/bytecount-bcs-bituniform-cts-20000calls-1.csv");
    let header = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_string();
    assert_eq!(
        header,
        "bytes,output,outputtype,datatype,metric,n_bytes,n_output,n_outputtype,n_datatype,count"
    );
    let output = autobva().arg("summarize").arg(&path).output().unwrap();
    assert!(program::success(&output).contains("Both valid (VV)"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = autobva();
    command.current_dir(folder.path()).stderr(std::process::Stdio::piped()).args(["experiment", "detection"]);
    let child = command.args(["--time", "100ms,600s", "--repetitions", "1", "--jobs", "2"]).spawn().unwrap();
    let partial = folder.path().join("autobva-experiment-detection.partial");
    let runs = partial.join("runs.jsonl");
    while !fs::read_to_string(&runs).is_ok_and(|lines| lines.ends_with('\n')) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    crate::signal::send(&child, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = stderr(&output);
    assert!(error.contains("of 16 runs are kept in") && error.contains("--resume"), "{error}");
    assert!(partial.join("settings.json").exists());
}

#[test]
fn bad_settings_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &str| refusal(folder.path(), arguments);
    assert!(refused("detection --repetitions 0").contains("--repetitions is zero"));
    assert!(refused("clusters --strategies lns,bsc").contains("did you mean 'bcs'?"));
    assert!(refused("clusters --strategies lns,lns").contains("there twice"));
    assert!(refused("clusters --time 2s --calls 5").contains("cannot be used with"));
    assert!(refused("detection --time 0s").contains("--time is zero"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is half-written");
}

/// The figures of a row by the study's rules stand between the published ones and ours, and the causes are shown.
#[test]
fn as_published_is_a_column_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let command = "detection --as-published --calls 2000 --repetitions 2 --format json -q";
    let report: Value = serde_json::from_str(&success(folder.path(), command)).unwrap();
    let of = |report: &Value| {
        let one = row(&report["tables"][0], &[("function", "bytecount"), ("strategy", "bcs")]).clone();
        let found = |whose: &str| one[format!("{whose}_2_000_calls_found")]["mean"].as_f64();
        (found("as_published"), found("here"))
    };
    let (study, ours) = of(&report);
    assert!(study.unwrap() > 0.0 && ours.unwrap() > 0.0 && study != ours, "{report:#}");
    assert!(report["findings"][0]["as_published"]["verdict"].is_string());
    let plain: Value =
        serde_json::from_str(&success(folder.path(), &command.replace("--as-published ", ""))).unwrap();
    assert_eq!(of(&plain), (None, ours), "off by default, and nothing else changes");
}

#[test]
fn leaving_out_a_rule_of_the_study_shows_what_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let text = success(folder.path(), "causes --calls 60000 --repetitions 1 -q").replace("\n  ", " ");
    let shown = |effect: &str| text.contains(&format!("Shown: by the rule {effect}"));
    assert!(shown("breaker uniform starts without CTS find nothing"), "{text}");
    let refused = refusal(folder.path(), "detection --as-published=breaker,halves");
    assert!(refused.contains("unknown rule of the study 'halves'"), "{refused}");
}

#[test]
fn the_example_quotients_are_those_of_the_paper() {
    let report = success(Path::new("."), "quotients --format json -q");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(verdict(&report, "the quotients of six pairs"), "holds");
}

/// What the coarse distance sees comes first; the finer one adds what it does not see.
#[test]
fn a_finer_distance_zooms_in_where_a_coarse_one_sees_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let scores = |distance: &str| -> Vec<f64> {
        let words = ["find", "bytecount", "--strategy", "bcs", "--seed", "7", "--max-calls", "20000"];
        let run = autobva()
            .current_dir(folder.path())
            .args(words)
            .args(["--no-campaign", "--format", "json", "--quiet", "--output-distance", distance])
            .output()
            .unwrap();
        let found: Value = serde_json::from_str(&program::success(&run)).unwrap();
        assert_eq!(found["run"]["output_distance"], distance);
        found["candidates"].as_array().unwrap().iter().map(|c| c["pdq"].as_f64().unwrap()).collect()
    };
    let (coarse, hybrid) = (scores("shape"), scores("shape,levenshtein"));
    let seen = hybrid.iter().filter(|score| **score >= 2.0).count();
    assert!(seen > 5 && coarse.len() > 5, "{seen} of {}", coarse.len());
    assert!(hybrid[..seen].iter().all(|score| *score >= 2.0), "coarse ones first");
    assert!(hybrid[seen..].iter().any(|score| *score < 1.0), "and what shape does not see");
}
