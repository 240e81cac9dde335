//! `accept` and `check` as a user meets them.

use crate::program::{autobva, code, stderr, stdout};
use crate::school::{SCHOOL, folder, locked, read, refusal, run, write};

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

/// A function that puts texts before a letter on another shelf than the rest, with some accepted boundaries.
fn shelf() -> Option<tempfile::TempDir> {
    let folder = folder()?;
    write(&folder, "shelf.py", SHELF);
    let mut lock =
        "version = 1\n\n[[target]]\ncall = \"shelf.py:shelf\"\narguments = [\"s:str\"]\n".to_string();
    for (left, right) in [("L", "M"), ("Lx", "Mx"), ("Lady", "Moon"), ("Lord", "Mo")] {
        let side = |name: &str, input: &str, output: &str| {
            format!(
                "{name} = {{ input = [{input:?}], validity = \"valid\", type = \"str\", output = {output:?} }}\n"
            )
        };
        lock += "\n[[target.boundary]]\n";
        lock += &(side("left", left, "front") + &side("right", right, "back"));
    }
    write(&folder, "autobva.lock.toml", &lock);
    Some(folder)
}

const SHELF: &str = "def shelf(s: str):\n    return 'front' if s[:1] < 'M' else 'back'\n";

#[test]
fn a_rule_about_a_letter_moved() {
    let Some(folder) = shelf() else { return };
    let check = run(&folder, &["check"]);
    assert_eq!(stdout(&check), "shelf.py:shelf: 4 boundaries, nothing changed (8 calls)\n");
    write(&folder, "shelf.py", &SHELF.replace("'M'", "'P'"));
    let check = run(&folder, &["check"]);
    let told = stdout(&check);
    assert_eq!(code(&check), 1, "{told}{}", stderr(&check));
    assert!(told.starts_with("shelf.py:shelf: 4 boundaries, 4 moved ("), "{told}");
    for moved in [
        "\"L\" | \"M\"  →  \"O\" | \"P\"",
        "\"Lx\" | \"Mx\"  →  \"Ox\" | \"Px\"",
        "\"Lady\" | \"Moon\"  →  \"Ooon\" | \"Poon\"",
        "\"Lord\" | \"Mo\"  →  \"Oo\" | \"Po\"",
    ] {
        let expected = format!("  moved            {moved}\n                   front | back\n");
        assert!(told.contains(&expected), "{moved}: {told}");
    }
    assert_eq!(code(&run(&folder, &["check", "--accept"])), 0);
    assert_eq!(code(&run(&folder, &["check"])), 0);
    let lock = read(&folder, "autobva.lock.toml");
    assert!(lock.contains("input = [\"O\"]") && lock.contains("input = [\"P\"]"), "{lock}");
}

/// The same between two versions of a function, and between what two searches found.
#[test]
fn a_rule_about_a_letter_is_compared() {
    let Some(folder) = folder() else { return };
    write(&folder, "old.py", SHELF);
    write(&folder, "new.py", &SHELF.replace("'M'", "'P'"));
    let diff = run(&folder, &["diff", "old.py:shelf", "new.py:shelf", "--max-calls", "1500"]);
    let told = stdout(&diff);
    assert_eq!(code(&diff), 1, "{told}{}", stderr(&diff));
    assert!(told.contains("  moved            s \"L\" | \"M\"  →  \"O\" | \"P\": front → back\n"), "{told}");
    assert!(!told.contains("vanished"), "{told}");
}

