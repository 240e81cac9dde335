//! Marks that can be distinguished without colour.

use autobva_core::Group;

use super::super::markup::{Attributes, Markup, Px};

/// Draws the mark of a group: a circle if both outputs are valid, a triangle if one is an error, a diamond if both are.
pub(super) fn glyph(svg: &mut Markup, group: Group, (x, y): (f64, f64)) {
    let (class, shape) = match group {
        Group::VV => ("glyph k0", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"),
        Group::VE => ("glyph k1", "M0 -4.8L4.6 3.4H-4.6z"),
        Group::EE => ("glyph k2", "M0 -5L5 0L0 5L-5 0z"),
    };
    let place = format!("translate({} {}) scale(0.9)", Px(x), Px(y));
    let attributes: &Attributes = &[("class", &class), ("transform", &place), ("d", &shape)];
    svg.leaf("path", attributes);
}
