//! Straight courses: exact ones, and those whose values are rounded or rise in equal steps.

use super::curves::apart;
use super::*;

/// A range of slopes is narrowed at most 48 times.
const HALVINGS: usize = 48;
/// After every 4 times, points that no longer matter are dropped.
const PRUNED: usize = 4;

/// Cuts the points into constant and exactly linear pieces, each as long as possible.
pub(super) fn exact_pieces(points: &[Point]) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < points.len() {
        let piece = exact_piece(points, from);
        from = piece.to + 1;
        found.push(piece);
    }
    found
}

pub(super) fn exact_piece(points: &[Point], from: usize) -> Piece {
    let alike = points[from..].iter().take_while(|p| p.y.same(&points[from].y)).count();
    if from + alike == points.len() {
        return Piece { from, to: points.len() - 1, fit: Fit::Constant };
    }
    let (to, _) = cone(points, from, 0.0);
    // Where a line rises no more than noise does, the values at its end belong to the next course, which has hardly begun.
    let [first, last] = [from, to].map(|at| points[at].y.value);
    let is_level = alike >= LEAST_ON_A_LINE && (last - first).abs() <= NOISE * first.abs();
    // Through two clusters of neighbouring floats there always is a line.
    let is_cluster = |from: usize, to: usize| !points[from].is_whole() && !apart(&points[from], &points[to]);
    let is_chance = to - from > 1
        && from + alike <= to
        && is_cluster(from, from + alike - 1)
        && is_cluster(from + alike, to);
    let constant = Piece { from, to: from + alike - 1, fit: Fit::Constant };
    if to < from + alike || points[to].x == points[from].x || is_level || is_chance {
        return constant;
    }
    let line = Piece { from, to, fit: line_through(points, from, to) };
    // Between neighbouring floats a line may rise by anything; further points say by how much it does.
    let near = (from + 1..to).take_while(|at| !apart(&points[from], &points[*at]));
    if points[from].is_whole() || near.into_iter().all(|at| explains(points, &line, at)) {
        line
    } else {
        constant
    }
}

pub(super) fn line_through(points: &[Point], from: usize, to: usize) -> Fit {
    let (first, last) = (&points[from], &points[to]);
    let slope = (last.y.value - first.y.value) / (last.x - first.x);
    Fit::Linear { slope, offset: first.y.value - slope * first.x, quantum: 0.0 }
}

/// How far a straight line from a point reaches, and the range of its slope: each further point narrows the range.
pub(super) fn cone(points: &[Point], from: usize, quantum: f64) -> (usize, [f64; 2]) {
    let first = &points[from];
    let (mut least, mut greatest) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut to = from;
    for (index, point) in points.iter().enumerate().skip(from + 1) {
        let (dx, dy) = (point.x - first.x, point.y.value - first.y.value);
        // Beyond the range of floats, slopes cannot be distinguished.
        if dx != 0.0 && !(dx.is_finite() && (dy / dx).is_finite()) {
            break;
        }
        let moved = dy / dx * point.x.abs().max(first.x.abs());
        let noise = NOISE * point.y.value.abs().max(first.y.value.abs().min(moved.abs())).max(moved.abs());
        let slack = quantum + noise + LEAST;
        if dx == 0.0 {
            // These are neighbours that floats cannot distinguish.
            if (dy.abs() > quantum + NOISE * point.y.value.abs() + LEAST) || dx.is_nan() {
                break;
            }
            to = index;
            continue;
        }
        let (lo, hi) = (least.max((dy - slack) / dx), greatest.min((dy + slack) / dx));
        if lo.is_nan() || hi.is_nan() || lo > hi {
            break;
        }
        (least, greatest, to) = (lo, hi, index);
    }
    (to, [least, greatest])
}

/// The simplest slope in a range, for a rounded line: one with a round step width, or one with few digits.
pub(super) fn simplest([least, greatest]: [f64; 2], quantum: f64) -> f64 {
    let (lo, hi) = (least.abs().min(greatest.abs()), least.abs().max(greatest.abs()));
    let sign = if least + greatest < 0.0 { -1.0 } else { 1.0 };
    if least * greatest <= 0.0 {
        return (least + greatest) / 2.0;
    }
    for digits in 1..=15 {
        // A power of two is simpler than a number with more than three digits, because computers divide by it.
        let power = 2f64.powi(hi.log2().floor() as i32);
        if digits > 3 && power >= lo {
            return sign * power;
        }
        for (lo, hi, back) in [(quantum / hi, quantum / lo, true), (lo, hi, false)] {
            let scale = 10f64.powi(digits - 1 - hi.log10().floor() as i32);
            let round = (lo * scale).ceil() / scale;
            if round <= hi && round > 0.0 && (!back || round >= 1.0) {
                return sign * if back { quantum / round } else { round };
            }
        }
    }
    (least + greatest) / 2.0
}

