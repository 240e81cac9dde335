//! Several arguments: the behaviours with where they were met, then the boundaries.

use autobva_core::behaviour::{Behaviour, Boundary};

use super::words::{change_words, context, place_words};
use super::{Body, View};
use crate::text::paint::{Cell, Role, paint, push_spaces};
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, width};
use crate::text::table::FLAKY;

/// Where not everything fits, so many behaviours are shown at least.
const LEAST_BEHAVIOURS: usize = 8;
/// The widest place that is shown whole.
const WIDEST_PLACE: usize = 40;

/// A boundary with the lines below its own.
pub(super) struct Told<'a> {
    boundary: &'a Boundary,
    notes: Vec<String>,
}

impl Told<'_> {
    fn height(&self) -> usize {
        1 + self.notes.len()
    }
}

/// The boundaries of a list that fit, from its beginning.
pub(super) fn fitting<'a>(
    view: &View,
    all: impl IntoIterator<Item = &'a Boundary>,
    room: usize,
) -> Vec<Told<'a>> {
    let told = all.into_iter().map(|boundary| Told { boundary, notes: view.notes_on(boundary, true, 6) });
    first(told, room)
}

fn first<'a>(told: impl IntoIterator<Item = Told<'a>>, room: usize) -> Vec<Told<'a>> {
    let mut used = 0;
    let fits = told.into_iter().take_while(|told| {
        used += told.height();
        used <= room
    });
    fits.collect()
}

pub(super) fn body(view: &View, room: usize) -> Body {
    let all = &view.landscape.boundaries;
    let told = fitting(view, all, room);
    let mut body = Body::default();
    let needed = if told.len() < all.len() { room } else { told.iter().map(Told::height).sum() };
    let for_behaviours = room.saturating_sub(needed + 1).max(LEAST_BEHAVIOURS);
    behaviours(view, for_behaviours, &mut body);
    if !all.is_empty() {
        body.lines.push(String::new());
    }
    let told = first(told, room.saturating_sub(body.lines.len()));
    body.boundaries_left_out = all.len() - told.len();
    boundaries(view, told, &mut body);
    body
}

fn behaviours(view: &View, room: usize, body: &mut Body) {
    let all = &view.landscape.behaviours;
    let shown: Vec<&Behaviour> = all.iter().take(room).collect();
    body.behaviours_left_out = all.len() - shown.len();
    let texts: Vec<String> = shown.iter().map(|behaviour| escaped(&behaviour.text)).collect();
    let domains: Vec<String> = shown.iter().map(|behaviour| escaped(&behaviour.domain)).collect();
    let [widest_text, widest_domain] =
        [&texts, &domains].map(|all| all.iter().map(|text| width(text)).max().unwrap_or(0));
    // Conditions are what tells behaviours apart, so that they may take the larger part.
    let room = view.width - 2;
    let domain_room =
        widest_domain.min(room * 3 / 5).max(room.saturating_sub(widest_text + 2).min(widest_domain));
    let text_room = widest_text.min(room.saturating_sub(if domain_room > 0 { domain_room + 2 } else { 0 }));
    for (text, domain) in texts.iter().zip(&domains) {
        let text = shorten(text, text_room);
        let mut line = format!("  {}", view.painted(&text));
        if !domain.is_empty() {
            push_spaces(&mut line, text_room - width(&text) + 2);
            line.push_str(&paint(&shorten(domain, domain_room), Role::Quiet, view.color));
        }
        body.lines.push(line);
    }
}

/// Boundaries, each with its rule.
pub(super) fn boundaries(view: &View, told: Vec<Told>, body: &mut Body) {
    let shown: Vec<&Boundary> = told.iter().map(|told| told.boundary).collect();
    let signature = &view.report.target.signature;
    let ids: Vec<String> =
        shown.iter().map(|b| format!("b{}{}", b.id, if b.flaky { FLAKY } else { "" })).collect();
    let places: Vec<String> =
        shown.iter().map(|b| shorten(&place_words(b, &b.example, signature, true), WIDEST_PLACE)).collect();
    let id = ids.iter().map(|id| width(id)).max().unwrap_or(0);
    let kind = shown.iter().map(|b| b.kind.name().len()).max().unwrap_or(0);
    let place = places.iter().map(|place| width(place)).max().unwrap_or(0);
    let change_room = view.width.saturating_sub(2 + id + 2 + kind + 2 + place + 2);
    let changes: Vec<String> = shown.iter().map(|b| change_words(b, view.landscape, change_room)).collect();
    let change = changes.iter().map(|change| width(change)).max().unwrap_or(0);
    for (at, Told { boundary, notes }) in told.into_iter().enumerate() {
        let mut line = "  ".to_string();
        Cell::new(&ids[at], Role::Quiet, view.color).push_left(&mut line, id + 2);
        Cell::new(boundary.kind.name(), Role::Quiet, view.color).push_left(&mut line, kind + 2);
        Cell::new(&places[at], Role::Changed, view.color).push_left(&mut line, place + 2);
        line.push_str(&changes[at]);
        let context = context(&boundary.example, view.landscape, signature);
        let left = change_room.saturating_sub(change + 2);
        if !context.is_empty() && width(&context) <= left {
            push_spaces(&mut line, change - width(&changes[at]) + 2);
            line.push_str(&paint(&context, Role::Quiet, view.color));
        }
        body.lines.push(line);
        body.lines.extend(notes);
    }
}
