//! Where the boundaries lie in the plane of the two arguments that change most often, as far as they are known.

use std::collections::HashSet;

use autobva_core::Candidate;
use autobva_summary::changed_arguments;

use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Drawing, Figure, across, area, label, upwards};
use super::glyph::{glyph, of_group};
use super::line::{is_switch, number};
use super::scale::SignedLog;
use crate::text::figures::counted;
use crate::text::shorten::shorten;

const LEFT: f64 = 64.0;
const MARGIN: f64 = 12.0;
const TOP: f64 = 24.0;
/// The room of an axis' name in columns.
const NAME: usize = 44;

/// The candidates over two arguments.
struct Plane<'a> {
    candidates: &'a [Candidate],
    /// The arguments from left to right and from bottom to top, with their names.
    across: (usize, &'a str),
    up: (usize, &'a str),
}

/// Writes the picture, if there are two arguments or more.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let Some((across_by, up_by)) = two_arguments(page) else { return };
    let names: Vec<&str> = page.names().collect();
    let (across_name, up_name) = (names[across_by], names[up_by]);
    let title = format!("Boundaries in the plane of {across_name} and {up_name}");
    let candidates = &page.dossier.candidates;
    let others = if names.len() > 2 { "; the other arguments may be anything" } else { "" };
    let found = counted(candidates.len(), "pair");
    let caption = format!(
        "{found}, each at its left input{others}. Both scales are logarithmic on both sides of zero. Circles: both outputs \
         valid; triangles: one is an error; diamonds: both are."
    );
    let description =
        format!("{found} over {across_name} from left to right and {up_name} from bottom to top.");
    let figure = Figure { id: "plane", title: &title, description: &description, caption: &caption };
    let plane = Plane { candidates, across: (across_by, across_name), up: (up_by, up_name) };
    figure.write(markup, &plane);
}

impl Plane<'_> {
    fn scale(&self, argument: usize, pixels: (f64, f64)) -> SignedLog {
        let values = self.candidates.iter().filter_map(|candidate| candidate.left.input.get(argument));
        SignedLog::new(values.map(number), pixels)
    }

    /// The marks; pairs that would cover each other are one.
    fn draw_marks(&self, svg: &mut Markup, x: &SignedLog, y: &SignedLog) {
        let mut drawn = HashSet::new();
        // What is rarer is drawn on top: errors first.
        let mut ordered: Vec<&Candidate> = self.candidates.iter().collect();
        ordered.sort_by_key(|candidate| std::cmp::Reverse(candidate.group()));
        for candidate in ordered {
            let input = &candidate.left.input;
            let (Some(across), Some(up)) = (input.get(self.across.0), input.get(self.up.0)) else { continue };
            let at = (x.at(number(across)), y.at(number(up)));
            let mark = of_group(candidate.group());
            if drawn.insert(((at.0 / 3.0) as i32, (at.1 / 3.0) as i32, mark)) {
                glyph(svg, mark, at, 0.8);
            }
        }
    }
}

impl Drawing for Plane<'_> {
    fn height(&self, width: f64) -> f64 {
        // A phone shows a square.
        (width + 40.0).min(470.0)
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        let (right, bottom) = (width - MARGIN, self.height(width) - 46.0);
        let x = self.scale(self.across.0, (LEFT + 12.0, right - 12.0));
        let y = self.scale(self.up.0, (bottom - 12.0, TOP + 12.0));
        area(svg, &"panel", (LEFT, TOP), (right - LEFT, bottom - TOP));
        upwards(svg, &y.ticks(), (LEFT, right));
        across(svg, &x.ticks(), (TOP, bottom));
        label(svg, "axis middle", ((LEFT + right) / 2.0, bottom + 36.0), shorten(self.across.1, NAME));
        label(svg, "axis", (0.0, 12.0), shorten(self.up.1, NAME));
        self.draw_marks(svg, &x, &y);
    }
}

/// The two arguments that change in most pairs, switches aside, the first one in the order of the signature first.
fn two_arguments(page: &Page) -> Option<(usize, usize)> {
    let mut counts: Vec<(usize, usize)> = page.names().enumerate().map(|(at, _)| (0, at)).collect();
    for candidate in &page.dossier.candidates {
        changed_arguments(candidate).for_each(|argument| counts[argument].0 += 1);
    }
    counts.sort_by_key(|&(count, at)| (std::cmp::Reverse(count), at));
    let arguments = page.dossier.target.signature.arguments();
    counts.retain(|&(_, at)| !is_switch(&arguments[at]));
    let [(_, a), (_, b), ..] = counts[..] else { return None };
    Some((a.min(b), a.max(b)))
}
