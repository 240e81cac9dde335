//! Running boundaries again: each is the same, moved, changed or gone.

use std::borrow::Borrow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use autobva_core::behaviour::BoundaryKind;
use autobva_core::{
    About, Axis, Fate, Guarded, Input, Integer, Observation, Outcome, Place, Signature, Sut, SutError,
    Verdict,
};

use super::calls::Allowance;
use super::change_of_course::CoursesKept;
use super::inquiry::{Inquiry, Pursued, unmoved};
use super::notion::Notion;
use super::trials::rule_fails_at;
use crate::batch::run_all;

/// How boundaries are run again.
#[derive(Debug, Clone)]
pub struct CheckSettings {
    /// How many threads call the target.
    pub jobs: usize,
    /// How often a pair that seems to have changed is run again, if the target may be flaky.
    pub reruns: usize,
    /// The maximum number of calls for finding out where one boundary went.
    pub pursuit_calls: u64,
    /// The time limit for following all boundaries, which matters if a target has become slow. A boundary that is not
    /// found by then counts as vanished, or as having changed its outcome.
    pub pursuit_time: Duration,
    /// After this many timeouts the target counts as hanging, and boundaries are no longer followed.
    pub pursuit_hangs: u64,
}

impl Default for CheckSettings {
    fn default() -> Self {
        let jobs = crate::settings::processors();
        // 600 calls allow for two series of 128 doublings, over all 128-bit integers, and two series of halvings.
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
    /// The limits for pursuits that begin now.
    pub(super) fn allowance<'a>(&self, hangs: &'a AtomicU64) -> Allowance<'a> {
        let deadline = Instant::now().checked_add(self.pursuit_time);
        Allowance { calls: self.pursuit_calls, deadline, hangs }
    }
}

/// The result of running boundaries again.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// One for each boundary, in order.
    pub verdicts: Vec<Verdict>,
    /// How many calls were made.
    pub calls: u64,
}

/// Runs the inputs of each boundary at all of its places. If outcomes have changed, it finds out where the boundary
/// went. If there is a rule, some fresh places are run as well. The outcomes of the boundaries may be
/// [abbreviated](Outcome::abbreviated).
pub fn check<B: Clone + Into<Guarded>>(
    sut: &dyn Sut,
    boundaries: &[B],
    settings: &CheckSettings,
) -> Result<Checked, SutError> {
    let guarded: Vec<Guarded> = boundaries.iter().cloned().map(Into::into).collect();
    let places: Vec<&Place> = guarded.iter().flat_map(Guarded::places).collect();
    let mut now = run(sut, &places, settings.jobs)?.into_iter();
    let seen: Vec<Seen> = guarded.iter().map(|guarded| Seen::of(guarded, &mut now)).collect();
    let hangs = AtomicU64::new(settings.pursuit_hangs);
    let inquiry =
        Inquiry { sut, places: &places, reruns: settings.reruns, allowance: settings.allowance(&hangs) };
    let mut calls = 2 * places.len() as u64;
    let mut ends: Vec<End> = seen.iter().map(|_| End::SAME).collect();
    let open: Vec<usize> = (0..seen.len()).filter(|at| !seen[*at].is_settled()).collect();
    let found = in_parallel(&open, settings.jobs, |at| seen[*at].end(&inquiry));
    for (at, end) in open.into_iter().zip(found) {
        ends[at] = end?;
    }
    calls += ends.iter().map(|end| end.calls).sum::<u64>();
    if seen.iter().any(|seen| !seen.changed.is_empty()) {
        sut.check_surroundings()?;
    }
    one_to_each_place(sut.signature(), &seen, &mut ends);
    let told: Vec<Told> = seen.iter().zip(ends).map(|(seen, end)| seen.told(end)).collect();
    let verdicts = guarded.into_iter().zip(told).map(|(guarded, told)| told.verdict(guarded)).collect();
    Ok(Checked { verdicts, calls })
}

/// The present outcomes of a boundary's inputs.
struct Seen<'a> {
    guarded: &'a Guarded,
    /// The places that have changed, and their present outcomes.
    changed: Vec<(&'a Place, [Outcome; 2])>,
    /// The places that have not changed.
    same: Vec<&'a Place>,
}

/// At most 2 places of one boundary are followed: if one search fails, another may succeed.
const MOST_FOLLOWED: usize = 2;

