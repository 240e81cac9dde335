//! Comparing the boundaries between behaviours: of two targets, by running them, and of two recordings.

use std::sync::atomic::AtomicU64;

use autobva_core::behaviour::{Boundary, Landscape, Rule};
use autobva_core::{About, Fate, Guarded, Integer, Likeness, Place, Signature, Sut, SutError, Verdict};

use super::check::{CheckSettings, Checked, check, distance, in_parallel, run_again};
use super::inquiry::fate;
use super::notion::Notion;
use super::novelty::is_alike;
use super::trials::rule_fails_at;

/// The differences between the boundaries of two targets with the same arguments, given the results of a search on each.
///
/// The boundaries of each target are run on the other, so that a difference comes from the targets and not from what
/// each search happened to find.
pub fn compare_landscapes(
    [old, new]: [&dyn Sut; 2],
    [on_old, on_new]: [&Landscape; 2],
    settings: &CheckSettings,
) -> Result<Checked, SutError> {
    let steady = |landscape: &Landscape| -> Vec<Guarded> {
        let steady = landscape.boundaries.iter().filter(|boundary: &&Boundary| !boundary.flaky);
        steady.map(|boundary| Guarded::from(boundary).abbreviated()).collect()
    };
    let mut checked = check(new, &steady(on_old), settings)?;
    let now: Vec<Guarded> = checked.verdicts.iter().filter_map(Verdict::now).collect();
    let is_accounted =
        |found: &Guarded| now.iter().any(|known| is_alike(known, found) || meets(known, found));
    let (known, others): (Vec<Guarded>, Vec<Guarded>) = steady(on_new).into_iter().partition(is_accounted);
    for found in &known {
        let is_it = |verdict: &Verdict| {
            let is_same = matches!(verdict.fate, Fate::Same) && !has_same_rule(verdict, found);
            is_same && verdict.now().is_some_and(|now| is_alike(&now, found) || meets(&now, found))
        };
        let Some(at) = checked.verdicts.iter().position(is_it) else { continue };
        let (fails, calls) = rule_fails_at(old, found, settings.jobs)?;
        checked.calls += calls;
        // Where the rule of the new target does not hold on the old one, the two differ.
        if let Some(place) = fails {
            checked.verdicts[at].fate = Fate::RuleChanged(run_again(new, &place)?);
            checked.calls += 2;
        }
    }
    let hangs = AtomicU64::new(settings.pursuit_hangs);
    let allowance = settings.allowance(&hangs);
    for origin in in_parallel(&others, settings.jobs, |found| origin([old, new], found, allowance)) {
        let (verdict, calls) = origin?;
        checked.calls += calls;
        if matches!(verdict.fate, Fate::Moved(_)) {
            // It was followed from a place at which it no longer exists, because another condition has changed as well.
            let is_it = |old: &Verdict| {
                matches!(old.fate, Fate::Vanished(_))
                    && old.was().coarse_mark() == verdict.was().coarse_mark()
            };
            let left = checked.verdicts.iter().position(is_it);
            left.map(|at| checked.verdicts.remove(at));
        }
        checked.verdicts.push(verdict);
    }
    Ok(checked)
}

/// Whether a boundary that was checked has the rule of another one: it was tested at places of its own.
fn has_same_rule(checked: &Verdict, found: &Guarded) -> bool {
    let rule =
        |about: &Option<About>| about.as_ref().and_then(|about| about.rule.as_ref().map(Rule::to_string));
    rule(&checked.about) == rule(&found.about)
}

/// Whether both have a place in common, regardless of the behaviours there.
fn meets(known: &Guarded, found: &Guarded) -> bool {
    known.places().any(|place| found.places().any(|other| place.same_place(other)))
}

/// Where a boundary that was found only on the new target comes from.
fn origin(
    [old, new]: [&dyn Sut; 2],
    found: &Guarded,
    allowance: super::calls::Allowance,
) -> Result<(Verdict, u64), SutError> {
    let notion = Notion::of(found);
    let verdict = |boundary: &Place, fate: Fate| Verdict {
        boundary: boundary.clone(),
        about: found.about.clone(),
        fate,
    };
    let mut calls = 0;
    let mut before = None;
    for place in found.places() {
        let there = run_again(old, place)?;
        calls += 2;
        if !notion.same(place, &there) {
            before = Some((place, there));
            break;
        }
    }
    let Some((place, before)) = before else { return Ok((verdict(&found.pair, Fate::Same), calls)) };
    let still_there = |there: &Place, likeness: Option<Likeness>| {
        let is_there = |now: Place| match likeness {
            Some(likeness) => likeness.alike(there, &now),
            None => notion.same(there, &now),
        };
        run_again(new, there).is_ok_and(is_there)
    };
    let pursued = fate(old, place, before, notion, &still_there, allowance)?;
    calls += pursued.calls;
    Ok(match pursued.fate {
        Fate::Moved(from) => {
            let moved = Guarded { pair: found.pair.clone(), about: found.about.clone() }.moved_to(&from);
            let fate = Fate::Moved(place.clone());
            (Verdict { boundary: moved.pair, about: moved.about, fate }, calls)
        }
        _ => (verdict(place, Fate::New), calls),
    })
}

