//! The keeper: ensures that nothing is left behind, even if this process is killed.
//!
//! Every process of a target carries a mark in its environment, which its own children inherit. A small shell process
//! waits on a pipe from us. If the pipe closes without a farewell, we were killed, and the shell ends every process
//! with the mark and removes the temporary folder. A process group alone would miss processes that start a session of
//! their own, and a signal on the parent's death reaches only direct children.
//!
//! A target may be autobva itself: its processes then carry both marks, and its keeper carries none, so that it can
//! clean up.

use std::fs::{DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use autobva_core::SutError;
use rustix::event::PollFlags;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use tempfile::TempDir;

use super::pipe::wait_for;

/// The environment variable that carries the mark.
pub(crate) const MARKER: &str = "AUTOBVA_TARGET";

/// Runs until its standard input closes; `$1` is the mark, `$2` the temporary folder. A process that is about to
/// execute another program has no environment for a moment, and so no mark. Therefore several rounds in a row must find
/// nothing before the work is done.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
read -r farewell && exit
round=0 empty=0
while [ $round -lt 100 ] && [ $empty -lt 3 ]; do
    found=$(grep -Fls "$1" /proc/[0-9]*/environ 2>/dev/null)
    for file in $found; do
        pid=${file#/proc/}
        kill -9 "${pid%/environ}" 2>/dev/null
    done
    round=$((round + 1)) empty=$((empty + 1))
    [ -z "$found" ] || empty=0
    sleep 0.02
done
rm -rf "$2"
"#;

/// The size of a progress file: two numbers.
const PROGRESS: usize = 16;
/// 64 KiB must fit into the temporary folder for a failure to be the target's own.
const ROOM: usize = 64 << 10;
/// A killed process may take a moment to disappear; one that waits for a broken disk never does.
const MOST_SWEEPS: usize = 100;

/// Guards the processes of one target, and owns its temporary folder.
pub(crate) struct Keeper {
    id: String,
    /// The marks that this process itself carries.
    outer: String,
    folder: Option<TempDir>,
    shell: std::process::Child,
    shell_ended: OwnedFd,
    line: Option<ChildStdin>,
}

impl Keeper {
    pub(crate) fn start() -> Result<Keeper, SutError> {
        static TARGETS: AtomicU64 = AtomicU64::new(0);
        let folder = make_private_folder().map_err(SutError)?;
        // The name of the folder is random, so a reused process id does no harm.
        let unique = folder.path().file_name().and_then(|name| name.to_str()).unwrap_or("autobva");
        let id = format!("{}.{}.{unique}", std::process::id(), TARGETS.fetch_add(1, Ordering::Relaxed));
        let mut shell = keeper_process(&id, folder.path()).map_err(|e| {
            SutError(format!("cannot start the process that cleans up after the target, /bin/sh: {e}"))
        })?;
        let shell_ended = pidfd_open(Pid::from_child(&shell), PidfdFlags::empty()).map_err(|e| {
            SutError(format!("cannot watch the process that cleans up after the target: {e}"))
        })?;
        let line = shell.stdin.take();
        let outer = std::env::var(MARKER).unwrap_or_default();
        Ok(Keeper { id, outer, folder: Some(folder), shell, shell_ended, line })
    }

    /// The common part of all marks.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The mark of the process with this number.
    pub(crate) fn mark(&self, number: u64) -> String {
        format!("{}{}/{number}/", self.outer, self.id)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.as_ref().expect("there until dropped").path().join(name)
    }

    /// Checks that the environment of the processes is sound. A fault there would look like an outcome of the target.
    pub(crate) fn check(&self) -> Result<(), SutError> {
        static PROBES: AtomicU64 = AtomicU64::new(0);
        self.check_shell()?;
        // Several threads may check at the same time.
        let probe = self.file(&format!("room-{}", PROBES.fetch_add(1, Ordering::Relaxed)));
        let written = make_file(&probe).and_then(|mut file| file.write_all(&[0; ROOM]));
        let _ = std::fs::remove_file(&probe);
        written.map_err(|e| SutError(cannot_write(&e)))
    }

    /// Checks that the process is running that cleans up if this one is killed.
    pub(crate) fn check_shell(&self) -> Result<(), SutError> {
        match wait_for([Some((self.shell_ended.as_fd(), PollFlags::IN))], Duration::ZERO) {
            Ok([true]) => Err(SutError(
                "the process that cleans up after the target (autobva-keeper) was killed, perhaps by the target; \
                 run it again"
                    .into(),
            )),
            _ => Ok(()),
        }
    }

    /// The file in which the process with this number reports its progress.
    fn progress_file(&self, number: u64) -> PathBuf {
        self.file(&format!("progress-{number}"))
    }

    /// Creates that file. It is written in full, because a process that maps a file without disk space for it dies.
    pub(crate) fn make_progress_file(&self, number: u64) -> io::Result<PathBuf> {
        let path = self.progress_file(number);
        let written = make_file(&path).and_then(|mut file| file.write_all(&[0; PROGRESS]));
        written.map_err(|e| io::Error::other(cannot_write(&e)))?;
        Ok(path)
    }

    /// A new, empty folder for the process with this number.
    pub(crate) fn make_folder(&self, number: u64) -> io::Result<PathBuf> {
        let path = self.file(&format!("cwd-{number}"));
        let made = DirBuilder::new().mode(0o700).create(&path).and_then(|()| make_private(&path));
        made.map_err(|e| io::Error::other(cannot_write(&e)))?;
        Ok(path)
    }

    /// Ends what is left of the process with this number, and removes its files.
    pub(crate) fn clear(&self, number: u64) {
        self.sweep(|other| other == number);
        let _ = std::fs::remove_file(self.progress_file(number));
        let _ = std::fs::remove_dir_all(self.file(&format!("cwd-{number}")));
    }

    /// Ends every marked process whose number is stale.
    pub(crate) fn sweep(&self, is_stale: impl Fn(u64) -> bool) {
        // A process may start another one meanwhile; that one has the mark, too, and is found in the next round.
        for _ in 0..MOST_SWEEPS {
            let stale = self.marked().filter(|(_, number)| is_stale(*number));
            let ended = stale.filter(|(pid, _)| kill_process(*pid, Signal::KILL).is_ok()).count();
            if ended == 0 {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether a process that is younger than this keeper is about to execute another program: for a moment it has no
    /// environment, and so no mark.
    fn one_is_starting(&self) -> bool {
        let started = |pid: Pid| stat_of(pid)?.get(STARTED)?.parse::<u64>().ok();
        let Some(since) = Pid::from_raw(self.shell.id() as i32).and_then(started) else { return false };
        let has_none = |pid: &Pid| std::fs::read(in_proc(*pid, "environ")).is_ok_and(|all| all.is_empty());
        let is_alive = |pid: &Pid| {
            stat_of(*pid)
                .is_some_and(|stat| !["Z", "X"].contains(&stat[0].as_str()) && stat[PARENT] != KERNEL)
        };
        pids().filter(has_none).filter(is_alive).any(|pid| started(pid).is_some_and(|at| at >= since))
    }

    /// Whether the worker with this number, whose process is `leader`, has left a process behind that nobody waits for.
    pub(crate) fn has_daemon(&self, number: u64, leader: Pid) -> bool {
        let family: Vec<Pid> =
            self.marked().filter(|(_, other)| *other == number).map(|(pid, _)| pid).collect();
        let is_alone = |pid: &&Pid| parent_of(**pid).is_some_and(|parent| !family.contains(&parent));
        family.iter().filter(|pid| **pid != leader).any(|pid| is_alone(&pid))
    }

    /// The processes that carry a mark of this keeper, with the numbers in the marks.
    fn marked(&self) -> impl Iterator<Item = (Pid, u64)> {
        let start = format!("{}/", self.id);
        pids().filter_map(move |pid| Some((pid, number_of(pid, &start)?)))
    }
}

fn pids() -> impl Iterator<Item = Pid> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// The number in the mark of a process, if it has one. A process that has ended has no environment.
fn number_of(pid: Pid, start: &str) -> Option<u64> {
    let environment = std::fs::read(in_proc(pid, "environ")).ok()?;
    let marks =
        environment.split(|byte| *byte == 0).find_map(|variable| variable.strip_prefix(MARKER.as_bytes()))?;
    let (_, mark) = std::str::from_utf8(marks).ok()?.split_once(start)?;
    mark.split('/').next()?.parse().ok()
}

/// The positions of the parent and of the start time among the fields of a process, and the parent of kernel processes.
const PARENT: usize = 1;
const STARTED: usize = 19;
const KERNEL: &str = "2";

/// The fields of a process in `/proc`: the state, the parent, and more.
fn stat_of(pid: Pid) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(in_proc(pid, "stat")).ok()?;
    // The name, in brackets, may contain anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let words: Vec<String> = after_name.split_ascii_whitespace().map(String::from).collect();
    (words.len() > STARTED).then_some(words)
}

fn parent_of(pid: Pid) -> Option<Pid> {
    Pid::from_raw(stat_of(pid)?[PARENT].parse().ok()?)
}

fn in_proc(pid: Pid, file: &str) -> PathBuf {
    Path::new("/proc").join(pid.as_raw_nonzero().to_string()).join(file)
}

/// The shell that cleans up.
fn keeper_process(id: &str, folder: &Path) -> io::Result<std::process::Child> {
    Command::new("/bin/sh")
        .args(["-c", SCRIPT, "autobva-keeper", &format!("{id}/")])
        .arg(folder)
        .current_dir("/")
        .env_remove(MARKER)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

/// A temporary folder with access for this user only, whatever the umask.
fn make_private_folder() -> Result<TempDir, String> {
    let place = std::env::temp_dir();
    if place.to_str().is_none() {
        let shown = place.display();
        return Err(format!(
            "the name of the temporary folder {shown} is not UTF-8; choose another one with TMPDIR"
        ));
    }
    let folder = tempfile::Builder::new().prefix("autobva-").tempdir();
    let private = folder.and_then(|folder| make_private(folder.path()).map(|()| folder));
    private.map_err(|e| cannot_write(&e))
}

fn make_private(folder: &Path) -> io::Result<()> {
    std::fs::set_permissions(folder, Permissions::from_mode(0o700))
}

/// A new file with access for this user only, whatever the umask.
fn make_file(path: &Path) -> io::Result<File> {
    let file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
    file.set_permissions(Permissions::from_mode(0o600))?;
    Ok(file)
}

/// The message if the temporary folder cannot be written to.
fn cannot_write(error: &io::Error) -> String {
    let place = std::env::temp_dir();
    let place = place.display();
    match error.raw_os_error().map(rustix::io::Errno::from_raw_os_error) {
        Some(rustix::io::Errno::MFILE | rustix::io::Errno::NFILE) => {
            "there are no file handles left; allow more with ulimit -n, or use fewer --jobs".to_string()
        }
        _ => format!(
            "cannot write in the temporary folder {place} ({error}); make room there, or choose another one with TMPDIR"
        ),
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        for _ in 0..MOST_SWEEPS {
            self.sweep(|_| true);
            if !self.one_is_starting() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(self.folder.take());
        if let Some(mut line) = self.line.take() {
            let _ = line.write_all(b"done\n");
        }
        let _ = self.shell.wait();
    }
}
