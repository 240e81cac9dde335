//! What the target does around a pair: its behaviour and its program derivative over two arguments.

mod kinds;

use autobva_core::{Motion, Outcome, Value};
use autobva_summary::Cluster;

use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Drawing, Figure, WIDE, area, entry, label};
use super::grid::{Grid, Look};
use super::naming::short;
use crate::text::figures::{counted, score};
use crate::text::shorten::shorten;
use crate::text::shown::shown_value;
use kinds::Kinds;

/// What a target did with all combinations of some values of two arguments, all others being as on the left side of a
/// candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct BehaviourMap {
    /// The index of the candidate.
    pub candidate: usize,
    /// From left to right.
    pub across: MapAxis,
    /// From bottom to top.
    pub up: MapAxis,
    /// The outcomes, row by row from the bottom, each from left to right.
    pub outcomes: Vec<Outcome>,
    /// The greatest difference quotient between each and its neighbours, in the same order.
    pub derivatives: Vec<f64>,
    /// The names of the output and the input distance of the quotient.
    pub distances: (String, String),
}

/// The values of one argument.
#[derive(Debug, Clone, PartialEq)]
pub struct MapAxis {
    /// The argument, by its index.
    pub argument: usize,
    /// The values, ascending.
    pub values: Vec<Value>,
    /// The places of the candidate's left and right value.
    pub sides: (usize, usize),
}

const LEFT: f64 = 60.0;
const TOP: f64 = 36.0;
/// Room below the cells for values and the name of the argument.
const FOOT: f64 = 44.0;
/// The side of a cell, if there is room for it.
const CELL: f64 = 9.0;

/// Writes the maps; where there is none but could be, how to get one.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    for map in page.maps {
        write_map(markup, page, map);
    }
    if page.maps.is_empty() && page.names().len() > 1 {
        markup.within("figure", &[], |figure| {
            figure.element("h3", &[], "Behaviour around a pair");
            figure.element("p", &[("class", &"note")], missing(page));
        });
    }
}

fn missing(page: &Page) -> &'static str {
    match page.dossier.called {
        Some(_) => {
            "No map was asked for, because drawing one calls the target about a thousand times. Ask with --map and the \
             number of a candidate or of a cluster, such as --map c1."
        }
        None => {
            "A map calls the target around a pair. The candidates come from a file that does not say how the target is \
             called; a campaign does."
        }
    }
}

fn write_map(markup: &mut Markup, page: &Page, map: &BehaviourMap) {
    let names: Vec<&str> = page.names().collect();
    let name = |axis: &MapAxis| {
        let name = names.get(axis.argument).copied().unwrap_or("");
        if is_by_length(axis) { format!("{name} by length") } else { name.to_string() }
    };
    let (across, up) = (name(&map.across), name(&map.up));
    let title = format!("Behaviour around {}: {across} and {up}", around(page, map.candidate));
    let most = map.derivatives.iter().copied().fold(0.0, f64::max);
    let caption = format!(
        "{} of the target: every combination of {} and {}{}. In the first map, what it does; the ringed cells are the pair. \
         In the second, how far the output of each cell is from those of its neighbours, the program derivative ({} over \
         {}), up to {}.",
        counted(map.outcomes.len(), "call"),
        format_args!("{} values of {across}", map.across.values.len()),
        format_args!("{} of {up}", map.up.values.len()),
        fixed(page, map, &names),
        map.distances.0,
        map.distances.1,
        score(most)
    );
    let maps = Maps { map, kinds: Kinds::of(&map.outcomes), across, up };
    let figure = Figure {
        id: &format!("map-{}", map.candidate + 1),
        title: &title,
        description: &maps.kinds.in_words(),
        caption: &caption,
    };
    figure.write(markup, &maps);
}

/// `cluster 4, candidate 17` for the pair that stands for a cluster, `b4, pair 17` for one that shows a boundary.
fn around(page: &Page, candidate: usize) -> String {
    if let Some(landscape) = page.landscape() {
        let pair = page.dossier.candidates.get(candidate);
        let boundary = pair.and_then(|pair| landscape.shown_by(pair));
        let boundary = boundary.map_or(String::new(), |boundary| format!("b{}, ", boundary.id));
        return format!("{boundary}pair {}", candidate + 1);
    }
    let stands_for = |(_, cluster): &(_, &Cluster)| cluster.representatives.contains(&candidate);
    let cluster = page.clusters().find(stands_for);
    let cluster = cluster.map_or(String::new(), |(_, cluster)| format!("cluster {}, ", cluster.id));
    format!("{cluster}candidate {}", candidate + 1)
}

/// What the target does, and its derivative: beside each other, or the one over the other.
struct Maps<'a> {
    map: &'a BehaviourMap,
    kinds: Kinds,
    /// What the axes are called.
    across: String,
    up: String,
}

