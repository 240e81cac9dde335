//! Messages on standard error. Control characters are escaped, because messages quote targets, workers and file names.

/// Prints a message of one or more lines. Most messages contain text of targets, workers or files.
macro_rules! say {
    ($($words:tt)*) => { eprintln!("{}", autobva_report::escaped_lines(&format!($($words)*))) };
}
