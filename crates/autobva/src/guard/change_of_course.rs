//! Follows a boundary whose sides differ in numbers only. The line through it is examined again, to find where one
//! course ends and the other begins.

use autobva_core::{Axis, Integer, Line, Place, Signature};

use super::calls::{Calls, Halt, Step};
use super::trace::{Stretch, Trace};

/// What is on the line now.
pub(super) enum Sight {
    /// The two courses meet there, or one of them meets another course.
    There(Place, CoursesKept),
    /// Two courses meet at the old place, but other ones.
    Here,
    /// No courses meet.
    Nowhere,
}

/// How many of the two old courses meet at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CoursesKept {
    Both,
    One,
}

/// Five neighbours on either side are run: fewer points may lie on a line by chance.
const ROW: i128 = 5;
/// At most 160 gaps are halved before places further away are tried.
const MOST_HALVINGS: usize = 160;

/// Looks for the boundary along the one axis on which its inputs differ; `None` if there are several. `is_taken`
/// excludes places to which it cannot have moved.
pub(super) fn look_for(
    was: &Place,
    signature: &Signature,
    calls: &mut Calls,
    is_taken: &dyn Fn(&Place) -> bool,
) -> Step<Option<Sight>> {
    let Some(mut look) = CourseSearch::at(was, signature, calls, is_taken) else { return Ok(None) };
    look.run().map(Some)
}

/// Whether the neighbours of a boundary lie on one line, so that the kink is gone. The two inputs alone do not show
/// this: where two lines meet, the corner lies on both.
pub(super) fn is_straight(was: &Place, signature: &Signature, calls: &mut Calls) -> Step<bool> {
    let Some(mut look) = CourseSearch::at(was, signature, calls, &|_| false) else { return Ok(false) };
    let (low, high) = look.ends.clone();
    look.row(&low)?;
    look.row(&high)?;
    Ok(look.trace.is_straight())
}

/// The places of both sides, the lesser first.
fn ends(axis: &Axis, was: &Place) -> (Integer, Integer) {
    let [a, b] = [&was.left, &was.right].map(|side| axis.get(&side.input));
    if a <= b { (a, b) } else { (b, a) }
}

struct CourseSearch<'a, 'b, 'c> {
    was: &'a Place,
    is_taken: &'a dyn Fn(&Place) -> bool,
    ends: (Integer, Integer),
    trace: Trace<'b, 'c>,
}

impl<'a, 'b, 'c> CourseSearch<'a, 'b, 'c> {
    /// A look along the one axis on which the inputs differ; `None` if there are several.
    fn at(
        was: &'a Place,
        signature: &Signature,
        calls: &'b mut Calls<'c>,
        is_taken: &'a dyn Fn(&Place) -> bool,
    ) -> Option<CourseSearch<'a, 'b, 'c>> {
        let (left, right) = (&was.left.input, &was.right.input);
        let mut axes = signature.differing_axes(left, right);
        let (Some(axis), None) = (axes.next(), axes.next()) else { return None };
        let line = Line::along(axis.clone(), left.clone(), signature);
        Some(CourseSearch { was, is_taken, ends: ends(&axis, was), trace: Trace::new(line, axis, calls) })
    }

    fn run(&mut self) -> Step<Sight> {
        let (low, high) = self.ends.clone();
        self.row(&low)?;
        self.row(&high)?;
        let is_here = self.crossing_at(&low);
        let mut stride = Integer::Small(2 * ROW);
        // A place with both old courses is the boundary; a place with one old course may be.
        let mut second = None;
        loop {
            let squeezed = self.squeeze();
            for (index, both) in self.crossings() {
                let there = self.trace.pair(index);
                match both {
                    true => return Ok(Sight::There(there, CoursesKept::Both)),
                    false => second = second.or(Some(there)),
                }
            }
            match squeezed {
                Err(Halt::Calls) => break,
                other => other?,
            }
            let (below, above) = (&low - &stride, &high + &stride);
            if is_here || second.is_some() || !(self.trace.holds(&below) || self.trace.holds(&above)) {
                break;
            }
            match self.trace.look(below).and_then(|_| self.trace.look(above)) {
                Err(Halt::Calls) => break,
                other => other?,
            };
            stride = stride.double();
        }
        Ok(match second {
            _ if is_here => Sight::Here,
            Some(there) => Sight::There(there, CoursesKept::One),
            None => Sight::Nowhere,
        })
    }

    /// Runs a place and its neighbours.
    fn row(&mut self, place: &Integer) -> Step<()> {
        (-ROW..=ROW).try_for_each(|away| self.trace.look(place + &Integer::Small(away)).map(drop))
    }

    /// Halves the gaps between stretches until all of them meet at neighbours, the nearest gap first.
    fn squeeze(&mut self) -> Step<()> {
        for _ in 0..MOST_HALVINGS {
            let low = self.ends.0.clone();
            let stretches = self.trace.stretches();
            let gaps =
                stretches.windows(2).map(|pair| pair[0].to).filter(|&to| self.trace.middle(to).is_some());
            let nearest = gaps.min_by_key(|&to| self.trace.place(to).distance(&low));
            if let Some(middle) = nearest.and_then(|to| self.trace.middle(to)) {
                self.trace.look(middle)?;
                continue;
            }
            if !self.confirm(&stretches)? {
                break;
            }
        }
        Ok(())
    }

    /// Runs the neighbours of stretches that meet, to make their courses certain; returns whether anything new was run.
    fn confirm(&mut self, stretches: &[Stretch]) -> Step<bool> {
        let places: Vec<Integer> =
            stretches.windows(2).map(|pair| self.trace.place(pair[0].to).clone()).collect();
        for place in places {
            let around = (-ROW..=ROW + 1).map(|away| &place + &Integer::Small(away));
            let mut news = false;
            for place in around {
                news |= self.trace.look(place)?;
            }
            if news {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The places at which stretches with one or both of the old courses meet, the nearest first.
    fn crossings(&self) -> Vec<(usize, bool)> {
        let stretches = self.trace.stretches();
        let mut found = Vec::new();
        for pair in stretches.windows(2).filter(|pair| self.trace.middle(pair[0].to).is_none()) {
            let index = pair[0].to;
            let there = self.trace.pair(index);
            if there.same_place(self.was) || (self.is_taken)(&there) {
                continue;
            }
            let falls = self.falls();
            let (left, right) = if falls { (&pair[1], &pair[0]) } else { (&pair[0], &pair[1]) };
            let sides = [(left, &self.was.left), (right, &self.was.right)];
            let kept = sides.into_iter().filter(|(stretch, seen)| self.trace.explains(stretch, seen)).count();
            if kept > 0 {
                found.push((index, kept == 2));
            }
        }
        found.sort_by_key(|(index, both)| (!both, self.trace.place(*index).distance(&self.ends.0)));
        found
    }

    /// Whether the place of the left side is greater than that of the right side.
    fn falls(&self) -> bool {
        self.trace.falls(&self.was.left.input, &self.was.right.input)
    }

    /// Whether two stretches meet at a place.
    fn crossing_at(&self, place: &Integer) -> bool {
        self.trace.stretches().windows(2).any(|pair| self.trace.place(pair[0].to) == place)
    }
}
