//! Finds out where a boundary went: outwards from its old place with doubling steps, then by halving.

use autobva_core::{Input, Integer, Likeness, Middle, Observation, Outcome, Place, Sut, SutError, halve};

use super::calls::{Allowance, Calls, Halt, Step};
use super::paths::{Paths, Track};

/// Excludes places to which a boundary cannot have moved, because the same two behaviours, compared with this likeness,
/// met there before.
///
/// If only numbers distinguish the behaviours, there is no likeness: any boundary at the place excludes it.
pub(super) type ThereBefore<'a> = &'a dyn Fn(&Place, Option<Likeness>) -> bool;

pub(super) struct Pursuit<'a> {
    was: &'a Place,
    now: &'a Place,
    ways: Vec<Likeness>,
    paths: Paths,
    calls: Calls<'a>,
}

impl<'a> Pursuit<'a> {
    /// The pursuit of the boundary `was`, whose inputs now have the outcomes `now`, with these comparisons. `None` if
    /// the inputs are at the same place.
    pub(super) fn new(
        sut: &'a dyn Sut,
        (was, now): (&'a Place, &'a Place),
        ways: Vec<Likeness>,
        allowance: Allowance<'a>,
    ) -> Option<Pursuit<'a>> {
        let paths = Paths::of(sut.signature(), was)?;
        Some(Pursuit { was, now, ways, paths, calls: Calls::new(sut, now, allowance) })
    }

    /// How many calls were made.
    pub(super) fn calls(&self) -> u64 {
        self.calls.made
    }

    /// The place at which the two behaviours meet now and did not before, if there is one.
    pub(super) fn find(&mut self, there_before: ThereBefore) -> Result<Option<Place>, SutError> {
        for likeness in self.ways.iter().copied() {
            if !self.paths.is_wide && likeness.alike(self.was, self.now) {
                return Ok(None);
            }
            let mut look = LikenessSearch { was: self.was, likeness, there_before, calls: &mut self.calls };
            match look.through(&self.paths) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(Halt::Calls) => return Ok(None),
                Err(Halt::Broken(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Whether the two inputs have different outcomes, and the neighbour on each side has the same outcome as its side.
    /// Then even digits distinguish two behaviours, `0 | 1`; otherwise the outcomes change with every input.
    pub(super) fn is_step(&mut self) -> Result<bool, SutError> {
        let (left, right) = (&self.now.left.outcome, &self.now.right.outcome);
        let Some(way) = self.paths.ways.first().filter(|_| left != right) else { return Ok(false) };
        let neighbours = [(left, way.down.at(&Integer::Small(-1))), (right, way.up.at(&Integer::ONE))];
        for (outcome, neighbour) in neighbours {
            // At the end of the line there is no neighbour that could differ.
            let Some(neighbour) = neighbour else { continue };
            match self.calls.outcome(&neighbour) {
                Ok(seen) if seen == *outcome => {}
                Ok(_) | Err(Halt::Calls) => return Ok(false),
                Err(Halt::Broken(error)) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// A search for two behaviours, compared with one likeness.
struct LikenessSearch<'a, 'b> {
    was: &'a Place,
    likeness: Likeness,
    there_before: ThereBefore<'a>,
    calls: &'a mut Calls<'b>,
}

/// The inputs along a path, by step.
type Inputs<'a> = &'a dyn Fn(&Integer) -> Option<Input>;

impl LikenessSearch<'_, '_> {
    /// Looks between the inputs, then outwards on all ways at once, so that the nearest place is found first.
    fn through(&mut self, paths: &Paths) -> Step<Option<Place>> {
        let trail = &paths.trail;
        if let Some(found) = self.between(&|step| trail.at(step), &Integer::ZERO, &trail.length)? {
            return Ok(Some(found));
        }
        let sides = paths.ways.iter().flat_map(|way| [(&way.up, true), (&way.down, false)]);
        let mut outwards: Vec<Outwards> = sides.map(|(track, up)| Outwards::new(track, up)).collect();
        let mut stride = Integer::ONE;
        while !outwards.is_empty() {
            for side in &mut outwards {
                let (low, high) = side.advance(&stride);
                if let Some(found) = self.between(&|step| side.track.at(step), &low, &high)? {
                    return Ok(Some(found));
                }
            }
            outwards.retain(|side| side.reached < side.reach);
            stride = stride.double();
        }
        Ok(None)
    }

    /// Looks between two steps for neighbours with the two behaviours.
    fn between(&mut self, inputs: Inputs, low: &Integer, high: &Integer) -> Step<Option<Place>> {
        let (at_low, at_high) = (self.outcome(inputs, low)?, self.outcome(inputs, high)?);
        if self.is_left(&at_low) && !self.is_left(&at_high) {
            // Take the last input with the left behaviour, and its neighbour.
            let last = self.last(inputs, (low, high), |look, outcome| look.is_left(outcome))?;
            if let Some(found) = self.news(inputs, &last)? {
                return Ok(Some(found));
            }
        }
        if self.is_right(&at_high) && !self.is_right(&at_low) {
            // Take the last input without the right behaviour, and its neighbour.
            let last = self.last(inputs, (low, high), |look, outcome| !look.is_right(outcome))?;
            return self.news(inputs, &last);
        }
        Ok(None)
    }

    /// The last step for which a condition holds, given that it holds at the first of two steps and not at the second.
    fn last(
        &mut self,
        inputs: Inputs,
        (low, high): (&Integer, &Integer),
        holds: impl Fn(&Self, &Outcome) -> bool,
    ) -> Step<Integer> {
        let (mut low, mut high) = (low.clone(), high.clone());
        while low.distance(&high) > Integer::ONE {
            let middle = halve(&low, &high, Middle::OfNumbers);
            let outcome = self.outcome(inputs, &middle)?;
            if holds(self, &outcome) { low = middle } else { high = middle }
        }
        Ok(low)
    }

    /// The neighbours at a step and the next one, if they have the two behaviours and did not have them before.
    fn news(&mut self, inputs: Inputs, step: &Integer) -> Step<Option<Place>> {
        let [left, right] = [step.clone(), step + &Integer::ONE].map(|step| inputs(&step));
        let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
        let [left, right] = [self.observed(left)?, self.observed(right)?];
        if !self.is_left(&left.outcome) || !self.is_right(&right.outcome) {
            return Ok(None);
        }
        let found = Place::between(left, right);
        Ok((!(self.there_before)(&found, Some(self.likeness))).then_some(found))
    }

    fn observed(&mut self, input: Input) -> Step<Observation> {
        Ok(Observation { outcome: self.calls.outcome(&input)?, input })
    }

    /// The outcome at a step. Between two steps with an input every step has one, except for a gap between types that
    /// do not meet.
    fn outcome(&mut self, inputs: Inputs, step: &Integer) -> Step<Outcome> {
        self.calls.outcome(&inputs(step).ok_or(Halt::Calls)?)
    }

    fn is_left(&self, outcome: &Outcome) -> bool {
        self.likeness.same(outcome, &self.was.left.outcome)
    }

    fn is_right(&self, outcome: &Outcome) -> bool {
        self.likeness.same(outcome, &self.was.right.outcome)
    }
}

/// How far a track was followed in one direction.
struct Outwards<'a> {
    track: &'a Track,
    is_up: bool,
    /// The number of steps to the end.
    reach: Integer,
    reached: Integer,
}

impl<'a> Outwards<'a> {
    fn new(track: &'a Track, is_up: bool) -> Outwards<'a> {
        Outwards { track, is_up, reach: track.reach(is_up), reached: Integer::ZERO }
    }

    /// Advances to this many steps from the beginning, or to the end, and returns the lesser and the greater step of
    /// the new part.
    fn advance(&mut self, steps: &Integer) -> (Integer, Integer) {
        let next = steps.min(&self.reach).clone();
        let from = std::mem::replace(&mut self.reached, next.clone());
        if self.is_up { (from, next) } else { (&Integer::ZERO - &next, &Integer::ZERO - &from) }
    }
}
