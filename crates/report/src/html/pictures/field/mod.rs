//! Maps of the planes in which two arguments decide together, drawn from the calls in the campaign.

mod planes;
mod predicted;

use autobva_core::behaviour::{Behaviour, Landscape};
use autobva_core::{Input, Validity, Value};

use super::super::landscape::letter;
use super::super::markup::{Attributes, Markup, Px};
use super::super::page::Page;
use super::figure::{Drawing, Figure, label};
use super::grid::{CellLook, Grid};
use super::naming::short;
use crate::text::figures::counted;
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, shown_value};
use planes::{fullest, planes, seen};
use predicted::predicted;

/// At most 32 values of an argument fit side by side on a phone.
const MOST_VALUES: usize = 32;
/// A map needs at least 6 calls.
const LEAST_CALLS: usize = 6;
const LEFT: f64 = 60.0;
const TOP: f64 = 26.0;
const FOOT: f64 = 46.0;
/// The side of a cell in pixels, if there is room.
const CELL: f64 = 15.0;

/// Two arguments by their indices, the lesser first.
type Plane = (usize, usize);

/// Column, row and behaviour of a call.
type Call = (usize, usize, usize);

/// Writes the maps.
pub(crate) fn write(markup: &mut Markup, page: &Page, landscape: &Landscape) {
    for (nth, plane) in planes(page, landscape).into_iter().enumerate() {
        let Some(field) = Field::of(page, landscape, plane) else { continue };
        let names: Vec<String> = page.names().map(escaped).collect();
        let [across, up] = [&names[plane.0], &names[plane.1]];
        let others: Vec<String> = (0..names.len())
            .filter(|at| *at != plane.0 && *at != plane.1)
            .map(|at| format!("{} {}", names[at], shorten(&shown_value(&field.others[at]), 24)))
            .collect();
        let where_ = if others.is_empty() { String::new() } else { format!(" where {}", others.join(", ")) };
        let caption = format!(
            "What {} of the search showed{where_}: each dot is one. The other cells are as the rules say, or else \
             as the nearest call, which is a guess. Rows and columns are the values that were called, not to scale.",
            counted(field.calls.len(), "call")
        );
        let figure = Figure {
            id: &format!("field-{nth}"),
            title: &format!("{across} and {up} together"),
            description: &field.in_words(),
            caption: &caption,
        };
        figure.write(markup, &field);
    }
}

/// The distinct values in ascending order.
fn distinct<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<&'v Value> {
    let mut all: Vec<&Value> = values.collect();
    all.sort_by(|a, b| a.cmp_reading(b));
    all.dedup_by(|a, b| a.reads_as(b));
    all
}