impl<'a> Seen<'a> {
    /// Assigns outcomes to its places.
    fn of(guarded: &'a Guarded, outcomes: &mut impl Iterator<Item = [Outcome; 2]>) -> Seen<'a> {
        let notion = Notion::of(guarded);
        let mut seen = Seen { guarded, changed: Vec::new(), same: Vec::new() };
        for place in guarded.places() {
            let now = outcomes.next().unwrap_or_default();
            match notion.same_outcomes(place, now.each_ref()) {
                // A pair has one place, and memory for a list of others is not needed.
                true if notion == Notion::Pair => {}
                true => seen.same.push(place),
                false => seen.changed.push((place, now)),
            }
        }
        seen
    }

    /// Whether nothing needs to be found out: a pair has not changed, and there is nothing else to try.
    fn is_settled(&self) -> bool {
        self.changed.is_empty() && self.guarded.about.is_none()
    }

    /// What happened to it, and at which of its places that shows.
    fn end(&self, inquiry: &Inquiry) -> Result<End, SutError> {
        let mut calls = 0;
        let mut first = None;
        for (at, (place, now)) in self.changed.iter().enumerate().take(MOST_FOLLOWED) {
            let pursued = inquiry.pursue(place, Notion::of(self.guarded), now.clone())?;
            calls += pursued.calls;
            if matches!(pursued.fate, Fate::Moved(_)) {
                return Ok(End { fate: pursued.fate, kept: pursued.kept, at, calls });
            }
            first.get_or_insert(pursued.fate);
        }
        let fate = match first {
            Some(fate) => self.unless_elsewhere(fate),
            None => {
                if let Some(end) = self.end_of_kink(inquiry, &mut calls)? {
                    return Ok(end);
                }
                let (fails, made) = rule_fails_at(inquiry.sut, self.guarded, 1)?;
                calls += made;
                fails.map_or(Fate::Same, Fate::RuleChanged)
            }
        };
        Ok(End { fate, kept: CoursesKept::Both, at: 0, calls })
    }

    /// A boundary that vanished from one place but not from others still exists, only not everywhere.
    fn unless_elsewhere(&self, fate: Fate) -> Fate {
        match fate {
            Fate::Vanished(Some(now)) if !self.same.is_empty() => Fate::OutcomeChanged(now),
            fate => fate,
        }
    }

    /// What happened to a kink whose inputs have the same outcomes, but whose neighbours now lie on one line.
    fn end_of_kink(&self, inquiry: &Inquiry, calls: &mut u64) -> Result<Option<End>, SutError> {
        if self.guarded.about.as_ref().is_none_or(|about| about.kind != BoundaryKind::Kink) {
            return Ok(None);
        }
        let (pursued, made) = inquiry.straightened(&self.guarded.pair)?;
        *calls += made;
        Ok(pursued.map(|Pursued { fate, kept, calls: more }| End { fate, kept, at: 0, calls: *calls + more }))
    }

    /// The place at which the change shows.
    fn place(&self, at: usize) -> &'a Place {
        self.changed.get(at).map_or(&self.guarded.pair, |(place, _)| place)
    }

    /// What the verdict says beyond the boundary itself.
    fn told(&self, End { fate, kept, at, .. }: End) -> Told {
        let place = self.place(at);
        let others = self.same.iter().copied().filter(|other| *other != place).cloned().collect();
        let place = self.changed.get(at).map(|(place, _)| (*place).clone());
        Told { place, others, fate, kept }
    }
}

/// What there is to say about a boundary.
struct Told {
    /// The place at which that shows, if it is not the plainest.
    place: Option<Place>,
    /// The other places that have not changed.
    others: Vec<Place>,
    fate: Fate,
    kept: CoursesKept,
}

impl Told {
    fn verdict(self, Guarded { pair, about }: Guarded) -> Verdict {
        let Told { place, others, fate, kept } = self;
        let about = about.map(|about| About { places: others, ..about });
        let verdict = Verdict { boundary: place.unwrap_or(pair), about, fate };
        match (&verdict.fate, kept) {
            // The old sentence names a behaviour that no longer exists.
            (Fate::Moved(there), CoursesKept::One) => {
                Verdict { about: verdict.was().doing(there).about, ..verdict }
            }
            _ => verdict,
        }
    }
}

/// What happened to a boundary.
struct End {
    fate: Fate,
    kept: CoursesKept,
    /// The index of the place, among those that changed, at which that shows.
    at: usize,
    calls: u64,
}

