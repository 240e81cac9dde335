//! Several arguments: the behaviours with their domains, then the boundaries.

use autobva_core::behaviour::{Behaviour, Boundary, BoundaryKind, Course, Landscape};

use super::words::{behaviour_text, change_words, context, inputs, message, place_words};
use super::{INDENT, View, ViewBody};
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

pub(super) fn body(view: &View, room: usize) -> ViewBody {
    let all = &view.landscape.boundaries;
    let mut told = fitting(view, all, room);
    let columns = ListColumns::of(view, &told);
    for told in &mut told {
        if let Around::Below(words) = columns.around(view, told) {
            told.notes.extend(view.wrapped(&words, INDENT, 1));
        }
    }
    let told = first(told, room);
    let mut body = ViewBody::default();
    let needed = if told.len() < all.len() { room } else { told.iter().map(Told::height).sum() };
    let for_behaviours = room.saturating_sub(needed + 1).max(LEAST_BEHAVIOURS);
    let rows = BehaviourRow::all(view.landscape);
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
struct BehaviourRow<'a> {
    alike: Vec<&'a Behaviour>,
}

/// Of more than 3 descriptions of one wording, only the first are given.
const MOST_ALIKE: usize = 3;

impl<'a> BehaviourRow<'a> {
    fn all(landscape: &'a Landscape) -> Vec<BehaviourRow<'a>> {
        let mut rows: Vec<BehaviourRow> = Vec::new();
        for behaviour in &landscape.behaviours {
            let kind =
                |of: &Behaviour| (of.validity, of.type_name.clone(), of.wording.clone(), of.domain.clone());
            let is_alike = |row: &&mut BehaviourRow| kind(row.alike[0]) == kind(behaviour);
            // Without a course, each number is a behaviour.
            let varies = landscape.behaviours.iter().filter(|one| kind(one) == kind(behaviour)).any(varies);
            match rows.iter_mut().find(is_alike).filter(|_| varies && behaviour.domain.is_empty()) {
                Some(row) => row.alike.push(behaviour),
                None => rows.push(BehaviourRow { alike: vec![behaviour] }),
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
    BehaviourRow::all(landscape).len()
}

fn behaviours(view: &View, rows: &[BehaviourRow], body: &mut ViewBody) {
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

/// The columns of a list of boundaries.
struct ListColumns {
    id: usize,
    kind: usize,
    place: usize,
    /// For the changes as they are, and for them with what follows on the line.
    change: usize,
    change_room: usize,
    place_room: usize,
}

/// Where the other arguments of a boundary's example are told: on its line, behind the note below it, or on a line of their
/// own.
enum Around {
    Beside(String),
    InNote(String),
    Below(String),
    Nowhere,
}

impl ListColumns {
    fn of(view: &View, told: &[Told]) -> ListColumns {
        let shown = || told.iter().map(|told| told.boundary);
        let id = shown().map(|b| width(&id(b))).max().unwrap_or(0);
        let kind = shown().map(|b| b.kind.name().len()).max().unwrap_or(0);
        let room = view.width.saturating_sub(2 + id + 2 + kind + 2);
        let widest_change =
            |room| shown().map(|b| width(&change_words(b, view.landscape, room))).max().unwrap_or(0);
        let place_room = WIDEST_PLACE.max(room.saturating_sub(widest_change(room) + 2));
        let mut columns = ListColumns { id, kind, place: 0, change: 0, change_room: 0, place_room };
        columns.place = shown().map(|b| width(&columns.place_of(view, b))).max().unwrap_or(0);
        columns.change_room = room.saturating_sub(columns.place + 2);
        columns.change = widest_change(columns.change_room);
        columns
    }

    fn place_of(&self, view: &View, boundary: &Boundary) -> String {
        let signature = &view.report.target.signature;
        shorten(&place_words(boundary, &boundary.example, signature, true), self.place_room)
    }

    fn change_of(&self, view: &View, boundary: &Boundary) -> String {
        change_words(boundary, view.landscape, self.change_room)
    }

    fn around(&self, view: &View, told: &Told) -> Around {
        let boundary = told.boundary;
        let words = |of| context(&boundary.example, of, view.landscape, &view.report.target.signature);
        // If the values of all other arguments are too many, those that the rule speaks of may fit.
        let all = [None, boundary.rule.as_ref()].map(words);
        let mut all = all.iter().filter(|words| !words.is_empty());
        let own = self.change_room.saturating_sub(width(&self.change_of(view, boundary)));
        if let Some(words) = all.clone().find(|words| width(words) + 2 <= own) {
            return Around::Beside(words.clone());
        }
        let rule = view.rule_of(boundary, true).unwrap_or_default();
        let free = (view.width - INDENT).saturating_sub(width(&rule));
        let fits = |words: &&String| !rule.is_empty() && width(words) + 2 <= free;
        match (all.clone().find(fits), all.next()) {
            (Some(words), _) => Around::InNote(words.clone()),
            // What a rule does not speak of matters less, and errors mostly depend on one argument alone.
            (None, Some(words)) if boundary.rule.is_none() && boundary.kind != BoundaryKind::Error => {
                let room = view.width - INDENT;
                let fits = width(words) <= room;
                Around::Below(if fits { words.clone() } else { shorten_list(words, room) })
            }
            _ => Around::Nowhere,
        }
    }
}

fn id(boundary: &Boundary) -> String {
    format!("b{}{}", boundary.id, if boundary.flaky { FLAKY } else { "" })
}

/// The boundaries, each with its rule.
pub(super) fn boundaries(view: &View, told: Vec<Told>, body: &mut ViewBody) {
    let columns = ListColumns::of(view, &told);
    for mut told in told {
        let around = columns.around(view, &told);
        let Told { boundary, notes } = &mut told;
        let change = columns.change_of(view, boundary);
        let mut line = "  ".to_string();
        Cell::new(&id(boundary), Role::Quiet, view.color).push_left(&mut line, columns.id + 2);
        Cell::new(boundary.kind.name(), Role::Quiet, view.color).push_left(&mut line, columns.kind + 2);
        let place = columns.place_of(view, boundary);
        Cell::new(&place, Role::Changed, view.color).push_left(&mut line, columns.place + 2);
        line.push_str(&change);
        let own = columns.change_room.saturating_sub(width(&change));
        let mut left = own.min(columns.change_room.saturating_sub(columns.change));
        let mut gap = columns.change - width(&change);
        match &around {
            Around::Beside(words) => {
                // Beside a long change of another line the words begin where they fit.
                let before = gap.min(own - width(words) - 2);
                push_spaces(&mut line, before + 2);
                line.push_str(&paint(words, Role::Quiet, view.color));
                left = own - before - width(words) - 2;
                gap = 0;
            }
            Around::InNote(words) => {
                if let Some(note) = notes.first_mut() {
                    note.push_str(&paint(&format!("; {words}"), Role::Quiet, view.color));
                }
            }
            Around::Below(_) | Around::Nowhere => {}
        }
        let rule = view.rule_of(boundary, true).unwrap_or_default();
        if !notes.is_empty() && !rule.is_empty() && width(&rule) + 2 <= left {
            notes.remove(0);
            push_spaces(&mut line, gap + 2);
            line.push_str(&paint(&rule, Role::Quiet, view.color));
        }
        body.lines.push(line);
        body.lines.append(notes);
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
