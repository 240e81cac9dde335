//! The binary `autobva`.

use std::process::ExitCode;

/// Does what the command line says.
fn main() -> ExitCode {
    ExitCode::from(autobva_cli::main(std::env::args_os()))
}