/// A line whose values are rounded: to the last printed decimal, or to the height of equal steps.
///
/// It must reach at least the point `least`.
pub(super) fn rounded(points: &[Point], from: usize, exact: Piece, least: usize) -> Option<Piece> {
    let in_a_row = (exact.from..exact.to).filter(|i| follows(points, *i)).count();
    if matches!(exact.fit, Fit::Linear { .. }) && !exact.is_weak() && in_a_row + 1 >= LEAST_ON_A_LINE {
        return None;
    }
    let mut quantum = quantum(&points[from..from + first_values(&points[from..])])?;
    loop {
        let (to, slope) = rounded_line(points, from, quantum, least)?;
        let covered = &points[from..=to];
        let finer = self::quantum(covered)?;
        if finer < quantum * 0.75 {
            quantum = finer;
            continue;
        }
        // Steps that are higher than the last printed decimal must also be wide, so that several places share each
        // value. Among floats there are enough places for steps of any width.
        let printed = covered.iter().map(|p| p.y.decimals).max().map_or(1.0, |d| 10f64.powi(-i32::from(d)));
        let apart = if covered.iter().all(|p| p.place.is_some_and(|n| n as f64 == p.x)) { 1.0 } else { 0.0 };
        let rounds = quantum < 1.5 * printed || slope.abs() * apart <= quantum * 1.5;
        return (rounds && values(covered) >= LEAST_VALUES).then(|| Piece {
            from,
            to,
            fit: Fit::Linear { slope, offset: middle_offset(covered, slope), quantum },
        });
    }
}

/// A rounded line through few points needs 10 bits of evidence: chance alone produces one in about a thousand cases.
const LEAST_BITS: f64 = 10.0;

/// Joins exact pieces that together are one line whose values are rounded to their last decimal. If every step is many
/// times as high as that decimal, few points suffice: they are hardly ever so close to a line by chance.
pub(super) fn join_rounded(points: &[Point], pieces: Vec<Piece>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    for piece in pieces {
        match found.last().and_then(|before| rounded_together(points, before, &piece)) {
            Some(fit) => {
                if let Some(before) = found.last_mut() {
                    *before = Piece { from: before.from, to: piece.to, fit };
                }
            }
            None => found.push(piece),
        }
    }
    found
}

fn rounded_together(points: &[Point], left: &Piece, right: &Piece) -> Option<Fit> {
    if !(is_straight(left) && is_straight(right)) {
        return None;
    }
    let covered = &points[left.from..=right.to];
    let decimals = covered.iter().map(|p| p.y.decimals).max()?;
    let quantum = 10f64.powi(-i32::from(decimals));
    let steps = covered.windows(2).map(|w| (w[1].y.value - w[0].y.value).abs());
    let least = steps.fold(f64::INFINITY, f64::min);
    let bits = (covered.len().saturating_sub(2)) as f64 * (least / (2.0 * quantum)).log2();
    let is_rounded = (1..=MOST_DECIMALS).contains(&decimals) && covered.len() >= LEAST_ON_A_LINE;
    if !is_rounded || bits < LEAST_BITS || !covered.iter().all(|p| is_precise(p, decimals)) {
        return None;
    }
    let (to, slopes) = cone(covered, 0, quantum);
    let slopes = (to + 1 == covered.len()).then(|| slopes_within(covered, slopes, quantum)).flatten()?;
    let slope = simplest(slopes, quantum);
    Some(Fit::Linear { slope, offset: middle_offset(covered, slope), quantum })
}

/// A line through two pieces whose values are rounded to their last decimal: of the side that has few values, little can be
/// said alone.
pub(super) fn rounded_across(points: &[Point], left: &Piece, right: &Piece) -> Option<Fit> {
    let is_line_or_curve = |piece: &Piece| matches!(piece.fit, Fit::Linear { .. } | Fit::Smooth);
    let is_exact = |piece: &Piece| matches!(piece.fit, Fit::Linear { quantum: 0.0, .. });
    let covered = &points[left.from..=right.to];
    let decimals = covered.iter().map(|p| p.y.decimals).max().filter(|most| *most <= MOST_DECIMALS)?;
    let quantum = 10f64.powi(-i32::from(decimals));
    let are_told = is_line_or_curve(left) && is_line_or_curve(right) && !(is_exact(left) && is_exact(right));
    if !are_told || values(covered) < 2 * LEAST_VALUES {
        return None;
    }
    let (to, slopes) = cone(covered, 0, quantum);
    let slopes = (to + 1 == covered.len()).then(|| slopes_within(covered, slopes, quantum)).flatten()?;
    let slope = simplest(slopes, quantum);
    Some(Fit::Linear { slope, offset: middle_offset(covered, slope), quantum })
}

