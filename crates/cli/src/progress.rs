//! Lines that show the progress of a run or an experiment, on a terminal only.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use autobva::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// A line that is redrawn until it is dropped, and then removed.
pub struct TickingLine {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TickingLine {
    /// Starts the line if standard error is a terminal; `message` gets the time since the start.
    pub fn start(quiet: bool, message: impl Fn(Duration) -> String + Send + 'static) -> TickingLine {
        if quiet || !std::io::stderr().is_terminal() {
            return TickingLine { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || {
            let bar = ProgressBar::new_spinner();
            bar.set_style(
                ProgressStyle::with_template("{spinner} {msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_spinner()),
            );
            let start = Instant::now();
            while stopped.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                bar.set_message(message(start.elapsed()));
                bar.tick();
            }
            bar.finish_and_clear();
        });
        TickingLine { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for TickingLine {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub struct ProgressLine;

/// The limits of the run, from which the completed share is computed.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    pub calls: Option<u64>,
}

impl ProgressLine {
    /// Starts the line if standard error is a terminal.
    pub fn start(progress: &Arc<Progress>, limits: Limits, quiet: bool) -> TickingLine {
        let progress = Arc::clone(progress);
        TickingLine::start(quiet, move |elapsed| message(&progress, limits, elapsed))
    }
}

fn message(progress: &Progress, limits: Limits, elapsed: Duration) -> String {
    let calls = progress.calls();
    let rate = calls as f64 / elapsed.as_secs_f64().max(1e-9);
    let of_calls = limits.calls.map_or(String::new(), |most| format!(" of {}", HumanCount(most)));
    let of_time = limits.time.map_or(String::new(), |most| format!(" of {:.0} s", most.as_secs_f64()));
    format!(
        "{}{of_calls} calls · {}/s · {} candidates · {:.1} s{of_time}",
        HumanCount(calls),
        HumanCount(rate as u64),
        HumanCount(progress.found() as u64),
        elapsed.as_secs_f64(),
    )
}
