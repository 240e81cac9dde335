//! The boundaries as a table, errors first: the sentence with its rule, and the two sides of the plainest example.

use autobva_core::behaviour::{Boundary, Condition, Landscape};
use autobva_core::{Decision, Scope};
use minijinja::context;
use minijinja::value::Value;

use super::super::decision;
use super::super::overview::sides;
use super::super::page::Page;
use super::super::pictures::look;
use crate::text::figures::boundaries;
use crate::text::landscape::words::{self, place_words, rule_words};
use crate::text::shorten::shorten;
use crate::text::shown::escaped;

/// The first 30 boundaries are visible; the others are a click away.
const IN_VIEW: usize = 30;
/// Sentences of up to 200 characters are shown in full.
const LONGEST: usize = 200;

pub(super) fn given(page: &Page, landscape: &Landscape) -> Value {
    let mut all: Vec<&Boundary> = landscape.boundaries.iter().collect();
    all.sort_by_key(|boundary| boundary.kind);
    let mut rows: Vec<Value> = all.iter().map(|boundary| given_row(page, landscape, boundary)).collect();
    let rest = rows.split_off(rows.len().min(IN_VIEW));
    let more = || context! { title => boundaries(rest.len()), all => rest.clone() };
    context! {
        is_decided => all.iter().any(|boundary| page.dossier.report().decision_at(boundary).is_some()),
        boundaries => rows,
        more_boundaries => (!rest.is_empty()).then(more),
    }
}

fn given_row(page: &Page, landscape: &Landscape, boundary: &Boundary) -> Value {
    let place = &boundary.example;
    let sides = sides(&place.left, &place.right).into_iter().zip([boundary.from, boundary.to]);
    let sides = sides.map(|(side, behaviour)| {
        let known = landscape.behaviours.iter().position(|known| known.id == behaviour);
        context! { key => known.map(|at| look(at, landscape.behaviours[at].validity)), ..side }
    });
    let decided = page.dossier.report().decision_at(boundary);
    // A decision about a pair is not one about the boundary, unless it is the only pair.
    let is_of_pair = |d: &&Decision| d.scope == Scope::Candidate && !boundary.places.is_empty();
    context! {
        id => format!("b{}", boundary.id),
        kind => boundary.kind.name(),
        is_flaky => boundary.flaky,
        sentence => shorten(&escaped(&boundary.sentence), LONGEST),
        notes => notes(page, landscape, boundary),
        sides => sides.collect::<Value>(),
        of_pair => decided.filter(is_of_pair).map(|decision| decision.candidate + 1),
        decision => decision(decided),
    }
}

/// The rule with its test results, its guard, and where it is shown; or else further places of the boundary.
fn notes(page: &Page, landscape: &Landscape, boundary: &Boundary) -> Vec<String> {
    let signature = &page.dossier.target.signature;
    let named = signature.len() > 1;
    let rule = rule_words(boundary, signature, named, 2 * LONGEST).map(|words| match &boundary.rule {
        Some(_) => format!("Rule: {words}"),
        None => format!("N{}", words.trim_start_matches('n')),
    });
    let at = boundary.rule.as_ref().map(|_| {
        let place = place_words(boundary, &boundary.example, signature, named);
        format!("Shown {place} {}", words::context(&boundary.example, None, landscape, signature))
    });
    let guard = boundary.rule.as_ref().and_then(|rule| holds(&rule.guard));
    let all = [rule, guard, at].into_iter().flatten();
    all.map(|words| shorten(words.trim_end(), 2 * LONGEST)).collect()
}

/// `Where month 1 … 12, year 1 …`.
fn holds(guard: &[Condition]) -> Option<String> {
    let condition = |condition: &Condition| {
        let end = |end: &Option<String>| end.as_deref().map(escaped).unwrap_or_default();
        let (least, greatest) = (end(&condition.least), end(&condition.greatest));
        let range = match least == greatest {
            true => least,
            false => format!("{least} … {greatest}"),
        };
        format!("{} {}", escaped(&condition.argument), range.trim())
    };
    let all: Vec<String> = guard.iter().map(condition).collect();
    (!all.is_empty()).then(|| format!("Where {}", all.join(", ")))
}
