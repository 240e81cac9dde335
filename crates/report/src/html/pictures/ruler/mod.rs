//! A ruler for each argument: the behaviours as coloured stretches, with a mark at each boundary. All stretches have
//! the same width, so that 0, 100 and 10¹⁸ can be read side by side.

mod lanes;

use autobva_core::Validity;
use autobva_core::behaviour::{Behaviour, Landscape};

use super::super::landscape::letter;
use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Drawing, Figure, area, label, stroke};
use super::measure::{bold, fitting, pixels};
use super::naming::between_shown;
use crate::text::figures::boundaries;
use crate::text::landscape::words::message;
use lanes::{Crossing, Lane, Rule, rules, rules_of_clusters};

/// The thickness of a ruler.
const BAR: f64 = 28.0;
/// The space above a lane for its heading and for the numbers of boundaries, and below it for a row of places.
const HEADING: f64 = 20.0;
const NUMBERS: f64 = 16.0;
const PLACES: f64 = 18.0;
/// The room below a lane.
const GAP: f64 = 14.0;
/// The height of a stretch, and where its words begin, if the ruler is vertical.
const STEP: f64 = 38.0;
const WORDS: f64 = 56.0;
/// The least width at which words are worth showing.
const LEAST_WORDS: f64 = 80.0;
/// The maximum length of a place beside another one.
const LONGEST_PLACE: usize = 19;

/// Writes a ruler for each argument that a boundary crosses.
pub(crate) fn write(markup: &mut Markup, page: &Page, landscape: &Landscape) {
    let look = |(at, behaviour): (usize, &Behaviour)| StretchLook {
        name: letter(at),
        words: message(behaviour),
        colour: at % super::COLOURS,
        is_error: behaviour.validity == Validity::Error,
    };
    let looks: Vec<StretchLook> = landscape.behaviours.iter().enumerate().map(look).collect();
    write_rules(markup, "Along", rules(page.dossier, landscape), &looks);
}

/// Writes a ruler for each argument along which clusters lie; it tells where outputs are valid and where errors.
pub(crate) fn write_clusters(markup: &mut Markup, page: &Page) {
    let looks = ["ok", "✗"].into_iter().enumerate().map(|(colour, name)| StretchLook {
        name: name.to_string(),
        words: String::new(),
        colour,
        is_error: colour == 1,
    });
    write_rules(markup, "Boundaries along", rules_of_clusters(page), &looks.collect::<Vec<_>>());
}

fn write_rules(markup: &mut Markup, along: &str, rules: Vec<Rule>, looks: &[StretchLook]) {
    for (at, rule) in rules.into_iter().enumerate() {
        let ruler = Ruler { lanes: &rule.lanes, looks };
        if ruler.lanes.iter().all(|lane| lane.crossings.is_empty()) {
            continue;
        }
        let left_out = match rule.left_out {
            0 => String::new(),
            more => {
                format!(" The list has {} more, at other values of the other arguments.", boundaries(more))
            }
        };
        let scale = "From low to high, not to scale: every stretch has the same room.";
        let caption = format!(
            "{}{}{left_out}",
            if at == 0 { scale } else { "" },
            if ruler.has_gaps() { " Where … stands, more than one thing happens." } else { "" }
        );
        let described: Vec<String> = ruler.lanes.iter().map(|lane| ruler.in_words(lane)).collect();
        let figure = Figure {
            id: &format!("ruler-{at}"),
            title: &format!("{along} {}", rule.name),
            description: &described.join(" "),
            caption: caption.trim_start(),
        };
        figure.write(markup, &ruler);
    }
}

/// How a stretch looks: that of a behaviour, or of valid outputs or errors.
struct StretchLook {
    name: String,
    words: String,
    colour: usize,
    is_error: bool,
}

/// The lanes of one argument.
struct Ruler<'a> {
    lanes: &'a [Lane],
    looks: &'a [StretchLook],
}

