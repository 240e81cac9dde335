//! Finds out what happened to a boundary whose inputs have other outcomes than before.

use autobva_core::{Fate, Likeness, Outcome, Place, Sut, SutError};

use super::calls::{Allowance, Calls, Halt};
use super::change_of_course::{CoursesKept, Sight, is_straight, look_for};
use super::check::{run_again, with_outcomes};
use super::notion::Notion;
use super::pursuit::{Pursuit, ThereBefore};

/// Finds out what happened to boundaries whose outcomes have changed.
pub(super) struct Inquiry<'a> {
    pub(super) sut: &'a dyn Sut,
    pub(super) places: &'a [&'a Place],
    pub(super) reruns: usize,
    pub(super) allowance: Allowance<'a>,
}

/// The result of running a pair again.
enum Again {
    /// The outcomes are the accepted ones after all.
    Accepted,
    /// The outcomes differ from run to run.
    Wavering,
    /// The outcomes are the same as in the first run of this check: the change is real.
    Steady,
}

impl Inquiry<'_> {
    /// What happened to a boundary whose inputs now have the outcomes `now`.
    pub(super) fn pursue(&self, was: &Place, notion: Notion, now: [Outcome; 2]) -> Result<Pursued, SutError> {
        let now = with_outcomes(was, now);
        let (again, reruns) = self.again(was, notion, &now)?;
        let mut pursued = match again {
            Again::Accepted => Pursued::at_once(Fate::Flaky(now)),
            Again::Wavering => Pursued::at_once(unmoved(was, notion, now)),
            Again::Steady => {
                let there_before = |found: &Place, likeness: Option<Likeness>| {
                    let mut there = self.places.iter().filter(|other| other.same_place(found));
                    there.any(|other| likeness.is_none_or(|likeness| likeness.alike(found, other)))
                };
                fate(self.sut, was, now, notion, &there_before, self.allowance)?
            }
        };
        pursued.calls += 2 * reruns;
        Ok(pursued)
    }

    /// What happened to a kink whose inputs have the same outcomes; `None` if their neighbours show that it still
    /// exists. The number of calls is returned in any case.
    pub(super) fn straightened(&self, was: &Place) -> Result<(Option<Pursued>, u64), SutError> {
        let mut calls = Calls::new(self.sut, was, self.allowance);
        let made = match is_straight(was, self.sut.signature(), &mut calls) {
            Ok(true) => calls.made,
            Ok(false) | Err(Halt::Calls) => return Ok((None, calls.made)),
            Err(Halt::Broken(error)) => return Err(error),
        };
        let there_before = |found: &Place, _| self.places.iter().any(|other| other.same_place(found));
        let pursued = by_course(self.sut, was, was, &there_before, self.allowance)?;
        Ok((pursued, made))
    }

    /// Runs a pair again a few times, and more often if the outcomes differ from run to run.
    fn again(&self, was: &Place, notion: Notion, now: &Place) -> Result<(Again, u64), SutError> {
        let mut again = Again::Steady;
        let mut reruns = if self.sut.repeatable() { 0 } else { self.reruns as u64 };
        let mut made = 0;
        while made < reruns && self.allowance.is_patient() {
            made += 1;
            let seen = run_again(self.sut, was)?;
            [&seen.left, &seen.right].into_iter().for_each(|side| self.allowance.note(&side.outcome));
            if notion.same(was, &seen) {
                return Ok((Again::Accepted, made));
            }
            if !notion.same(now, &seen) {
                again = Again::Wavering;
                reruns = RERUNS_OF_WAVERING.max(self.reruns as u64);
            }
        }
        Ok((again, made))
    }
}

/// How often a pair with wavering outcomes is run again. If each side tosses a coin, the accepted pair of outcomes
/// comes up once in four runs, and is found in nineteen of twenty checks.
const RERUNS_OF_WAVERING: u64 = 10;

/// What happened to a boundary, and how many calls it took to find out.
pub(super) struct Pursued {
    pub(super) fate: Fate,
    /// Whether both behaviours of a moved boundary are unchanged.
    pub(super) kept: CoursesKept,
    pub(super) calls: u64,
}

