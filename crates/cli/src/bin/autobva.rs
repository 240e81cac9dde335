//! The binary `autobva`.

use std::process::ExitCode;

/// Executes the command line.
fn main() -> ExitCode {
    ExitCode::from(autobva_cli::main(std::env::args_os()))
}
