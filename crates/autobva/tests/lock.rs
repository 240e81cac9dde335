//! `accept`, `check` and `diff` as a user meets them.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

const SCHOOL: &str = "\
def grade(points: int) -> str:
    if points < 0:
        raise ValueError('negative points')
    return 'passed' if points >= 50 else 'failed'
";

/// A folder with a Python function and the candidates that a search found on it; the search is made once.
/// Nothing where there is no Python.
fn folder() -> Option<tempfile::TempDir> {
    static FOUND: OnceLock<String> = OnceLock::new();
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not on this machine");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "school.py", SCHOOL);
    let found = FOUND.get_or_init(|| {
        let find = ["find", "school.py:grade", "--seed", "1", "--max-calls", "2000", "--format", "csv"];
        let found = run(&folder, &find);
        assert_eq!(code(&found), 0, "{}", stderr(&found));
        stdout(&found)
    });
    write(&folder, "found.csv", found);
    Some(folder)
}

/// The same, its boundaries accepted.
fn locked() -> Option<tempfile::TempDir> {
    let folder = folder()?;
    let accept = run(&folder, &["accept", "found.csv", "--target", "school.py:grade"]);
    assert_eq!(code(&accept), 0, "{}", stderr(&accept));
    Some(folder)
}

fn write(folder: &tempfile::TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).unwrap();
}

fn read(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("autobva"));
    command.current_dir(folder.path()).env_remove("NO_COLOR").args(arguments).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Exit code 2, nothing on standard output, one message.
fn refusal(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()), "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}

