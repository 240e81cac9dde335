//! The page of a target whose behaviours were distinguished: what it does, where that changes, and what is decided.

pub(crate) mod list;
pub(crate) mod seen;

use autobva_core::behaviour::{Behaviour, BoundaryKind, Landscape};
use autobva_core::{Action, Validity};

use super::markup::{Attributes, Markup};
use super::overview::flaky_caution;
use super::page::Page;
use super::pictures::{self, COLOURS, field, figure, ruler};
use crate::text::figures::{boundaries, counted, duration, thousands};
use crate::text::landscape::words::value_words;
use crate::text::landscape::{failure, notes};
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, shown_outcome};

/// The first 12 behaviours are visible; the others are a click away.
const IN_VIEW: usize = 12;
/// Up to 4 more are shown as well, because they are not worth a click.
const FEW: usize = 4;

/// `2 behaviours, 1 boundary`.
pub(crate) fn headline(landscape: &Landscape) -> String {
    let found = match landscape.boundaries.len() {
        0 => "no boundary".to_string(),
        number => boundaries(number),
    };
    format!("{}, {found}", counted(landscape.behaviours.len(), "behaviour"))
}

/// Writes the lines below the headline: calls, what changes, what is decided, and cautions.
pub(crate) fn write_lead(markup: &mut Markup, page: &Page, landscape: &Landscape) {
    let runs = &page.dossier.runs;
    let calls: u64 = runs.iter().map(|run| run.info.calls).sum();
    let elapsed = runs.iter().map(|run| run.info.elapsed).sum();
    let several = if runs.len() > 1 { format!(" of {} runs", runs.len()) } else { String::new() };
    let made = format!("{} in {}{several}.", counted(calls as usize, "call"), duration(elapsed));
    let lead = match failure(landscape, calls) {
        Some(words) if landscape.boundaries.is_empty() => {
            format!("{made} {}.", first_upper(&shorten(&words, 300)))
        }
        Some(_) => format!("{made} All of them failed. {}", by_kind(landscape)),
        None => format!("{made} {}", by_kind(landscape)),
    };
    markup.element("p", &[("class", &"lead")], lead.trim_end());
    if !landscape.boundaries.is_empty() {
        markup.element("p", &[], decided(page, landscape));
    }
    for note in notes(page.dossier.report(), landscape) {
        markup.element("p", &[("class", &"note")], format_args!("{}.", first_upper(&note)));
    }
    if let Some(caution) = flaky_caution(page, "Boundaries") {
        markup.element("p", &[("class", &"caution")], caution);
    }
}

/// `Errors begin or end at 4 boundaries, the wording changes at 2.`
fn by_kind(landscape: &Landscape) -> String {
    let words = |kind| match kind {
        BoundaryKind::Error => "errors begin, end or change at",
        BoundaryKind::Type => "the type changes at",
        BoundaryKind::Wording => "the wording changes at",
        BoundaryKind::Value => "a value changes at",
        BoundaryKind::Jump => "a number jumps at",
        BoundaryKind::Kink => "a number changes its slope at",
    };
    let number = |kind| landscape.boundaries.iter().filter(|boundary| boundary.kind == kind).count();
    let kinds = BoundaryKind::ALL.into_iter().map(|kind| (kind, number(kind))).filter(|(_, n)| *n > 0);
    let parts: Vec<String> =
        kinds.map(|(kind, n)| format!("{} {}", words(kind), thousands(n as u64))).collect();
    match (parts.is_empty(), landscape.boundaries.len()) {
        (true, _) => "Nothing that was tried changes what it does.".to_string(),
        (false, 1) => {
            let only = parts[0].rsplit_once(" at").map_or(parts[0].as_str(), |(words, _)| words);
            format!("{} there.", first_upper(only))
        }
        (false, _) => format!("{}.", first_upper(&parts.join(", "))),
    }
}