impl End {
    const SAME: End = End { fate: Fate::Same, kept: CoursesKept::Both, at: 0, calls: 0 };
}

/// If several boundaries seem to have moved to one place, only the nearest one has, with preference for one whose
/// inputs still differ on the same axes; the others are gone.
fn one_to_each_place(signature: &Signature, seen: &[Seen], ends: &mut [End]) {
    let mut nearest: Vec<usize> =
        (0..ends.len()).filter(|&i| matches!(ends[i].fate, Fate::Moved(_))).collect();
    nearest.sort_by_cached_key(|&i| {
        let was = seen[i].place(ends[i].at);
        ends[i].fate.now().map(|there| (is_turned(signature, was, there), distance(signature, was, there)))
    });
    for (rank, &i) in nearest.iter().enumerate() {
        let taken = |&j: &usize| {
            let places = ends[j].fate.now().zip(ends[i].fate.now());
            matches!(ends[j].fate, Fate::Moved(_))
                && places.is_some_and(|(there, here)| there.same_place(here))
        };
        if nearest[..rank].iter().any(taken) {
            let Some((was, now)) = seen[i].changed.get(ends[i].at) else { continue };
            let fate = unmoved(was, Notion::of(seen[i].guarded), with_outcomes(was, now.clone()));
            ends[i].fate = seen[i].unless_elsewhere(fate);
        }
    }
}

/// Whether the inputs of two boundaries differ on different axes.
fn is_turned(signature: &Signature, a: &Place, b: &Place) -> bool {
    let [a, b] = [a, b].map(|boundary| {
        let axes = signature.differing_axes(&boundary.left.input, &boundary.right.input);
        axes.collect::<Vec<Axis>>()
    });
    a != b
}

/// The distance between the places of two boundaries.
pub(super) fn distance(signature: &Signature, a: &Place, b: &Place) -> Integer {
    let (a, b) = (&a.left.input, &b.left.input);
    let gaps = signature.differing_axes(a, b).map(|axis| axis.get(a).distance(&axis.get(b)));
    gaps.fold(Integer::ZERO, |sum, gap| &sum + &gap)
}

/// Whether the inputs of each boundary still have the recorded outcomes.
pub fn hold(sut: &dyn Sut, boundaries: &[Place], jobs: usize) -> Result<Vec<bool>, SutError> {
    let now = run(sut, boundaries, jobs)?;
    let is_same = |(was, now): (&Place, [Outcome; 2])| with_outcomes(was, now) == *was;
    Ok(boundaries.iter().zip(now).map(is_same).collect())
}

/// The present outcomes of each boundary's inputs; long ones are abbreviated.
pub(super) fn run<B: Borrow<Place>>(
    sut: &dyn Sut,
    boundaries: &[B],
    jobs: usize,
) -> Result<Vec<[Outcome; 2]>, SutError> {
    let sides = boundaries.iter().map(B::borrow).flat_map(|boundary| [&boundary.left, &boundary.right]);
    let inputs: Vec<Input> = sides.map(|side| side.input.clone()).collect();
    let mut outcomes = run_all(sut, &inputs, jobs)?.into_iter().map(Outcome::abbreviated);
    Ok(std::iter::from_fn(|| Some([outcomes.next()?, outcomes.next()?])).collect())
}

/// The boundary with the outcomes of running its inputs again.
pub(super) fn run_again(sut: &dyn Sut, boundary: &Place) -> Result<Place, SutError> {
    let mut outcomes = run(sut, std::slice::from_ref(boundary), 1)?;
    Ok(with_outcomes(boundary, outcomes.pop().unwrap_or_default()))
}

/// The boundary with other outcomes.
pub(super) fn with_outcomes(boundary: &Place, outcomes: [Outcome; 2]) -> Place {
    let [left, right] = outcomes;
    Place {
        left: Observation { input: boundary.left.input.clone(), outcome: left },
        right: Observation { input: boundary.right.input.clone(), outcome: right },
    }
}

/// Works on several threads; the results are in the order of the items.
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
        // If a thread cannot be started, the others do its work; this thread is one of them.
        let others = 1..jobs.min(items.len());
        let threads: Vec<_> = others.filter_map(|_| Builder::new().spawn_scoped(scope, share).ok()).collect();
        let mine = share();
        let shares =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|p| std::panic::resume_unwind(p)));
        mine.into_iter().chain(shares.flatten()).collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
