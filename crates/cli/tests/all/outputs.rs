//! Result files never replace a file of the user's; `-o -` is standard output.

use std::os::unix::fs::PermissionsExt;

use crate::workplace::Workplace;

/// A folder with a campaign, a candidate CSV, a lock file, sources and a program.
fn furnished() -> Workplace {
    let place = Workplace::new();
    let find = ["find", "bytecount", "--max-calls", "2000", "--seed", "1", "-q"];
    place.run(&[&find[..], &["--campaign", "good"]].concat());
    place.run(&[&find[..], &["--no-campaign", "--format", "csv", "-o", "found.csv"]].concat());
    place.run(&["accept", "good"]);
    std::fs::copy(place.path("autobva.lock.toml"), place.path("renamed")).unwrap();
    std::fs::write(place.path("slow.py"), "def f(n: int):\n    return n\n").unwrap();
    std::fs::write(place.path("UPPER.RS"), "fn main() {}\n").unwrap();
    std::fs::write(place.path("script"), "#!/bin/sh\necho $1\n").unwrap();
    for name in ["s.sh", "program"] {
        std::fs::write(place.path(name), "echo $1\n").unwrap();
        std::fs::set_permissions(place.path(name), PermissionsExt::from_mode(0o755)).unwrap();
    }
    place
}

/// The message about a file that autobva has not written.
const FOREIGN: &str =
    "was not written by autobva, and would be lost; give the result another name, or use --force";

#[test]
fn no_command_writes_over_sources_programs_and_lock_files() {
    let place = furnished();
    let commands: &[&[&str]] = &[
        &["report", "good"],
        &["summarize", "good"],
        &["summarize", "good", "--screen"],
        &["export", "good", "--to", "pytest"],
        &["export", "good", "--to", "csv"],
        &["find", "bytecount", "--max-calls", "100", "--no-campaign"],
        &["check"],
        &["diff", "good", "found.csv"],
        &["diff", "bytecount", "bytecount_so", "--max-calls", "100"],
        &["call", "bytecount", "1"],
        &["list"],
        &["experiment", "search", "--calls", "100", "--seeds", "1"],
    ];
    let kept = [
        ("slow.py", FOREIGN),
        ("UPPER.RS", FOREIGN),
        ("script", FOREIGN),
        ("s.sh", FOREIGN),
        ("program", FOREIGN),
        ("autobva.lock.toml", "is a lock file, and would be lost; give the result another name"),
        ("renamed", "is a lock file, and would be lost; give the result another name"),
        ("good", "is a campaign, and would be lost; give the result another name"),
    ];
    let content = || kept.map(|(name, _)| std::fs::read(place.path(name)).unwrap());
    let before = content();
    for (number, command) in commands.iter().enumerate() {
        // Half of all combinations are tried: every command meets some of the files, and every file some of the
        // commands.
        for (name, expected) in kept.iter().skip(number % 2).step_by(2) {
            let message = place.refusal(&[command, &["-o", name][..]].concat());
            let expected = format!("error: {name} {expected}\n");
            let source = format!("error: {name} is what is ");
            let is_source = command[1..].contains(name) && message.starts_with(&source);
            assert!(message == expected || is_source, "{command:?}: {message}");
        }
    }
    let started = ["find", "--max-calls", "10", "-o", "s.sh", "--arg", "n:int", "--", "./s.sh", "{n}"];
    assert!(place.refusal(&started).contains("s.sh was not written by autobva"));
    std::fs::write(place.path("inputs.csv"), "bytes\n1\n").unwrap();
    for (command, file) in [
        (&["report", "found.csv"][..], "./found.csv"),
        (&["summarize", "found.csv"], "found.csv"),
        (&["export", "found.csv", "--to", "csv"], "found.csv"),
        (&["call", "bytecount", "--inputs", "inputs.csv"], "inputs.csv"),
    ] {
        let before = std::fs::read(place.path(file)).unwrap();
        let message = place.refusal(&[command, &["-o", file]].concat());
        assert!(message.starts_with(&format!("error: {file} is what is ")), "{message}");
        assert!(std::fs::read(place.path(file)).unwrap() == before, "{file}");
    }
    let device = place.refusal(&["list", "-o", "/dev/null"]);
    assert!(device.contains("/dev/null is no ordinary file; leave -o out"), "{device}");
    assert!(content() == before);
}

