//! A running worker and the pipes to it.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use autobva_core::StopCheck;
use rustix::event::PollFlags;
use rustix::process::Pid;

use super::hello::Hello;
use super::launch::Launch;
use super::packed::body_length;
use crate::process::{Child, Ending, Limits, Pipe, Received, wait_for};

/// How much is read at a time; a pipe holds no more.
const READ: usize = 1 << 16;
/// How much of a worker's printed output is kept, to explain why it did not start.
const TAIL: usize = 1 << 12;
/// The maximum length of a worker's first line.
const LONGEST_GREETING: usize = 4 << 20;
/// How long a worker that has closed its pipe may take to end by itself.
const GRACE: Duration = Duration::from_millis(200);

/// A running worker.
pub(crate) struct Connection {
    /// The number in its mark.
    pub(crate) number: u64,
    /// How many calls are sent together; it adapts to how long they take.
    pub(crate) chunk: usize,
    pub(crate) next_id: u64,
    /// How many calls were answered in earlier exchanges.
    pub(crate) calls: u64,
    /// Whether it wants the packed form.
    pub(crate) packed: bool,
    /// When to look for processes that it has left behind.
    pub(crate) next_look: Instant,
    child: Child,
    to: Pipe,
    from: Pipe,
    noise: Pipe,
    buffer: Box<[u8]>,
    inbox: Vec<u8>,
    /// How much of the inbox has been searched for the end of a line.
    searched: usize,
    outbox: Vec<u8>,
    progress: Option<File>,
    noise_tail: Vec<u8>,
    noise_bytes: usize,
    is_over: bool,
}

/// The result of checking the pipes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// Something may have arrived, or time has passed.
    Tick,
    /// The process has ended, or will not send anything any more.
    Over,
}

impl Connection {
    /// Starts a worker and greets it, unless a stop is requested. The error is a sentence about the worker.
    pub(crate) fn start(
        launch: &Launch,
        number: u64,
        stop: &StopCheck,
    ) -> Result<(Connection, Hello), String> {
        let unstartable = |e: io::Error| format!("cannot be started: {e}");
        let progress = launch.keeper.make_progress_file(number).map_err(unstartable)?;
        let mut connection = Connection::open(launch, number).map_err(unstartable)?;
        connection.outbox.extend_from_slice(launch.greeting(&progress).as_bytes());
        let line = connection.first_line(launch, stop)?;
        let hello = Hello::read(&line)?;
        connection.packed = hello.packed;
        connection.progress = if hello.progress { File::open(&progress).ok() } else { None };
        Ok((connection, hello))
    }

    fn open(launch: &Launch, number: u64) -> io::Result<Connection> {
        let mut child = Child::start(&mut launch.command(number)?, &launch.conditions.limits)?;
        let missing = || io::Error::other("a pipe is missing");
        Ok(Connection {
            number,
            chunk: 1,
            // A random start: a target that writes answers of its own does not know the id.
            next_id: RandomState::new().hash_one(number) >> 16,
            calls: 0,
            packed: false,
            next_look: Instant::now(),
            to: Pipe::new(child.stdin().ok_or_else(missing)?)?,
            from: Pipe::new(child.stdout().ok_or_else(missing)?)?,
            noise: Pipe::new(child.stderr().ok_or_else(missing)?)?,
            child,
            buffer: vec![0; READ].into(),
            inbox: Vec::new(),
            searched: 0,
            outbox: Vec::new(),
            progress: None,
            noise_tail: Vec::new(),
            noise_bytes: 0,
            is_over: false,
        })
    }

    /// Waits for the first line; anything else that the worker prints while it starts becomes part of the error.
    fn first_line(&mut self, launch: &Launch, stop: &StopCheck) -> Result<Vec<u8>, String> {
        let limits = &launch.conditions.limits;
        let patience = launch.conditions.start_timeout();
        let deadline = Limits::deadline(patience);
        loop {
            let event = self.wait(limits.tick()).map_err(|e| format!("cannot be reached: {e}"))?;
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if self.unfinished() > LONGEST_GREETING {
                return Err(format!(
                    "sent more than {LONGEST_GREETING} bytes without an end of line; see docs/worker-protocol.md"
                ));
            }
            if self.child.over_memory(limits) {
                return Err(format!(
                    "took more than {} bytes of memory to start; allow more with --memory",
                    limits.memory
                ));
            }
            if stop() {
                return Err("was not waited for: the run was stopped".to_string());
            }
            let how = match event {
                Event::Tick if Instant::now() < deadline => continue,
                Event::Tick if launch.conditions.start_within == Some(patience) => {
                    format!("was not ready within {patience:?}; allow more with --max-time")
                }
                Event::Tick => format!("was not ready within {patience:?}"),
                Event::Over => match self.end(limits) {
                    Ending::Exited(code) => format!("exited with code {code} before it was ready"),
                    Ending::Crashed(signal) => {
                        format!("was killed by {} before it was ready", crate::process::signal_name(signal))
                    }
                    _ => "closed its output before it was ready".to_string(),
                },
            };
            return Err(match self.said() {
                said if said.is_empty() => how,
                said => format!("{how}; it said: {said}"),
            });
        }
    }

    /// The last output that the worker has printed.
    fn said(&self) -> String {
        String::from_utf8_lossy(&self.noise_tail).trim().to_string()
    }

    /// The process id.
    pub(crate) fn pid(&self) -> Pid {
        self.child.pid()
    }

    /// The buffer of lines to send.
    pub(crate) fn outbox(&mut self) -> &mut Vec<u8> {
        &mut self.outbox
    }

