//! `autobva review`: a dialogue through what is undecided.

mod dialogue;
mod keys;
mod typed_line;

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

use anyhow::Result;
use autobva_report::Style;
use clap::Args;

use self::dialogue::Dialogue;
use self::keys::Keys;
use super::Status;
use super::campaign::file_or_campaign;
use super::desk::Desk;
use super::options::{Color, is_colored, terminal_width};

/// Go through the undecided boundaries of a campaign and decide with single keys
///
/// Shows each boundary, or the representative of each cluster, with what differs marked, and takes a key: s skip, e extend, d debug,
/// c clarify, r refine, z zoom, n to write a note first, space for later, b back, u undo, q quit, ? help. Each decision is saved at once;
/// what was decided is listed before it ends. On a terminal, keys typed before a boundary is shown are dropped.
/// In a pipe every character is a key, line ends aside; the rest of a line after n is the note.
#[derive(Args)]
pub struct ReviewArgs {
    /// A campaign, as `autobva find` saves it, or the name of its target
    file: PathBuf,

    /// Go through the decided ones as well
    #[arg(long)]
    all: bool,

    /// When to colour; NO_COLOR is honoured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

impl ReviewArgs {
    pub fn run(self) -> Result<Status> {
        let mut desk = Desk::open(&file_or_campaign(self.file)?)?;
        let color = is_colored(self.color, stdout().is_terminal());
        let style = Style { width: terminal_width(), color };
        let keys = Keys::new(stdin().lock(), stdin().is_terminal())?;
        Dialogue::new(&mut desk, keys, stdout().lock(), style, self.all).run()?;
        Ok(Status::Done)
    }
}
