//! The view on a terminal: tables in which the two sides of a pair can be compared vertically.

pub(crate) mod also;
mod boundary_title;
mod comparison;
pub(crate) mod figures;
mod hint;
pub(crate) mod landscape;
mod layout;
mod overview;
mod paint;
mod run_line;
mod screening;
pub(crate) mod shorten;
pub(crate) mod shown;
mod table;
mod wrap;

pub use boundary_title::boundary_title;
pub use comparison::comparison;
pub use hint::digits_hint;
pub use landscape::landscape_view;
pub(crate) use layout::fit;
pub use overview::{Listing, cluster_title, summary_view};
pub(crate) use paint::{Role, paint};
pub use run_line::{RunLimits, run_line};
pub use screening::screening_table;
pub(crate) use shorten::{shorten, shorten_pair};
pub use shown::{escaped, escaped_lines, width};
pub(crate) use shown::{is_invisible, shown_outcome, shown_value};
pub use wrap::wrap;

/// How to write for a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// How many columns a line may take; views need at least [`Style::LEAST_WIDTH`].
    pub width: usize,
    /// Whether to use colour, bold and dim.
    pub color: bool,
}

impl Style {
    /// The width if that of the terminal is not known.
    pub const DEFAULT_WIDTH: usize = 80;
    /// Narrower terminals are treated as this wide.
    pub const LEAST_WIDTH: usize = 40;

    fn room(self) -> usize {
        self.width.max(Style::LEAST_WIDTH)
    }
}

impl Default for Style {
    /// Without colour, at the default width.
    fn default() -> Self {
        Style { width: Style::DEFAULT_WIDTH, color: false }
    }
}
