//! A folder with a Python function to find, accept and check.

use std::process::Output;
use std::sync::OnceLock;

use autobva_testing::tool;

use crate::program;

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
    tool("python3")?;
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
        program::success(&run(&folder, &find))
    });
    write(&folder, "found.csv", found);
    Some(folder)
}

/// The same, its boundaries accepted, once as well.
pub fn locked() -> Option<tempfile::TempDir> {
    static LOCK: OnceLock<String> = OnceLock::new();
    const FILE: &str = "autobva.lock.toml";
    let folder = folder()?;
    let lock = LOCK.get_or_init(|| {
        program::success(&run(&folder, &["accept", "found.csv", "--target", "school.py:grade"]));
        read(&folder, FILE)
    });
    write(&folder, FILE, lock);
    Some(folder)
}

pub fn write(folder: &tempfile::TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).unwrap();
}

pub fn read(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

pub fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    program::run_in(folder.path(), arguments)
}

pub fn refusal(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    program::refusal(&run(folder, arguments))
}
