//! Comparing two targets by running them.

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;

use autobva_core::{Candidate, Fate, Likeness, Place, Sut, SutError, Verdict};

use super::calls::Allowance;
use super::check::{CheckSettings, Checked, in_parallel, run, run_again, with_outcomes};
use super::inquiry::fate;
use super::notion::Notion;

/// The differences between the boundaries of two targets with the same arguments.
///
/// `found` has the findings of searches on both. Every pair of inputs is run on both targets, so that a difference
/// comes from the targets and not from what each search happened to find.
pub fn compare_targets(
    old: &dyn Sut,
    new: &dyn Sut,
    found: &[Candidate],
    settings: &CheckSettings,
) -> Result<Checked, SutError> {
    let pairs = pairs(found);

    let on_old = run(old, &pairs, settings.jobs)?;
    let on_new = run(new, &pairs, settings.jobs)?;
    let sightings: Vec<Sighting> = pairs
        .iter()
        .zip(on_old.into_iter().zip(on_new))
        .map(|(found, (was, now))| Sighting {
            found,
            was: with_outcomes(found, was),
            now: with_outcomes(found, now),
        })
        .collect();
    let hangs = AtomicU64::new(settings.pursuit_hangs);
    let duel = Duel { old, new, reruns: settings.reruns, allowance: settings.allowance(&hangs) };
    let mut checked = Checked { verdicts: Vec::new(), calls: 4 * pairs.len() as u64 };
    for result in in_parallel(&sightings, settings.jobs, |sighting| duel.judge(sighting)) {
        let (verdicts, calls) = result?;
        checked.verdicts.extend(verdicts);
        checked.calls += calls;
    }
    once_each(&mut checked.verdicts);
    Ok(checked)
}

/// The distinct pairs of inputs, in order.
fn pairs(found: &[Candidate]) -> Vec<Place> {
    let mut pairs: Vec<Place> = found.iter().map(Place::from).collect();
    pairs.sort_by(|a, b| a.cmp_place(b));
    pairs.dedup_by(|later, first| {
        later.left.input == first.left.input && later.right.input == first.right.input
    });
    pairs
}

/// Removes duplicates: a boundary that moved is found at its old and at its new place, and may be found in several types.
fn once_each(verdicts: &mut Vec<Verdict>) {
    verdicts.sort_by(|a, b| a.boundary.cmp_place(&b.boundary));
    let mut seen = HashSet::new();
    verdicts.retain(|Verdict { boundary, fate, .. }| {
        let side = |b: &Place| format!("{} | {}", b.left.input, b.right.input);
        let outcomes = |b: &Place| format!("{:?} | {:?}", b.left.outcome, b.right.outcome);
        let to = fate.now().map(|now| (side(now), outcomes(now)));
        seen.insert((fate.name(), side(boundary), outcomes(boundary), to))
    });
}

/// A pair of inputs and its outcomes on both targets.
struct Sighting<'a> {
    found: &'a Place,
    was: Place,
    now: Place,
}

struct Duel<'a> {
    old: &'a dyn Sut,
    new: &'a dyn Sut,
    reruns: usize,
    allowance: Allowance<'a>,
}

impl Duel<'_> {
    /// The verdicts on a pair, and how many calls it took to find out.
    fn judge(&self, sighting: &Sighting) -> Result<(Vec<Verdict>, u64), SutError> {
        let Sighting { found, was, now } = sighting;
        let (in_old, in_new) = (Notion::Pair.parts(found, was), Notion::Pair.parts(found, now));
        if was == now {
            let same = Verdict::on(was.clone(), Fate::Same);
            return Ok((if in_old { vec![same] } else { Vec::new() }, 0));
        }
        if !in_old && !in_new {
            return Ok((Vec::new(), 0));
        }
        let (flaky, mut calls) = self.is_flaky(was, now)?;
        if flaky {
            let fate = Fate::Flaky(now.clone());
            return Ok((vec![Verdict::on(was.clone(), fate)], calls));
        }
        let mut verdicts = Vec::new();
        if in_old {
            let there_before = |there: &Place, likeness| meets_at(self.old, there, likeness);
            let pursued = fate(self.new, was, now.clone(), Notion::Pair, &there_before, self.allowance)?;
            let fate = pursued.fate;
            calls += pursued.calls;
            if in_new && matches!(fate, Fate::Moved(_)) {
                // Something else is at the old place now.
                verdicts.push(Verdict::on(now.clone(), Fate::New));
            }
            verdicts.push(Verdict::on(was.clone(), fate));
        } else {
            let there_still = |there: &Place, likeness| meets_at(self.new, there, likeness);
            let pursued = fate(self.old, now, was.clone(), Notion::Pair, &there_still, self.allowance)?;
            calls += pursued.calls;
            verdicts.push(match pursued.fate {
                Fate::Moved(from) => Verdict::on(from, Fate::Moved(now.clone())),
                _ => Verdict::on(now.clone(), Fate::New),
            });
        }
        Ok((verdicts, calls))
    }

    /// Whether either target has another outcome when it is run again.
    fn is_flaky(&self, was: &Place, now: &Place) -> Result<(bool, u64), SutError> {
        let mut calls = 0;
        for (sut, first) in [(self.old, was), (self.new, now)] {
            let reruns = if sut.repeatable() { 0 } else { self.reruns };
            for _ in 0..reruns {
                calls += 2;
                if run_again(sut, first)? != *first {
                    return Ok((true, calls));
                }
            }
        }
        Ok((false, calls))
    }
}

/// Whether the two behaviours of a boundary meet at its place in the target, too. An error is ignored here; it will be
/// reported when the target is run for its own sake.
fn meets_at(sut: &dyn Sut, boundary: &Place, likeness: Option<Likeness>) -> bool {
    let is_there = |there: Place| match likeness {
        Some(likeness) => likeness.alike(boundary, &there),
        None => Notion::Behaviour.same(boundary, &there),
    };
    run_again(sut, boundary).is_ok_and(is_there)
}