fn first_upper(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

fn decided(page: &Page, landscape: &Landscape) -> String {
    let decision = |boundary| page.dossier.decision_on_boundary(boundary);
    let actions: Vec<Action> =
        landscape.boundaries.iter().filter_map(|boundary| Some(decision(boundary)?.action)).collect();
    let counts =
        Action::ALL.into_iter().map(|action| (action, actions.iter().filter(|a| **a == action).count()));
    let listed: Vec<String> =
        counts.filter(|(_, n)| *n > 0).map(|(action, n)| format!("{n} {action}")).collect();
    match (actions.len(), landscape.boundaries.len()) {
        (0, _) if page.dossier.decisions.is_empty() => "Nothing has been decided yet.".into(),
        (0, _) => "No boundary has been decided yet as a whole.".into(),
        (done, all) if done == all => format!("Everything is decided: {}.", listed.join(", ")),
        (done, all) => format!("{done} of {} decided: {}.", boundaries(all), listed.join(", ")),
    }
}

/// Writes the behaviours, the rulers, and the maps of the planes in which two arguments decide together.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let Some(landscape) = page.landscape() else { return };
    markup.fixed(pictures::PATTERNS);
    let all: Vec<(usize, &Behaviour)> = landscape.behaviours.iter().enumerate().collect();
    let in_view = if all.len() <= IN_VIEW + FEW { all.len() } else { IN_VIEW };
    let (first, rest) = all.split_at(in_view);
    write_behaviours(markup, page, first);
    if !rest.is_empty() {
        markup.within("details", &[], |details| {
            details.element("summary", &[], format_args!("{} more", counted(rest.len(), "behaviour")));
            write_behaviours(details, page, rest);
        });
    }
    ruler::write(markup, page, landscape);
    field::write(markup, page, landscape);
}

fn write_behaviours(markup: &mut Markup, page: &Page, behaviours: &[(usize, &Behaviour)]) {
    markup.within("ul", &[("class", &"behaviours")], |list| {
        for (at, behaviour) in behaviours {
            list.within("li", &[], |item| {
                write_key(item, *at, behaviour.validity);
                item.within("div", &[], |words| write_behaviour(words, page, behaviour));
            });
        }
    });
}

fn write_behaviour(markup: &mut Markup, page: &Page, behaviour: &Behaviour) {
    const LONGEST: usize = 120;
    const EXAMPLE: usize = 60;
    let text = [("class", &"text" as &dyn std::fmt::Display), ("translate", &"no")];
    markup.element("span", &text, shorten(&escaped(&behaviour.text), LONGEST));
    if !behaviour.domain.is_empty() {
        markup.element("p", &[("class", &"note")], shorten(&escaped(&behaviour.domain), LONGEST));
    }
    let values = page.names().zip(behaviour.example.input.iter());
    let values: Vec<String> =
        values.map(|(name, value)| format!("{} {}", escaped(name), value_words(value))).collect();
    let output = shown_outcome(&behaviour.example.outcome);
    let is_told = behaviour.text.trim_start_matches("✗ ") == output;
    let output = if is_told { String::new() } else { format!(" → {}", shorten(&output, EXAMPLE)) };
    markup.within("p", &[("class", &"note")], |note| {
        note.text("e.g. ");
        note.element("span", &text, format_args!("{}{output}", values.join(", ")));
    });
}

/// The letters of behaviours: A, B … Z, AA, AB …
pub(crate) fn letter(at: usize) -> String {
    let last = char::from(b'A' + (at % 26) as u8);
    if at < 26 { last.to_string() } else { format!("{}{last}", letter(at / 26 - 1)) }
}

/// Draws the colour and the letter of a behaviour.
pub(crate) fn write_key(markup: &mut Markup, at: usize, validity: Validity) {
    let attributes: &Attributes = &[
        ("class", &"key"),
        ("viewBox", &"0 0 26 18"),
        ("width", &26),
        ("height", &18),
        ("role", &"img"),
        ("aria-label", &letter(at)),
    ];
    markup.within("svg", attributes, |svg| {
        figure::area(svg, &format_args!("stretch b{}", at % COLOURS), (0.0, 0.0), (26.0, 18.0));
        if validity == Validity::Error {
            figure::area(svg, &"over", (0.0, 0.0), (26.0, 18.0));
        }
        figure::label(svg, "letter middle", (13.0, 13.0), letter(at));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_the_last() {
        assert_eq!(
            [0, 1, 25, 26, 27, 52, 701, 702].map(letter),
            ["A", "B", "Z", "AA", "AB", "BA", "ZZ", "AAA"]
        );
    }
}
