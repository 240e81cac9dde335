//! Where results go: over nothing that would be missed, and to standard output if that is asked for.

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
        ("slow.py", "is source code"),
        ("UPPER.RS", "is source code"),
        ("script", "is source code"),
        ("s.sh", "is source code"),
        ("program", "is a program"),
        ("autobva.lock.toml", "is a lock file"),
        ("renamed", "is a lock file"),
        ("good", "is a campaign"),
    ];
    let content = || kept.map(|(name, _)| std::fs::read(place.path(name)).unwrap());
    let before = content();
    for (number, command) in commands.iter().enumerate() {
        // Every command with some of the files, and every file with some of the commands.
        for (name, expected) in kept.iter().skip(number % 2).step_by(2) {
            let message = place.refusal(&[command, &["-o", name][..]].concat());
            let expected =
                format!("error: {name} {expected}, and would be lost; give the result another name\n");
            let source = format!("error: {name} is what is ");
            let is_source = command[1..].contains(name) && message.starts_with(&source);
            assert!(message == expected || is_source, "{command:?}: {message}");
        }
    }
    let started = ["find", "--max-calls", "10", "-o", "s.sh", "--arg", "n:int", "--", "./s.sh", "{n}"];
    assert!(place.refusal(&started).contains("s.sh is source code"));
    let plot = ["experiment", "search", "--calls", "100", "--seeds", "1", "--plot", "slow.py"];
    assert!(place.refusal(&plot).contains("slow.py is source code"));
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
fn results_and_exported_tests_are_written_anew() {
    let place = furnished();
    for (format, name) in [
        ("pytest", "test_it.py"),
        ("unittest", "test_too.py"),
        ("rust", "it.rs"),
        ("jest", "it.test.js"),
        ("junit5", "ItTest.java"),
        ("go", "it_test.go"),
        ("gherkin", "it.feature"),
        ("csv", "it.csv"),
        ("json", "it.json"),
    ] {
        for _ in 0..2 {
            place.run(&["export", "good", "--to", format, "-o", name]);
        }
        if !["csv", "json"].contains(&format) {
            let message = place.refusal(&["list", "-o", name]);
            assert!(message.contains("is source code, and would be lost"), "{name}: {message}");
        }
    }
    // On some file systems every file is a program.
    std::fs::write(place.path("it.html"), "old").unwrap();
    std::fs::set_permissions(place.path("it.html"), PermissionsExt::from_mode(0o777)).unwrap();
    place.run(&["report", "good", "-o", "it.html"]);
    assert!(std::fs::read_to_string(place.path("it.html")).unwrap().starts_with("<!"));
    place.run(&["accept", "good"]);
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
