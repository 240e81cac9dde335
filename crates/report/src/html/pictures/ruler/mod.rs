//! A ruler for each argument: the behaviours as coloured stretches from low to high, and between them the places of
//! the boundaries. A stretch is as wide as its words need, so that 0, 100 and 10¹⁸ can be read side by side.

mod lanes;

use autobva_core::behaviour::{Behaviour, Landscape};
use minijinja::context;
use minijinja::value::Value;

use super::super::page::Page;
use super::look;
use super::naming::between_shown;
use crate::text::figures::boundaries;
use crate::text::landscape::words::message;
use crate::text::shorten::shorten;
use lanes::{Crossing, Lane, Rule, rules, rules_of_clusters};

/// Words of up to 32 characters say what happens in a stretch; the list of behaviours has all of them.
const LONGEST_WORDS: usize = 32;
/// The maximum length of a place.
const LONGEST_PLACE: usize = 19;

/// A ruler for each argument that a boundary crosses.
pub(crate) fn rulers(page: &Page, landscape: &Landscape) -> Vec<Value> {
    let shown = |(at, one): (usize, &Behaviour)| {
        context! { words => shorten(&message(one), LONGEST_WORDS), ..look(at, one.validity) }
    };
    let looks: Vec<Value> = landscape.behaviours.iter().enumerate().map(shown).collect();
    given("Along", &rules(page.dossier, landscape), &looks)
}

/// A ruler for each argument along which clusters lie; it tells where outputs are valid and where errors.
pub(crate) fn rulers_of_clusters(page: &Page) -> Vec<Value> {
    let looks = [("ok", "b0"), ("✗", "b1 over")];
    let looks = looks.map(|(letter, class)| context! { letter => letter, class => class, words => "" });
    given("Boundaries along", &rules_of_clusters(page), &looks)
}

fn given(along: &str, rules: &[Rule], looks: &[Value]) -> Vec<Value> {
    let rules = rules.iter().filter(|rule| rule.lanes.iter().any(|lane| !lane.crossings.is_empty()));
    let ruler = |rule: &Rule| {
        context! {
            title => format!("{along} {}", rule.name),
            has_gaps => rule.lanes.iter().any(|lane| lane.stretches().contains(&None)),
            left_out => (rule.left_out > 0).then(|| boundaries(rule.left_out)),
            lanes => rule.lanes.iter().map(|lane| given_lane(lane, looks)).collect::<Value>(),
        }
    };
    rules.map(ruler).collect()
}

fn given_lane(lane: &Lane, looks: &[Value]) -> Value {
    let unknown = || context! { letter => "…", class => "", words => "" };
    let place = |crossing: &Crossing| {
        context! {
            values => between_shown(&crossing.left, &crossing.right, LONGEST_PLACE),
            shows => crossing.shows.as_ref().map(|(name, _)| name.as_str()),
        }
    };
    // The last stretch ends at no boundary.
    let ends = lane.crossings.iter().map(Some).chain([None]);
    let stretches = lane.stretches().into_iter().zip(ends).map(|(stretch, end)| {
        let look = stretch.map_or_else(unknown, |at| looks[at].clone());
        context! { end => end.map(place), ..look }
    });
    context! { heading => lane.heading.as_str(), stretches => stretches.collect::<Value>() }
}
