//! Runs the boundaries to be accepted once more: a lock file that is wrong from the start would report changes that
//! never happened.

use anyhow::{Context, Result};
use autobva::guard::{CheckSettings, hold, rule_fails_at};
use autobva::{About, Guarded, Place, Signature, Sut};

use crate::lock_file::{again, plain};

/// What is left of each boundary: the places that are unchanged, and the rule if it holds. `None` if no place is
/// unchanged. `was` are the arguments with which the boundaries were found.
pub fn holding(
    sut: &dyn Sut,
    found: &[Guarded],
    was: &Signature,
    file: &str,
) -> Result<Vec<Option<Guarded>>> {
    let found =
        again(found, was, sut.signature()).with_context(|| format!("{file} does not fit the target"))?;
    let places: Vec<Place> = found.iter().flat_map(Guarded::places).cloned().collect();
    let mut held = holding_pairs(sut, &places)?.into_iter();
    let mut all = Vec::with_capacity(found.len());
    for guarded in found {
        let mut there = held.by_ref().take(guarded.places().count()).flatten();
        let kept = there.next().map(|pair| (pair, there.collect::<Vec<Place>>()));
        all.push(match kept {
            None => None,
            Some((pair, places)) => Some(with_rule(sut, with_places(guarded, pair, places))?),
        });
    }
    Ok(all)
}

/// The boundary with its remaining places.
fn with_places(guarded: Guarded, pair: Place, places: Vec<Place>) -> Guarded {
    let guarded = match guarded.pair.same_place(&pair) {
        true => Guarded { pair, ..guarded },
        false => guarded.moved_to(&pair),
    };
    Guarded { about: guarded.about.map(|about| About { places, ..about }), ..guarded }
}

/// The boundary with its rule, unless the rule fails at a fresh place; then only the known places are guarded.
fn with_rule(sut: &dyn Sut, guarded: Guarded) -> Result<Guarded> {
    let jobs = CheckSettings::default().jobs;
    Ok(match rule_fails_at(sut, &guarded, jobs)? {
        (None, _) => guarded,
        (Some(_), _) => {
            Guarded { about: guarded.about.map(|about| About { rule: None, ..about }), ..guarded }
        }
    })
}

/// Each pair if the target still shows it. Its values have default types if possible, so that the file need not mention
/// types that do not matter.
fn holding_pairs(sut: &dyn Sut, found: &[Place]) -> Result<Vec<Option<Place>>> {
    let plain: Vec<Place> = found
        .iter()
        .map(|boundary| plain(boundary, sut.signature()).unwrap_or_else(|| boundary.clone()))
        .collect();
    let mut holding = steady(sut, plain.iter().cloned().map(Some).collect())?;
    let others = holding.iter().zip(found).zip(&plain);
    let others =
        others.map(|((held, found), plain)| (held.is_none() && found != plain).then(|| found.clone()));
    let others = steady(sut, others.collect())?;
    holding.iter_mut().zip(others).for_each(|(held, other)| *held = held.take().or(other));
    Ok(holding)
}

/// How often a boundary is run if the target may be flaky. If both sides toss a coin, one in sixty passes.
const ROUNDS: usize = 3;

/// The boundaries that the target shows every time; `None` in place of the others.
fn steady(sut: &dyn Sut, mut boundaries: Vec<Option<Place>>) -> Result<Vec<Option<Place>>> {
    let jobs = CheckSettings::default().jobs;
    for _ in 0..if sut.repeatable() { 1 } else { ROUNDS } {
        let asked: Vec<Place> = boundaries.iter().flatten().cloned().collect();
        let holds = hold(sut, &asked, jobs)?;
        let wavering = boundaries.iter_mut().filter(|boundary| boundary.is_some()).zip(holds);
        wavering.filter(|(_, holds)| !holds).for_each(|(boundary, _)| *boundary = None);
    }
    Ok(boundaries)
}