#[test]
fn accepted_boundaries_hold() {
    let Some(folder) = locked() else { return };
    let lock = read(&folder, "autobva.lock.toml");
    assert!(lock.contains("call = \"school.py:grade\"\narguments = [\"points:int\"]\n"), "{lock}");
    let pair = "left = { input = [\"49\"], validity = \"valid\", type = \"str\", output = \"failed\" }\n\
                right = { input = [\"50\"], validity = \"valid\", type = \"str\", output = \"passed\" }\n";
    assert!(lock.contains(pair), "{lock}");
    let check = run(&folder, &["check"]);
    assert_eq!(
        (code(&check), stdout(&check).as_str()),
        (0, "school.py:grade: 2 boundaries, nothing changed (4 calls)\n")
    );
    // Accepting the same again changes no byte, and leaves nothing else behind.
    assert_eq!(code(&run(&folder, &["accept", "found.csv", "--target", "school.py:grade", "-q"])), 0);
    assert_eq!(read(&folder, "autobva.lock.toml"), lock);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn a_boundary_moved_by_one() {
    let Some(folder) = locked() else { return };
    write(&folder, "school.py", &SCHOOL.replace(">= 50", "> 50"));
    let check = run(&folder, &["check"]);
    assert_eq!(code(&check), 1, "{}", stderr(&check));
    assert!(
        stdout(&check)
            .contains("  moved            49 | 50  →  50 | 51\n                   failed | passed\n"),
        "{}",
        stdout(&check)
    );

    let json = run(&folder, &["check", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&json["counts"]["moved"], &json["counts"]["same"]), (&1.into(), &1.into()));
    assert_eq!(json["boundaries"][1]["now"]["right"]["input"][0], "51");

    let junit = run(&folder, &["check", "--format", "junit", "-o", "report.xml"]);
    assert_eq!(code(&junit), 1);
    let xml = read(&folder, "report.xml");
    let document = roxmltree::Document::parse(&xml).unwrap();
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!(failure.attribute("message"), Some("moved from 49 | 50 to 50 | 51"));
    assert_eq!(failure.parent().unwrap().attribute("name"), Some("49 | 50"));
}

#[test]
fn vanished_and_outcome_changed() {
    let Some(folder) = locked() else { return };
    let edited = SCHOOL
        .replace("'passed' if points >= 50 else 'failed'", "'failed'")
        .replace("'negative points'", "'below zero'");
    write(&folder, "school.py", &edited);
    let check = run(&folder, &["check"]);
    assert_eq!(code(&check), 1);
    let text = stdout(&check);
    assert!(text.contains("  vanished         49 | 50\n                   was  failed | passed\n                   now  failed | failed\n"), "{text}");
    assert!(
        text.contains(
            "  outcome changed  -1 | 0\n                   was  ✗ ValueError: negative points | failed\n"
        ),
        "{text}"
    );
}

#[test]
fn a_change_can_be_accepted() {
    let Some(folder) = locked() else { return };
    write(&folder, "school.py", &SCHOOL.replace(">= 50", ">= 40"));
    let accept = run(&folder, &["check", "--accept"]);
    assert_eq!(code(&accept), 0);
    assert!(stdout(&accept).contains("49 | 50  →  39 | 40"));
    assert_eq!(code(&run(&folder, &["check"])), 0);
    assert!(read(&folder, "autobva.lock.toml").contains("input = [\"39\"]"));
}

#[test]
fn new_boundaries_are_searched_for_on_request() {
    let Some(folder) = locked() else { return };
    let search = ["check", "--search", "--max-calls", "2000"];
    let check = run(&folder, &search);
    assert_eq!(code(&check), 0, "{}", stdout(&check));
    write(
        &folder,
        "school.py",
        &SCHOOL.replace("    return", "    if points > 100:\n        return 'cheated'\n    return"),
    );
    assert_eq!(code(&run(&folder, &["check"])), 0);
    let check = run(&folder, &search);
    assert_eq!(code(&check), 1);
    assert!(
        stdout(&check).contains("  new              100 | 101\n                   passed | cheated\n"),
        "{}",
        stdout(&check)
    );
    assert!(refusal(&folder, &["check", "--max-calls", "5"]).contains("--search"));
}

#[test]
fn several_targets_in_one_lock() {
    let Some(folder) = locked() else { return };
    let find =
        ["find", "bytecount", "--seed", "1", "--max-calls", "3000", "--format", "csv", "-o", "bytes.csv"];
    assert_eq!(code(&run(&folder, &find)), 0);
    assert_eq!(code(&run(&folder, &["accept", "bytes.csv", "--target", "bytecount"])), 0);
    let check = run(&folder, &["check"]);
    assert_eq!(code(&check), 0);
    let names: Vec<String> =
        stdout(&check).lines().map(|line| line.split(": ").next().unwrap().to_string()).collect();
    assert_eq!(names, ["bytecount", "school.py:grade", "all"]);
    // The fault of the other version moves what was accepted of this one.
    let lock = read(&folder, "autobva.lock.toml").replace("\"bytecount\"", "\"bytecount_so\"");
    write(&folder, "so.lock.toml", &lock);
    let check = run(&folder, &["check", "--lock", "so.lock.toml"]);
    assert_eq!(code(&check), 1);
    assert!(stdout(&check).contains("999949 | 999950  →  999999 | 1000000"), "{}", stdout(&check));
}

/// Where a big integer is rounded otherwise than one of 128 bits, the type is part of the boundary.
#[test]
fn types_that_matter_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let find = ["find", "bytecount", "--seed", "1", "--max-calls", "20000", "--quiet"];
    assert_eq!(code(&run(&folder, &find)), 0);
    let accept = run(&folder, &["accept", ".autobva/bytecount.autobva", "--all"]);
    assert_eq!(code(&accept), 0);
    assert!(!stderr(&accept).contains("left out"), "{}", stderr(&accept));
    let lock = read(&folder, "autobva.lock.toml");
    assert!(lock.contains("input = [\"9950000000000000999\"], types = [\"BigInt\"]"), "{lock}");
    assert!(lock.contains("left = { input = [\"999\"], validity"), "{lock}");
    assert_eq!(code(&run(&folder, &["check"])), 0);
}