#[test]
fn what_autobva_has_written_is_written_anew() {
    let place = furnished();
    let formats =
        ["pytest", "unittest", "rust", "jest", "junit5", "go", "gherkin", "csv", "json"].map(|format| {
            let name = format!("as_{format}");
            vec!["export".to_string(), "good".into(), "--to".into(), format.into(), "-o".into(), name]
        });
    std::fs::write(place.path("inputs.csv"), "bytes\n1\n").unwrap();
    let others = [
        "find bytecount --max-calls 100 --no-campaign --format json -o found.json",
        "find bytecount --max-calls 100 --no-campaign --clusters --format json -o clusters.json",
        "find bytecount --max-calls 100 --no-campaign --format csv -o found.csv",
        "summarize good --format json -o summary.json",
        "summarize good --screen --format csv -o screened.csv",
        "report good -o it.html",
        "check --format json -o check.json",
        "check --format junit -o check.xml",
        "call bytecount --inputs inputs.csv -o outcomes.csv",
        "list --format csv -o list.csv",
        "experiment search --calls 100 --seeds 1 --format csv --targets bytecount -o s.csv",
        "experiment search --calls 100 --seeds 1 --format json --targets bytecount -o s.json",
        "accept good",
    ];
    let others = others.map(|line| line.split(' ').map(String::from).collect());
    for command in formats.into_iter().chain(others) {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        place.run(&words);
        place.run(&words);
    }
}

#[test]
fn anything_else_needs_force() {
    let place = furnished();
    let lines = "Boundaries of ours, found by hand\nnot Boundaries of ours, found by autobva\n\
        {\"schema\": \"shop/1\"}\nvalidity,type,output\n";
    std::fs::write(place.path("notes.txt"), lines).unwrap();
    std::fs::write(place.path("empty"), "\n").unwrap();
    for command in [&["list"][..], &["export", "good", "--to", "pytest"], &["report", "good"]] {
        place.run(&[command, &["-o", "empty", "-q"]].concat());
        std::fs::write(place.path("empty"), "").unwrap();
        let message = place.refusal(&[command, &["-o", "notes.txt"]].concat());
        assert_eq!(message, format!("error: notes.txt {FOREIGN}\n"));
        assert_eq!(std::fs::read_to_string(place.path("notes.txt")).unwrap(), lines);
        for name in ["good", "autobva.lock.toml", "renamed"] {
            let message = place.refusal(&[command, &["--force", "-o", name]].concat());
            assert!(message.contains("would be lost; give the result another name\n"), "{message}");
        }
        place.run(&[command, &["-o", "notes.txt", "--force", "-q"]].concat());
        assert_ne!(std::fs::read_to_string(place.path("notes.txt")).unwrap(), lines);
        std::fs::write(place.path("notes.txt"), lines).unwrap();
    }
}

#[test]
fn a_dash_is_standard_output() {
    let place = furnished();
    for command in [
        &["report", "good"][..],
        &["summarize", "good"],
        &["export", "good", "--to", "pytest"],
        &["find", "bytecount", "--max-calls", "1000", "--seed", "1", "--no-campaign"],
        &["check"],
        &["diff", "good", "found.csv"],
        &["call", "bytecount", "1"],
        &["list"],
    ] {
        let output = |more: &[&str]| place.autobva(&[command, more].concat()).output().unwrap();
        let (plain, dash) = (output(&[]), output(&["-o", "-"]));
        assert!(!plain.stdout.is_empty() && plain.stdout == dash.stdout, "{command:?}");
        assert_eq!(plain.status.code(), dash.status.code(), "{command:?}");
        assert!(!String::from_utf8_lossy(&dash.stderr).contains("wrote"), "{command:?}");
        assert!(!place.path("-").exists(), "{command:?}");
    }
}

#[test]
fn so_many_examples_of_a_boundary_are_kept_as_asked_for() {
    let most = |keep: &str| {
        let words =
            ["find", "date", "--seed", "1", "--max-calls", "3000", "--no-campaign", "--format", "json"];
        let (found, _) = Workplace::new().run(&[&words[..], &["--keep", keep]].concat());
        let found: serde_json::Value = serde_json::from_str(&found).unwrap();
        let boundaries = found["boundaries"].as_array().unwrap().iter();
        boundaries.filter_map(|boundary| boundary["places"].as_array().map(Vec::len)).max()
    };
    assert_eq!([most("2"), most("16")], [Some(2), Some(16)]);
    assert!(most("all") > Some(16));
}