impl Maps<'_> {
    /// The side of a cell.
    fn cell(&self, width: f64) -> f64 {
        let panel = if width < WIDE { width } else { width / 2.0 };
        CELL.min((panel - LEFT - 10.0) / self.map.across.values.len() as f64)
    }

    fn panel_height(&self, width: f64) -> f64 {
        TOP + self.map.up.values.len() as f64 * self.cell(width) + FOOT
    }

    fn looks(&self) -> Vec<Look> {
        let kinds = self.kinds.all.iter().enumerate();
        kinds.map(|(colour, k)| Look { colour, letter: k.letter.to_string(), is_error: k.is_error }).collect()
    }

    /// The corner of the second map's cells.
    fn second(&self, width: f64) -> (f64, f64) {
        match width < WIDE {
            true => (LEFT, TOP + self.panel_height(width)),
            false => (LEFT + width / 2.0, TOP),
        }
    }
}

impl Drawing for Maps<'_> {
    fn height(&self, width: f64) -> f64 {
        self.second(width).1 - TOP + self.panel_height(width)
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        let grid = |corner| Grid {
            columns: self.map.across.values.len(),
            rows: self.map.up.values.len(),
            cell: self.cell(width),
            corner,
        };
        let (first, second) = ((LEFT, TOP), self.second(width));
        grid(first).draw_kinds(svg, &self.kinds.of_cell, &self.looks());
        grid(first).draw_letters(svg, &self.kinds.of_cell, &self.looks());
        grid(second).draw_derivative(svg, &self.map.derivatives);
        let (across, up) = (self.map.across.sides, self.map.up.sides);
        for corner in [first, second] {
            [(across.0, up.0), (across.1, up.1)]
                .into_iter()
                .for_each(|cell| grid(corner).draw_ring(svg, cell));
        }
        for (corner, heading) in [(first, "what it does"), (second, "program derivative")] {
            label(svg, "heading", (corner.0, corner.1 - 24.0), heading);
            write_axes(svg, self.map, &grid(corner), (&self.across, &self.up));
        }
    }

    fn write_legend(&self, markup: &mut Markup) {
        const KEY: (f64, f64) = (18.0, 15.0);
        markup.within("ul", &[("class", &"legend")], |list| {
            for (at, kind) in self.kinds.all.iter().enumerate() {
                let key = |svg: &mut Markup| {
                    area(svg, &format_args!("cell b{at}"), (0.0, 0.0), KEY);
                    if kind.is_error {
                        area(svg, &"cell over", (0.0, 0.0), KEY);
                    }
                    label(svg, "letter middle", (KEY.0 / 2.0, 11.5), kind.letter);
                };
                let words = format!("{} ({})", shorten(&kind.words, 160), counted(kind.count, "cell"));
                entry(list, KEY, key, words);
            }
        });
    }
}

/// The other arguments and their values.
fn fixed(page: &Page, map: &BehaviourMap, names: &[&str]) -> String {
    let Some(candidate) = page.dossier.candidates.get(map.candidate) else { return String::new() };
    let is_other = |at: &usize| *at != map.across.argument && *at != map.up.argument;
    let value =
        |at: usize| candidate.left.input.get(at).map_or(String::new(), |v| shorten(&shown_value(v), 30));
    let others: Vec<String> =
        (0..names.len()).filter(is_other).map(|at| format!("{} = {}", names[at], value(at))).collect();
    if others.is_empty() { String::new() } else { format!(" where {}", others.join(", ")) }
}

/// The ends and the pair on both axes.
fn write_axes(svg: &mut Markup, map: &BehaviourMap, grid: &Grid, (across, up): (&str, &str)) {
    const NAME: usize = 40;
    let (cell, (left, top)) = (grid.cell, grid.corner);
    let (wide, high) = (map.across.values.len() as f64 * cell, map.up.values.len() as f64 * cell);
    for (at, text) in ticks(&map.across) {
        // The last one ends where the cells do, so that it is not cut off.
        let (class, x) = match at > 0 && at + 1 == map.across.values.len() {
            true => ("tick end", wide),
            false => ("tick middle", (at as f64 + 0.5) * cell),
        };
        label(svg, class, (left + x, top + high + 14.0), text);
    }
    for (at, text) in ticks(&map.up) {
        label(svg, "tick end", (left - 5.0, top + high - (at as f64 + 0.5) * cell + 4.0), text);
    }
    label(svg, "axis middle", (left + wide / 2.0, top + high + 32.0), shorten(across, NAME));
    label(svg, "axis", (left - LEFT, top - 8.0), shorten(up, NAME));
}

fn is_by_length(axis: &MapAxis) -> bool {
    axis.values.first().is_some_and(|value| Motion::main(value) == Motion::Length)
}

/// The values at the ends and of the pair, as long as they are short; else how far they are from it. Texts stand
/// at their length.
fn ticks(axis: &MapAxis) -> Vec<(usize, String)> {
    let mut places = vec![0, axis.sides.0, axis.values.len().saturating_sub(1)];
    places.dedup();
    let apart = |at: usize| at.abs_diff(axis.sides.0) >= 5 || at == axis.sides.0;
    let text = |at: usize| match shown_value(&axis.values[at]) {
        _ if is_by_length(axis) => Motion::Length.get(&axis.values[at]).to_string(),
        exact if exact.chars().count() <= 7 => exact,
        _ if at == axis.sides.0 => short(&axis.values[at], 7),
        _ => format!("{:+}", at as i64 - axis.sides.0 as i64),
    };
    places.into_iter().filter(|&at| at < axis.values.len() && apart(at)).map(|at| (at, text(at))).collect()
}
