//! One argument: its stretches from low to high, a line each, with the boundary at its end.

use std::collections::HashSet;

use autobva_core::behaviour::{Boundary, Stretch};

use super::words::{behaviour_text, detail, number_words, place_words};
use super::{View, ViewBody, lists};
use crate::text::paint::{Cell, Role, push_spaces};
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, width};
use crate::text::table::FLAKY;

/// Ends of stretches of up to 40 columns are shown in full if there is room: any 128-bit number fits.
const LONGEST: usize = 40;
/// The limit if the behaviours would not fit beside them.
const LONGEST_BESIDE: usize = 24;
/// The least width of the column of behaviours.
const LEAST_TEXT: usize = 16;

pub(super) fn body(view: &View, room: usize) -> ViewBody {
    let rows = chosen(view, room);
    let shown: HashSet<u32> = rows.iter().filter_map(|row| row.stretch.boundary).collect();
    let mut body = ViewBody { lines: written(view, &rows), ..ViewBody::default() };
    let rest = view.landscape.boundaries.iter().filter(|boundary| !shown.contains(&boundary.id));
    let told = lists::fitting(view, rest.clone(), room.saturating_sub(body.lines.len()));
    body.boundaries_left_out = rest.count() - told.len();
    lists::boundaries(view, told, &mut body);
    body
}

/// A line: a stretch, and the boundary at its end unless an earlier line has shown that.
struct StretchRow<'a> {
    stretch: &'a Stretch,
    boundary: Option<&'a Boundary>,
}

/// The stretches that fit: all, or those that end at the first boundaries.
fn chosen<'a>(view: &'a View, room: usize) -> Vec<StretchRow<'a>> {
    let landscape = view.landscape;
    let stretches = &landscape.stretches;
    let mut told = HashSet::new();
    let mut rows: Vec<StretchRow> = Vec::new();
    for stretch in stretches {
        let boundary = stretch.boundary.filter(|id| told.insert(*id)).and_then(|id| landscape.boundary(id));
        rows.push(StretchRow { stretch, boundary });
    }
    let height = |row: &StretchRow| 1 + row.boundary.map_or(0, |boundary| notes(view, boundary).len());
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let rank = |row: &StretchRow| {
        let position = |boundary: &Boundary| landscape.boundaries.iter().position(|b| b.id == boundary.id);
        row.boundary.and_then(position).unwrap_or(usize::MAX)
    };
    order.sort_by_key(|at| rank(&rows[*at]));
    let mut used = 0;
    let mut fits = vec![false; rows.len()];
    for at in order {
        used += height(&rows[at]);
        if used > room {
            break;
        }
        fits[at] = true;
    }
    let mut fits = fits.into_iter();
    rows.retain(|_| fits.next() == Some(true));
    rows
}

fn notes(view: &View, boundary: &Boundary) -> Vec<String> {
    view.notes_on(boundary, false, 4)
}

/// The columns of a line.
struct StretchColumns {
    from: String,
    dots: &'static str,
    to: String,
    text: String,
    id: String,
    kind: &'static str,
    place: String,
}

fn columns(view: &View, row: &StretchRow, longest: usize) -> StretchColumns {
    // Stretches are shown for a single argument only.
    let argument = view.report.target.signature.arguments().first();
    let called = |end: &String| match argument.and_then(|argument| argument.value_name(end)) {
        Some(name) => escaped(name),
        None => number_words(&escaped(end)),
    };
    let end = |end: &Option<String>| end.as_ref().map_or(String::new(), |end| shorten(&called(end), longest));
    let (from, to) = (end(&row.stretch.from), end(&row.stretch.to));
    let is_single = row.stretch.from.is_some() && row.stretch.from == row.stretch.to;
    let text = view.landscape.behaviour(row.stretch.behaviour).map_or(String::new(), behaviour_text);
    let boundary = row.boundary;
    let flaky = if boundary.is_some_and(|b| b.flaky) { FLAKY } else { "" };
    StretchColumns {
        from,
        dots: if is_single { "" } else { "…" },
        to: if is_single { String::new() } else { to },
        text,
        id: boundary.map_or(String::new(), |b| format!("b{}{flaky}", b.id)),
        kind: boundary.map_or("", |b| b.kind.name()),
        place: boundary
            .map_or(String::new(), |b| place_words(b, &b.example, &view.report.target.signature, false)),
    }
}

/// The width of the widest entry in a column.
fn widest(columns: &[StretchColumns], of: impl Fn(&StretchColumns) -> usize) -> usize {
    columns.iter().map(of).max().unwrap_or(0)
}

/// The widths before and after the columns of the behaviours.
fn frame(columns: &[StretchColumns]) -> (usize, usize) {
    let (from, to) = (widest(columns, |c| width(&c.from)), widest(columns, |c| width(&c.to)));
    let (id, kind) = (widest(columns, |c| width(&c.id)), widest(columns, |c| width(c.kind)));
    (2 + from + 3 + to + 2, 2 + id + 2 + kind)
}

fn written(view: &View, rows: &[StretchRow]) -> Vec<String> {
    let at_most = |longest: usize| rows.iter().map(|row| columns(view, row, longest)).collect::<Vec<_>>();
    let mut columns = at_most(LONGEST);
    let (range, end) = frame(&columns);
    if range + widest(&columns, |c| width(&c.text)) + end > view.width {
        columns = at_most(LONGEST_BESIDE.min(view.width / 5));
    }
    let (range, end) = frame(&columns);
    let widest = |of: &dyn Fn(&StretchColumns) -> usize| widest(&columns, of);
    let (from, to) = (widest(&|c| width(&c.from)), widest(&|c| width(&c.to)));
    let (id, kind) = (widest(&|c| width(&c.id)), widest(&|c| width(c.kind)));
    let left = view.width.saturating_sub(range + end);
    let text = widest(&|c| width(&c.text)).min(left.max(LEAST_TEXT));
    // The ends of the stretches show the place, too, so it is left out if there is no room.
    let place = widest(&|c| width(&c.place));
    let place = if 2 + place <= left.saturating_sub(text) { place } else { 0 };
    let mut lines = Vec::new();
    for (columns, row) in columns.iter().zip(rows) {
        let mut line = "  ".to_string();
        let plain = |text: &str| Cell::new(text, Role::Plain, view.color);
        plain(&columns.from).push_right(&mut line, from);
        push_spaces(&mut line, 1);
        plain(columns.dots).push_left(&mut line, 1);
        push_spaces(&mut line, 1);
        plain(&columns.to).push_left(&mut line, to);
        push_spaces(&mut line, 2);
        let shown = shorten(&columns.text, text);
        line.push_str(&view.painted(&shown));
        if let Some(boundary) = row.boundary {
            push_spaces(&mut line, text - width(&shown) + 2);
            Cell::new(&columns.id, Role::Quiet, view.color).push_left(&mut line, id + 2);
            Cell::new(columns.kind, Role::Quiet, view.color).push_left(&mut line, kind);
            if place > 0 {
                push_spaces(&mut line, 2);
                Cell::new(&columns.place, Role::Changed, view.color).push_left(&mut line, 0);
                let detail = detail(boundary, left.saturating_sub(text + 4 + width(&columns.place)));
                if !detail.is_empty() {
                    line.push_str(&format!(": {detail}"));
                }
            }
        }
        lines.push(line);
        lines.extend(row.boundary.into_iter().flat_map(|boundary| notes(view, boundary)));
    }
    lines
}
