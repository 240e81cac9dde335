//! Where did a boundary go? Outwards from its old place with doubling steps, then by halving.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use autobva_core::{Boundary, Integer, Likeness, Observation, Outcome, Signature, Sut, SutError};

use super::line::Line;

/// What a pursuit may cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance<'a> {
    /// How many calls may be made.
    pub(super) calls: u64,
    /// When all pursuits end.
    pub(super) deadline: Option<Instant>,
    /// How many calls without an answer all pursuits together wait for.
    pub(super) hangs: &'a AtomicU64,
}

impl Allowance<'_> {
    /// Counts an outcome that was waited for in vain.
    pub(super) fn note(&self, outcome: &Outcome) {
        if outcome.is_hang() {
            let one_less = |hangs: u64| hangs.checked_sub(1);
            let _ = self.hangs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        }
    }

    /// Whether the target may still be waited for.
    pub(super) fn is_patient(&self) -> bool {
        self.hangs.load(Ordering::Relaxed) > 0
    }
}

/// Tells places that a boundary cannot have moved to, because the same two behaviours, compared that closely, met there
/// before.
pub(super) type ThereBefore<'a> = &'a dyn Fn(&Boundary, Likeness) -> bool;

/// The pursuit of one boundary.
pub(super) struct Pursuit<'a> {
    sut: &'a dyn Sut,
    was: &'a Boundary,
    line: Line<'a>,
    /// What was run, by the step on the line.
    seen: BTreeMap<Integer, Outcome>,
    allowance: Allowance<'a>,
    /// How many were made.
    pub(super) calls: u64,
}

/// A search that ends before its time.
enum Halt {
    /// All calls were made, or the time is up.
    Calls,
    /// The target cannot be run.
    Broken(SutError),
}

type Step<T> = Result<T, Halt>;

impl<'a> Pursuit<'a> {
    /// The pursuit of the boundary `was`, whose inputs do now what `now` says. There is none where the inputs stand at
    /// one place.
    pub(super) fn new(
        sut: &'a dyn Sut,
        signature: &'a Signature,
        (was, now): (&'a Boundary, &Boundary),
        allowance: Allowance<'a>,
    ) -> Option<Pursuit<'a>> {
        let line = Line::through(signature, was)?;
        let seen = BTreeMap::from([
            (Integer::ZERO, now.left.outcome.clone()),
            (line.gap.clone(), now.right.outcome.clone()),
        ]);
        Some(Pursuit { sut, was, line, seen, allowance, calls: 0 })
    }

