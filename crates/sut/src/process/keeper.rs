//! The keeper: sees to it that nothing is left behind, even if this process is killed at once.
//!
//! Every process of a target carries a mark in its environment, which its own children inherit. A small shell process
//! waits on a pipe from us; when the pipe closes without a farewell, we were killed, and it ends every process with
//! the mark and removes the temporary folder. A process group alone would miss whoever starts a session of their own,
//! and a signal on the parent's death reaches only direct children.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use autobva_core::SutError;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The variable that carries the mark.
pub(crate) const MARKER: &str = "AUTOBVA_TARGET";

/// Runs until its standard input closes; `$1` is the mark, `$2` the temporary folder.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
read -r farewell && exit
round=0
while [ $round -lt 100 ]; do
    found=$(grep -ls "$1" /proc/[0-9]*/environ 2>/dev/null)
    [ -n "$found" ] || break
    for file in $found; do
        pid=${file#/proc/}
        kill -9 "${pid%/environ}" 2>/dev/null
    done
    round=$((round + 1))
done
rm -rf "$2"
"#;

/// A killed process may take a moment to go; one that waits for a broken disk does not go at all.
const MOST_SWEEPS: usize = 100;

/// Guards the processes of one target, and owns its temporary folder.
pub(crate) struct Keeper {
    id: String,
    folder: Option<TempDir>,
    shell: std::process::Child,
    line: Option<ChildStdin>,
}

impl Keeper {
    /// Starts to guard.
    pub(crate) fn start() -> Result<Keeper, SutError> {
        Keeper::try_start().map_err(|e| SutError(format!("cannot prepare to start the target: {e}")))
    }

    fn try_start() -> io::Result<Keeper> {
        static TARGETS: AtomicU64 = AtomicU64::new(0);
        let folder = tempfile::Builder::new().prefix("autobva-").tempdir()?;
        // The name of the folder is random, so that a reused process number does no harm.
        let unique = folder.path().file_name().and_then(|name| name.to_str()).unwrap_or("autobva");
        let id = format!("{}.{}.{unique}", std::process::id(), TARGETS.fetch_add(1, Ordering::Relaxed));
        let mut shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "autobva-keeper", &format!("{MARKER}={id}/")])
            .arg(folder.path())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let line = shell.stdin.take();
        Ok(Keeper { id, folder: Some(folder), shell, line })
    }

    /// What the marks have in common.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The mark of the process with that number.
    pub(crate) fn mark(&self, number: u64) -> String {
        format!("{}/{number}/", self.id)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.as_ref().expect("there until dropped").path().join(name)
    }

    /// Where the process with that number tells how far it has come.
    pub(crate) fn progress_file(&self, number: u64) -> PathBuf {
        self.file(&format!("progress-{number}"))
    }

    /// A new, empty folder for the process with that number.
    pub(crate) fn make_folder(&self, number: u64) -> io::Result<PathBuf> {
        let path = self.file(&format!("cwd-{number}"));
        std::fs::create_dir(&path)?;
        Ok(path)
    }

    /// Ends what is left of the process with that number, and removes its files.
    pub(crate) fn clear(&self, number: u64) {
        self.sweep(|other| other == number);
        let _ = std::fs::remove_file(self.progress_file(number));
        let _ = std::fs::remove_dir_all(self.file(&format!("cwd-{number}")));
    }

    /// Ends every process whose mark has a number that `is_stale` says so of.
    pub(crate) fn sweep(&self, is_stale: impl Fn(u64) -> bool) {
        let start = format!("{MARKER}={}/", self.id);
        // A process may start another one while we look; what it started has the mark, too, and is found next time.
        for _ in 0..MOST_SWEEPS {
            if sweep_once(start.as_bytes(), &is_stale) == 0 {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Ends the marked processes and says how many there were.
fn sweep_once(start: &[u8], is_stale: &dyn Fn(u64) -> bool) -> usize {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| mark_of(*pid, start).is_some_and(is_stale))
        .filter(|pid| Pid::from_raw(*pid).is_some_and(|pid| kill_process(pid, Signal::KILL).is_ok()))
        .count()
}

/// The number in the mark of a process that has one. A process that has ended has no environment.
fn mark_of(pid: i32, start: &[u8]) -> Option<u64> {
    let environment = std::fs::read(Path::new("/proc").join(pid.to_string()).join("environ")).ok()?;
    let mark = environment.split(|byte| *byte == 0).find_map(|variable| variable.strip_prefix(start))?;
    let number = mark.split(|byte| *byte == b'/').next()?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.sweep(|_| true);
        drop(self.folder.take());
        if let Some(mut line) = self.line.take() {
            let _ = line.write_all(b"done\n");
        }
        let _ = self.shell.wait();
    }
}
