//! The timer of a run, outside the search.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use autobva_explore::StopSignal;

/// Does something when the time is up, unless it is dropped before.
pub struct Timer {
    cancel: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
    /// Raises the signal when the time is up; without a time limit it never does.
    pub fn start(time: Option<Duration>, signal: &StopSignal) -> io::Result<Timer> {
        let signal = signal.clone();
        match time {
            Some(time) => Timer::after(time, move || signal.time_is_up()),
            None => Ok(Timer { cancel: None, thread: None }),
        }
    }

    /// Calls `act` when the time is up.
    pub fn after(time: Duration, act: impl FnOnce() + Send + 'static) -> io::Result<Timer> {
        let (cancel, cancelled) = channel();
        let thread = Builder::new().spawn(move || {
            if cancelled.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                act();
            }
        });
        Ok(Timer { cancel: Some(cancel), thread: Some(thread?) })
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
