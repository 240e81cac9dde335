//! Running boundaries again: the same, moved, changed or gone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use autobva_core::{Boundary, Fate, Input, Likeness, Observation, Outcome, Sut, SutError, Verdict};

use super::pursuit::{Allowance, Pursuit};
use crate::batch::run_all;

/// How boundaries are run again.
#[derive(Debug, Clone)]
pub struct CheckSettings {
    /// How many threads call the target.
    pub jobs: usize,
    /// How often a pair that seems changed is run again, on a target that may be flaky.
    pub reruns: usize,
    /// The most calls to find out where one boundary went.
    pub pursuit_calls: u64,
    /// How long to look for all of them, which matters if a target has become slow or hangs. Whatever is not found
    /// by then has vanished, or changed its outcome.
    pub pursuit_time: Duration,
}

impl Default for CheckSettings {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        // 600 calls are two ways of 128 doublings, over all integers of 128 bits, and two halvings.
        CheckSettings { jobs, reruns: 2, pursuit_calls: 600, pursuit_time: Duration::from_secs(30) }
    }
}

impl CheckSettings {
    /// What pursuits that begin now may cost.
    pub(super) fn allowance(&self) -> Allowance {
        Allowance { calls: self.pursuit_calls, deadline: Instant::now().checked_add(self.pursuit_time) }
    }
}

/// What came of running boundaries again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// One for each boundary, in order.
    pub verdicts: Vec<Verdict>,
    /// How many calls were made.
    pub calls: u64,
}

/// Runs the two inputs of each boundary, and where the outcomes changed finds out where the boundary went. The outcomes
/// of the boundaries may be [abbreviated](Outcome::abbreviated).
pub fn check(sut: &dyn Sut, boundaries: &[Boundary], settings: &CheckSettings) -> Result<Checked, SutError> {
    let now = run(sut, boundaries, settings.jobs)?;
    let mut calls = 2 * boundaries.len() as u64;
    let mut fates: Vec<Fate> = boundaries.iter().map(|_| Fate::Same).collect();
    let changed: Vec<usize> = (0..boundaries.len()).filter(|&i| !same(&boundaries[i], &now[i])).collect();
    let allowance = settings.allowance();
    let pursued = in_parallel(&changed, settings.jobs, |&i| {
        pursue(sut, boundaries, i, now[i].clone(), (settings.reruns, allowance))
    });
    for (&i, pursued) in changed.iter().zip(pursued) {
        let (fate, made) = pursued?;
        fates[i] = fate;
        calls += made;
    }
    let verdicts = boundaries.iter().cloned().zip(fates);
    Ok(Checked { verdicts: verdicts.map(|(boundary, fate)| Verdict { boundary, fate }).collect(), calls })
}

/// Whether the inputs of each boundary do what it says.
pub fn hold(sut: &dyn Sut, boundaries: &[Boundary], jobs: usize) -> Result<Vec<bool>, SutError> {
    let now = run(sut, boundaries, jobs)?;
    Ok(boundaries.iter().zip(&now).map(|(boundary, now)| same(boundary, now)).collect())
}

/// What the inputs of each boundary do now; long outcomes are abbreviated.
pub(super) fn run(
    sut: &dyn Sut,
    boundaries: &[Boundary],
    jobs: usize,
) -> Result<Vec<[Outcome; 2]>, SutError> {
    let sides = boundaries.iter().flat_map(|boundary| [&boundary.left, &boundary.right]);
    let inputs: Vec<Input> = sides.map(|side| side.input.clone()).collect();
    let mut outcomes = run_all(sut, &inputs, jobs)?.into_iter().map(Outcome::abbreviated);
    Ok(std::iter::from_fn(|| Some([outcomes.next()?, outcomes.next()?])).collect())
}

fn same(boundary: &Boundary, now: &[Outcome; 2]) -> bool {
    boundary.left.outcome == now[0] && boundary.right.outcome == now[1]
}

/// What became of the boundary at that index, whose outcomes are no longer what they were; and how many calls it took to
/// find out.
fn pursue(
    sut: &dyn Sut,
    boundaries: &[Boundary],
    index: usize,
    now: [Outcome; 2],
    (reruns, allowance): (usize, Allowance),
) -> Result<(Fate, u64), SutError> {
    let was = &boundaries[index];
    let reruns = if sut.repeatable() { 0 } else { reruns };
    for rerun in 0..reruns {
        let again = run(sut, std::slice::from_ref(was), 1)?;
        if same(was, &again[0]) {
            return Ok((Fate::Flaky(with_outcomes(was, now)), 2 * (rerun as u64 + 1)));
        }
    }
    // A place where another accepted boundary is was a boundary before, too.
    let other = |found: &Boundary| boundaries.iter().any(|boundary| boundary.same_place(found));
    let (fate, calls) = fate(sut, was, with_outcomes(was, now), &other, allowance)?;
    Ok((fate, calls + 2 * reruns as u64))
}

/// What became of the boundary `was`, whose inputs do now what `now` says; and how many calls it took to find out.
/// `elsewhere` tells places that it cannot have moved to, because the same boundary has always been there.
pub(super) fn fate(
    sut: &dyn Sut,
    was: &Boundary,
    now: Boundary,
    elsewhere: &dyn Fn(&Boundary) -> bool,
    allowance: Allowance,
) -> Result<(Fate, u64), SutError> {
    let (moved_to, calls) = match Pursuit::new(sut, sut.signature(), (was, &now), allowance) {
        None => (None, 0),
        Some(mut pursuit) => (pursuit.find(elsewhere)?, pursuit.calls),
    };
    let fate = match moved_to {
        Some(there) => Fate::Moved(there),
        None if parts(was, &now) => Fate::OutcomeChanged(now),
        None => Fate::Vanished(Some(now)),
    };
    Ok((fate, calls))
}

/// Whether the inputs of `was` are still told apart by what they do now: by more than digits, unless digits were all
/// that told them apart before.
pub(super) fn parts(was: &Boundary, now: &Boundary) -> bool {
    let likeness = Likeness::of(was).find(|likeness| *likeness == Likeness::Exact).unwrap_or(Likeness::Shape);
    !likeness.same(&now.left.outcome, &now.right.outcome)
}

/// The boundary with other outcomes.
pub(super) fn with_outcomes(boundary: &Boundary, outcomes: [Outcome; 2]) -> Boundary {
    let [left, right] = outcomes;
    Boundary {
        left: Observation { input: boundary.left.input.clone(), outcome: left },
        right: Observation { input: boundary.right.input.clone(), outcome: right },
    }
}

/// Does the work on several threads; the results are in the order of the items.
pub(super) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mine = std::iter::from_fn(|| {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, work(item)))
        });
        mine.collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1).min(items.len())).map(|_| scope.spawn(share)).collect();
        let shares =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|p| std::panic::resume_unwind(p)));
        shares.flatten().collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
