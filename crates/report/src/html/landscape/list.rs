//! The boundaries as a table, errors first: the sentence with its rule, and the two sides of the plainest example.

use autobva_core::behaviour::{Behaviour, Boundary, Condition, Landscape};
use autobva_core::{Candidate, Decision, Scope};

use super::super::boundaries::write_decision;
use super::super::markup::Markup;
use super::super::overview::Sides;
use super::super::page::Page;
use super::super::table::{cell, row, row_header, table};
use super::write_key;
use crate::text::figures::boundaries;
use crate::text::landscape::words::{context, place_words, rule_words};
use crate::text::shorten::shorten;
use crate::text::shown::escaped;

/// The first 30 boundaries are visible; the others are a click away.
const IN_VIEW: usize = 30;
/// Sentences of up to 200 characters are shown in full.
const LONGEST: usize = 200;

/// Writes the section.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let Some(landscape) = page.landscape() else { return };
    let mut all: Vec<&Boundary> = landscape.boundaries.iter().collect();
    all.sort_by_key(|boundary| boundary.kind);
    let (first, rest) = all.split_at(all.len().min(IN_VIEW));
    write_table(markup, page, landscape, first);
    if !rest.is_empty() {
        markup.within("details", &[], |details| {
            details.element("summary", &[], format_args!("{} more", boundaries(rest.len())));
            write_table(details, page, landscape, rest);
        });
    }
}

fn write_table(markup: &mut Markup, page: &Page, landscape: &Landscape, shown: &[&Boundary]) {
    let report = page.dossier.report();
    let is_decided = landscape.boundaries.iter().any(|boundary| report.decision_at(boundary).is_some());
    let columns = ["Boundary", "What changes where", "From", "To", "Decision"];
    let columns = if is_decided { &columns[..] } else { &columns[..4] };
    let caption = "Each boundary with the plainest pair of neighbours that shows it, errors first";
    table(markup, "found stack", caption, columns.iter().copied(), |rows| {
        for boundary in shown {
            let decision = is_decided.then(|| report.decision_at(boundary));
            row(rows, |cells| write_row(cells, page, landscape, boundary, decision));
        }
    });
}

fn write_row(
    cells: &mut Markup,
    page: &Page,
    landscape: &Landscape,
    boundary: &Boundary,
    decision: Option<Option<&Decision>>,
) {
    let id = format!("b{}", boundary.id);
    row_header(cells, |header| {
        header.element("span", &[("id", &id), ("class", &"id")], &id);
        header.fixed(" ");
        header.element(
            "span",
            &[("class", &format_args!("kind {}", boundary.kind.name()))],
            boundary.kind.name(),
        );
        if boundary.flaky {
            header.fixed(" <span class=\"kind flaky\">flaky</span>");
        }
    });
    cell(cells, "What changes where", "whole", |cell| write_words(cell, page, landscape, boundary));
    let pair = Candidate {
        left: boundary.example.left.clone(),
        right: boundary.example.right.clone(),
        score: 0.0,
        count: 1,
    };
    let sides = Sides::of(&pair);
    for (at, (column, behaviour)) in [("From", boundary.from), ("To", boundary.to)].into_iter().enumerate() {
        cell(cells, column, "", |cell| {
            write_behaviour(cell, landscape, behaviour);
            sides.write(cell, at);
        });
    }
    if let Some(decision) = decision {
        cell(cells, "Decision", "", |cell| {
            // A decision about a pair is not one about the boundary, unless it is the only pair.
            let is_of_pair = |d: &Decision| d.scope == Scope::Candidate && !boundary.places.is_empty();
            if let Some(decision) = decision.filter(|decision| is_of_pair(decision)) {
                cell.text(format_args!("Pair {}: ", decision.candidate + 1));
            }
            write_decision(cell, decision);
        });
    }
}

/// The key of the behaviour on a side.
fn write_behaviour(markup: &mut Markup, landscape: &Landscape, id: u32) {
    let is_it = |(_, behaviour): &(usize, &Behaviour)| behaviour.id == id;
    if let Some((at, behaviour)) = landscape.behaviours.iter().enumerate().find(is_it) {
        write_key(markup, at, behaviour.validity);
    }
}

/// The sentence, then the rule with its test results and its guard, or else further places of the boundary.
fn write_words(markup: &mut Markup, page: &Page, landscape: &Landscape, boundary: &Boundary) {
    let signature = &page.dossier.target.signature;
    markup.within("p", &[("class", &"sentence")], |sentence| {
        let text = shorten(&escaped(&boundary.sentence), LONGEST);
        sentence.element("span", &[("class", &"text"), ("translate", &"no")], text);
    });
    let named = signature.len() > 1;
    let rule = rule_words(boundary, signature, named, 2 * LONGEST).map(|words| match &boundary.rule {
        Some(_) => format!("Rule: {words}"),
        None => format!("N{}", words.trim_start_matches('n')),
    });
    let at = boundary.rule.as_ref().map(|_| {
        let place = place_words(boundary, &boundary.example, signature, named);
        format!("Shown {place} {}", context(&boundary.example, landscape, signature))
    });
    let guard = boundary.rule.as_ref().and_then(|rule| holds(&rule.guard));
    for words in [rule, guard, at].into_iter().flatten() {
        markup.element("p", &[("class", &"note")], shorten(words.trim_end(), 2 * LONGEST));
    }
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
