//! What is said on standard error: nothing invisible reaches the terminal, whoever it comes from.

/// Says a line, or several. Targets, workers, files and their names have a part in most messages.
macro_rules! say {
    ($($words:tt)*) => { eprintln!("{}", autobva_report::escaped_lines(&format!($($words)*))) };
}
