//! The built binary, and what it said.

use std::path::Path;
use std::process::{Command, Output};

/// Where the binary is.
pub const BINARY: &str = env!("CARGO_BIN_EXE_autobva");

/// The binary, with nothing around it that has a say in its looks.
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

/// What came to standard output of a run that succeeded.
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
