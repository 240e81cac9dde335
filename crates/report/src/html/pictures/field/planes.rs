//! The planes in which two arguments decide together, and the calls in them.

use std::collections::BTreeMap;

use autobva_core::Input;
use autobva_core::behaviour::{Boundary, Landscape, RuleForm};

use super::super::super::landscape::seen::{changed, sides};
use super::super::super::page::Page;
use super::{Plane, distinct};
use crate::text::shown::shown_value;

/// At most 3 planes are drawn; nobody would look at more.
const MOST_PLANES: usize = 3;

/// The planes in which a boundary depends on both arguments; those with the most boundaries come first.
pub(super) fn planes(page: &Page, landscape: &Landscape) -> Vec<Plane> {
    let mut votes: BTreeMap<Plane, usize> = BTreeMap::new();
    for boundary in &landscape.boundaries {
        for plane in decided_by(page, boundary) {
            *votes.entry(plane).or_default() += 1;
        }
    }
    let mut ranked: Vec<(Plane, usize)> = votes.into_iter().collect();
    ranked.sort_by_key(|(_, votes)| std::cmp::Reverse(*votes));
    ranked.into_iter().map(|(plane, _)| plane).take(MOST_PLANES).collect()
}

/// The pairs of arguments on which the place of a boundary depends: according to its rule, or else to its places.
fn decided_by(page: &Page, boundary: &Boundary) -> Vec<Plane> {
    let arguments = page.dossier.target.signature.arguments();
    let index = |name: &str| arguments.iter().position(|a| a.name() == name && a.schema().is_number());
    let pairs: Vec<(Option<usize>, Option<usize>)> = match &boundary.rule {
        Some(rule) => match &rule.form {
            RuleForm::Linear { terms, .. } => {
                terms.iter().map(|(_, name)| (index(&rule.argument), index(name))).collect()
            }
            RuleForm::Quadratic { function, .. } => {
                let names = function.names();
                names[1..].iter().map(|name| (index(names[0]), index(name))).collect()
            }
            RuleForm::Product { of: [x, y], .. } => vec![(index(x), index(y))],
            RuleForm::Table { by: other, .. } | RuleForm::Calendar { of: other, .. } => {
                vec![(index(&rule.argument), index(other))]
            }
            RuleForm::Family { .. }
            | RuleForm::Progression { .. }
            | RuleForm::Congruence { .. }
            | RuleForm::Recurring(_)
            | RuleForm::Limit { .. }
            | RuleForm::Text(_) => vec![],
        },
        None => vec![
            moving(boundary)
                .map_or((None, None), |(a, b)| (index(arguments[a].name()), index(arguments[b].name()))),
        ],
    };
    let plane =
        |(a, b): (Option<usize>, Option<usize>)| Some((a?.min(b?), a?.max(b?))).filter(|(a, b)| a != b);
    pairs.into_iter().filter_map(plane).collect()
}

/// For a boundary without a rule whose place depends on another argument: both arguments.
fn moving(boundary: &Boundary) -> Option<Plane> {
    let argument = changed(&boundary.example).next()?;
    let alike: Vec<&Input> = boundary
        .all_places()
        .filter(|place| changed(place).eq([argument]))
        .map(|place| &place.left.input)
        .collect();
    let different = |at: usize| distinct(alike.iter().map(|input| &input[at])).len();
    let others = (0..alike.first()?.len()).filter(|at| *at != argument);
    let other = others.max_by_key(|at| (different(*at), std::cmp::Reverse(*at)))?;
    (different(argument) > 2 && different(other) > 2).then_some((argument, other))
}

/// The inputs at places of boundaries, with their behaviours; those of the plainest places come first.
pub(super) fn seen<'a>(page: &Page<'a>, landscape: &'a Landscape) -> Vec<(&'a Input, usize)> {
    let most = landscape.boundaries.iter().map(|boundary| boundary.places.len() + 1).max().unwrap_or(0);
    let mut seen: Vec<(&Input, usize)> = Vec::new();
    for nth in 0..most {
        for boundary in &landscape.boundaries {
            let Some(place) = boundary.all_places().nth(nth) else { continue };
            let [left, right] = sides(page.dossier, boundary, place);
            for (side, behaviour) in [(&place.left, left), (&place.right, right)] {
                if let Some(behaviour) = behaviour
                    && seen.iter().all(|(input, _)| **input != side.input)
                {
                    seen.push((&side.input, behaviour));
                }
            }
        }
    }
    seen
}

/// The calls in the fullest plane, in which all other arguments have the same values.
pub(super) fn fullest(seen: Vec<(&Input, usize)>, plane: Plane) -> Option<Vec<(&Input, usize)>> {
    let mut planes: BTreeMap<String, Vec<(&Input, usize)>> = BTreeMap::new();
    for (input, behaviour) in seen {
        let others = input.iter().enumerate().filter(|(at, _)| *at != plane.0 && *at != plane.1);
        let key = others.map(|(_, value)| shown_value(value)).collect::<Vec<_>>().join("\n");
        planes.entry(key).or_default().push((input, behaviour));
    }
    planes.into_values().max_by_key(Vec::len)
}