impl Ruler<'_> {
    fn has_gaps(&self) -> bool {
        self.lanes.iter().any(|lane| lane.stretches().contains(&None))
    }

    /// A lane for those who cannot see it: `A, 99 | 100, B`.
    fn in_words(&self, lane: &Lane) -> String {
        let mut words = self.name(lane.stretches()[0]);
        for (crossing, stretch) in lane.crossings.iter().zip(lane.stretches().iter().skip(1)) {
            words += &format!(", {} | {}, {}", crossing.left, crossing.right, self.name(*stretch));
        }
        let heading = if lane.heading.is_empty() { String::new() } else { format!("{}: ", lane.heading) };
        format!("{heading}{words}.")
    }

    fn draw_stretch(&self, svg: &mut Markup, stretch: Option<usize>, at: (f64, f64), size: (f64, f64)) {
        let Some(look) = stretch.map(|at| &self.looks[at]) else { return area(svg, &"stretch", at, size) };
        area(svg, &format_args!("stretch b{}", look.colour), at, size);
        if look.is_error {
            area(svg, &"over", at, size);
        }
    }

    /// The name of a stretch, or an ellipsis if there is not exactly one thing that happens there.
    fn name(&self, stretch: Option<usize>) -> String {
        stretch.map_or("…".to_string(), |at| self.looks[at].name.clone())
    }

    fn words(&self, stretch: Option<usize>) -> String {
        stretch.map_or(String::new(), |at| self.looks[at].words.clone())
    }

    /// Draws a lane from left to right, below `top`.
    fn draw_across(&self, svg: &mut Markup, lane: &Lane, width: f64, top: f64) {
        let stretches = lane.stretches();
        let room = slot(lane, width);
        let bar = top + NUMBERS;
        for (at, stretch) in stretches.iter().enumerate() {
            let left = at as f64 * room;
            self.draw_stretch(svg, *stretch, (left, bar), (room, BAR));
            let (letter, words) = (self.name(*stretch), self.words(*stretch));
            let own = room - 10.0 - bold(&letter) - bold("  ");
            let text = match own >= LEAST_WORDS && !words.is_empty() {
                true => format!("{letter}  {}", fitting(&words, own, bold)),
                false => letter,
            };
            label(svg, "letter middle", (left + room / 2.0, bar + BAR / 2.0 + 4.0), text);
        }
        let staggers = staggers(lane, room);
        for (at, crossing) in lane.crossings.iter().enumerate() {
            let x = (at + 1) as f64 * room;
            let row = if staggers { at % 2 } else { 0 } as f64 * PLACES;
            label(svg, "note middle", (x, top + NUMBERS - 5.0), number(crossing));
            stroke(svg, "notch", (x, bar - 2.0), (x, bar + BAR + 5.0 + row));
            label(svg, "place middle", (x, bar + BAR + 16.0 + row), place(crossing));
        }
    }

    /// Draws a lane from top to bottom, with the behaviours in words.
    fn draw_down(&self, svg: &mut Markup, lane: &Lane, width: f64, top: f64) {
        let stretches = lane.stretches();
        for (at, stretch) in stretches.iter().enumerate() {
            let y = top + at as f64 * STEP;
            self.draw_stretch(svg, *stretch, (0.0, y), (BAR + 8.0, STEP));
            label(svg, "letter middle", ((BAR + 8.0) / 2.0, y + STEP / 2.0 + 4.0), self.name(*stretch));
            label(
                svg,
                "tick",
                (WORDS, y + STEP / 2.0 + 4.0),
                fitting(&self.words(*stretch), width - WORDS, pixels),
            );
        }
        for (at, crossing) in lane.crossings.iter().enumerate() {
            let y = top + (at + 1) as f64 * STEP;
            stroke(svg, "notch", (0.0, y), (WORDS - 6.0, y));
            let number = number(crossing);
            let room = width - WORDS - bold(&number) - bold("  ");
            let place = between_shown(&crossing.left, &crossing.right, (room / bold("0")) as usize);
            label(svg, "place", (WORDS, y + 4.0), format_args!("{place}  {number}"));
        }
    }
}

impl Drawing for Ruler<'_> {
    fn height(&self, width: f64) -> f64 {
        self.lanes.iter().map(|lane| height(lane, width)).sum()
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        let mut top = 0.0;
        for lane in self.lanes {
            if !lane.heading.is_empty() {
                label(svg, "axis", (0.0, top + 12.0), fitting(&lane.heading, width, bold));
            }
            let below = top + heading(lane);
            match is_across(lane, width) {
                true => self.draw_across(svg, lane, width, below),
                false => self.draw_down(svg, lane, width, below),
            }
            top += height(lane, width);
        }
    }
}

fn heading(lane: &Lane) -> f64 {
    if lane.heading.is_empty() { 0.0 } else { HEADING }
}

fn height(lane: &Lane, width: f64) -> f64 {
    let own = match is_across(lane, width) {
        true => NUMBERS + BAR + PLACES + if staggers(lane, slot(lane, width)) { PLACES } else { 0.0 },
        false => (lane.crossings.len() + 1) as f64 * STEP,
    };
    heading(lane) + own + GAP
}

/// The width of a stretch.
fn slot(lane: &Lane, width: f64) -> f64 {
    width / (lane.crossings.len() + 1) as f64
}

/// Whether the places fit below a horizontal ruler, in two rows if necessary.
fn is_across(lane: &Lane, width: f64) -> bool {
    let room = slot(lane, width);
    let fits =
        |crossing: &Crossing| place_width(crossing) <= 2.0 * room && pixels(&number(crossing)) + 4.0 <= room;
    lane.crossings.iter().all(fits)
}

/// Whether the places need two rows.
fn staggers(lane: &Lane, room: f64) -> bool {
    lane.crossings.iter().any(|crossing| place_width(crossing) > room)
}

fn place_width(crossing: &Crossing) -> f64 {
    bold(&place(crossing)) + 6.0
}

fn place(crossing: &Crossing) -> String {
    between_shown(&crossing.left, &crossing.right, LONGEST_PLACE)
}

fn number(crossing: &Crossing) -> String {
    crossing.shows.as_ref().map_or(String::new(), |(name, _)| name.clone())
}
