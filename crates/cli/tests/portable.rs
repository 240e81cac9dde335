//! What the program does on every operating system, with and without targets in processes. A program of its own, because
//! the other tests are about processes, or about Unix.

use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_autobva")).args(words).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn succeed(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_built_in_function_is_searched_reported_exported_and_guarded() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    succeed(
        place,
        &["find", "bytecount", "--seed", "7", "--max-calls", "2000", "--campaign", "c.autobva", "-q"],
    );
    succeed(place, &["report", "c.autobva", "-o", "report.html"]);
    assert!(std::fs::read_to_string(place.join("report.html")).unwrap().contains("bytecount"));
    assert!(succeed(place, &["export", "c.autobva", "--to", "csv", "--all"]).lines().count() > 1);
    succeed(place, &["accept", "c.autobva"]);
    assert!(succeed(place, &["check"]).contains("nothing changed"));
}

#[cfg(not(feature = "processes"))]
#[test]
fn targets_in_processes_are_refused_with_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    std::fs::write(place.join("shop.py"), "def price(n: int): return n\n").unwrap();
    for words in [
        &["find", "shop.py:price"][..],
        &["call", "shop.py:price", "1"],
        &["find", "worker:node size.js"],
        &["find", "--arg", "n:int", "--", "echo", "{n}"],
        &["init", "shop.py"],
    ] {
        let output = run(place, words);
        let told = text(&output.stderr);
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(2), String::new()),
            "{words:?}: {told}"
        );
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(
            told.contains("supported on Linux only so far") && told.contains("autobva.find(func)"),
            "{told}"
        );
    }
    assert_eq!(std::fs::read_dir(place).unwrap().count(), 1, "a refused search leaves nothing behind");
}
