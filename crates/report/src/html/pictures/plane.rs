//! Where the boundaries lie in the plane of the two arguments that change most often, as far as they are known.

use std::collections::HashSet;

use autobva_core::Candidate;
use autobva_summary::changed_arguments;

use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Figure, across, area, label, upwards};
use super::glyph::{glyph, of_group};
use super::line::{is_switch, number};
use super::scale::SignedLog;
use crate::text::figures::counted;

const SIZE: (f64, f64) = (720.0, 470.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 704.0;
const TOP: f64 = 18.0;
const BOTTOM: f64 = 420.0;

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
    let sides = |argument: usize| {
        candidates.iter().filter_map(move |candidate| candidate.left.input.get(argument)).map(number)
    };
    let x = SignedLog::new(sides(across_by), (LEFT + 12.0, RIGHT - 12.0));
    let y = SignedLog::new(sides(up_by), (BOTTOM - 12.0, TOP + 12.0));
    let description =
        format!("{found} over {across_name} from left to right and {up_name} from bottom to top.");
    let figure =
        Figure { id: "plane", title: &title, description: &description, caption: &caption, size: SIZE };
    figure.write(markup, |svg| {
        area(svg, &"panel", (LEFT, TOP), (RIGHT - LEFT, BOTTOM - TOP));
        upwards(svg, &y.ticks(), (LEFT, RIGHT));
        across(svg, &x.ticks(), (TOP, BOTTOM));
        label(svg, "axis middle", ((LEFT + RIGHT) / 2.0, BOTTOM + 36.0), across_name);
        label(svg, "axis", (4.0, TOP - 6.0), up_name);
        // Pairs that would cover each other are one mark.
        let mut drawn = HashSet::new();
        // What is rarer is drawn on top: errors first.
        let mut ordered: Vec<&Candidate> = candidates.iter().collect();
        ordered.sort_by_key(|candidate| std::cmp::Reverse(candidate.group()));
        for candidate in ordered {
            let input = &candidate.left.input;
            let (Some(across), Some(up)) = (input.get(across_by), input.get(up_by)) else { continue };
            let at = (x.at(number(across)), y.at(number(up)));
            let mark = of_group(candidate.group());
            if drawn.insert(((at.0 / 3.0) as i32, (at.1 / 3.0) as i32, mark)) {
                glyph(svg, mark, at, 0.8);
            }
        }
    });
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