#[test]
fn what_cannot_be_checked() {
    let Some(folder) = locked() else { return };
    assert!(refusal(&folder, &["check", "--lock", "no.toml"]).contains("'autobva accept FILE' writes it"));
    write(&folder, "empty.toml", "version = 1\n");
    assert!(refusal(&folder, &["check", "--lock", "empty.toml"]).contains("has no boundaries"));
    write(&folder, "newer.toml", "version = 2\n");
    assert!(
        refusal(&folder, &["check", "--lock", "newer.toml"])
            .contains("newer.toml: line 1: the file has version 2")
    );
    write(&folder, "school.py", "def grade(points: int, extra: int): pass\n");
    assert!(
        refusal(&folder, &["check"]).contains("its arguments were points:int and are points:int, extra:int")
    );
    write(&folder, "school.py", "def grade(points: int:\n");
    let message = refusal(&folder, &["check"]);
    assert!(message.contains("school.py:grade") && message.contains("SyntaxError"), "{message}");
    std::fs::remove_file(folder.path().join("school.py")).unwrap();
    assert!(refusal(&folder, &["check", "-o", "report.xml"]).contains("school.py"));
    assert!(!Path::new(&folder.path().join("report.xml")).exists());
}

#[test]
fn what_cannot_be_accepted() {
    let Some(folder) = folder() else { return };
    assert!(refusal(&folder, &["accept", "found.csv"]).contains("--target"));
    assert!(
        refusal(&folder, &["accept", "found.csv", "99", "--target", "school.py:grade"])
            .contains("there is no candidate 99")
    );
    assert!(
        refusal(&folder, &["accept", "found.csv", "c99", "--target", "school.py:grade"])
            .contains("there is no cluster c99")
    );
    assert!(
        refusal(&folder, &["accept", "found.csv", "--target", "date"]).contains("does not fit the target")
    );
    write(&folder, "autobva.lock.toml", "version = 2\n");
    assert!(
        refusal(&folder, &["accept", "found.csv", "--target", "school.py:grade"]).contains("newer autobva")
    );
    assert_eq!(read(&folder, "autobva.lock.toml"), "version = 2\n");
}

#[test]
fn what_a_target_no_longer_does_is_not_accepted() {
    let Some(folder) = folder() else { return };
    write(&folder, "school.py", &SCHOOL.replace(">= 50", ">= 60"));
    let accept = run(&folder, &["accept", "found.csv", "--target", "school.py:grade"]);
    assert_eq!(code(&accept), 0);
    assert!(stderr(&accept).contains("1 left out"), "{}", stderr(&accept));
    assert_eq!(code(&run(&folder, &["check"])), 0);
}

#[test]
fn named_candidates_are_added() {
    let Some(folder) = folder() else { return };
    for id in ["1", "2", "1"] {
        assert_eq!(code(&run(&folder, &["accept", "found.csv", id, "--target", "school.py:grade"])), 0);
    }
    assert_eq!(read(&folder, "autobva.lock.toml").matches("[[target.boundary]]").count(), 2);
}

#[test]
fn decisions_choose_what_is_accepted() {
    let Some(folder) = folder() else { return };
    let find = ["find", "school.py:grade", "--seed", "1", "--max-calls", "2000", "--quiet"];
    assert_eq!(code(&run(&folder, &find)), 0);
    let campaign = ".autobva/school.py-grade.autobva";
    let accepted = || {
        let _ = std::fs::remove_file(folder.path().join("autobva.lock.toml"));
        let accept = run(&folder, &["accept", campaign]);
        match code(&accept) {
            0 => read(&folder, "autobva.lock.toml").matches("[[target.boundary]]").count(),
            _ => 0,
        }
    };
    assert_eq!(accepted(), 2);
    for (action, count) in [("skip", 1), ("extend", 2), ("debug", 1), ("clarify", 2), ("refine", 1)] {
        assert_eq!(code(&run(&folder, &["decide", campaign, "c1", action])), 0);
        assert_eq!(accepted(), count, "{action}");
    }
    // What was decided against is known all the same, and no news.
    assert_eq!(code(&run(&folder, &["check", "--search", "--max-calls", "2000"])), 0);
    assert_eq!(code(&run(&folder, &["accept", campaign, "c1"])), 0);
    assert_eq!(read(&folder, "autobva.lock.toml").matches("[[target.boundary]]").count(), 2);
    assert_eq!(code(&run(&folder, &["diff", campaign, campaign])), 0);
    assert!(refusal(&folder, &["accept", campaign, "--target", "bytecount"]).contains("leave --target out"));
}