/// Whether a piece is a line or a single point.
fn is_straight(piece: &Piece) -> bool {
    match piece.fit {
        Fit::Linear { .. } => true,
        Fit::Constant => piece.len() == 1,
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
    }
}

/// How many times the rounding the slope must change, over the length of the line, to count as a corner.
const CORNER: f64 = 32.0;
/// A line needs at least 16 points for its end to count as a corner.
const LEAST_BEFORE: usize = 16;

/// Whether a line of rounded values ends in a corner. A curve that looks straight over some length bends by no more
/// than a few quanta over that length, and also over the same length after it.
pub(super) fn has_corner(points: &[Point], line: &Piece) -> bool {
    let slope = match line.fit {
        Fit::Linear { slope, .. } => slope,
        Fit::Constant => 0.0,
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => return false,
    };
    let (first, last) = (&points[line.from], &points[line.to]);
    let decimals = points[line.from..=line.to].iter().map(|p| p.y.decimals).max().unwrap_or(0);
    let length = last.x - first.x;
    let behind = points[line.to + 1..].iter().take_while(|p| p.x - last.x <= length).last();
    let Some(next) = behind.filter(|next| next.x - last.x >= length / 4.0) else { return false };
    let slope_behind = (next.y.value - last.y.value) / (next.x - last.x);
    line.len() >= LEAST_BEFORE
        && decimals <= MOST_DECIMALS
        && (slope_behind - slope).abs() * length > CORNER * 10f64.powi(-i32::from(decimals))
}

/// How many points are tried first: at least 64, and more if these have too few different values.
pub(super) fn first_values(points: &[Point]) -> usize {
    let mut changes = points.windows(2).enumerate().filter(|(_, w)| !w[0].y.same(&w[1].y));
    let enough = changes.nth(LEAST_VALUES).map_or(points.len(), |(at, _)| at + 1);
    enough.max(64).min(points.len())
}

/// How far a line rounded to a quantum reaches from a point, and its simplest slope, if it can reach `least`.
fn rounded_line(points: &[Point], from: usize, quantum: f64, least: usize) -> Option<(usize, f64)> {
    let furthest = cone(points, from, quantum).0;
    if furthest < least {
        return None;
    }
    let slope = |to: usize| slopes_within(&points[from..=to], cone(&points[..=to], from, quantum).1, quantum);
    let (mut to, mut beyond) = (from, furthest + 1);
    // Try the last point first: usually all points are on the line.
    let mut at = furthest;
    let mut found = None;
    while to + 1 < beyond {
        match slope(at) {
            Some(slopes) => (to, found) = (at, Some(slopes)),
            None => beyond = at,
        }
        at = to.midpoint(beyond);
    }
    Some((to, simplest(found?, quantum)))
}

/// The slopes within a range for which all points lie on a line rounded to a quantum: after subtracting the line, the
/// points differ by at most a quantum.
pub(super) fn slopes_within(points: &[Point], [least, greatest]: [f64; 2], quantum: f64) -> Option<[f64; 2]> {
    let is_end = |i: &usize| {
        let same = |j: Option<usize>| j.and_then(|j| points.get(j)).is_some_and(|p| p.y.same(&points[*i].y));
        !(same(i.checked_sub(1)) && same(Some(i + 1)))
    };
    let mut ends: Vec<(f64, f64)> =
        (0..points.len()).filter(is_end).map(|i| (points[i].x, points[i].y.value)).collect();
    let most = quantum * (1.0 + 1e-6);
    if prune(&mut ends, [least, greatest]) > most {
        return None;
    }
    let [mut lo, mut hi] = [least, greatest];
    let mut outer = ends.clone();
    for round in 1..=HALVINGS {
        let (a, b) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if spread(&outer, a) <= spread(&outer, b) {
            hi = b
        } else {
            lo = a
        }
        // Usually it shows soon that no slope will do.
        if round % PRUNED == 0 && prune(&mut outer, [lo, hi]) > most {
            return None;
        }
    }
    let best = lo.midpoint(hi);
    if spread(&ends, best) > most {
        return None;
    }
    let end = |outside: f64| {
        let (mut inside, mut outside, mut outer) = (best, outside, ends.clone());
        for round in 0..HALVINGS {
            if round % PRUNED == 0 {
                prune(&mut outer, [inside, outside]);
            }
            let middle = inside.midpoint(outside);
            if spread(&outer, middle) <= most { inside = middle } else { outside = middle }
        }
        inside
    };
    Some([end(least), end(greatest)])
}

