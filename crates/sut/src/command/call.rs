//! One call of a program: starts it, sends its input, reads its output, and ends it.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use autobva_core::{Input, StopCheck};
use rustix::event::PollFlags;

use super::target::Command;
use crate::process::{Child, Ending, Limits, MARKER, Pipe, Received, wait_for};

pub(super) struct Called {
    pub(super) ending: Ending,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// Whether another process still held its pipes when it ended.
    left_someone: bool,
}

/// How often processes that have left their group are looked for: every search examines all processes.
const SWEEP_EVERY: Duration = Duration::from_millis(100);

impl Command {
    pub(super) fn call(&self, input: &Input, number: u64) -> io::Result<Called> {
        self.keeper.check_shell().map_err(io::Error::other)?;
        let folder = match &self.conditions.cwd {
            Some(_) => None,
            None => Some(self.folders.take(&self.keeper, number)?),
        };
        let sent = self.template.sent_by(input);
        let mut command = std::process::Command::new(&self.program);
        // Start it under the name that the user gave, which many programs repeat in their messages.
        command.arg0(&self.shown_program);
        command.args(self.template.filled(input)).env(MARKER, self.keeper.mark(number));
        command.current_dir(folder.as_ref().or(self.conditions.cwd.as_ref()).expect("one of the two"));
        command.stdin(if sent.is_some() { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.live.enter(number);
        let called = Child::start(&mut command, &self.conditions.limits).and_then(|child| {
            Conversation::open(child, sent.unwrap_or_default())?.finish(&self.conditions.limits, &self.stop)
        });
        self.live.leave(number);
        if called.as_ref().is_ok_and(|called| called.left_someone) {
            self.keeper.sweep(|other| other == number);
        } else if self.live.is_time_to_sweep() {
            self.keeper.sweep(|other| other < number && !self.live.has(other));
        }
        if let Some(folder) = folder {
            self.folders.give_back(folder);
        }
        called
    }
}

/// The numbers of the calls in progress, and when leftover processes were last looked for.
#[derive(Default)]
pub(super) struct Live {
    numbers: Mutex<Vec<u64>>,
    swept: Mutex<Option<Instant>>,
}

impl Live {
    fn numbers(&self) -> MutexGuard<'_, Vec<u64>> {
        self.numbers.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Whether a search for leftover processes is due; if so, the time is noted.
    fn is_time_to_sweep(&self) -> bool {
        let mut swept = self.swept.lock().unwrap_or_else(|e| e.into_inner());
        let is_time = swept.is_none_or(|swept| swept.elapsed() >= SWEEP_EVERY);
        if is_time {
            *swept = Some(Instant::now());
        }
        is_time
    }

    fn enter(&self, number: u64) {
        self.numbers().push(number);
    }

    fn leave(&self, number: u64) {
        self.numbers().retain(|other| *other != number);
    }

    fn has(&self, number: u64) -> bool {
        self.numbers().contains(&number)
    }
}

/// A running program and our ends of its pipes.
struct Conversation {
    child: Child,
    stdin: Option<Pipe>,
    unsent: Vec<u8>,
    stdout: Source,
    stderr: Source,
}

/// A pipe that is read to its end.
struct Source {
    pipe: Option<Pipe>,
    bytes: Vec<u8>,
}

impl Source {
    fn new(pipe: Option<Pipe>) -> Source {
        Source { pipe, bytes: Vec::new() }
    }

    fn wanted(&self) -> Option<(std::os::fd::BorrowedFd<'_>, PollFlags)> {
        self.pipe.as_ref().map(|pipe| (pipe.as_fd(), PollFlags::IN))
    }

    /// Reads what has arrived; false if it is too much.
    fn read(&mut self, most: usize) -> io::Result<bool> {
        let mut buffer = [0; 1 << 14];
        while let Some(pipe) = &self.pipe {
            match pipe.read(&mut buffer)? {
                Received::Bytes(n) => self.bytes.extend_from_slice(&buffer[..n]),
                Received::End => self.pipe = None,
                Received::Nothing => return Ok(true),
            }
            if self.bytes.len() > most {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Conversation {
    fn open(mut child: Child, sent: String) -> io::Result<Conversation> {
        let stdin = child.stdin().map(Pipe::new).transpose()?;
        let stdout = Source::new(child.stdout().map(Pipe::new).transpose()?);
        let stderr = Source::new(child.stderr().map(Pipe::new).transpose()?);
        Ok(Conversation { child, stdin, unsent: sent.into_bytes(), stdout, stderr })
    }

    fn finish(mut self, limits: &Limits, stop: &StopCheck) -> io::Result<Called> {
        let ending = self.listen(limits, stop)?;
        let left_someone = self.stdout.pipe.is_some() || self.stderr.pipe.is_some();
        let stopped = self.child.stop()?;
        let ending =
            ending.unwrap_or_else(|| match Ending::of(stopped.status, stopped.peak_memory, limits) {
                // A program that notices that it is out of memory usually prints a message and exits.
                Ending::Exited(code) if code != 0 && limits.is_memory_death(stopped.peak_memory) => {
                    Ending::OutOfMemory
                }
                ending => ending,
            });
        Ok(Called { ending, stdout: self.stdout.bytes, stderr: self.stderr.bytes, left_someone })
    }

    /// Sends input and reads output until the program ends or exceeds a limit.
    fn listen(&mut self, limits: &Limits, stop: &StopCheck) -> io::Result<Option<Ending>> {
        let deadline = Limits::deadline(limits.timeout);
        let mut looked = Instant::now();
        loop {
            self.feed()?;
            let feeding = self.stdin.as_ref().map(|pipe| (pipe.as_fd(), PollFlags::OUT));
            let left = deadline.saturating_duration_since(Instant::now());
            let tick = if left.is_zero() { limits.tick() } else { limits.tick().min(left) };
            let [_, _, _, ended] = wait_for(
                [
                    feeding,
                    self.stdout.wanted(),
                    self.stderr.wanted(),
                    Some((self.child.ended(), PollFlags::IN)),
                ],
                tick.max(Duration::from_micros(100)),
            )?;
            // Everything that it wrote is in the pipe by now; other processes that hold the pipe open are not waited for.
            if !self.stdout.read(limits.output)? || !self.stderr.read(limits.output)? {
                return Ok(Some(Ending::OutputTooLong));
            }
            if ended {
                return Ok(None);
            }
            let now = Instant::now();
            if now - looked >= limits.tick() {
                looked = now;
                if stop() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                if self.child.over_memory(limits) {
                    return Ok(Some(Ending::OutOfMemory));
                }
            }
            if now >= deadline && now >= deadline + self.child.queued() {
                return Ok(Some(Ending::Timeout));
            }
        }
    }

    /// Sends what standard input accepts, and closes it after the last byte.
    fn feed(&mut self) -> io::Result<()> {
        let Some(stdin) = &self.stdin else { return Ok(()) };
        match stdin.write(&self.unsent)? {
            Some(n) => drop(self.unsent.drain(..n)),
            None => self.unsent.clear(),
        }
        if self.unsent.is_empty() {
            self.stdin = None;
        }
        Ok(())
    }
}
