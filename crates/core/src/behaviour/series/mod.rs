//! The courses of a slot along a line: finds stretches of values that follow one rule.

mod curves;
mod lines;
mod periods;
mod settle;
#[cfg(test)]
mod tests;

pub use self::lines::gcd;

use super::number::Number;

use self::curves::{Bends, join_tangents, runs_on, smooth};
use self::lines::{exact_pieces, has_corner, join_rounded, rounded, rounded_across};
use self::periods::{join_repeating, periodic, repeating, tooth};
use self::settle::{
    absorb, lend_ends, settle_constants, settle_echoes, settle_ends, settle_wide, split_weak,
};

/// A value of a slot at a place of a line.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// The place, if it fits into 128 bits; neighbours are one apart.
    pub place: Option<i128>,
    /// The number at that place.
    pub x: f64,
    /// The value there.
    pub y: Number,
}

impl Point {
    fn mirrored(&self) -> Point {
        Point { place: self.place.and_then(i128::checked_neg), x: -self.x, y: self.y }
    }

    /// Whether the place is the number, as it is for whole numbers and not for floats, whose places are ranks.
    fn is_whole(&self) -> bool {
        self.place.is_some_and(|place| place as f64 == self.x)
    }
}

/// How the values of a slot follow from the place, along a stretch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fit {
    /// Always the same.
    Constant,
    /// `slope · x + offset`, exactly, or rounded to multiples of `quantum` if that is not zero.
    #[allow(missing_docs)]
    Linear { slope: f64, offset: f64, quantum: f64 },
    /// The values repeat every `period` places and are `height` higher each time. Every place of the period that begins
    /// at `origin` is known, or lies on a straight line between places that are.
    #[allow(missing_docs)]
    Periodic { period: i128, height: f64, origin: i128 },
    /// A curve without jumps and corners.
    Smooth,
    /// None of these.
    Irregular,
}

impl Fit {
    /// Whether a value at a place agrees with the course. `known` returns the values at the nearest known places on
    /// either side: a curve stays near them. For periodic and irregular courses any value agrees.
    pub fn meets(&self, x: f64, y: Number, known: impl Fn() -> [Number; 2]) -> bool {
        match *self {
            Fit::Constant => y.same(&known()[0]),
            Fit::Linear { slope, offset, quantum } => is_on(slope, offset, quantum, x, y.value),
            Fit::Smooth => {
                let [left, right] = known();
                let (low, high) = (left.value.min(right.value), left.value.max(right.value));
                let room = high - low;
                y.value >= low - room && y.value <= high + room
            }
            Fit::Periodic { .. } | Fit::Irregular => true,
        }
    }

    fn mirrored(self) -> Fit {
        match self {
            Fit::Linear { slope, offset, quantum } => Fit::Linear { slope: -slope, offset, quantum },
            Fit::Periodic { period, height, origin } => {
                Fit::Periodic { period, height: -height, origin: 1 - origin - period }
            }
            Fit::Constant | Fit::Smooth | Fit::Irregular => self,
        }
    }
}

/// Points that one course explains; `from` and `to` are both included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// The first point.
    pub from: usize,
    /// The last point.
    pub to: usize,
    /// The course that explains them.
    pub fit: Fit,
}

impl Piece {
    fn len(&self) -> usize {
        self.to - self.from + 1
    }

    /// Whether the points are too few to distinguish a line from a coincidence.
    pub fn is_weak(&self) -> bool {
        matches!(self.fit, Fit::Linear { quantum, .. } if quantum == 0.0) && self.len() < LEAST_ON_A_LINE
    }
}

