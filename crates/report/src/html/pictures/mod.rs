//! Pictures, each in a file of its own: SVG in the page, with a title, a description, and colours from the style.

pub(crate) mod field;
pub(crate) mod figure;
mod grid;
mod measure;
mod naming;
pub(crate) mod ruler;

use super::markup::Markup;
use super::page::Page;

/// The number of colours for behaviours; after that they repeat with other letters.
pub(crate) const COLOURS: usize = 6;

/// The patterns for areas of errors, so that these can be recognised without colour.
pub(crate) const PATTERNS: &str = concat!(
    r#"<svg class="patterns" aria-hidden="true" focusable="false"><defs>"#,
    r#"<pattern id="lines" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">"#,
    r#"<line class="lines" y2="5"/></pattern></defs></svg>"#
);

/// Writes the pictures for a page of clusters.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    markup.fixed(PATTERNS);
    ruler::write_clusters(markup, page);
}
