//! What is wrong with a file that comes in: a lock file, inputs, or candidates.

use std::fmt::Display;

/// A file that cannot be read. The message has the line and the remedy, but not the file name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FileFault {
    message: String,
    pub kind: FaultKind,
}

/// How far a file is from what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    Empty,
    /// Something is wrong that a file of another kind would have, too.
    Foreign,
    /// Something in it makes no sense.
    Content,
}

impl FileFault {
    /// Something on this line makes no sense.
    pub(crate) fn at(line: impl Display, message: impl Display) -> FileFault {
        FileFault { message: format!("line {line}: {message}"), kind: FaultKind::Content }
    }

    /// The same, if the file may be of another kind.
    pub(crate) fn foreign(line: impl Display, message: impl Display) -> FileFault {
        FileFault { kind: FaultKind::Foreign, ..FileFault::at(line, message) }
    }

    /// The file is empty.
    pub(crate) fn empty(message: &str) -> FileFault {
        FileFault { message: message.to_string(), kind: FaultKind::Empty }
    }

    pub(crate) fn unread(error: &std::io::Error) -> FileFault {
        FileFault { message: format!("cannot be read: {error}"), kind: FaultKind::Content }
    }
}