/// The relative noise of floats after a few operations, which spoil the last of their 53 bits.
const NOISE: f64 = 1.0 / (1u64 << 44) as f64;
/// Floats below this have fewer digits, down to one.
const LEAST: f64 = 1e-300;
/// Fewer than 4 points may lie on a line by chance.
const LEAST_ON_A_LINE: usize = 4;
/// Rounded lines, steps and curves need at least 7 different values to be accepted.
const LEAST_VALUES: usize = 7;
/// An inexact course must reach at least twice as far as an exact one to replace it.
const FURTHER: usize = 2;
/// Up to 8 points at the end of a curve may belong to the next course.
const LOOSE_END: usize = 8;
/// A staircase needs at least 6 steps in a row; fewer are separate changes.
const LEAST_STEPS: usize = 6;
/// Numbers with more than 6 decimals are not rounded to them: they are unrounded floats.
const MOST_DECIMALS: u16 = 6;
/// At least 8 pieces in a row of up to 6 points each are an irregular stretch, if they have many values or alternate often.
const LONGEST_STRAY: usize = 6;
const LEAST_STRAYS: usize = 8;
const FEW_VALUES: usize = 8;
const MOST_TURNS: usize = 16;

/// Whether a number leaves its course within four equidistant places: by more than the noise of floats, and by more
/// than the jumps that rounding to some decimals causes. Whole numbers are exact.
pub fn bends(row: [&Number; 4]) -> bool {
    let steps = [1, 2, 3].map(|at| row[at].value - row[at - 1].value);
    let size = row.iter().fold(0.0, |most: f64, number| most.max(number.value.abs()));
    let decimals = row.iter().map(|number| number.decimals).max().unwrap_or(0);
    let is_rounded = (1..=MOST_DECIMALS).contains(&decimals);
    let rounding = if is_rounded { 2.0 * 10f64.powi(-i32::from(decimals)) } else { 0.0 };
    let differ = |a: f64, b: f64| (a - b).abs() > 64.0 * NOISE * size + rounding;
    differ(steps[0], steps[1]) || differ(steps[1], steps[2])
}

/// Cuts the points into pieces that one course each explains, from the least place to the greatest.
///
/// It works outward from zero on either side, because floats far from zero say little about those near it, and then
/// joins the two sides.
pub fn pieces(points: &[Point]) -> Vec<Piece> {
    // Along most lines most slots never change.
    if let Some((first, rest)) = points.split_first()
        && rest.iter().all(|point| point.y.same(&first.y))
    {
        return vec![Piece { from: 0, to: rest.len(), fit: Fit::Constant }];
    }
    let zero = points.partition_point(|point| point.x < 0.0);
    let below: Vec<Point> = points[..zero].iter().rev().map(Point::mirrored).collect();
    let mirrored = |piece: &Piece| Piece {
        from: zero - 1 - piece.to,
        to: zero - 1 - piece.from,
        fit: piece.fit.mirrored(),
    };
    let mut found: Vec<Piece> = outward(&below).iter().rev().map(mirrored).collect();
    let above = outward(&points[zero..]);
    let shifted = |piece: &Piece| Piece { from: piece.from + zero, to: piece.to + zero, fit: piece.fit };
    let mut above: Vec<Piece> = above.iter().map(shifted).collect();
    if let (Some(left), Some(right)) = (found.last(), above.first())
        && let Some(joined) = joined(points, left, right)
    {
        found.pop();
        above[0] = joined;
    }
    found.extend(above);
    absorb(points, &mut found);
    settle_wide(points, &mut found);
    settle_echoes(points, &mut found);
    settle_constants(points, &mut found);
    absorb(points, &mut found);
    lend_ends(points, &mut found);
    split_weak(points, found)
}

