//! The built binary, and what it said.

use std::path::Path;
use std::process::{Command, Output};

/// Where the binary is.
pub const BINARY: &str = env!("CARGO_BIN_EXE_autobva");

/// The binary without the environment variables that change its output.
pub fn autobva() -> Command {
    let mut command = Command::new(BINARY);
    command.env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// Runs the binary in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    autobva().current_dir(folder).args(arguments).output().unwrap()
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

/// Standard output of a run that must succeed.
#[track_caller]
pub fn success(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    stdout(output)
}

/// The message of a refusal: exit code 2, nothing on standard output, and no panic.
#[track_caller]
pub fn refusal(output: &Output) -> String {
    let message = stderr(output);
    assert_eq!((code(output), stdout(output)), (2, String::new()), "{message}");
    assert!(message.starts_with("error: ") && !message.contains("panicked"), "{message}");
    message
}
