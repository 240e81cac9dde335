//! The frame of a picture: heading, caption, the picture itself, and a legend. A picture is drawn twice, for wide and
//! for narrow screens, because its letters would be illegible if it were shrunk to the width of a phone.

use std::fmt::Display;

use super::super::markup::{Attributes, Markup, Px};

/// The width of a desktop screen or a sheet of paper.
const WIDE: f64 = 720.0;
/// The width of a phone.
const NARROW: f64 = 344.0;

/// The texts of a picture.
pub(super) struct Figure<'a> {
    /// A name that is unique in the page.
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// A description for those who cannot see it.
    pub(super) description: &'a str,
    /// How to read it; empty if that was explained before.
    pub(super) caption: &'a str,
}

/// A picture that can be drawn at any width.
pub(super) trait Drawing {
    fn height(&self, width: f64) -> f64;

    fn draw(&self, svg: &mut Markup, width: f64);
}

impl Figure<'_> {
    /// Writes the figure.
    pub(super) fn write(&self, markup: &mut Markup, drawing: &dyn Drawing) {
        let [title, description] = ["title", "desc"].map(|part| format!("{}-{part}", self.id));
        markup.within("figure", &[], |figure| {
            figure.within("figcaption", &[], |caption| {
                caption.element("h3", &[("id", &title)], self.title);
                if !self.caption.is_empty() {
                    caption.element("p", &[], self.caption);
                }
            });
            figure.element("p", &[("id", &description), ("hidden", &"")], self.description);
            for (class, width) in [("picture wide", WIDE), ("picture narrow", NARROW)] {
                let view = format!("0 0 {} {}", Px(width), Px(drawing.height(width)));
                let attributes: &Attributes = &[
                    ("class", &class),
                    ("viewBox", &view),
                    ("role", &"img"),
                    ("aria-labelledby", &title),
                    ("aria-describedby", &description),
                ];
                figure.within("svg", attributes, |svg| drawing.draw(svg, width));
            }
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

/// A text at a place; the class determines its alignment.
pub(crate) fn label(svg: &mut Markup, class: &'static str, (x, y): (f64, f64), text: impl Display) {
    svg.element("text", &[("class", &class), ("x", &Px(x)), ("y", &Px(y))], text);
}

/// A rectangle.
pub(crate) fn area(svg: &mut Markup, class: &dyn Display, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let attributes: &Attributes =
        &[("class", class), ("x", &Px(x)), ("y", &Px(y)), ("width", &Px(width)), ("height", &Px(height))];
    svg.leaf("rect", attributes);
}