/// The stretches on which all slots stay on their courses, with the course of each slot: wherever one slot leaves its
/// course, all are cut. `last` is the index of the last point.
pub fn in_common(by_slot: &[Vec<Piece>], last: usize) -> Vec<(usize, usize, Vec<Fit>)> {
    let mut ends: Vec<usize> = by_slot.iter().flatten().map(|piece| piece.to).collect();
    ends.push(last);
    ends.sort_unstable();
    ends.dedup();
    let fit = |pieces: &Vec<Piece>, end: usize| {
        pieces.iter().find(|piece| piece.to >= end).map_or(Fit::Irregular, |piece| piece.fit)
    };
    let mut from = 0;
    let stretch = |end: usize| {
        let fits = by_slot.iter().map(|pieces| fit(pieces, end)).collect();
        (std::mem::replace(&mut from, end + 1), end, fits)
    };
    ends.into_iter().map(stretch).collect()
}

fn outward(points: &[Point]) -> Vec<Piece> {
    let exact = settle_ends(points, exact_pieces(points));
    if exact.len() < LEAST_STEPS {
        return join_rounded(points, exact);
    }
    let wide = join_rounded(points, join_repeating(points, widened(points, &exact)));
    irregular(points, join_tangents(points, wide))
}

/// Joins two adjacent pieces, if a single course explains both.
fn joined(points: &[Point], left: &Piece, right: &Piece) -> Option<Piece> {
    let fit = by_one_side(points, left, right).or_else(|| rounded_across(points, left, right))?;
    Some(Piece { from: left.from, to: right.to, fit })
}

/// The course of one of two pieces, if it explains the other one as well.
fn by_one_side(points: &[Point], left: &Piece, right: &Piece) -> Option<Fit> {
    let fit = match (left.fit, right.fit) {
        (Fit::Constant, Fit::Constant) => {
            points[left.to].y.same(&points[right.from].y).then_some(Fit::Constant)?
        }
        (Fit::Smooth, Fit::Smooth) => runs_on(points, left, right).then_some(Fit::Smooth)?,
        (Fit::Irregular, Fit::Irregular) => Fit::Irregular,
        // The side with more points determines the line better; the other side may have only a few.
        (_, Fit::Linear { .. }) if left.len() <= right.len() => {
            (left.from..=left.to).all(|i| explains(points, right, i)).then_some(right.fit)?
        }
        (Fit::Linear { .. }, _) => {
            (right.from..=right.to).all(|i| explains(points, left, i)).then_some(left.fit)?
        }
        (_, Fit::Linear { .. }) => {
            (left.from..=left.to).all(|i| explains(points, right, i)).then_some(right.fit)?
        }
        _ => return None,
    };
    Some(fit)
}

/// Replaces runs of exact pieces by an inexact course if that reaches much further.
fn widened(points: &[Point], exact: &[Piece]) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut bends = Bends::default();
    let mut at = 0;
    while at < exact.len() {
        let piece = exact[at];
        // With fewer pieces than a staircase needs, nothing has to be tried.
        let are_enough = exact.len() - at >= LEAST_STEPS;
        let wide = are_enough.then(|| wider(points, piece.from, &exact[at..], &mut bends)).flatten();
        let wide = wide.filter(|wide| {
            let covered = exact[at..].iter().take_while(|p| p.to <= wide.to).count();
            // What repeats is exact, too, and its first period may have most of the points.
            let is_exact = matches!(wide.fit, Fit::Periodic { .. });
            covered >= LEAST_STEPS && (is_exact || wide.to + 1 - piece.from > FURTHER * piece.len())
        });
        let Some(wide) = wide else {
            found.push(piece);
            at += 1;
            continue;
        };
        at += exact[at..].iter().take_while(|p| p.to <= wide.to).count();
        // What remains of a piece that the wide one has cut.
        let mut rest = exact.get(at).copied().filter(|p| p.from <= wide.to);
        if let Some(cut) = &mut rest {
            cut.from = wide.to + 1;
            at += 1;
        }
        found.push(wide);
        found.extend(rest);
    }
    found
}

