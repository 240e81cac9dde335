//! Several arguments: the behaviours with their domains, then the boundaries.

use autobva_core::behaviour::{Behaviour, Boundary};

use super::words::{behaviour_text, change_words, context, message, place_words};
use super::{Body, INDENT, View};
use crate::text::paint::{Cell, Role, paint, push_spaces};
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, width};
use crate::text::table::FLAKY;

/// If not everything fits, at least 8 behaviours are shown.
const LEAST_BEHAVIOURS: usize = 8;
/// A place of up to 40 columns is shown in full even if the change then does not fit beside it.
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

/// The boundaries at the beginning of a list that fit.
pub(super) fn fitting<'a>(
    view: &View,
    all: impl IntoIterator<Item = &'a Boundary>,
    room: usize,
) -> Vec<Told<'a>> {
    let told =
        all.into_iter().map(|boundary| Told { boundary, notes: view.notes_on(boundary, true, INDENT) });
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
    let unsaid = unsaid(view, &told);
    body.behaviours_left_out = unsaid.len().saturating_sub(for_behaviours);
    behaviours(view, &unsaid[..unsaid.len() - body.behaviours_left_out], &mut body);
    if !all.is_empty() && !unsaid.is_empty() {
        body.lines.push(String::new());
    }
    let told = first(told, room.saturating_sub(body.lines.len()));
    body.boundaries_left_out = all.len() - told.len();
    boundaries(view, told, &mut body);
    body
}

/// The behaviours that are not already described completely beside a boundary.
fn unsaid<'a>(view: &View<'a>, told: &[Told]) -> Vec<&'a Behaviour> {
    let mut rows = Body::default();
    let alone = told.iter().map(|told| Told { boundary: told.boundary, notes: Vec::new() });
    boundaries(view, alone.collect(), &mut rows);
    let rows: Vec<(&Boundary, &String)> = told.iter().map(|told| told.boundary).zip(&rows.lines).collect();
    let is_said = |behaviour: &&Behaviour| {
        let words = message(behaviour);
        behaviour.domain.is_empty()
            && rows.iter().any(|(b, row)| [b.from, b.to].contains(&behaviour.id) && row.contains(&words))
    };
    view.landscape.behaviours.iter().filter(|behaviour| !is_said(behaviour)).collect()
}

fn behaviours(view: &View, shown: &[&Behaviour], body: &mut Body) {
    let texts: Vec<String> = shown.iter().map(|behaviour| behaviour_text(behaviour)).collect();
    let domains: Vec<String> = shown.iter().map(|behaviour| escaped(&behaviour.domain)).collect();
    let [widest_text, widest_domain] =
        [&texts, &domains].map(|all| all.iter().map(|text| width(text)).max().unwrap_or(0));
    // Conditions distinguish the behaviours, so they may take the larger part.
    let room = view.width - 2;
    let domain_room =
        widest_domain.min(room * 3 / 5).max(room.saturating_sub(widest_text + 2).min(widest_domain));
    let text_room = widest_text.min(room.saturating_sub(if domain_room > 0 { domain_room + 2 } else { 0 }));
    for (text, domain) in texts.iter().zip(&domains) {
        let text = shorten(text, text_room);
        let mut line = format!("  {}", view.painted(&text));
        if !domain.is_empty() {
            push_spaces(&mut line, text_room - width(&text) + 2);
            line.push_str(&paint(&shorten_domain(domain, domain_room), Role::Quiet, view.color));
        }
        body.lines.push(line);
    }
}

