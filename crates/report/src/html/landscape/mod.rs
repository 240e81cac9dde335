//! The page of a target whose behaviours were distinguished: what it does, where that changes, and what is decided.

mod list;
pub(crate) mod seen;

use autobva_core::Action;
use autobva_core::behaviour::{Behaviour, Boundary, BoundaryKind, Landscape};
use minijinja::context;
use minijinja::value::Value;

use super::choice;
use super::overview::flaky_caution;
use super::page::Page;
use super::pictures::{field, look, ruler};
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

/// The paragraphs below the headline, each with its class: calls, what changes, what is decided, and cautions.
pub(super) fn lead(page: &Page, landscape: &Landscape) -> Vec<(&'static str, String)> {
    let runs = &page.dossier.runs;
    let calls: u64 = runs.iter().map(|run| run.info.calls).sum();
    let elapsed = runs.iter().map(|run| run.info.elapsed).sum();
    let several = if runs.len() > 1 { format!(" of {} runs", runs.len()) } else { String::new() };
    let made = format!("{} in {}{several}.", counted(calls as usize, "call"), duration(elapsed));
    let opening = match failure(landscape, calls) {
        Some(words) if landscape.boundaries.is_empty() => {
            format!("{made} {}.", first_upper(&shorten(&words, 300)))
        }
        Some(_) => format!("{made} All of them failed. {}", by_kind(landscape)),
        None => format!("{made} {}", by_kind(landscape)),
    };
    let decided = (!landscape.boundaries.is_empty()).then(|| ("", decided(page, landscape)));
    let notes = notes(page.dossier.report(), landscape).into_iter();
    [("lead", opening.trim_end().to_string())]
        .into_iter()
        .chain(decided)
        .chain(notes.map(|note| ("note", format!("{}.", first_upper(&note)))))
        .chain(flaky_caution(page, "Boundaries").map(|caution| ("caution", caution)))
        .collect()
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

/// The input of the sections: the behaviours, the rulers, the maps of the planes in which two arguments decide together, and
/// the boundaries.
pub(super) fn given(page: &Page, landscape: &Landscape) -> Value {
    let behaviours = landscape.behaviours.iter().enumerate();
    let mut all: Vec<Value> = behaviours.map(|(at, one)| given_behaviour(page, at, one)).collect();
    let rest = if all.len() <= IN_VIEW + FEW { Vec::new() } else { all.split_off(IN_VIEW) };
    let more = || context! { title => counted(rest.len(), "behaviour"), all => rest.clone() };
    let mut boundaries: Vec<&Boundary> = landscape.boundaries.iter().collect();
    boundaries.sort_by_key(|boundary| boundary.id);
    let options = boundaries
        .into_iter()
        .map(|one| (u64::from(one.id), format!("b{} ({})", one.id, one.kind.name()), one.sentence.as_str()));
    let own = context! {
        behaviours => all,
        more_behaviours => (!rest.is_empty()).then(more),
        rulers => ruler::rulers(page, landscape),
        maps => field::maps(page, landscape),
        choice => choice("Boundary", options),
    };
    context! { ..own, ..list::given(page, landscape) }
}

fn given_behaviour(page: &Page, at: usize, behaviour: &Behaviour) -> Value {
    const LONGEST: usize = 120;
    const EXAMPLE: usize = 60;
    let values = page.names().zip(behaviour.example.input.iter());
    let values: Vec<String> =
        values.map(|(name, value)| format!("{} {}", escaped(name), value_words(value))).collect();
    let output = shown_outcome(&behaviour.example.outcome);
    let is_told = behaviour.text.trim_start_matches("✗ ") == output;
    let output = if is_told { String::new() } else { format!(" → {}", shorten(&output, EXAMPLE)) };
    context! {
        key => look(at, behaviour.validity),
        text => shorten(&escaped(&behaviour.text), LONGEST),
        domain => shorten(&escaped(&behaviour.domain), LONGEST),
        example => format!("{}{output}", values.join(", ")),
    }
}
