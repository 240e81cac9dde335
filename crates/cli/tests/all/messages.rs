//! Messages for users who give the wrong file, forget a word, or use the name of another option.

use std::os::unix::fs::PermissionsExt;

use crate::school;
use crate::workplace::Workplace;

/// A folder with a campaign and files that are none, each with a quote where a table would have none.
fn desktop() -> Workplace {
    let place = Workplace::new();
    place.run(&["find", "bytecount", "--max-calls", "1000", "--seed", "1", "-q", "--campaign", "good"]);
    place.run(&["accept", "good", "-q"]);
    std::fs::copy(place.path("autobva.lock.toml"), place.path("lock")).unwrap();
    let noise: Vec<u8> = (0..40_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    std::fs::write(place.path("noise"), noise).unwrap();
    std::fs::write(place.path("p.png"), b"\x89PNG\r\n\x1a\n\0\0\nIHDR\"\xff\xfe\n a\"b").unwrap();
    std::fs::write(place.path("s.sh"), "# a script\n\nset -e\necho x\"$1\"y\n").unwrap();
    place
}

#[test]
fn files_without_candidates_are_not_taken_for_bad_tables() {
    let place = desktop();
    for file in ["lock", "noise", "p.png", "s.sh"] {
        for command in [&["report"][..], &["summarize"], &["accept"], &["export", "--to", "pytest"]] {
            let message = place.refusal(&[command, &[file]].concat());
            let expected = format!(
                "error: {file} is neither a campaign nor a candidate CSV; give a file that 'autobva find' has saved\n"
            );
            assert_eq!(message, expected, "{command:?}");
        }
    }
    // A file with the header of a candidate CSV is read as one, and its faults are named by line.
    let table = "n,output,outputtype,datatype,metric,n_n,n_output,n_outputtype,n_datatype,count\n1,x\"y\n";
    std::fs::write(place.path("table"), table).unwrap();
    let message = place.refusal(&["report", "table"]);
    assert!(message.contains("table: line 2: a quote inside a field without quotes"), "{message}");
    // A lock file is recognised by its first line, whatever its name.
    let (same, _) = place.run(&["diff", "lock", "autobva.lock.toml"]);
    assert!(same.contains("nothing changed"), "{same}");
}

#[test]
fn what_is_no_lock_file_is_called_so() {
    let place = desktop();
    for file in ["noise", "p.png", "s.sh", "good"] {
        let before = std::fs::read(place.path(file)).unwrap();
        for command in [&["check", "--lock", file][..], &["accept", "good", "--lock", file]] {
            let expected = format!("error: {file} is no lock file; 'autobva accept FILE' writes one\n");
            assert_eq!(place.refusal(command), expected);
        }
        assert!(std::fs::read(place.path(file)).unwrap() == before);
    }
    // If the file looks like a lock file, the message names the faulty line.
    std::fs::write(place.path("broken.toml"), "version = 1\n[[target]\n").unwrap();
    assert!(place.refusal(&["check", "--lock", "broken.toml"]).contains("broken.toml: line 2: "));
}

#[test]
fn help_has_no_broken_lines_and_a_forgotten_place_is_named() {
    let place = desktop();
    let (help, _) = place.run(&["diff", "--help"]);
    assert!(help.contains("'./old {age}' with --arg age:int"), "{help}");
    std::fs::write(place.path("age.sh"), "#!/bin/sh\n[ $1 -lt 18 ] && echo child || echo adult\n").unwrap();
    std::fs::set_permissions(place.path("age.sh"), PermissionsExt::from_mode(0o755)).unwrap();
    let budget = ["--arg", "years:int[0..99]", "--max-calls", "50"];
    let diff = |old: &'static str, new: &'static str| [&["diff", old, new][..], &budget].concat();
    let message = place.refusal(&diff("./age.sh", "./age.sh"));
    assert!(message.contains("./age.sh is a program") && message.contains("'./age.sh {years}'"), "{message}");
    let (same, _) = place.run(&diff("./age.sh {years}", "./age.sh {years}"));
    assert!(same.contains("nothing changed"), "{same}");
}

#[test]
fn the_functions_of_a_file_are_named() {
    let Some(folder) = school::folder() else { return };
    let text = format!("from os.path import join\n{}def average(a: int): pass\n", school::SCHOOL);
    school::write(&folder, "school.py", &text);
    let message = school::refusal(&folder, &["find", "school.py:shipping"]);
    assert!(message.contains("school.py has no 'shipping'; it has grade, average\n"), "{message}");
}

#[test]
fn the_time_may_be_called_time() {
    let place = Workplace::new();
    place.run(&["find", "bytecount", "--time", "50ms", "--no-campaign"]);
    let fault = "is not a time; write for instance";
    assert!(place.refusal(&["diff", "bytecount", "bytecount", "--time", "soon"]).contains(fault));
    assert!(place.refusal(&["check", "--search", "--time", "soon"]).contains(fault));
    assert!(!place.run(&["find", "--help"]).0.contains("--time "));
}

#[test]
fn a_program_is_given_numbers_of_one_type() {
    let place = Workplace::new();
    let types = |more: &[&str]| {
        let find = [
            "find",
            "--no-campaign",
            "--max-calls",
            "400",
            "--seed",
            "1",
            "--strategy",
            "lns",
            "--format",
            "json",
        ];
        let target = ["--arg", "n:int[0..99]", "--", "echo", "{n}"];
        let (out, _) = place.run(&[&find[..], more, &target].concat());
        let found: serde_json::Value = serde_json::from_str(&out).unwrap();
        let candidates = found["candidates"].as_array().unwrap().clone();
        assert!(!candidates.is_empty());
        let is_truth = |candidate: &serde_json::Value| candidate["left"]["input"][0] == "false";
        (found["run"]["cts"].as_bool().unwrap(), candidates.iter().any(is_truth))
    };
    assert_eq!(types(&[]), (false, false));
    // With `--cts on` both are sampled.
    assert_eq!(types(&["--cts", "on"]), (true, true));
}
