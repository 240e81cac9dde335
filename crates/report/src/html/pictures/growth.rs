//! Candidates found over calls.

use super::super::markup::Markup;
use super::super::page::Page;

/// Writes the picture.
pub(crate) fn write(_markup: &mut Markup, _page: &Page) {}