/// What happened to old boundaries, in order, followed by the new ones, without running anything.
///
/// A boundary has moved if the same behaviours meet along the same argument elsewhere, where they did not before.
pub fn compare_boundaries(signature: &Signature, old: &[Guarded], new: &[Guarded]) -> Vec<Verdict> {
    let mut left: Vec<&Guarded> =
        new.iter().filter(|now| !old.iter().any(|was| is_alike(was, now))).collect();
    let mut verdicts = Vec::new();
    for was in old {
        let fate = match new.iter().any(|now| is_alike(was, now)) {
            true => Fate::Same,
            false => match take_nearest(signature, was, &mut left) {
                Some(now) if now.pair.same_place(&was.pair) => Fate::OutcomeChanged(now.pair.clone()),
                Some(now) => Fate::Moved(now.pair.clone()),
                None => Fate::Vanished(None),
            },
        };
        verdicts.push(Verdict { boundary: was.pair.clone(), about: was.about.clone(), fate });
    }
    let news = left.into_iter().cloned();
    verdicts.extend(news.map(|Guarded { pair, about }| Verdict { boundary: pair, about, fate: Fate::New }));
    verdicts
}

/// Takes the nearest boundary between the same behaviours along the same argument, or one at the same place.
fn take_nearest<'a>(
    signature: &Signature,
    was: &Guarded,
    left: &mut Vec<&'a Guarded>,
) -> Option<&'a Guarded> {
    let far = |now: &Guarded| -> Option<(bool, Integer)> {
        let is_here = now.pair.same_place(&was.pair);
        let is_kin = was.coarse_mark().is_some() && was.coarse_mark() == now.coarse_mark();
        (is_here || is_kin).then(|| (!is_here, distance(signature, &was.pair, &now.pair)))
    };
    let nearest = left.iter().enumerate().filter_map(|(at, now)| Some((far(now)?, at))).min()?;
    Some(left.remove(nearest.1))
}

/// Whether every boundary of both was found between behaviours.
pub fn tell_behaviours(old: &[Guarded], new: &[Guarded]) -> bool {
    old.iter().chain(new).all(|guarded| guarded.about.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntoSut, Selection, find};

    fn told(verdicts: &[Verdict]) -> Vec<String> {
        let place = |b: &Place| format!("{}|{}", b.left.input, b.right.input);
        let line = |v: &Verdict| {
            let to = v.fate.now().map_or(String::new(), |now| format!(" {}", place(now)));
            format!("{} {}{to}", v.fate.name(), place(&v.boundary))
        };
        let mut told: Vec<String> = verdicts.iter().map(line).collect();
        told.sort();
        told
    }

    /// The fates of the boundaries of two functions: run, and compared as recordings.
    fn compared(old: fn(i32) -> String, new: fn(i32) -> String) -> (Vec<String>, Vec<String>) {
        let landscape = |f: fn(i32) -> String| {
            let run = find(f).select(Selection::Behaviour).seed(1).max_calls(10_000).jobs(1).run().unwrap();
            run.landscape.unwrap()
        };
        let found = [landscape(old), landscape(new)];
        let suts = [old.into_sut(), new.into_sut()];
        let settings = CheckSettings { jobs: 1, ..CheckSettings::default() };
        let run = compare_landscapes([&suts[0], &suts[1]], [&found[0], &found[1]], &settings).unwrap();
        let recorded = found.map(|l| l.boundaries.iter().map(Guarded::from).collect::<Vec<_>>());
        let signature = suts[0].signature();
        (told(&run.verdicts), told(&compare_boundaries(signature, &recorded[0], &recorded[1])))
    }

    #[test]
    fn a_jump_of_digits_that_moved_by_one() {
        let old = |q: i32| format!("{:?}", f64::from(q) * if q >= 100 { 2.25 } else { 2.5 });
        let new = |q: i32| format!("{:?}", f64::from(q) * if q > 100 { 2.25 } else { 2.5 });
        let (run, recorded) = compared(old, new);
        assert_eq!(run, ["moved 99|100 100|101"]);
        assert_eq!(recorded, run);
        assert_eq!(compared(old, old).0, ["same 99|100"]);
    }

    #[test]
    fn a_rule_that_lost_or_gained_its_exceptions() {
        let old = |y: i32| (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)).to_string();
        let new = |y: i32| (y % 4 == 0).to_string();
        for (one, other) in [(old as fn(i32) -> String, new as fn(i32) -> String), (new, old)] {
            let fates = compared(one, other).0;
            assert!(fates.iter().any(|fate| !fate.starts_with("same")), "{fates:?}");
            assert!(compared(one, one).0.iter().all(|fate| fate.starts_with("same")));
        }
    }

    #[test]
    fn what_is_new_and_what_vanished() {
        let old = |n: i32| if n < 10 { "low" } else { "high" }.to_string();
        let new = |n: i32| {
            if n < 10 {
                "low"
            } else if n < 500 {
                "high"
            } else {
                "top"
            }
            .to_string()
        };
        assert_eq!(compared(old, new).0, ["new 499|500", "same 9|10"]);
        assert_eq!(compared(new, old).0, ["same 9|10", "vanished 499|500 499|500"]);
    }
}