/// The inexact course from this point that reaches furthest.
fn wider(points: &[Point], from: usize, exact: &[Piece], bends: &mut Bends) -> Option<Piece> {
    let rounded = rounded(points, from, exact[0], exact[LEAST_STEPS - 1].to);
    let periodic = periodic(points, from).or_else(|| repeating(points, exact));
    // Of courses that reach equally far, the last one is the simplest. A curve adapts to neighbouring points, so its
    // end says little.
    let stiff = [periodic, rounded].into_iter().flatten().max_by_key(|piece| piece.to);
    let beyond = stiff.map_or(from, |stiff| stiff.to + LOOSE_END + 1);
    let curve = if beyond < points.len() { smooth(points, from, bends) } else { None };
    let line = stiff.filter(|piece| matches!(piece.fit, Fit::Linear { .. })).unwrap_or(exact[0]);
    let has_corner = has_corner(points, &line);
    curve.filter(|curve| curve.to >= beyond && !has_corner).or(stiff)
}

/// Whether the course of a piece also goes through a point outside the piece.
fn explains(points: &[Point], piece: &Piece, index: usize) -> bool {
    let (point, first) = (&points[index], &points[piece.from]);
    match piece.fit {
        Fit::Constant => piece.len() > 1 && point.y.same(&first.y),
        Fit::Linear { slope, offset, quantum } => is_on(slope, offset, quantum, point.x, point.y.value),
        Fit::Periodic { period, height, origin } => {
            tooth(points, period, height, origin, point) == Some(true)
        }
        Fit::Smooth | Fit::Irregular => false,
    }
}

/// Whether a point is on a line, up to noise and rounding.
fn is_on(slope: f64, offset: f64, quantum: f64, x: f64, y: f64) -> bool {
    let size = y.abs().max((slope * x).abs()).max(offset.abs());
    // The offset is that of the middle of the steps.
    (y - (slope * x + offset)).abs() <= 0.55 * quantum + 4.0 * NOISE * size + LEAST
}

/// How many runs of equal values there are.
fn values(points: &[Point]) -> usize {
    1 + points.windows(2).filter(|w| !w[0].y.same(&w[1].y)).count()
}

fn follows(points: &[Point], index: usize) -> bool {
    match (points[index].place, points.get(index + 1).and_then(|p| p.place)) {
        (Some(here), Some(next)) => here.checked_add(1) == Some(next),
        _ => false,
    }
}

/// Joins long runs of weak pieces and single points into irregular pieces.
fn irregular(points: &[Point], pieces: Vec<Piece>) -> Vec<Piece> {
    let is_exact = |piece: &Piece| match piece.fit {
        Fit::Constant => true,
        Fit::Linear { quantum, .. } => quantum == 0.0,
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
    };
    let is_stray = |piece: &Piece| piece.len() <= LONGEST_STRAY && is_exact(piece);
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        // A short piece with irregular ones on both sides is irregular as well.
        if let Some(Piece { fit: Fit::Irregular, .. }) = found.last()
            && pieces[at].len() <= 2 * LONGEST_STRAY
            && is_exact(&pieces[at])
        {
            if let Some(before) = found.last_mut() {
                before.to = pieces[at].to;
            }
            at += 1;
            continue;
        }
        let strays = pieces[at..].iter().take_while(|piece| is_stray(piece)).count();
        let last = pieces[at + strays.max(1) - 1];
        let joined = Piece { from: pieces[at].from, to: last.to, fit: Fit::Irregular };
        let many = distinct(&points[joined.from..=joined.to]) > FEW_VALUES || strays > MOST_TURNS;
        if strays >= LEAST_STRAYS && many {
            match found.last_mut() {
                Some(before) if before.fit == Fit::Irregular => before.to = joined.to,
                _ => found.push(joined),
            }
        } else {
            found.extend(&pieces[at..at + strays.max(1)]);
        }
        at += strays.max(1);
    }
    found
}

fn distinct(points: &[Point]) -> usize {
    let mut bits: Vec<u64> = points.iter().map(|p| p.y.value.to_bits()).collect();
    bits.sort_unstable();
    bits.dedup();
    bits.len()
}
