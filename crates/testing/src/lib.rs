//! Programs and data that tests need beyond Rust.
//!
//! A test that lacks one of them returns early, and its runner counts it as passed. It is therefore recorded here: in
//! the file that `AUTOBVA_SKIPS` names, from which `.ci/test` counts skipped tests, or else on standard error.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a program is on PATH. If it is missing, the test that asks counts as skipped.
pub fn tool(program: &str) -> Option<PathBuf> {
    let found = on_path(program);
    if found.is_none() {
        skip(format_args!("{program} is not installed"));
    }
    found
}

/// Where a program is on PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A file of the published data, which is not in the repository. If it is missing, the test counts as skipped.
pub fn shared(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = std::env::var_os("AUTOBVA_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    skip(format_args!("shared/{name} is missing; AUTOBVA_SHARED can name the folder"));
    None
}

/// Counts the test that runs in this thread as skipped.
pub fn skip(reason: impl Display) {
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let thread = std::thread::current();
    let test = format!("{package} {}", thread.name().unwrap_or("?"));
    match std::env::var_os("AUTOBVA_SKIPS") {
        Some(file) => {
            let opened = OpenOptions::new().create(true).append(true).open(file);
            let written =
                opened.and_then(|mut file| file.write_all(format!("{test}\t{reason}\n").as_bytes()));
            written.expect("the file of skipped tests can be written");
        }
        // Not `eprintln!`, because its output is shown only for tests that fail.
        None => drop(writeln!(std::io::stderr(), "skipped: {test}: {reason}")),
    }
}

/// Ends a test as skipped unless the machine has these programs.
#[macro_export]
macro_rules! needs {
    ($($program:expr),+) => {
        if [$($crate::tool($program)),+].contains(&None) {
            return;
        }
    };
}
