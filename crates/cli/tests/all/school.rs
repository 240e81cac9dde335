//! A folder with a Python function to find, accept and check.

use std::process::{Command, Output};
use std::sync::OnceLock;

pub const SCHOOL: &str = "\
def grade(points: int) -> str:
    if points < 0:
        raise ValueError('negative points')
    return 'passed' if points >= 50 else 'failed'
";

/// A folder with a Python function and the candidates that a search found on it; the search is made once.
/// Nothing where there is no Python.
pub fn folder() -> Option<tempfile::TempDir> {
    static FOUND: OnceLock<String> = OnceLock::new();
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not on this machine");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "school.py", SCHOOL);
    let found = FOUND.get_or_init(|| {
        let find = [
            "find",
            "school.py:grade",
            "--seed",
            "1",
            "--max-calls",
            "2000",
            "--format",
            "csv",
            "--no-campaign",
        ];
        let found = run(&folder, &find);
        assert_eq!(code(&found), 0, "{}", stderr(&found));
        stdout(&found)
    });
    write(&folder, "found.csv", found);
    Some(folder)
}

/// The same, its boundaries accepted.
pub fn locked() -> Option<tempfile::TempDir> {
    let folder = folder()?;
    let accept = run(&folder, &["accept", "found.csv", "--target", "school.py:grade"]);
    assert_eq!(code(&accept), 0, "{}", stderr(&accept));
    Some(folder)
}

pub fn write(folder: &tempfile::TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).unwrap();
}

pub fn read(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

pub fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("autobva"));
    command.current_dir(folder.path()).env_remove("NO_COLOR").args(arguments).output().unwrap()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Exit code 2, nothing on standard output, one message.
pub fn refusal(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()), "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}