#[test]
fn two_python_functions() {
    let Some(folder) = folder() else { return };
    write(&folder, "new.py", &SCHOOL.replace(">= 50", "> 50"));
    let budget = ["--max-calls", "2000"];
    let diff = run(&folder, &[&["diff", "school.py:grade", "new.py:grade"][..], &budget[..]].concat());
    assert_eq!(code(&diff), 1, "{}", stderr(&diff));
    assert!(
        stdout(&diff).starts_with("school.py:grade → new.py:grade: 2 boundaries, 1 moved ("),
        "{}",
        stdout(&diff)
    );
    assert!(stdout(&diff).contains("  moved            49 | 50  →  50 | 51\n"));
    let same = run(&folder, &[&["diff", "school.py:grade", "school.py:grade"][..], &budget[..]].concat());
    assert_eq!(code(&same), 0, "{}", stdout(&same));
    assert!(refusal(&folder, &["diff", "school.py:grade", "date"]).contains("the arguments differ"));
    assert!(refusal(&folder, &["diff", "school.py:grade", "no.py:grade"]).contains("no.py"));
}

#[test]
fn two_files_or_a_file_and_a_target() {
    let Some(folder) = locked() else { return };
    std::fs::rename(folder.path().join("autobva.lock.toml"), folder.path().join("old.toml")).unwrap();
    write(&folder, "school.py", &SCHOOL.replace(">= 50", "> 50"));
    let against_target = run(&folder, &["diff", "old.toml", "school.py:grade"]);
    assert_eq!(code(&against_target), 1);
    assert!(stdout(&against_target).contains("49 | 50  →  50 | 51"));
    assert_eq!(code(&run(&folder, &["check", "--lock", "old.toml"])), 1);
    std::fs::copy(folder.path().join("old.toml"), folder.path().join("new.toml")).unwrap();
    assert_eq!(code(&run(&folder, &["diff", "old.toml", "new.toml"])), 0);
    assert_eq!(code(&run(&folder, &["check", "--lock", "new.toml", "--accept"])), 0);
    let diff = run(&folder, &["diff", "old.toml", "new.toml"]);
    assert_eq!(code(&diff), 1);
    assert!(stdout(&diff).contains("49 | 50  →  50 | 51"), "{}", stdout(&diff));
    assert_eq!(code(&run(&folder, &["diff", "found.csv", "found.csv"])), 0);
    assert!(refusal(&folder, &["diff", "school.py:grade", "old.toml"]).contains("give the file first"));
}

#[test]
fn the_rounding_fault() {
    let folder = tempfile::tempdir().unwrap();
    let diff = run(&folder, &["diff", "bytecount_so", "bytecount", "--max-calls", "20000", "--all"]);
    assert_eq!(code(&diff), 1);
    for to in [
        "999949 | 999950",
        "999949999 | 999950000",
        "999949999999 | 999950000000",
        "999949999999999 | 999950000000000",
    ] {
        assert!(stdout(&diff).contains(&format!("→  {to}")), "{to} in {}", stdout(&diff));
    }
}

/// The commands of the workflow that the page on CI offers, with a shorter search.
#[test]
fn the_workflow_runs() {
    let workflow = include_str!("../../../examples/ci/autobva.yml");
    let Some(folder) = locked() else { return };
    let commands: Vec<&str> =
        workflow.lines().filter_map(|line| line.trim().strip_prefix("run: autobva ")).collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    for command in commands {
        let words =
            command.replace("${{ github.run_number }}", "7").replace("5m", "1s").replace(" || true", "");
        let words: Vec<&str> = words.split_whitespace().map(|word| word.trim_matches('"')).collect();
        let output = run(&folder, &words);
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
    assert!(workflow.contains("path: boundaries.xml"));
    roxmltree::Document::parse(&read(&folder, "boundaries.xml")).unwrap();
}
