//! A child process in a group of its own, with limits.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process_group, pidfd_open, prlimit};

use super::Limits;

/// A running process, the leader of its own group. Dropping it ends the whole group.
pub(crate) struct Child {
    child: std::process::Child,
    pid: Pid,
    ended: OwnedFd,
    status: Option<ExitStatus>,
    peak_memory: u64,
    statm: Option<std::fs::File>,
}

/// A process that has ended.
pub(crate) struct Stopped {
    pub(crate) status: ExitStatus,
    /// Its peak memory, as far as it was observed, in bytes.
    pub(crate) peak_memory: u64,
}

impl Child {
    /// Starts a command.
    ///
    /// Limits are set from here right after the start. Setting them between fork and exec would force the standard
    /// library to fork, which takes 80 ms if the heap has 2 GiB.
    pub(crate) fn start(command: &mut Command, limits: &Limits) -> io::Result<Child> {
        let child = spawn_patiently(command.process_group(0))?;
        let pid = Pid::from_child(&child);
        let set = |resource, most: u64| {
            let limit = Rlimit { current: Some(most), maximum: Some(most) };
            // A process that has already ended needs no limit.
            prlimit(Some(pid), resource, limit)
                .map(drop)
                .or_else(|e| if e == Errno::SRCH { Ok(()) } else { Err(e) })
        };
        let limited = set(Resource::Data, limits.memory).and_then(|()| set(Resource::Core, 0));
        let ended = limited.and_then(|()| pidfd_open(pid, PidfdFlags::empty()));
        match ended {
            Ok(ended) => Ok(Child { child, pid, ended, status: None, peak_memory: 0, statm: None }),
            Err(error) => {
                let mut child = child;
                let _ = child.kill();
                let _ = child.wait();
                Err(error.into())
            }
        }
    }

    /// The process id.
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    pub(crate) fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    pub(crate) fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    pub(crate) fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// A descriptor that becomes readable when the process has ended.
    pub(crate) fn ended(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }

    /// Checks the memory of the process, and returns whether it exceeds the limit.
    ///
    /// The kernel's limit counts private memory only; this check also includes shared and mapped memory.
    pub(crate) fn over_memory(&mut self, limits: &Limits) -> bool {
        use std::os::unix::fs::FileExt;
        if self.statm.is_none() {
            self.statm = std::fs::File::open(format!("/proc/{}/statm", self.child.id())).ok();
        }
        let mut text = [0; 128];
        let read = self.statm.as_ref().and_then(|statm| statm.read_at(&mut text, 0).ok()).unwrap_or(0);
        let pages = std::str::from_utf8(&text[..read]).unwrap_or("").split(' ').nth(1);
        let pages: u64 = pages.and_then(|pages| pages.parse().ok()).unwrap_or(0);
        let bytes = pages * rustix::param::page_size() as u64;
        self.peak_memory = self.peak_memory.max(bytes);
        bytes > limits.memory
    }

    /// How long the process has waited for a processor since it was started. A call that waits because the machine is
    /// busy is not a slow call.
    pub(crate) fn queued(&self) -> Duration {
        let text =
            std::fs::read_to_string(format!("/proc/{}/schedstat", self.child.id())).unwrap_or_default();
        let waited = text.split_whitespace().nth(1).and_then(|nanoseconds| nanoseconds.parse().ok());
        Duration::from_nanos(waited.unwrap_or(0))
    }

    /// Ends the process and its whole group, and returns how it ended: by itself, if it already had.
    pub(crate) fn stop(&mut self) -> io::Result<Stopped> {
        if self.status.is_none() {
            // The group id is not reused before its leader is waited for, so no other group can be hit.
            let _ = kill_process_group(self.pid, Signal::KILL);
            self.status = Some(self.child.wait()?);
        }
        let status = self.status.expect("just waited for");
        Ok(Stopped { status, peak_memory: self.peak_memory })
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// Starts a command; if the system cannot create another process at the moment, it is tried again for a while.
fn spawn_patiently(command: &mut Command) -> io::Result<std::process::Child> {
    let mut pause = Duration::from_millis(1);
    loop {
        match command.spawn() {
            Err(e) if is_passing(&e) && pause < Duration::from_secs(1) => {
                std::thread::sleep(pause);
                pause *= 2;
            }
            result => return result,
        }
    }
}

fn is_passing(error: &io::Error) -> bool {
    let code = error.raw_os_error().map(Errno::from_raw_os_error);
    matches!(code, Some(Errno::AGAIN | Errno::TXTBSY | Errno::NOMEM | Errno::MFILE | Errno::NFILE))
}
