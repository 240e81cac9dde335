//! Curves: courses without jumps and corners.

use super::*;

/// Where the points of a series bend gently, as far as that was asked: curves that begin at different points ask again.
#[derive(Default)]
pub(super) struct Bends {
    quantum: f64,
    known: Vec<Option<bool>>,
}

impl Bends {
    fn gently(&mut self, points: &[Point], at: usize, quantum: f64) -> bool {
        if self.quantum != quantum || self.known.is_empty() {
            self.quantum = quantum;
            self.known.clear();
            self.known.resize(points.len(), None);
        }
        *self.known[at].get_or_insert_with(|| bends_gently(points, at, quantum))
    }
}

/// A curve: a cubic through the points around each point fits that point much better than a straight line does.
pub(super) fn smooth(points: &[Point], from: usize, bends: &mut Bends) -> Option<Piece> {
    if points.len() < from + LEAST_VALUES {
        return None;
    }
    let decimals = points[from..].iter().take(64).map(|p| p.y.decimals).max()?;
    let quantum = if decimals > MOST_DECIMALS { 0.0 } else { 10f64.powi(-i32::from(decimals)) };
    // Where values are no longer rounded, another course begins.
    let is_finer = |at: usize| quantum > 0.0 && points[at].y.decimals > decimals;
    let mut to = from + 1;
    while to + 1 < points.len() && !is_finer(to + 1) {
        let at = to;
        if at >= from + 2 && at + 2 < points.len() && !bends.gently(points, at, quantum) {
            break;
        }
        to += 1;
    }
    if to + 1 < points.len() {
        to = sharpest(points, from, to)?;
    }
    let covered = &points[from..=to];
    let span = covered
        .iter()
        .map(|p| p.y.value)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), y| (lo.min(y), hi.max(y)));
    let moves_far = quantum == 0.0 || span.1 - span.0 >= 64.0 * quantum;
    let turns = covered.windows(3).filter(|w| {
        let (a, b) = (w[1].y.value - w[0].y.value, w[2].y.value - w[1].y.value);
        a * b < 0.0
    });
    let is_calm = turns.count() <= 2 + covered.len() / 32;
    (moves_far && is_calm && values(covered) > LEAST_VALUES).then_some(Piece { from, to, fit: Fit::Smooth })
}

pub(super) fn bends_gently(points: &[Point], at: usize, quantum: f64) -> bool {
    let before = |i: usize| (0..i).rev().find(|j| apart(&points[*j], &points[i]));
    let behind = |i: usize| (i + 1..points.len()).find(|j| apart(&points[i], &points[*j]));
    let (Some(b), Some(c)) = (before(at), behind(at)) else { return true };
    let (Some(a), Some(d)) = (before(b), behind(c)) else { return true };
    // Plain loops: this runs for every point of every curve, and the adapters of arrays are not inlined everywhere.
    let [mut x, mut y] = [[0.0; 5]; 2];
    for (slot, index) in [a, b, c, d, at].into_iter().enumerate() {
        (x[slot], y[slot]) = (points[index].x, points[index].y.value);
    }
    let by_x = Weights::of(x);
    if by_x.are_met(y, quantum) {
        return true;
    }
    let by_sizes = Weights::of(by_size(x));
    // With logarithmic scales a logarithm is a line in x, a power in x and y, and an exponential in y.
    if by_sizes.are_met(y, quantum) {
        return true;
    }
    let (sizes_y, relative) = (by_size(y), quantum / y[4].abs().max(1.0));
    by_sizes.are_met(sizes_y, relative) || by_x.are_met(sizes_y, relative)
}

/// Five places, and how the values at the first four make up that of a cubic at the fifth.
struct Weights {
    x: [f64; 5],
    cubic: [f64; 4],
}

impl Weights {
    fn of(x: [f64; 5]) -> Weights {
        let [a, b, c, d, at] = x;
        Weights { x, cubic: lagrange([a, b, c, d], at) }
    }

