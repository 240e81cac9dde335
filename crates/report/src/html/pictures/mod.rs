//! Pictures, each in a file of its own: SVG in the page, with a title, a description in words, and colours from the style.

mod growth;
pub(crate) mod map;

use super::markup::Markup;
use super::page::Page;

/// The pictures in their order. A picture that has nothing to show writes nothing, or says why.
const PICTURES: &[fn(&mut Markup, &Page)] = &[growth::write];

/// Writes the section.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    PICTURES.iter().for_each(|picture| picture(markup, page));
}
