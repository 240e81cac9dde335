//! Why a file cannot be used, in words that are not the system's.

use std::io::{Error, ErrorKind};

/// What the system said, for people.
pub fn plain_reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".into(),
        ErrorKind::IsADirectory => "it is a folder".into(),
        ErrorKind::NotADirectory => "part of the path is no folder".into(),
        ErrorKind::PermissionDenied => "you may not".into(),
        kind => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_reasons_are_plain() {
        let reason = |kind: ErrorKind| plain_reason(&Error::from(kind));
        assert_eq!(reason(ErrorKind::NotFound), "no such file or folder");
        assert_eq!(reason(ErrorKind::TimedOut), ErrorKind::TimedOut.to_string());
    }
}
