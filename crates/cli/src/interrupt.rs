//! Ctrl-C: the first one ends the search, the second one, or one after the search, the program.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use autobva::{StopReason, StopSignal};

/// Whether the search is over. What it found is on disk by then, but for the last tenth of a second as with any kill; what
/// remains, to summarise and print it, cannot be cut short.
static SEARCHED: AtomicBool = AtomicBool::new(false);

/// From now on an interruption ends the program at once.
pub fn search_is_over() {
    SEARCHED.store(true, Ordering::Relaxed);
}

/// Raises the signal on the first Ctrl-C or SIGTERM; another one, or one after the search, ends the program at once.
pub fn on_interrupt(signal: &StopSignal) -> Result<()> {
    let signal = signal.clone();
    ctrlc::set_handler(move || {
        if signal.reason() == Some(StopReason::Interrupted) || SEARCHED.load(Ordering::Relaxed) {
            exit(i32::from(super::INTERRUPTED));
        }
        signal.interrupt();
    })
    .context("cannot listen for Ctrl-C")
}