/// The calls in a plane, and what each cell shows.
struct Field<'a> {
    /// The values from left to right and from bottom to top.
    values: [Vec<&'a Value>; 2],
    names: [&'a str; 2],
    /// An input in the plane, for the values of the other arguments.
    others: &'a Input,
    calls: Vec<Call>,
    /// The kind of each cell, row by row from the bottom.
    cells: Vec<usize>,
    /// The index of the behaviour of each kind.
    kinds: Vec<usize>,
    behaviours: &'a [Behaviour],
}

impl<'a> Field<'a> {
    fn of(page: &Page<'a>, landscape: &'a Landscape, plane: Plane) -> Option<Field<'a>> {
        let seen = fullest(seen(page, landscape), plane)?;
        let (others, _) = *seen.first()?;
        let mut kept: Vec<(&Input, usize)> = Vec::new();
        let mut values: [Vec<&Value>; 2] = [Vec::new(), Vec::new()];
        for (input, behaviour) in seen {
            let more = [plane.0, plane.1]
                .map(|at| distinct(kept.iter().map(|(input, _)| &input[at]).chain([&input[at]])));
            if more.iter().all(|values| values.len() <= MOST_VALUES) {
                kept.push((input, behaviour));
                values = more;
            }
        }
        let place = |side: usize, value: &Value| values[side].iter().position(|v| v.reads_as(value));
        let call = |(input, behaviour): &(&Input, usize)| {
            Some((place(0, &input[plane.0])?, place(1, &input[plane.1])?, *behaviour))
        };
        let calls: Vec<Call> = kept.iter().filter_map(call).collect();
        let mut kinds: Vec<usize> = calls.iter().map(|(_, _, behaviour)| *behaviour).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if calls.len() < LEAST_CALLS || kinds.len() < 2 {
            return None;
        }
        let names: Vec<&str> = page.names().collect();
        let mut field = Field {
            values,
            names: [names[plane.0], names[plane.1]],
            others,
            calls,
            cells: Vec::new(),
            kinds,
            behaviours: &landscape.behaviours,
        };
        let more = predicted(page, landscape, plane, &field);
        field.cells = field.filled(&more);
        Some(field)
    }

    /// The kind of each cell: of the call there, of the rules' prediction, or of the nearest known cell.
    fn filled(&self, predicted: &[Call]) -> Vec<usize> {
        let kind = |behaviour: usize| self.kinds.iter().position(|k| *k == behaviour).unwrap_or(0);
        let cell = |column: usize, row: usize| {
            let far = |(c, r, _): &&Call| c.abs_diff(column).pow(2) + r.abs_diff(row).pow(2);
            let known = self.calls.iter().chain(predicted);
            known.min_by_key(far).map_or(0, |(_, _, behaviour)| kind(*behaviour))
        };
        let [columns, rows] = [0, 1].map(|side| self.values[side].len());
        (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(c, r)| cell(c, r))
            .collect()
    }

    fn looks(&self) -> Vec<CellLook> {
        let look = |behaviour: &usize| CellLook {
            colour: behaviour % super::COLOURS,
            letter: letter(*behaviour),
            is_error: self.behaviours[*behaviour].validity == Validity::Error,
        };
        self.kinds.iter().map(look).collect()
    }

    fn in_words(&self) -> String {
        let one = |behaviour: &usize| {
            let calls = self.calls.iter().filter(|(_, _, b)| b == behaviour).count();
            let text = shorten(&escaped(&self.behaviours[*behaviour].text), 80);
            format!("{}: {}, {text}.", letter(*behaviour), counted(calls, "call"))
        };
        self.kinds.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn cell(&self, width: f64) -> f64 {
        CELL.min((width - LEFT - 10.0) / self.values[0].len() as f64)
    }
}

impl Drawing for Field<'_> {
    fn height(&self, width: f64) -> f64 {
        TOP + self.values[1].len() as f64 * self.cell(width) + FOOT
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        let [columns, rows] = [0, 1].map(|side| self.values[side].len());
        let cell = self.cell(width);
        let grid = Grid { columns, rows, cell, corner: (LEFT, TOP) };
        grid.draw_kinds(svg, &self.cells, &self.looks());
        for (column, row, _) in &self.calls {
            let (x, y) = grid.middle(*column, *row);
            let attributes: &Attributes =
                &[("class", &"dot"), ("cx", &Px(x)), ("cy", &Px(y)), ("r", &Px((cell / 7.0).max(1.2)))];
            svg.leaf("circle", attributes);
        }
        grid.draw_letters(svg, &self.cells, &self.looks());
        let bottom = TOP + rows as f64 * cell;
        let mut free = 0.0;
        for (at, value) in self.values[0].iter().enumerate() {
            let text = short(value, 7);
            let (x, half) = (grid.middle(at, 0).0, text.chars().count() as f64 * 3.4);
            if x - half >= free && x + half <= width {
                label(svg, "tick middle", (x, bottom + 14.0), text);
                free = x + half + 5.0;
            }
        }
        let mut free = f64::INFINITY;
        for (at, value) in self.values[1].iter().enumerate() {
            let y = grid.middle(0, at).1;
            if y + 12.0 <= free {
                label(svg, "tick end", (LEFT - 6.0, y + 4.0), short(value, 7));
                free = y;
            }
        }
        let names = self.names.map(|name| shorten(&escaped(name), 40));
        label(svg, "axis", (LEFT, bottom + 34.0), &names[0]);
        label(svg, "axis", (0.0, 12.0), &names[1]);
    }
}
