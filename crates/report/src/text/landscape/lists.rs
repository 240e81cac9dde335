//! Several arguments: the behaviours with their domains, then the boundaries.

use autobva_core::behaviour::{Behaviour, Boundary, Course, Landscape};

use super::words::{behaviour_text, change_words, context, inputs, message, place_words};
use super::{Body, INDENT, View};
use crate::text::paint::{Cell, Role, paint, push_spaces};
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, shown_outcome, width};
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
    let rows = Row::all(view.landscape);
    body.behaviours_left_out = rows.len().saturating_sub(for_behaviours);
    behaviours(view, &rows[..rows.len() - body.behaviours_left_out], &mut body);
    if !all.is_empty() && !rows.is_empty() {
        body.lines.push(String::new());
    }
    let told = first(told, room.saturating_sub(body.lines.len()));
    body.boundaries_left_out = all.len() - told.len();
    boundaries(view, told, &mut body);
    body
}

/// A line of the list of behaviours. Those of one wording without a condition of their own are one: they differ by
/// the line on which their numbers were seen.
struct Row<'a> {
    alike: Vec<&'a Behaviour>,
}

/// Of more than 3 descriptions of one wording, only the first are given.
const MOST_ALIKE: usize = 3;

impl<'a> Row<'a> {
    fn all(landscape: &'a Landscape) -> Vec<Row<'a>> {
        let mut rows: Vec<Row> = Vec::new();
        for behaviour in &landscape.behaviours {
            let kind =
                |of: &Behaviour| (of.validity, of.type_name.clone(), of.wording.clone(), of.domain.clone());
            let is_alike = |row: &&mut Row| kind(row.alike[0]) == kind(behaviour);
            // Without a course, each number is a behaviour.
            let varies = landscape.behaviours.iter().filter(|one| kind(one) == kind(behaviour)).any(varies);
            match rows.iter_mut().find(is_alike).filter(|_| varies && behaviour.domain.is_empty()) {
                Some(row) => row.alike.push(behaviour),
                None => rows.push(Row { alike: vec![behaviour] }),
            }
        }
        rows
    }

    fn text(&self, of: fn(&Behaviour) -> String) -> String {
        let mut texts: Vec<String> = self.alike.iter().map(|behaviour| of(behaviour)).collect();
        texts.dedup();
        match &texts[..] {
            [only] => only.clone(),
            [most @ .., last] if texts.len() <= MOST_ALIKE => format!("{} or {last}", most.join(", ")),
            _ => format!("{} …", texts[..MOST_ALIKE].join(", ")),
        }
    }

    /// Where it holds, otherwise an example, in `room` columns.
    fn condition(&self, view: &View, room: usize) -> String {
        let Behaviour { domain, example, .. } = self.alike[0];
        if !domain.is_empty() {
            return shorten_domain(&escaped(domain), room);
        }
        let output = match self.alike.len() {
            1 => String::new(),
            _ => format!(" → {}", shown_outcome(&example.outcome)),
        };
        let room = room.saturating_sub(width(EXAMPLE) + width(&output));
        let inputs = inputs(&example.input, view.landscape, &view.report.target.signature, room);
        let inputs = if width(&inputs) > room { shorten_list(&inputs, room) } else { inputs };
        if inputs.is_empty() { inputs } else { format!("{EXAMPLE}{inputs}{output}") }
    }
}

const EXAMPLE: &str = "e.g. ";

/// Whether a number in the output depends on the input.
fn varies(behaviour: &Behaviour) -> bool {
    behaviour.slots.iter().any(|slot| !matches!(slot, Course::Constant { .. }))
}

/// How many behaviours are told apart.
pub(super) fn count(landscape: &Landscape) -> usize {
    Row::all(landscape).len()
}

fn behaviours(view: &View, rows: &[Row], body: &mut Body) {
    let room = view.width - 2;
    let all = |of: fn(&Behaviour) -> String| rows.iter().map(|row| row.text(of)).collect::<Vec<_>>();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let mut texts = all(behaviour_text);
    // Conditions distinguish the behaviours, so they may take the larger part.
    if widest(&texts) > room * 2 / 5 {
        texts = all(message);
    }
    let widest = widest(&texts);
    let for_conditions = (room * 3 / 5).max(room.saturating_sub(widest + 2));
    let conditions: Vec<String> = rows.iter().map(|row| row.condition(view, for_conditions)).collect();
    let for_conditions = conditions.iter().map(|text| width(text) + 2).max().unwrap_or(0);
    let for_text = widest.min(room.saturating_sub(for_conditions));
    for (text, condition) in texts.iter().zip(&conditions) {
        let text = shorten(text, for_text);
        let mut line = format!("  {}", view.painted(&text));
        if !condition.is_empty() {
            push_spaces(&mut line, for_text - width(&text) + 2);
            line.push_str(&paint(condition, Role::Quiet, view.color));
        }
        body.lines.push(line);
    }
}

/// As many of the first values as fit.
fn shorten_list(values: &str, room: usize) -> String {
    let cuts = values.match_indices(", ").map(|(at, _)| format!("{}, …", &values[..at]));
    cuts.take_while(|cut| width(cut) <= room).last().unwrap_or_else(|| shorten(values, room))
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
        let own = change_room.saturating_sub(width(&changes[at]));
        let rule = view.rule_of(boundary, true).unwrap_or_default();
        // If the values of all other arguments are too many, those that the rule speaks of may fit.
        let around = [None, boundary.rule.as_ref()]
            .map(|of| context(&boundary.example, of, view.landscape, signature));
        let mut around = around.iter().filter(|words| !words.is_empty());
        let on_line = around.clone().find(|words| width(words) + 2 <= own);
        let mut left = own.min(change_room.saturating_sub(change));
        if let Some(words) = on_line {
            // Beside a long change of another line the words begin where they fit.
            let gap = (change - width(&changes[at])).min(own - width(words) - 2);
            push_spaces(&mut line, gap + 2);
            line.push_str(&paint(words, Role::Quiet, view.color));
            left = own - gap - width(words) - 2;
        } else if let Some(note) = notes.first_mut().filter(|_| !rule.is_empty()) {
            let free = (view.width - INDENT).saturating_sub(width(&rule));
            if let Some(words) = around.find(|words| width(words) + 2 <= free) {
                note.push_str(&paint(&format!("; {words}"), Role::Quiet, view.color));
            }
        }
        if !notes.is_empty() && !rule.is_empty() && width(&rule) + 2 <= left {
            notes.remove(0);
            let gap = if on_line.is_some() { 0 } else { change - width(&changes[at]) };
            push_spaces(&mut line, gap + 2);
            line.push_str(&paint(&rule, Role::Quiet, view.color));
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
