//! What a search found that nobody knew of.

use std::collections::{BTreeMap, HashSet};

use autobva_core::{Boundary, Findings, Verdict};

/// Of the candidates of a search those at which two behaviours meet that are not known to: neither from the boundaries
/// that were checked, as they were or as they are now, nor from `known`, which has the words of
/// [`Boundary::behaviours`] or [`Boundary::kinds`]. One for each pair of behaviours, the one with the shortest inputs;
/// none that is flaky.
pub fn unknown(findings: &Findings, checked: &[Verdict], known: &[String]) -> Vec<Boundary> {
    let mut all_known: HashSet<String> = known.iter().cloned().collect();
    for verdict in checked {
        let seen = [Some(&verdict.boundary), verdict.fate.now()];
        all_known.extend(seen.into_iter().flatten().map(Boundary::behaviours));
    }
    let mut news: BTreeMap<String, (usize, Boundary)> = BTreeMap::new();
    for candidate in &findings.candidates {
        let boundary = Boundary::from(candidate);
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
    let mut boundaries: Vec<Boundary> = news.into_values().map(|(_, boundary)| boundary).collect();
    boundaries.sort_by(|a, b| a.cmp_place(b));
    boundaries
}
