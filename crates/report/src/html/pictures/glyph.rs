//! Marks that can be told apart without colour.

use autobva_core::Group;

use super::super::markup::{Attributes, Markup, Px};

/// The shapes; as many as people tell apart at a glance.
const SHAPES: [&str; 6] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-3.6 -3.6h7.2v7.2h-7.2z",
    "M0 -4.8L4.6 3.4H-4.6z",
    "M0 -5L5 0L0 5L-5 0z",
    "M0 4.8L4.6 -3.4H-4.6z",
    "M-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
];

/// Draws the mark of that number at a place, larger or smaller.
pub(super) fn glyph(svg: &mut Markup, number: usize, (x, y): (f64, f64), size: f64) {
    let place = format!("translate({} {}) scale({size:.2})", Px(x), Px(y));
    let class = format!("glyph k{}", number % SHAPES.len());
    let attributes: &Attributes =
        &[("class", &class), ("transform", &place), ("d", &SHAPES[number % SHAPES.len()])];
    svg.leaf("path", attributes);
}

/// The number of a validity group's mark.
pub(super) fn of_group(group: Group) -> usize {
    match group {
        Group::VV => 0,
        Group::VE => 2,
        Group::EE => 3,
    }
}
