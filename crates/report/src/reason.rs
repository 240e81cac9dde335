//! Why a file cannot be used, in plain words.

use std::io::{Error, ErrorKind};

/// The error of the operating system, for people.
pub fn plain_reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".into(),
        ErrorKind::IsADirectory => "it is a folder".into(),
        ErrorKind::NotADirectory => "part of the path is no folder".into(),
        ErrorKind::PermissionDenied => "you may not".into(),
        // The system has more errors than there are kinds, for instance too many open files.
        kind => match error.raw_os_error() {
            Some(code) => error.to_string().replace(&format!(" (os error {code})"), "").to_lowercase(),
            None => kind.to_string(),
        },
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
        assert_eq!(plain_reason(&Error::from_raw_os_error(5)), "input/output error");
    }
}