    /// Where the two behaviours meet now and did not before, if they do.
    pub(super) fn find(&mut self, there_before: ThereBefore) -> Result<Option<Boundary>, SutError> {
        for likeness in Likeness::of(self.was) {
            let gap = self.line.gap.clone();
            if gap == Integer::ONE
                && self.is_left(likeness, &self.seen[&Integer::ZERO])
                && self.is_right(likeness, &self.seen[&gap])
            {
                return Ok(None);
            }
            match self.search(likeness, there_before) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(Halt::Calls) => return Ok(None),
                Err(Halt::Broken(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Whether the inputs of the boundary give other outcomes, and their neighbours on either side give the same as they
    /// do. Then even digits tell two behaviours apart, `0 | 1`; otherwise they change with every input.
    pub(super) fn is_step(&mut self) -> Result<bool, SutError> {
        let (start, gap) = (Integer::ZERO, self.line.gap.clone());
        let differs = self.seen[&start] != self.seen[&gap];
        Ok(differs
            && self.goes_on(&start, &(&start - &Integer::ONE))?
            && self.goes_on(&gap, &(&gap + &Integer::ONE))?)
    }

    /// Whether a step gives the same as its neighbour, or has none. A neighbour that cannot be waited for gives another.
    fn goes_on(&mut self, step: &Integer, neighbour: &Integer) -> Result<bool, SutError> {
        if self.line.at(neighbour).is_none() {
            return Ok(true);
        }
        match self.outcome(neighbour) {
            Ok(outcome) => Ok(outcome == self.seen[step]),
            Err(Halt::Calls) => Ok(false),
            Err(Halt::Broken(error)) => Err(error),
        }
    }

    /// Looks outwards in both directions at once, so that the nearest place is found first.
    fn search(&mut self, likeness: Likeness, there_before: ThereBefore) -> Step<Option<Boundary>> {
        let (start, gap) = (Integer::ZERO, self.line.gap.clone());
        if gap > Integer::ONE
            && let Some(found) = self.between(&start, &gap, likeness, there_before)?
        {
            return Ok(Some(found));
        }
        let (mut up, mut down) = (Some(gap.clone()), Some(start));
        let mut stride = Integer::ONE;
        while up.is_some() || down.is_some() {
            if let Some(near) = up.take()
                && let Some(far) = self.onwards(&near, &(&gap + &stride))
            {
                if let Some(found) = self.between(&near, &far, likeness, there_before)? {
                    return Ok(Some(found));
                }
                up = Some(far);
            }
            if let Some(near) = down.take()
                && let Some(far) = self.onwards(&near, &(&Integer::ZERO - &stride))
            {
                if let Some(found) = self.between(&far, &near, likeness, there_before)? {
                    return Ok(Some(found));
                }
                down = Some(far);
            }
            stride = stride.double();
        }
        Ok(None)
    }

    /// The step to look at next: `far`, or the end of the line if that comes before; nothing from the end on.
    fn onwards(&self, near: &Integer, far: &Integer) -> Option<Integer> {
        let next = if self.line.at(far).is_some() { far.clone() } else { self.line.end(near, far) };
        (next != *near).then_some(next)
    }

    /// Looks between two steps for neighbours with the two behaviours.
    fn between(
        &mut self,
        low: &Integer,
        high: &Integer,
        likeness: Likeness,
        there_before: ThereBefore,
    ) -> Step<Option<Boundary>> {
        let (at_low, at_high) = (self.outcome(low)?, self.outcome(high)?);
        if self.is_left(likeness, &at_low) && !self.is_left(likeness, &at_high) {
            // The last one that is still as on the left, and its neighbour.
            let last = self.halve(low, high, |pursuit, outcome| pursuit.is_left(likeness, outcome))?;
            if let Some(found) = self.pair(&last, likeness)?.filter(|found| !there_before(found, likeness)) {
                return Ok(Some(found));
            }
        }
        if self.is_right(likeness, &at_high) && !self.is_right(likeness, &at_low) {
            // The last one that is not yet as on the right, and its neighbour.
            let last = self.halve(low, high, |pursuit, outcome| !pursuit.is_right(likeness, outcome))?;
            return Ok(self.pair(&last, likeness)?.filter(|found| !there_before(found, likeness)));
        }
        Ok(None)
    }

    /// The last step for which it holds, given that it holds for `low` and not for `high`.
    fn halve(
        &mut self,
        low: &Integer,
        high: &Integer,
        holds: impl Fn(&Self, &Outcome) -> bool,
    ) -> Step<Integer> {
        let (mut low, mut high) = (low.clone(), high.clone());
        while low.distance(&high) > Integer::ONE {
            let middle = (&low + &high).half();
            let outcome = self.outcome(&middle)?;
            if holds(self, &outcome) { low = middle } else { high = middle }
        }
        Ok(low)
    }

    /// The neighbours at a step and the next, if they have the two behaviours.
    fn pair(&mut self, step: &Integer, likeness: Likeness) -> Step<Option<Boundary>> {
        let next = step + &Integer::ONE;
        let (left, right) = (self.outcome(step)?, self.outcome(&next)?);
        if !self.is_left(likeness, &left) || !self.is_right(likeness, &right) {
            return Ok(None);
        }
        let side = |step: &Integer, outcome| Some(Observation { input: self.line.at(step)?, outcome });
        Ok(side(step, left).zip(side(&next, right)).map(|(left, right)| Boundary { left, right }))
    }

    fn is_left(&self, likeness: Likeness, outcome: &Outcome) -> bool {
        likeness.same(outcome, &self.was.left.outcome)
    }

    fn is_right(&self, likeness: Likeness, outcome: &Outcome) -> bool {
        likeness.same(outcome, &self.was.right.outcome)
    }

    fn outcome(&mut self, step: &Integer) -> Step<Outcome> {
        if let Some(outcome) = self.seen.get(step) {
            return Ok(outcome.clone());
        }
        // Steps between two that have an input have one, but for a gap between types that do not meet.
        let input = self.line.at(step).ok_or(Halt::Calls)?;
        if self.is_over() {
            return Err(Halt::Calls);
        }
        self.calls += 1;
        let mut outcome = Outcome::default();
        self.sut.run(&input, &mut outcome).map_err(Halt::Broken)?;
        self.allowance.note(&outcome);
        let outcome = outcome.abbreviated();
        self.seen.insert(step.clone(), outcome.clone());
        Ok(outcome)
    }

    fn is_over(&self) -> bool {
        let Allowance { calls, deadline, .. } = self.allowance;
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.calls >= calls || !self.allowance.is_patient()
    }
}
