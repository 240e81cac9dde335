//! The clock of a run, outside the search.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use autobva_explore::StopSignal;

/// Raises a signal when the time is up, unless it is dropped before.
pub struct Timer {
    cancel: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
    /// Starts the clock; without a time nothing ever happens.
    pub fn start(time: Option<Duration>, signal: &StopSignal) -> Timer {
        let Some(time) = time else { return Timer { cancel: None, thread: None } };
        let (cancel, cancelled) = channel();
        let signal = signal.clone();
        let thread = std::thread::spawn(move || {
            if cancelled.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                signal.time_is_up();
            }
        });
        Timer { cancel: Some(cancel), thread: Some(thread) }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        drop(self.cancel.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
