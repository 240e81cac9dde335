//! Decides which of the boundaries that a search found are new.

use std::collections::{BTreeMap, HashSet};

use autobva_core::behaviour::{BoundaryKind, Landscape};
use autobva_core::{Fate, Findings, Guarded, Place, Verdict};

/// The findings that are neither known from the checked boundaries, as they were or as they are now, nor from `known`.
/// These are boundaries if the search distinguished behaviours, otherwise one pair for each two behaviours. Flaky ones
/// are left out.
pub fn unknown(findings: &Findings, checked: &[Verdict], known: &[String]) -> Vec<Verdict> {
    let news = match &findings.landscape {
        Some(landscape) => unknown_boundaries(landscape, checked, known),
        None => unknown_pairs(findings, checked, known).into_iter().map(Guarded::from).collect(),
    };
    let verdict = |Guarded { pair, about }| Verdict { boundary: pair, about, fate: Fate::New };
    news.into_iter().map(verdict).collect()
}

/// The boundaries of which no [mark](Guarded::marks) is known.
fn unknown_boundaries(landscape: &Landscape, checked: &[Verdict], known: &[String]) -> Vec<Guarded> {
    let seen: Vec<Guarded> =
        checked.iter().flat_map(|verdict| [Some(verdict.was()), verdict.now()]).flatten().collect();
    let marks: HashSet<&String> = known.iter().collect();
    let is_known = |found: &Guarded| {
        found.marks().any(|mark| marks.contains(&mark)) || seen.iter().any(|seen| is_alike(seen, found))
    };
    let steady = landscape.boundaries.iter().filter(|boundary| !boundary.flaky);
    steady.map(|boundary| Guarded::from(boundary).abbreviated()).filter(|found| !is_known(found)).collect()
}

/// Whether both are the same boundary, as far as two searches can tell.
pub(super) fn is_alike(seen: &Guarded, found: &Guarded) -> bool {
    let shares_mark = || found.marks().any(|mark| seen.marks().any(|known| known == mark));
    shares_mark() || shares_corner(seen, found) || is_scattered_alike(seen, found)
}

/// Whether both are kinks with the same corner, which may be on either side.
fn shares_corner(seen: &Guarded, found: &Guarded) -> bool {
    let is_kink = |guarded: &Guarded| guarded.about.as_ref().is_some_and(|a| a.kind == BoundaryKind::Kink);
    let (a, b) = (&seen.pair, &found.pair);
    is_kink(seen)
        && is_kink(found)
        && (a.left.input.reads_as(&b.right.input) || a.right.input.reads_as(&b.left.input))
}

/// Whether the same behaviours meet along the same argument, and the places of one boundary are irregular: another
/// search then finds other places.
fn is_scattered_alike(seen: &Guarded, found: &Guarded) -> bool {
    found.pair.left.input.len() > 1
        && !(seen.is_regular() && found.is_regular())
        && seen.about.is_some()
        && seen.coarse_mark() == found.coarse_mark()
}

/// The candidates of a search with an unknown pair of behaviours; `known` has texts of [`Place::behaviours`] or
/// [`Place::kinds`]. There is one for each pair of behaviours, the one with the shortest inputs.
fn unknown_pairs(findings: &Findings, checked: &[Verdict], known: &[String]) -> Vec<Place> {
    let mut all_known: HashSet<String> = known.iter().cloned().collect();
    for verdict in checked {
        let seen = [Some(&verdict.boundary), verdict.fate.now()];
        all_known.extend(seen.into_iter().flatten().map(Place::behaviours));
    }
    let mut news: BTreeMap<String, (usize, Place)> = BTreeMap::new();
    for candidate in &findings.candidates {
        let boundary = Place::from(candidate);
        let behaviours = boundary.behaviours();
        let is_known = all_known.contains(&behaviours) || all_known.contains(&boundary.kinds());
        if is_known || findings.run.recheck.is_flaky(candidate) {
            continue;
        }
        let length = candidate.written_length();
        let shortest = news.entry(behaviours).or_insert_with(|| (length, boundary.clone()));
        if length < shortest.0 {
            *shortest = (length, boundary);
        }
    }
    let mut boundaries: Vec<Place> = news.into_values().map(|(_, boundary)| boundary).collect();
    boundaries.sort_by(|a, b| a.cmp_place(b));
    boundaries
}
