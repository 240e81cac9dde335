//! What the target does around a pair: its behaviour and its program derivative over two arguments.

mod grid;
mod kinds;

use autobva_core::{Outcome, Value};

use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Figure, area, label};
use super::line::number;
use crate::text::figures::{counted, score};
use crate::text::shorten::shorten;
use crate::text::shown::shown_value;
use grid::{CELL, Grid};
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

const LEFT: f64 = 66.0;
const TOP: f64 = 34.0;
const GAP: f64 = 84.0;
const LEGEND_LINE: f64 = 19.0;

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
    match page.dossier.invocation {
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
        if is_text(axis) { format!("{name} by length") } else { name.to_string() }
    };
    let (across, up) = (&*name(&map.across), &*name(&map.up));
    let kinds = Kinds::of(&map.outcomes);
    let (columns, rows) = (map.across.values.len() as f64, map.up.values.len() as f64);
    let (wide, high) = (columns * CELL, rows * CELL);
    let legend = TOP + high + 56.0;
    let number = map.candidate + 1;
    let title = format!("Behaviour around candidate {number}: {across} and {up}");
    let most = map.derivatives.iter().copied().fold(0.0, f64::max);
    let caption = format!(
        "{} of the target: every combination of {} and {}{}. Left: what it does; the ringed cells are the pair. Right: how \
         far the output of each cell is from those of its neighbours, the program derivative ({} over {}), up to {}.",
        counted(map.outcomes.len(), "call"),
        format_args!("{} values of {across}", map.across.values.len()),
        format_args!("{} of {up}", map.up.values.len()),
        fixed(page, map, &names),
        map.distances.0,
        map.distances.1,
        score(most)
    );
    let description = kinds.in_words();
    let figure = Figure {
        id: &format!("map-{number}"),
        title: &title,
        description: &description,
        caption: &caption,
        size: (LEFT + 2.0 * wide + GAP + 20.0, legend + LEGEND_LINE * kinds.all.len() as f64),
    };
    figure.write(markup, |svg| {
        let grid = Grid { map, corner: (LEFT, TOP) };
        grid.draw_behaviour(svg, &kinds);
        write_axes(svg, map, (across, up), (LEFT, TOP));
        let right = (LEFT + wide + GAP, TOP);
        Grid { map, corner: right }.draw_derivative(svg, most);
        write_axes(svg, map, (across, up), right);
        label(svg, "heading", (LEFT, TOP - 20.0), "what it does");
        label(svg, "heading", (right.0, TOP - 20.0), "program derivative");
        write_legend(svg, &kinds, legend);
    });
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
fn write_axes(svg: &mut Markup, map: &BehaviourMap, (across, up): (&str, &str), (left, top): (f64, f64)) {
    let high = map.up.values.len() as f64 * CELL;
    for (at, text) in ticks(&map.across) {
        label(svg, "tick middle", (left + (at as f64 + 0.5) * CELL, top + high + 14.0), text);
    }
    for (at, text) in ticks(&map.up) {
        label(svg, "tick end", (left - 5.0, top + high - (at as f64 + 0.5) * CELL + 4.0), text);
    }
    let middle = left + map.across.values.len() as f64 * CELL / 2.0;
    label(svg, "axis middle", (middle, top + high + 32.0), across);
    label(svg, "axis end", (left - 5.0, top - 6.0), up);
}

fn is_text(axis: &MapAxis) -> bool {
    matches!(axis.values.first(), Some(Value::Text(_)))
}

/// The values at the ends and of the pair, as long as they are short; else how far they are from it. Texts stand
/// at their length.
fn ticks(axis: &MapAxis) -> Vec<(usize, String)> {
    let mut places = vec![0, axis.sides.0, axis.values.len().saturating_sub(1)];
    places.dedup();
    let apart = |at: usize| at.abs_diff(axis.sides.0) >= 5 || at == axis.sides.0;
    let text = |at: usize| match shown_value(&axis.values[at]) {
        _ if is_text(axis) => axis.values[at].place().to_string(),
        short if short.chars().count() <= 7 => short,
        _ if at == axis.sides.0 => score(number(&axis.values[at])),
        _ => format!("{:+}", at as i64 - axis.sides.0 as i64),
    };
    places.into_iter().filter(|&at| at < axis.values.len() && apart(at)).map(|at| (at, text(at))).collect()
}

fn write_legend(svg: &mut Markup, kinds: &Kinds, top: f64) {
    for (at, kind) in kinds.all.iter().enumerate() {
        let y = top + LEGEND_LINE * at as f64;
        area(svg, &format_args!("cell b{at}"), (LEFT, y - 10.0), (16.0, 13.0));
        if kind.is_error {
            area(svg, &"cell over", (LEFT, y - 10.0), (16.0, 13.0));
        }
        label(svg, "letter middle", (LEFT + 8.0, y), kind.letter);
        let words = format!("{} ({})", shorten(&kind.words, 96), counted(kind.count, "cell"));
        label(svg, "legend", (LEFT + 24.0, y), words);
    }
}
