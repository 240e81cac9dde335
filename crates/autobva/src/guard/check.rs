//! Running boundaries again: the same, moved, changed or gone.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use autobva_core::{
    Axis, Boundary, Fate, Input, Integer, Likeness, Observation, Outcome, Signature, Sut, SutError, Verdict,
};

use super::calls::Allowance;
use super::pursuit::{Pursuit, ThereBefore};
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
    /// How long to look for all of them, which matters if a target has become slow. Whatever is not found by then has
    /// vanished, or changed its outcome.
    pub pursuit_time: Duration,
    /// After how many calls without an answer the target hangs, and is not run any more to look for boundaries.
    pub pursuit_hangs: u64,
}

impl Default for CheckSettings {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        // 600 calls are two ways of 128 doublings, over all integers of 128 bits, and two halvings.
        CheckSettings {
            jobs,
            reruns: 2,
            pursuit_calls: 600,
            pursuit_time: Duration::from_secs(30),
            pursuit_hangs: 4,
        }
    }
}

impl CheckSettings {
    /// What pursuits that begin now may cost.
    pub(super) fn allowance<'a>(&self, hangs: &'a AtomicU64) -> Allowance<'a> {
        let deadline = Instant::now().checked_add(self.pursuit_time);
        Allowance { calls: self.pursuit_calls, deadline, hangs }
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
    let hangs = AtomicU64::new(settings.pursuit_hangs);
    let inquiry = Inquiry { sut, boundaries, reruns: settings.reruns, allowance: settings.allowance(&hangs) };
    let pursued = in_parallel(&changed, settings.jobs, |&i| inquiry.pursue(i, now[i].clone()));
    for (&i, pursued) in changed.iter().zip(pursued) {
        let (fate, made) = pursued?;
        fates[i] = fate;
        calls += made;
    }
    one_to_each_place(sut.signature(), boundaries, &now, &mut fates);
    let verdicts = boundaries.iter().cloned().zip(fates);
    Ok(Checked { verdicts: verdicts.map(|(boundary, fate)| Verdict { boundary, fate }).collect(), calls })
}

/// Of several boundaries that seem to have moved to one place, the nearest one did, and rather one whose inputs still
/// differ on the same axes; the others are gone.
fn one_to_each_place(
    signature: &Signature,
    boundaries: &[Boundary],
    now: &[[Outcome; 2]],
    fates: &mut [Fate],
) {
    let mut nearest: Vec<usize> = (0..fates.len()).filter(|&i| matches!(fates[i], Fate::Moved(_))).collect();
    nearest.sort_by_cached_key(|&i| {
        let was = &boundaries[i];
        fates[i].now().map(|there| (is_turned(signature, was, there), distance(signature, was, there)))
    });
    for (rank, &i) in nearest.iter().enumerate() {
        let taken = |&j: &usize| {
            let places = fates[j].now().zip(fates[i].now());
            matches!(fates[j], Fate::Moved(_)) && places.is_some_and(|(there, here)| there.same_place(here))
        };
        if nearest[..rank].iter().any(taken) {
            fates[i] = unmoved(&boundaries[i], with_outcomes(&boundaries[i], now[i].clone()));
        }
    }
}

/// Whether the inputs of two boundaries differ on other axes.
fn is_turned(signature: &Signature, a: &Boundary, b: &Boundary) -> bool {
    let [a, b] = [a, b].map(|boundary| {
        let axes = signature.differing_axes(&boundary.left.input, &boundary.right.input);
        axes.collect::<Vec<Axis>>()
    });
    a != b
}

/// How far apart the places of two boundaries are.
fn distance(signature: &Signature, a: &Boundary, b: &Boundary) -> Integer {
    let (a, b) = (&a.left.input, &b.left.input);
    let gaps = signature.differing_axes(a, b).map(|axis| axis.get(a).distance(&axis.get(b)));
    gaps.fold(Integer::ZERO, |sum, gap| &sum + &gap)
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

/// Finds out what became of boundaries whose outcomes are no longer what they were.
struct Inquiry<'a> {
    sut: &'a dyn Sut,
    boundaries: &'a [Boundary],
    reruns: usize,
    allowance: Allowance<'a>,
}

/// What running a pair again tells.
enum Again {
    /// The outcomes are the accepted ones after all.
    Accepted,
    /// They are other ones every time.
    Wavering,
    /// They are what they were the first time.
    Steady,
}