    /// Sends and receives what is possible at once, otherwise waits for at most a tick.
    pub(crate) fn wait(&mut self, tick: Duration) -> io::Result<Event> {
        if self.is_over || self.send()? {
            return self.drain();
        }
        let sending = (!self.outbox.is_empty()).then_some((self.to.as_fd(), PollFlags::OUT));
        let [_, answered, noisy, ended] = wait_for(
            [
                sending,
                Some((self.from.as_fd(), PollFlags::IN)),
                Some((self.noise.as_fd(), PollFlags::IN)),
                Some((self.child.ended(), PollFlags::IN)),
            ],
            tick,
        )?;
        if noisy {
            self.hear()?;
        }
        if ended {
            return self.drain();
        }
        if answered && self.receive()? == Received::End {
            return self.drain();
        }
        Ok(Event::Tick)
    }

    /// Sends what the pipe accepts; true if nobody reads any more.
    fn send(&mut self) -> io::Result<bool> {
        while !self.outbox.is_empty() {
            match self.to.write(&self.outbox)? {
                None => return Ok(true),
                Some(0) => break,
                Some(n) => drop(self.outbox.drain(..n)),
            }
        }
        Ok(false)
    }

    fn receive(&mut self) -> io::Result<Received> {
        let received = self.from.read(&mut self.buffer)?;
        if let Received::Bytes(n) = received {
            self.inbox.extend_from_slice(&self.buffer[..n]);
        }
        Ok(received)
    }

    /// Reads what the target prints, so that it does not block; the length is limited.
    fn hear(&mut self) -> io::Result<()> {
        while let Received::Bytes(n) = self.noise.read(&mut self.buffer)? {
            self.noise_bytes = self.noise_bytes.saturating_add(n);
            self.noise_tail.extend_from_slice(&self.buffer[n.saturating_sub(TAIL)..n]);
            let excess = self.noise_tail.len().saturating_sub(TAIL);
            self.noise_tail.drain(..excess);
            if n == READ {
                break; // This is a flood; other pipes must be read, too.
            }
        }
        Ok(())
    }

    /// Reads the last output of a worker that has ended or will send no more.
    fn drain(&mut self) -> io::Result<Event> {
        self.is_over = true;
        while let Received::Bytes(_) = self.receive()? {}
        self.hear()?;
        Ok(Event::Over)
    }

    /// The end of the next line, if it has arrived. A long line arrives in many pieces, so nothing is searched twice.
    fn end_of_line(&mut self) -> Option<usize> {
        let end = self.inbox[self.searched..].iter().position(|byte| *byte == b'\n');
        self.searched += end.unwrap_or(self.inbox.len() - self.searched);
        end.map(|_| self.searched)
    }

    /// Takes this many bytes out of the inbox.
    fn take(&mut self, bytes: usize) -> Vec<u8> {
        self.searched = 0;
        self.inbox.drain(..bytes).collect()
    }

    /// The next line that has arrived, without its end.
    pub(crate) fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.end_of_line()?;
        let mut line = self.take(end + 1);
        line.pop();
        Some(line)
    }

    /// The next answer that has arrived, line and body; the body is empty if the worker does not use the packed form.
    pub(crate) fn take_answer(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        if !self.packed {
            return Some((self.take_line()?, Vec::new()));
        }
        let end = self.end_of_line()?;
        let length = body_length(&self.inbox[..end]).unwrap_or(0);
        let over = (end + 1).checked_add(length).filter(|over| *over <= self.inbox.len())?;
        let mut line = self.take(over);
        let body = line.split_off(end + 1);
        line.pop();
        Some((line, body))
    }

    /// The length of the line that has not arrived completely.
    pub(crate) fn unfinished(&self) -> usize {
        self.inbox.len()
    }

    /// How much the target has printed since the last call of [`quiet`](Self::quiet).
    pub(crate) fn noise(&self) -> usize {
        self.noise_bytes
    }

    /// Resets the measurement of what the target prints.
    pub(crate) fn quiet(&mut self) {
        self.noise_bytes = 0;
    }

    /// Whether the worker is known to be between two calls: the second count is that of the calls in progress.
    pub(crate) fn is_between_calls(&self) -> bool {
        self.packed && self.counts().is_some_and(|[_, since]| since == 0)
    }

    /// How many calls the worker has begun since it started, if it reports that.
    pub(crate) fn begun(&self) -> Option<u64> {
        self.counts().map(|[before, since]| before.saturating_add(since))
    }

    fn counts(&self) -> Option<[u64; 2]> {
        let mut counts = [[0; 8]; 2];
        self.progress.as_ref()?.read_exact_at(counts.as_flattened_mut(), 0).ok()?;
        Some(counts.map(u64::from_ne_bytes))
    }

    /// Whether the process exceeds its memory limit.
    pub(crate) fn over_memory(&mut self, limits: &Limits) -> bool {
        self.child.over_memory(limits)
    }

    /// How long the worker has waited for a processor since it was started.
    pub(crate) fn queued(&self) -> Duration {
        self.child.queued()
    }

    /// Whether the worker can be called: it is running and has sent nothing unexpected.
    pub(crate) fn is_ready(&mut self) -> bool {
        !self.is_over && matches!(self.wait(Duration::ZERO), Ok(Event::Tick)) && self.inbox.is_empty()
    }

    /// Ends the worker, after a moment in which it may end by itself, and returns how it ended.
    pub(crate) fn end(&mut self, limits: &Limits) -> Ending {
        self.is_over = true;
        let ended = wait_for([Some((self.child.ended(), PollFlags::IN))], GRACE);
        match (ended, self.child.stop()) {
            (Ok([true]), Ok(stopped)) => Ending::of(stopped.status, stopped.peak_memory, limits),
            _ => Ending::ClosedPipe,
        }
    }
}