    /// Whether a cubic through the first four values fits the last one, which lies between the second and the third, much
    /// better than a straight line between those two. Every value may be rounded by a quantum.
    fn are_met(&self, y: [f64; 5], quantum: f64) -> bool {
        let (there, weight) = weighted(&self.cubic, &y[..4]);
        let cubic = (there - y[4]).abs();
        let noise = 64.0 * NOISE * y[4].abs().max(y[1].abs()).max(y[2].abs());
        cubic <= 0.6 * quantum * (1.0 + weight) + noise || {
            let chord = lagrange([self.x[1], self.x[2]], self.x[4]);
            cubic <= 0.4 * (weighted(&chord, &y[1..3]).0 - y[4]).abs()
        }
    }
}

/// Logarithms of numbers; if their signs differ, a similar function that passes zero.
fn by_size(numbers: [f64; 5]) -> [f64; 5] {
    if numbers.iter().all(|n| *n > 0.0) {
        numbers.map(f64::ln)
    } else if numbers.iter().all(|n| *n < 0.0) {
        numbers.map(|n| -(-n).ln())
    } else {
        numbers.map(f64::asinh)
    }
}

/// Joins a curve with neighbouring lines that it runs into without a corner: near zero, and wherever a curve hardly
/// bends, floats cannot tell it from a line.
pub(super) fn join_tangents(points: &[Point], pieces: Vec<Piece>) -> Vec<Piece> {
    let is_line = |piece: &Piece| matches!(piece.fit, Fit::Linear { quantum, .. } if quantum == 0.0);
    let mut found: Vec<Piece> = Vec::new();
    for piece in pieces {
        match found.last_mut() {
            Some(before)
                if (before.fit == Fit::Smooth && is_line(&piece)
                    || is_line(before) && piece.fit == Fit::Smooth)
                    && runs_on(points, before, &piece) =>
            {
                *before = Piece { from: before.from, to: piece.to, fit: Fit::Smooth };
            }
            _ => found.push(piece),
        }
    }
    found
}

/// Whether the points around the joint of two pieces lie on one curve.
pub(super) fn runs_on(points: &[Point], left: &Piece, right: &Piece) -> bool {
    let mut around = right.from.saturating_sub(2).max(left.from)..=(right.from + 1).min(right.to);
    around.all(|at| bends_gently(points, at, 0.0))
}

/// Whether two points are far enough apart for their distance from zero; points closer together show only noise.
pub(super) fn apart(left: &Point, right: &Point) -> bool {
    right.x - left.x > right.x.abs().max(left.x.abs()) / f64::from(1 << 16)
}

/// The weight that the value at each of some places has in the value at x of the polynomial through them.
#[inline]
fn lagrange<const N: usize>(xs: [f64; N], x: f64) -> [f64; N] {
    let mut weights = [0.0; N];
    for own in 0..N {
        let mut weight = 1.0;
        for other in 0..N {
            if other != own {
                weight *= (x - xs[other]) / (xs[own] - xs[other]);
            }
        }
        weights[own] = weight;
    }
    weights
}

/// The weighted sum of some values, and by how much it amplifies their errors.
fn weighted(weights: &[f64], ys: &[f64]) -> (f64, f64) {
    let (mut sum, mut size) = (0.0, 0.0);
    for (weight, y) in weights.iter().zip(ys) {
        sum += weight * y;
        size += weight.abs();
    }
    (sum, size)
}

/// The last point before the sharpest change near the end of a curve.
pub(super) fn sharpest(points: &[Point], from: usize, near: usize) -> Option<usize> {
    let size = |i: usize| {
        let (a, b) = (&points[i], &points[i + 1]);
        let before = (i > from).then(|| (a.y.value - points[i - 1].y.value) / (a.x - points[i - 1].x));
        let expected = a.y.value + before.unwrap_or(0.0) * (b.x - a.x);
        (b.y.value - expected).abs()
    };
    (near.saturating_sub(1).max(from)..(near + 3).min(points.len() - 1))
        .max_by(|a, b| size(*a).total_cmp(&size(*b)))
}