/// As many whole alternatives or conditions of a domain as fit: cut in the middle, the beginning of one and the end of
/// another would be read as one. The longest conditions are left out first, so that most stay: behaviours are told apart by
/// any of them.
fn shorten_domain(domain: &str, room: usize) -> String {
    if width(domain) <= room {
        return domain.to_string();
    }
    let cuts = domain.match_indices("; ").map(|(at, _)| format!("{}; …", &domain[..at]));
    if let Some(fits) = cuts.take_while(|cut| width(cut) <= room).last() {
        return fits;
    }
    let mut conditions: Vec<&str> = domain.split(", ").collect();
    while let Some((at, longest)) = conditions.iter().enumerate().max_by_key(|(_, one)| width(one)) {
        if *longest == "…" {
            break;
        }
        conditions[at] = "…";
        conditions.dedup_by(|next, one| *next == "…" && *one == "…");
        let kept = conditions.join(", ");
        if conditions.len() > 1 && width(&kept) <= room {
            return kept;
        }
    }
    shorten(domain, room)
}

/// The boundaries, each with its rule.
pub(super) fn boundaries(view: &View, told: Vec<Told>, body: &mut Body) {
    let shown: Vec<&Boundary> = told.iter().map(|told| told.boundary).collect();
    let signature = &view.report.target.signature;
    let ids: Vec<String> =
        shown.iter().map(|b| format!("b{}{}", b.id, if b.flaky { FLAKY } else { "" })).collect();
    let id = ids.iter().map(|id| width(id)).max().unwrap_or(0);
    let kind = shown.iter().map(|b| b.kind.name().len()).max().unwrap_or(0);
    let room = view.width.saturating_sub(2 + id + 2 + kind + 2);
    let change = shown.iter().map(|b| width(&change_words(b, view.landscape, room))).max().unwrap_or(0);
    let place_room = WIDEST_PLACE.max(room.saturating_sub(change + 2));
    let places = shown.iter().map(|b| shorten(&place_words(b, &b.example, signature, true), place_room));
    let places: Vec<String> = places.collect();
    let place = places.iter().map(|place| width(place)).max().unwrap_or(0);
    let change_room = room.saturating_sub(place + 2);
    let changes: Vec<String> = shown.iter().map(|b| change_words(b, view.landscape, change_room)).collect();
    let change = changes.iter().map(|change| width(change)).max().unwrap_or(0);
    for (at, Told { boundary, mut notes }) in told.into_iter().enumerate() {
        let mut line = "  ".to_string();
        Cell::new(&ids[at], Role::Quiet, view.color).push_left(&mut line, id + 2);
        Cell::new(boundary.kind.name(), Role::Quiet, view.color).push_left(&mut line, kind + 2);
        Cell::new(&places[at], Role::Changed, view.color).push_left(&mut line, place + 2);
        line.push_str(&changes[at]);
        let mut left = change_room.saturating_sub(change);
        let mut fits = |text: &str| {
            let fits = !text.is_empty() && width(text) + 2 <= left;
            left -= if fits { width(text) + 2 } else { 0 };
            fits
        };
        let context = context(&boundary.example, view.landscape, signature);
        let rule = view.rule_of(boundary, true).unwrap_or_default();
        let asides = [fits(&context).then_some(context), (!notes.is_empty() && fits(&rule)).then_some(rule)];
        if asides[1].is_some() {
            notes.remove(0);
        }
        for (nth, aside) in asides.into_iter().flatten().enumerate() {
            push_spaces(&mut line, if nth == 0 { change - width(&changes[at]) + 2 } else { 2 });
            line.push_str(&paint(&aside, Role::Quiet, view.color));
        }
        body.lines.push(line);
        body.lines.extend(notes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_conditions_are_left_out_first() {
        let domain = "loan.amount > 0.0 and < 100000.0, loan.years … 5, loan.collateral true";
        assert_eq!(shorten_domain(domain, 80), domain);
        assert_eq!(shorten_domain(domain, 60), "…, loan.years … 5, loan.collateral true");
        assert_eq!(shorten_domain(domain, 25), "…, loan.years … 5, …");
        assert_eq!(shorten_domain("n … 0 or 11 …, years 1 … 10; n 3", 30), "n … 0 or 11 …, years 1 … 10; …");
    }
}