impl Inquiry<'_> {
    /// What became of the boundary at that index, whose inputs did `now`; and how many calls it took to find out.
    fn pursue(&self, index: usize, now: [Outcome; 2]) -> Result<(Fate, u64), SutError> {
        let was = &self.boundaries[index];
        let now = with_outcomes(was, now);
        let (again, reruns) = self.again(was, &now)?;
        let (fate, calls) = match again {
            Again::Accepted => (Fate::Flaky(now), 0),
            Again::Wavering => (unmoved(was, now), 0),
            Again::Steady => {
                let there_before = |found: &Boundary, likeness: Likeness| {
                    let mut there = self.boundaries.iter().filter(|other| other.same_place(found));
                    there.any(|other| likeness.alike(found, other))
                };
                fate(self.sut, was, now, &there_before, self.allowance)?
            }
        };
        Ok((fate, calls + 2 * reruns))
    }

    /// Runs a pair again, a few times, and more often if the outcomes are other ones every time.
    fn again(&self, was: &Boundary, now: &Boundary) -> Result<(Again, u64), SutError> {
        let mut again = Again::Steady;
        let mut reruns = if self.sut.repeatable() { 0 } else { self.reruns as u64 };
        let mut made = 0;
        while made < reruns && self.allowance.is_patient() {
            made += 1;
            let seen = run_again(self.sut, was)?;
            [&seen.left, &seen.right].into_iter().for_each(|side| self.allowance.note(&side.outcome));
            if seen == *was {
                return Ok((Again::Accepted, made));
            }
            if seen != *now {
                again = Again::Wavering;
                reruns = RERUNS_OF_WAVERING.max(self.reruns as u64);
            }
        }
        Ok((again, made))
    }
}

/// How often a pair is run again whose outcomes are other ones every time. Should the accepted outcomes be one in four,
/// as with two sides that toss a coin each, they are met in nineteen of twenty cases.
const RERUNS_OF_WAVERING: u64 = 10;

/// What became of the boundary `was`, whose inputs do now what `now` says; and how many calls it took to find out.
/// `there_before` tells places that it cannot have moved to.
pub(super) fn fate(
    sut: &dyn Sut,
    was: &Boundary,
    now: Boundary,
    there_before: ThereBefore,
    allowance: Allowance,
) -> Result<(Fate, u64), SutError> {
    let Some(mut pursuit) = Pursuit::new(sut, sut.signature(), (was, &now), allowance) else {
        return Ok((unmoved(was, now), 0));
    };
    let mut reruns = 0;
    if let Some(there) = pursuit.find(there_before)? {
        let (stays, made) = stays(sut, &there)?;
        reruns = made;
        if stays {
            return Ok((Fate::Moved(there), reruns + pursuit.calls()));
        }
    }
    let fate = unmoved(was, now.clone());
    let is_step = matches!(fate, Fate::Vanished(_)) && pursuit.is_step()?;
    let calls = reruns + pursuit.calls();
    Ok((if is_step { Fate::OutcomeChanged(now) } else { fate }, calls))
}

/// Whether the boundary is there when it is run again, and again: chance leads a pursuit somewhere, too.
fn stays(sut: &dyn Sut, there: &Boundary) -> Result<(bool, u64), SutError> {
    let reruns = if sut.repeatable() { 0 } else { RERUNS_OF_MOVED };
    for made in 1..=reruns {
        if run_again(sut, there)? != *there {
            return Ok((false, 2 * made));
        }
    }
    Ok((true, 2 * reruns))
}

/// How often a boundary is run again where it is found. Where both sides toss a coin one in a thousand passes.
const RERUNS_OF_MOVED: u64 = 5;

/// What became of a boundary that did not move. One whose inputs are not answered any more may still be there.
fn unmoved(was: &Boundary, now: Boundary) -> Fate {
    if parts(was, &now) || now.hangs() { Fate::OutcomeChanged(now) } else { Fate::Vanished(Some(now)) }
}

/// Whether the inputs of `was` are still told apart by what they do now: by more than digits, unless digits were all
/// that told them apart before.
pub(super) fn parts(was: &Boundary, now: &Boundary) -> bool {
    let likeness = Likeness::of(was).find(|likeness| *likeness == Likeness::Exact).unwrap_or(Likeness::Shape);
    !likeness.same(&now.left.outcome, &now.right.outcome)
}

/// What the inputs of the boundary do when they are run again.
pub(super) fn run_again(sut: &dyn Sut, boundary: &Boundary) -> Result<Boundary, SutError> {
    let mut outcomes = run(sut, std::slice::from_ref(boundary), 1)?;
    Ok(with_outcomes(boundary, outcomes.pop().unwrap_or_default()))
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
