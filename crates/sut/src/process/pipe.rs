//! Our end of a pipe to a child: read or written as far as possible, without waiting.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

/// Our end of a pipe.
pub(crate) struct Pipe(OwnedFd);

/// The result of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Received {
    Bytes(usize),
    /// Nothing for now.
    Nothing,
    /// The other end is closed.
    End,
}

impl Pipe {
    /// Makes an end of a pipe non-blocking.
    pub(crate) fn new(end: impl Into<OwnedFd>) -> io::Result<Pipe> {
        let end = end.into();
        fcntl_setfl(&end, fcntl_getfl(&end)? | OFlags::NONBLOCK)?;
        Ok(Pipe(end))
    }

    /// Reads what has arrived, as far as it fits.
    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<Received> {
        loop {
            return match rustix::io::read(&self.0, &mut *buffer) {
                Ok(0) => Ok(Received::End),
                Ok(n) => Ok(Received::Bytes(n)),
                Err(Errno::AGAIN) => Ok(Received::Nothing),
                Err(Errno::INTR) => continue,
                Err(e) => Err(e.into()),
            };
        }
    }

    /// Writes as much as the pipe accepts, and returns how much; `None` if nobody reads any more.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<Option<usize>> {
        loop {
            return match rustix::io::write(&self.0, bytes) {
                Ok(n) => Ok(Some(n)),
                Err(Errno::AGAIN) => Ok(Some(0)),
                Err(Errno::PIPE) => Ok(None),
                Err(Errno::INTR) => continue,
                Err(e) => Err(e.into()),
            };
        }
    }
}

impl AsFd for Pipe {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Waits until something can be read from one of these, or the time is up; returns for each whether it is readable or
/// closed.
pub(crate) fn wait_for<const N: usize>(
    ends: [Option<(BorrowedFd<'_>, PollFlags)>; N],
    time: Duration,
) -> io::Result<[bool; N]> {
    let mut polled = Vec::with_capacity(N);
    polled.extend(ends.iter().flatten().map(|(end, flags)| PollFd::from_borrowed_fd(*end, *flags)));
    let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
    match poll(&mut polled, Some(&time)) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(e) => return Err(e.into()),
    }
    let mut happened = polled.iter().map(|end| !end.revents().is_empty());
    Ok(ends.map(|end| end.is_some() && happened.next().unwrap_or(false)))
}
