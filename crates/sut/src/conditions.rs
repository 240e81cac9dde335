//! How the processes of a target are run, and the limits of one call.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
#[cfg(feature = "processes")]
use std::time::Instant;

use autobva_core::Outcome;

/// How the processes of a target are run.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// The limits of one call.
    pub limits: Limits,
    /// The folder in which they start; an empty temporary one if `None`.
    pub cwd: Option<PathBuf>,
    /// The time limit for starting a worker, if it is less than the default.
    pub start_within: Option<Duration>,
    /// Whether each call of a Python function gets a process of its own.
    pub fresh: bool,
    /// Remarks about the calls, for the user.
    pub remarks: Remarks,
}

/// Sentences about the calls of a target, for the user.
#[derive(Debug, Clone, Default)]
pub struct Remarks(Arc<Mutex<Vec<String>>>);

impl Remarks {
    #[cfg(feature = "processes")]
    pub(crate) fn add(&self, sentence: String) {
        self.0.lock().unwrap_or_else(|e| e.into_inner()).push(sentence);
    }

    /// The remarks since the last call of this function.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(|e| e.into_inner()))
    }
}

#[cfg(feature = "processes")]
impl Conditions {
    /// The time limit for starting a target: imports are slower than calls.
    pub(crate) fn start_timeout(&self) -> Duration {
        const LEAST: Duration = Duration::from_secs(30);
        let usual = self.limits.timeout.max(LEAST);
        self.start_within.map_or(usual, |most| most.min(usual))
    }
}

/// The limits of one call of a target. A call that exceeds one gets an outcome that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum duration of a call.
    pub timeout: Duration,
    /// The maximum memory of a process, in bytes.
    pub memory: u64,
    /// The maximum length of a call's output, in bytes; what the target prints meanwhile is limited separately.
    pub output: usize,
}

impl Default for Limits {
    /// One second, one gibibyte, one mebibyte.
    fn default() -> Self {
        Limits { timeout: Duration::from_secs(1), memory: 1 << 30, output: 1 << 20 }
    }
}

impl Limits {
    /// Writes the outcome of a call whose output is too long.
    pub(crate) fn write_too_long(&self, outcome: &mut Outcome) {
        let text = outcome.start_error(Outcome::OUTPUT_TOO_LONG);
        write!(text, "{} {} bytes of output", Outcome::MORE_THAN, self.output)
            .expect("writing to a text does not fail");
    }
}

#[cfg(feature = "processes")]
impl Limits {
    /// The moment at which a call that begins now has taken too long.
    pub(crate) fn deadline(timeout: Duration) -> Instant {
        const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
        Instant::now() + timeout.min(YEAR)
    }

    /// How often a waiting caller checks the memory of a process.
    pub(crate) fn tick(&self) -> Duration {
        (self.timeout / 20).clamp(Duration::from_millis(1), Duration::from_millis(10))
    }

    /// Whether a process with this peak memory that has died can be said to have died of it.
    pub(crate) fn is_memory_death(&self, peak: u64) -> bool {
        peak >= self.memory / 5 * 4
    }
}
