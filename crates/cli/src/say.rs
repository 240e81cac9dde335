//! Messages on standard error. Control characters are escaped, because messages quote targets, workers and file names.

/// Says a line, or several. Targets, workers, files and their names have a part in most messages.
macro_rules! say {
    ($($words:tt)*) => { eprintln!("{}", autobva_report::escaped_lines(&format!($($words)*))) };
}
