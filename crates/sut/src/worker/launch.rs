//! How a worker is started: its command line, its conditions, and its greeting.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use autobva_core::Argument;

use super::request::greeting;
use crate::process::{Conditions, Keeper, MARKER};

/// How a worker is started.
pub(crate) struct Launch {
    /// The program and the rest of its command line.
    pub(crate) program: PathBuf,
    pub(crate) words: Vec<OsString>,
    /// Variables of its environment.
    pub(crate) environment: Vec<(&'static str, OsString)>,
    /// Limits and folder.
    pub(crate) conditions: Conditions,
    /// The arguments that the user has declared.
    pub(crate) declared: Vec<Argument>,
    /// Additional data for the greeting.
    pub(crate) extra: serde_json::Value,
    /// Ensures that nothing is left behind.
    pub(crate) keeper: Keeper,
    /// The program to start from the second time on, if the first one only led to it.
    pub(crate) direct: OnceLock<PathBuf>,
    /// How many calls have left something behind.
    pub(crate) untidy: AtomicU64,
}

/// After 3 calls that leave something behind, what the first calls of a process leave is ignored; after twice as many,
/// each call gets a process of its own.
const MOST_UNTIDY: u64 = 3;

impl Launch {
    /// The first line to send.
    pub(crate) fn greeting(&self, progress: &Path) -> String {
        let mut extra = self.extra.clone();
        let untidy = self.untidy.load(Ordering::Relaxed);
        extra["fresh"] = (self.conditions.fresh || untidy >= 2 * MOST_UNTIDY).into();
        // The first worker has already sent its hints.
        extra["with_hints"] = self.direct.get().is_none().into();
        extra["settled"] = (untidy >= MOST_UNTIDY).into();
        greeting(&self.declared, &self.conditions.limits, &progress.to_string_lossy(), &extra)
    }

    /// Records what a call has left behind.
    pub(crate) fn remark(&self, left: &str) {
        const MOST: u64 = 2 * MOST_UNTIDY;
        match self.untidy.fetch_add(1, Ordering::Relaxed) + 1 {
            1 => self.conditions.remarks.add(format!(
                "a call left {left} behind, which the next one would have met; it was given a fresh process"
            )),
            MOST => self.conditions.remarks.add(format!(
                "call after call left something behind, such as {left}; from then on each had a process of its own, \
                 which takes longer"
            )),
            _ => {}
        }
    }

    pub(crate) fn command(&self, number: u64) -> io::Result<Command> {
        let mut command = Command::new(self.direct.get().unwrap_or(&self.program));
        command.args(&self.words).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.env(MARKER, self.keeper.mark(number));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match &self.conditions.cwd {
            Some(cwd) => command.current_dir(cwd),
            None => command.current_dir(self.keeper.make_folder(number)?),
        };
        Ok(command)
    }
}
