//! Verdicts that say the same: one change, seen with many values of the arguments that do not matter.

use std::collections::HashMap;

use autobva_core::{Place, Signature, Verdict};

use super::shown::{change, types};

/// A verdict, and how many say the same, itself included.
pub(super) struct Alike<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) count: usize,
}

/// The distinct verdicts in order, each with its count.
pub(super) fn alike<'a>(
    verdicts: impl Iterator<Item = &'a Verdict>,
    signature: &Signature,
) -> Vec<Alike<'a>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut all: Vec<Alike> = Vec::new();
    for verdict in verdicts {
        let place = *places.entry(words(verdict, signature)).or_insert(all.len());
        match all.get_mut(place) {
            Some(known) => known.count += 1,
            None => all.push(Alike { verdict, count: 1 }),
        }
    }
    all
}

pub(super) fn single<'a>(verdicts: impl Iterator<Item = &'a Verdict>) -> Vec<Alike<'a>> {
    verdicts.map(|verdict| Alike { verdict, count: 1 }).collect()
}

/// What verdicts that say the same have in common: the arguments that change, from what to what, and the behaviours.
fn words(verdict: &Verdict, signature: &Signature) -> String {
    let seen = [Some(&verdict.boundary), verdict.fate.now()];
    let tell = |boundary: &Place| {
        let (change, types) = (change(boundary, signature), types(boundary, signature));
        format!("{change}{types}: {}", boundary.behaviours())
    };
    let mut told: Vec<String> = seen.into_iter().flatten().map(tell).collect();
    told.extend(verdict.about.as_ref().map(|about| about.sentence.clone()));
    format!("{} {}", verdict.fate.name(), told.join(" → "))
}
