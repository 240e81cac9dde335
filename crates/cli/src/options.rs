//! Options that several commands share.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::Result;
use autobva_report::wrap;
use clap::{Args, ValueEnum};

use super::keepsake::Written;
use super::output::{Destination, is_standard};

/// The heading of everyday options: clap's own, which comes first.
pub const DAILY: Option<&str> = None;

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One object, for programs.
    Json,
    /// One row each, for spreadsheets and `autobva summarize`.
    Csv,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Switch {
    On,
    Off,
}

/// Where results go and how they look.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write the result to FILE instead of standard output, which is also -; the file appears whole or not at all
    #[arg(short, value_name = "FILE", help_heading = DAILY)]
    output: Option<PathBuf>,

    /// Replace FILE even if autobva has not written it; lock files and campaigns are kept
    #[arg(long)]
    pub force: bool,

    /// When to colour; NO_COLOR is honoured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Print nothing but the result
    #[arg(short, long, help_heading = DAILY)]
    pub quiet: bool,
}

impl OutputArgs {
    /// The file for the result; `None` for standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_standard(path))
    }

    /// Makes the path absolute, so that it means the same in every folder.
    pub fn keep_path(&mut self) -> Result<()> {
        if let Some(path) = self.output.as_mut().filter(|path| !is_standard(path)) {
            *path = std::path::absolute(&*path)?;
        }
        Ok(())
    }

    pub fn open(&self) -> Result<Destination> {
        Destination::of(Written::result(self.force), self.file())
    }

    /// Whether the result is coloured.
    pub fn colored(&self) -> bool {
        is_colored(self.color, self.file().is_none() && std::io::stdout().is_terminal())
    }
}

/// Whether to use colour, depending on whether the output is a terminal.
pub fn is_colored(when: Color, is_terminal: bool) -> bool {
    match when {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}

/// Prints a message on standard error, wrapped between words if that is a terminal.
pub fn say_in_lines(text: &str) {
    if !std::io::stderr().is_terminal() {
        say!("{text}");
        return;
    }
    wrap(text, terminal_width()).iter().for_each(|line| say!("{line}"));
}

/// The width of the terminal, or 80 if there is none.
pub fn terminal_width() -> usize {
    width_or(80)
}

/// The width of the terminal, or this one if there is none.
pub fn width_or(default: usize) -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    columns
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(default)
        .max(40)
}
