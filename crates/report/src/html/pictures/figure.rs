//! The frame of a picture: heading, the picture with a description for those who do not see it, and a caption.

use std::fmt::Display;

use super::super::markup::{Attributes, Markup, Px};
use super::scale::Tick;

/// What is said about a picture.
pub(super) struct Figure<'a> {
    /// A name that is unique in the page.
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// What it shows, for those who do not see it.
    pub(super) description: &'a str,
    /// How to read it.
    pub(super) caption: &'a str,
    /// Width and height.
    pub(super) size: (f64, f64),
}

impl Figure<'_> {
    /// Writes the figure with what the closure draws.
    pub(super) fn write(&self, markup: &mut Markup, draw: impl FnOnce(&mut Markup)) {
        let (width, height) = (Px(self.size.0), Px(self.size.1));
        let [title, description] = ["title", "desc"].map(|part| format!("{}-{part}", self.id));
        let view = format!("0 0 {width} {height}");
        let labels = format!("{title} {description}");
        markup.within("figure", &[], |figure| {
            figure.element("h3", &[], self.title);
            figure.element("figcaption", &[], self.caption);
            let region: &Attributes =
                &[("class", &"scroll"), ("role", &"region"), ("tabindex", &"0"), ("aria-label", &self.title)];
            figure.within("div", region, |scroll| {
                let attributes: &Attributes =
                    &[("viewBox", &view), ("role", &"img"), ("aria-labelledby", &labels), ("width", &width)];
                scroll.within("svg", attributes, |svg| {
                    svg.element("title", &[("id", &title)], self.title);
                    svg.element("desc", &[("id", &description)], self.description);
                    draw(svg);
                });
            });
        });
        markup.fixed("\n");
    }
}

/// A straight line.
pub(super) fn stroke(svg: &mut Markup, class: &'static str, from: (f64, f64), to: (f64, f64)) {
    let attributes: &Attributes =
        &[("class", &class), ("x1", &Px(from.0)), ("y1", &Px(from.1)), ("x2", &Px(to.0)), ("y2", &Px(to.1))];
    svg.leaf("line", attributes);
}

/// A text at a place; the class says how it is aligned.
pub(super) fn label(svg: &mut Markup, class: &'static str, (x, y): (f64, f64), text: impl Display) {
    svg.element("text", &[("class", &class), ("x", &Px(x)), ("y", &Px(y))], text);
}

/// A rectangle.
pub(super) fn area(svg: &mut Markup, class: &dyn Display, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let attributes: &Attributes =
        &[("class", class), ("x", &Px(x)), ("y", &Px(y)), ("width", &Px(width)), ("height", &Px(height))];
    svg.leaf("rect", attributes);
}

/// The lines and labels of an axis from left to right, under a picture that reaches from `top` to `bottom`.
pub(super) fn across(svg: &mut Markup, ticks: &[Tick], (top, bottom): (f64, f64)) {
    for tick in ticks {
        stroke(svg, "grid", (tick.at, top), (tick.at, bottom));
        label(svg, "tick middle", (tick.at, bottom + 16.0), &tick.label);
    }
}

/// The lines and labels of an axis from bottom to top, left of a picture that reaches from `left` to `right`.
pub(super) fn upwards(svg: &mut Markup, ticks: &[Tick], (left, right): (f64, f64)) {
    for tick in ticks {
        stroke(svg, "grid", (left, tick.at), (right, tick.at));
        label(svg, "tick end", (left - 6.0, tick.at + 4.0), &tick.label);
    }
}
