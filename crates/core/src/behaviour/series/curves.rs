//! Curves: courses without jumps and corners.

use super::*;

/// A curve: a cubic through the points around it meets each point much better than a chord.
pub(super) fn smooth(points: &[Point], from: usize) -> Option<Piece> {
    if points.len() < from + LEAST_VALUES {
        return None;
    }
    let quantum = points[from..].iter().take(64).map(|p| p.y.decimals).max()?;
    let quantum = if quantum > MOST_DECIMALS { 0.0 } else { 10f64.powi(-i32::from(quantum)) };
    let mut to = from + 1;
    while to + 1 < points.len() {
        let at = to;
        if at >= from + 2 && at + 2 < points.len() && !bends_gently(points, at, quantum) {
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
    let around = [a, b, c, d];
    let plain = |p: &Point| (p.x, p.y.value);
    let by_size = |p: &Point| (p.x.asinh(), p.y.value.asinh());
    let here = points[at].y.value;
    let near = |coordinates: &dyn Fn(&Point) -> (f64, f64), slack: f64| {
        let known = around.map(|i| coordinates(&points[i]));
        let (x, y) = coordinates(&points[at]);
        let (there, weight) = lagrange(&known, x);
        let cubic = (there - y).abs();
        let chord = (lagrange(&known[1..3], x).0 - y).abs();
        let noise = 64.0 * NOISE * y.abs().max(known[1].1.abs()).max(known[2].1.abs());
        // Every point may be rounded by a quantum.
        cubic <= slack * (1.0 + weight) + noise || cubic <= 0.4 * chord
    };
    near(&plain, 0.6 * quantum) || near(&by_size, 0.6 * quantum / (1.0 + here * here).sqrt())
}

/// Points that are too close for their distance from zero say nothing about a curve but noise.
pub(super) fn apart(left: &Point, right: &Point) -> bool {
    right.x - left.x > right.x.abs().max(left.x.abs()) / f64::from(1 << 16)
}

/// The polynomial through known points at a place, and how much it makes of their errors.
pub(super) fn lagrange(known: &[(f64, f64)], x: f64) -> (f64, f64) {
    let weight = |i: usize| {
        let others = known.iter().enumerate().filter(|(j, _)| *j != i);
        others.map(|(_, (xj, _))| (x - xj) / (known[i].0 - xj)).product::<f64>()
    };
    known.iter().enumerate().fold((0.0, 0.0), |(sum, size), (i, (_, y))| {
        let weight = weight(i);
        (sum + weight * y, size + weight.abs())
    })
}

/// The last point before the sharpest change near a point where a curve ends.
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
