//! The colours and styles on a terminal.

use anstyle::{AnsiColor, Style as Look};

use super::shown::width;

/// The role of a piece of text in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// An ordinary value.
    Plain,
    Heading,
    /// The argument that changes.
    Changed,
    /// The part of a text that differs from the other side.
    Difference,
    /// Repetitions of the line above, and unimportant details.
    Quiet,
    Error,
}

impl Role {
    fn look(self) -> Look {
        match self {
            Role::Plain => Look::new(),
            Role::Heading | Role::Changed => Look::new().bold(),
            Role::Difference => AnsiColor::Yellow.on_default().bold(),
            Role::Quiet => Look::new().dimmed(),
            Role::Error => AnsiColor::Red.on_default().bold(),
        }
    }
}

/// The text in the style of its role; unchanged without colour.
pub(crate) fn paint(text: &str, role: Role, color: bool) -> String {
    if !color || role == Role::Plain || text.is_empty() {
        return text.to_string();
    }
    let look = role.look();
    format!("{look}{text}{look:#}")
}

/// A text with its width, whether painted or not.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    painted: String,
    width: usize,
}

impl Cell {
    pub(crate) fn new(text: &str, role: Role, color: bool) -> Cell {
        Cell { painted: paint(text, role, color), width: width(text) }
    }

    pub(crate) fn empty() -> Cell {
        Cell { painted: String::new(), width: 0 }
    }

    /// The cell followed by plain text.
    pub(crate) fn followed_by(mut self, text: &str) -> Cell {
        self.painted.push_str(text);
        self.width += width(text);
        self
    }

    /// Appends the cell, right-aligned in a column of this width.
    pub(crate) fn push_right(&self, line: &mut String, column: usize) {
        push_spaces(line, column.saturating_sub(self.width));
        line.push_str(&self.painted);
    }

    /// Appends the cell, left-aligned in a column of this width.
    pub(crate) fn push_left(&self, line: &mut String, column: usize) {
        line.push_str(&self.painted);
        push_spaces(line, column.saturating_sub(self.width));
    }
}

/// Appends that many spaces.
pub(crate) fn push_spaces(line: &mut String, count: usize) {
    line.extend(std::iter::repeat_n(' ', count));
}