impl Pursued {
    fn at_once(fate: Fate) -> Pursued {
        Pursued { fate, kept: CoursesKept::Both, calls: 0 }
    }
}

/// What happened to the boundary `was`, whose inputs now have the outcomes `now`. `there_before` excludes places to
/// which it cannot have moved.
pub(super) fn fate(
    sut: &dyn Sut,
    was: &Place,
    now: Place,
    notion: Notion,
    there_before: ThereBefore,
    allowance: Allowance,
) -> Result<Pursued, SutError> {
    if notion.is_of_numbers(was)
        && let Some(found) = by_course(sut, was, &now, there_before, allowance)?
    {
        return Ok(found);
    }
    let ways = notion.ways(was);
    let Some(mut pursuit) = Pursuit::new(sut, (was, &now), ways, allowance) else {
        return Ok(Pursued::at_once(unmoved(was, notion, now)));
    };
    let mut reruns = 0;
    if let Some(there) = pursuit.find(there_before)? {
        let (stays, made) = stays(sut, notion, &there)?;
        reruns = made;
        if stays {
            let calls = reruns + pursuit.calls();
            return Ok(Pursued { calls, ..Pursued::at_once(Fate::Moved(there)) });
        }
    }
    let fate = unmoved(was, notion, now.clone());
    let is_step = matches!(fate, Fate::Vanished(_)) && pursuit.is_step()?;
    let calls = reruns + pursuit.calls();
    let fate = if is_step { Fate::OutcomeChanged(now) } else { fate };
    Ok(Pursued { calls, ..Pursued::at_once(fate) })
}

/// The same for a boundary whose sides differ in numbers only; `None` if it cannot be followed along a line.
fn by_course(
    sut: &dyn Sut,
    was: &Place,
    now: &Place,
    there_before: ThereBefore,
    allowance: Allowance,
) -> Result<Option<Pursued>, SutError> {
    let mut calls = Calls::new(sut, now, allowance);
    let sight = match look_for(was, sut.signature(), &mut calls, &|there| there_before(there, None)) {
        Ok(Some(sight)) => sight,
        Ok(None) => return Ok(None),
        Err(Halt::Calls) => Sight::Nowhere,
        Err(Halt::Broken(error)) => return Err(error),
    };
    let mut made = calls.made;
    let mut kept = CoursesKept::Both;
    let fate = match sight {
        _ if now.hangs() => Fate::OutcomeChanged(now.clone()),
        Sight::Here => Fate::OutcomeChanged(now.clone()),
        Sight::Nowhere => Fate::Vanished(Some(now.clone())),
        Sight::There(there, of) => {
            let (stays, reruns) = stays(sut, Notion::Behaviour, &there)?;
            made += reruns;
            kept = of;
            if stays { Fate::Moved(there) } else { Fate::OutcomeChanged(now.clone()) }
        }
    };
    Ok(Some(Pursued { fate, kept, calls: made }))
}

/// Whether the boundary is still there when it is run again: a pursuit may also end somewhere by chance.
fn stays(sut: &dyn Sut, notion: Notion, there: &Place) -> Result<(bool, u64), SutError> {
    let reruns = if sut.repeatable() { 0 } else { RERUNS_OF_MOVED };
    for made in 1..=reruns {
        if !notion.same(there, &run_again(sut, there)?) {
            return Ok((false, 2 * made));
        }
    }
    Ok((true, 2 * reruns))
}

/// How often a moved boundary is run again at its new place. If both sides toss a coin, one in a thousand passes.
const RERUNS_OF_MOVED: u64 = 5;

/// What happened to a boundary that did not move. If its inputs time out now, it may still be there.
pub(super) fn unmoved(was: &Place, notion: Notion, now: Place) -> Fate {
    match notion.parts(was, &now) || now.hangs() {
        true => Fate::OutcomeChanged(now),
        false => Fate::Vanished(Some(now)),
    }
}