/// If the reader of the output closes the pipe early, the exit code still says that something changed.
#[test]
fn a_reader_that_is_gone_does_not_hide_a_change() {
    let Some(folder) = locked() else { return };
    std::fs::rename(folder.path().join("autobva.lock.toml"), folder.path().join("old.toml")).unwrap();
    write(&folder, "school.py", &SCHOOL.replace(">= 50", "> 50"));
    for format in ["text", "json", "junit"] {
        for command in [&["check", "--lock", "old.toml"][..], &["diff", "old.toml", "school.py:grade"]] {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let mut autobva = autobva();
            let autobva = autobva.current_dir(folder.path()).args(command).args(["--format", format]);
            let ended = autobva.stdout(writer).stderr(std::process::Stdio::piped()).output().unwrap();
            assert_eq!((code(&ended), stderr(&ended)), (1, String::new()), "{command:?} {format}");
        }
    }
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

/// Finds and accepts the boundaries of a function that returns whether a number is great, then rewrites it with another
/// answer.
fn rewritten(answer: &str) -> Option<tempfile::TempDir> {
    let folder = folder()?;
    write(&folder, "great.py", "def great(x: int):\n    return x > 10\n");
    let find = ["find", "great.py:great", "--seed", "1", "--max-calls", "2000", "--quiet"];
    assert_eq!(code(&run(&folder, &find)), 0);
    assert_eq!(code(&run(&folder, &["accept", ".autobva/great.py-great.autobva"])), 0);
    write(&folder, "great.py", &format!("def great(x: int):\n    return {answer}\n"));
    Some(folder)
}

#[test]
fn another_type_of_the_same_text_is_named() {
    let Some(folder) = rewritten("str(x > 10)") else { return };
    let check = stdout(&run(&folder, &["check"]));
    let expected = "  outcome changed  x 10 | 11\n                   was  False (bool) | True (bool)\n                   \
                    now  False (str) | True (str)\n";
    assert!(check.contains(expected), "{check}");
    let junit = stdout(&run(&folder, &["check", "--format", "junit"]));
    assert!(junit.contains("False (bool) | True (bool) became False (str) | True (str)"), "{junit}");
    let json = stdout(&run(&folder, &["check", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let told = &json["boundaries"][0];
    assert_eq!(
        (&told["boundary"]["left"]["type"], &told["now"]["left"]["type"]),
        (&"bool".into(), &"str".into())
    );
}

#[test]
fn digits_are_a_behaviour_where_they_stay() {
    for (answer, change) in
        [("int(x > 10)", "outcome changed"), ("x", "vanished"), ("2 * x + (x > 10)", "vanished")]
    {
        let Some(folder) = rewritten(answer) else { return };
        let check = stdout(&run(&folder, &["check"]));
        assert!(check.contains(&format!("  {change:15}  x 10 | 11")), "{answer}: {check}");
    }
}

#[test]
fn equal_texts_are_told_once() {
    let Some(folder) = rewritten("undefined_name_of_a_value") else { return };
    let check = stdout(&run(&folder, &["check"]));
    let (_, now) = check.split_once("; now ").unwrap();
    assert!(!now.contains(" | ") && now.contains('…') && now.contains("NameError"), "{check}");
}

/// Finds and accepts boundaries of a second target.
fn accept_bytecount(folder: &tempfile::TempDir) {
    let find =
        ["find", "bytecount", "--seed", "1", "--max-calls", "3000", "--format", "csv", "-o", "bytes.csv"];
    assert_eq!(code(&run(folder, &find)), 0);
    assert_eq!(code(&run(folder, &["accept", "bytes.csv", "--target", "bytecount"])), 0);
}

#[test]
fn several_targets_in_one_lock() {
    let Some(folder) = locked() else { return };
    accept_bytecount(&folder);
    let check = run(&folder, &["check"]);
    assert_eq!(code(&check), 0);
    let names: Vec<String> =
        stdout(&check).lines().map(|line| line.split(": ").next().unwrap().to_string()).collect();
    assert_eq!(names, ["bytecount", "school.py:grade", "all"]);
    // The other version rounds differently, so the accepted boundary moves.
    let lock = read(&folder, "autobva.lock.toml").replace("\"bytecount\"", "\"bytecount_so\"");
    write(&folder, "so.lock.toml", &lock);
    let check = run(&folder, &["check", "--lock", "so.lock.toml"]);
    assert_eq!(code(&check), 1);
    assert!(stdout(&check).contains("999949 | 999950  →  999999 | 1000000"), "{}", stdout(&check));
}

#[test]
fn a_target_that_does_not_start_keeps_none_from_being_checked() {
    let Some(folder) = locked() else { return };
    accept_bytecount(&folder);
    std::fs::remove_file(folder.path().join("school.py")).unwrap();
    let check = run(&folder, &["check"]);
    assert_eq!(code(&check), 2);
    assert!(stdout(&check).contains("bytecount: "), "{}", stdout(&check));
    assert!(stdout(&check).contains("school.py:grade: not run\n"), "{}", stdout(&check));
    assert!(stderr(&check).starts_with("error: school.py:grade: "), "{}", stderr(&check));
    assert_eq!(code(&run(&folder, &["check", "--format", "junit", "-o", "report.xml"])), 2);
    let report = read(&folder, "report.xml");
    assert!(report.contains("<testcase classname=\"bytecount\""), "{report}");
    assert!(report.contains("<error message=\"") && report.contains("school.py"), "{report}");
}

/// The target rounds big integers differently from integers of 128 bits, so the lock keeps the type.
#[test]
fn types_that_matter_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let find = [
        "find",
        "bytecount_so",
        "--seed",
        "1",
        "--max-calls",
        "30000",
        "--output-distance",
        "shape",
        "--quiet",
    ];
    assert_eq!(code(&run(&folder, &find)), 0);
    let accept = run(&folder, &["accept", ".autobva/bytecount_so.autobva", "--all"]);
    assert_eq!(code(&accept), 0);
    assert!(!stderr(&accept).contains("left out"), "{}", stderr(&accept));
    let lock = read(&folder, "autobva.lock.toml");
    assert!(lock.contains("types = [\"BigInt\"]"), "{lock}");
    assert!(lock.contains("left = { input = [\"999\"], validity"), "{lock}");
    assert_eq!(code(&run(&folder, &["check"])), 0);
}

#[test]
fn what_cannot_be_checked() {
    let Some(folder) = locked() else { return };
    assert!(refusal(&folder, &["check", "--lock", "no.toml"]).contains("'autobva accept FILE' writes it"));
    write(&folder, "empty.toml", "version = 1\n");
    assert!(refusal(&folder, &["check", "--lock", "empty.toml"]).contains("has no boundaries"));
    write(&folder, "newer.toml", "version = 3\n");
    assert!(
        refusal(&folder, &["check", "--lock", "newer.toml"])
            .contains("newer.toml: line 1: the file has version 3")
    );
    write(&folder, "school.py", "def grade(points: int, extra: int): pass\n");
    assert!(
        refusal(&folder, &["check"]).contains("its arguments were points:int and are points:int, extra:int")
    );
    write(&folder, "school.py", "def grade(points: int:\n");
    let message = refusal(&folder, &["check"]);
    assert!(message.contains("school.py:grade") && message.contains("SyntaxError"), "{message}");
    std::fs::remove_file(folder.path().join("school.py")).unwrap();
    assert!(refusal(&folder, &["check", "--accept"]).contains("school.py"));
    assert!(read(&folder, "autobva.lock.toml").contains("school.py:grade"));
}

#[test]
fn what_cannot_be_accepted() {
    let Some(folder) = folder() else { return };
    assert!(refusal(&folder, &["accept", "found.csv"]).contains("--target"));
    assert!(refusal(&folder, &["accept", "found.csv", "--per-kind", "0"]).contains("write 1 or more"));
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
    write(&folder, "autobva.lock.toml", "version = 3\n");
    assert!(
        refusal(&folder, &["accept", "found.csv", "--target", "school.py:grade"]).contains("newer autobva")
    );
    assert_eq!(read(&folder, "autobva.lock.toml"), "version = 3\n");
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
    let counts = [("skip", 1), ("extend", 2), ("debug", 1), ("clarify", 2), ("refine", 1), ("zoom", 1)];
    for (action, count) in counts {
        assert_eq!(code(&run(&folder, &["decide", campaign, "c1", action])), 0);
        assert_eq!(accepted(), count, "{action}");
    }
    // A boundary that a person has rejected is known, so `check --search` does not report it as new.
    assert_eq!(code(&run(&folder, &["check", "--search", "--max-calls", "2000"])), 0);
    assert_eq!(code(&run(&folder, &["accept", campaign, "c1"])), 0);
    assert_eq!(read(&folder, "autobva.lock.toml").matches("[[target.boundary]]").count(), 2);
    assert_eq!(code(&run(&folder, &["diff", campaign, campaign])), 0);
    assert!(refusal(&folder, &["accept", campaign, "--target", "bytecount"]).contains("leave --target out"));
}

/// The commands of the workflow that the page on CI offers, with a shorter search.
#[test]
fn the_workflow_runs() {
    let workflow = include_str!("../../../../examples/ci/autobva.yml");
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
    let installs: Vec<&str> = workflow.lines().filter(|line| line.contains("cargo install ")).collect();
    let version = "--rev \"${{ vars.AUTOBVA_VERSION }}\"";
    assert!(installs.len() == 2 && installs.iter().all(|line| line.contains(version)), "{installs:?}");
    assert!(workflow.contains("path: boundaries.xml"));
    roxmltree::Document::parse(&read(&folder, "boundaries.xml")).unwrap();
}

/// Scripts print their own path in messages, and a lock must hold in every folder that a project is checked out to.
#[cfg(unix)]
#[test]
fn the_lock_of_a_script_holds_in_another_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in &folders {
        let script =
            "#!/bin/sh\nif [ \"$1\" -lt 0 ]; then echo \"$0: negative\" >&2; exit 3; fi\necho fine\n";
        write(folder, "age.sh", script);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path().join("age.sh"), executable).unwrap();
    }
    let find =
        ["find", "--arg", "n:int[-50..50]", "--seed", "1", "--max-calls", "60", "--", "./age.sh", "{n}"];
    assert_eq!(code(&run(&folders[0], &find)), 0);
    let campaign = std::fs::read_dir(folders[0].path().join(".autobva")).unwrap();
    let campaign = campaign.flatten().find(|entry| entry.path().extension().is_some_and(|e| e == "autobva"));
    let campaign = campaign.unwrap().path().display().to_string();
    let accept = run(&folders[0], &["accept", &campaign]);
    assert_eq!(code(&accept), 0, "{}", stderr(&accept));
    let lock = read(&folders[0], "autobva.lock.toml");
    assert!(lock.contains("./age.sh: negative"), "{lock}");
    write(&folders[1], "autobva.lock.toml", &lock);
    let check = run(&folders[1], &["check"]);
    assert_eq!(code(&check), 0, "{}", stdout(&check));
}