/// The spread of the points after subtracting a line of this slope, less the noise.
fn spread(points: &[(f64, f64)], slope: f64) -> f64 {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (x, y) in points {
        let noise = 2.0 * NOISE * y.abs().max((slope * x).abs());
        let (least, greatest) = (y - slope * x + noise, y - slope * x - noise);
        // Plain comparisons take one instruction each; what is no number changes nothing.
        if least < low {
            low = least;
        }
        if greatest > high {
            high = greatest;
        }
    }
    high - low
}

/// Keeps only the points that may be lowest or highest for a slope in the range, in a narrow range these are few, and returns
/// a lower limit of their spread for these slopes.
fn prune(points: &mut Vec<(f64, f64)>, [a, b]: [f64; 2]) -> f64 {
    // The least and the greatest remainder of a point for these slopes, with a margin for noise.
    let range = |(x, y): &(f64, f64)| {
        let (one, other) = (y - a * x, y - b * x);
        let noise = 4.0 * NOISE * y.abs().max((a * x).abs()).max((b * x).abs());
        (one.min(other) - noise, one.max(other) + noise)
    };
    let ranges = points.iter().map(range);
    let (low, high) = ranges.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (least, greatest)| {
        (low.min(greatest), high.max(least))
    });
    // A point beyond the range of floats compares as neither, and stays.
    points.retain(|point| {
        let (least, greatest) = range(point);
        !(least > low && greatest < high)
    });
    high - low
}

/// The middle of the offsets of the points whose decimals mean something, if there are such points.
pub(super) fn middle_offset(points: &[Point], slope: f64) -> f64 {
    let decimals = points.iter().map(|p| p.y.decimals).max().unwrap_or(0).min(MOST_DECIMALS);
    let has_precise = points.iter().any(|p| is_precise(p, decimals));
    let precise = points.iter().filter(|p| !has_precise || is_precise(p, decimals));
    let near = precise.take(256).map(|p| p.y.value - slope * p.x);
    let (lo, hi) = near.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), o| (lo.min(o), hi.max(o)));
    (lo + hi) / 2.0
}

/// The greatest number of which all differences are multiples, up to noise, if the values have few decimals.
pub(super) fn quantum(points: &[Point]) -> Option<f64> {
    let most = points.iter().map(|p| p.y.decimals).max()?;
    let decimals = most.min(MOST_DECIMALS);
    let (mut first, mut common) = (None, 0i128);
    for point in points.iter().filter(|point| is_precise(point, decimals)) {
        let digits = match point.y.scaled(decimals) {
            Some(digits) => digits,
            None => near_whole(point.y.value * 10f64.powi(i32::from(decimals)))?,
        };
        common = gcd(common, digits.checked_sub(*first.get_or_insert(digits))?);
    }
    (common > 0).then(|| common as f64 / 10f64.powi(i32::from(decimals)))
}

/// Whether this many decimals are meaningful: beyond their precision, floats are multiples of anything.
pub(super) fn is_precise(point: &Point, decimals: u16) -> bool {
    let size = point.y.value.abs();
    match decimals {
        0 => size < 1e15,
        _ => 16.0 * NOISE * size * 10f64.powi(i32::from(decimals)) < 1e-3,
    }
}

/// The whole number that differs from this one only by noise, if there is one.
pub(super) fn near_whole(number: f64) -> Option<i128> {
    let whole = number.round();
    ((number - whole).abs() <= 1e-3_f64.min(16.0 * NOISE * number.abs())).then_some(whole as i128)
}

/// The greatest common divisor.
pub fn gcd(a: i128, b: i128) -> i128 {
    // Usually 64 bits suffice, and take a fraction of the time.
    if let (Ok(mut a), Ok(mut b)) = (i64::try_from(a), i64::try_from(b)) {
        while b != 0 {
            (a, b) = (b, a.wrapping_rem(b));
        }
        return i128::from(a).abs();
    }
    if b == 0 { a.saturating_abs() } else { gcd(b, a.wrapping_rem(b)) }
}
