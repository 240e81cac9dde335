//! Ctrl-C: the first one ends the search, the second one the program.

use std::process::exit;

use anyhow::{Context, Result};
use autobva::StopSignal;

/// Raises the signal on the first Ctrl-C or SIGTERM; another one ends the program at once.
pub fn on_interrupt(signal: &StopSignal) -> Result<()> {
    let signal = signal.clone();
    ctrlc::set_handler(move || {
        if signal.is_raised() {
            exit(i32::from(super::INTERRUPTED));
        }
        signal.interrupt();
    })
    .context("cannot listen for Ctrl-C")
}
