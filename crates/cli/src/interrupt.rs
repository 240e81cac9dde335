//! Ctrl-C and SIGTERM: the first one ends a search in good order, if that takes less than a second, so that the
//! findings are printed. A second one, or one while nothing is searched, ends the program at once.

use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Mutex, MutexGuard};
use std::thread::Builder;
use std::time::Duration;

use anyhow::{Context, Result};
use autobva::StopSignal;

/// How long a search may take to end in good order.
const GRACE: Duration = Duration::from_millis(900);

/// What an interruption ends, and what must not be left behind.
struct Work {
    /// The signal of the present search, if it has not been interrupted yet.
    signal: Option<StopSignal>,
    /// Whether a search is in progress.
    searches: bool,
    /// Files that are not complete.
    unfinished: Vec<PathBuf>,
    /// The message to print if the end is not waited for.
    last_words: Option<String>,
}

static WORK: Mutex<Work> =
    Mutex::new(Work { signal: None, searches: false, unfinished: Vec::new(), last_words: None });

fn work() -> MutexGuard<'static, Work> {
    WORK.lock().unwrap_or_else(|e| e.into_inner())
}

pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        let signal = work().signal.take();
        let Some(signal) = signal else { leave() };
        signal.interrupt();
        let watched = Builder::new().spawn(|| {
            std::thread::sleep(GRACE);
            let searches = work().searches;
            if searches {
                leave();
            }
        });
        if watched.is_err() {
            leave();
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Lets the next interruption raise the signal.
pub fn on_interrupt(signal: &StopSignal) {
    let mut work = work();
    work.signal = Some(signal.clone());
    work.searches = true;
}

/// The search is over: from now on an interruption ends the program at once. Everything is saved by then, except for
/// the last tenth of a second, as with any kill; `last_words` say so.
pub fn search_is_over(last_words: Option<String>) {
    let mut work = work();
    work.signal = None;
    work.searches = false;
    work.last_words = last_words;
}

/// Registers a file to be removed if the program ends before it is complete.
pub fn begin_file(path: &Path) {
    work().unfinished.push(path.to_path_buf());
}

/// The file is complete or gone.
pub fn end_file(path: &Path) {
    work().unfinished.retain(|other| other != path);
}

/// Ends the program at once.
fn leave() -> ! {
    // Held until the process ends, so that no other thread begins another file.
    let work = work();
    for file in &work.unfinished {
        let _ = std::fs::remove_file(file);
    }
    if let Some(words) = &work.last_words {
        say!("autobva: {words}");
    }
    exit(i32::from(super::INTERRUPTED))
}
