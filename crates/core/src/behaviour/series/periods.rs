//! Courses that repeat: `v(x + p) = v(x) + h`.

use super::*;

/// Periods of up to 400 places are tried.
const LONGEST_PERIOD: usize = 400;

/// The value at a place of the first period, and the size of the values that it is calculated from. Of a wide period not every
/// place is known; between two that are, it is straight.
fn first_tooth(points: &[Point], origin: i128, period: i128, place: i128) -> Option<(f64, f64)> {
    let next = match points.binary_search_by(|p| p.place.cmp(&Some(place))) {
        Ok(known) => return Some((points[known].y.value, 0.0)),
        Err(next) => next,
    };
    let (a, b) = (points.get(next.checked_sub(1)?)?, points.get(next)?);
    let (from, to) = (a.place?.checked_sub(origin)?, b.place?.checked_sub(origin)?);
    let is_inside = from >= 0 && to < period;
    let share = (place - origin - from) as f64 / (to - from) as f64;
    let (a, b) = (a.y.value, b.y.value);
    is_inside.then_some((a + share * (b - a), a.abs().max(b.abs())))
}

/// Whether a point has the value that a period predicts.
pub(super) fn tooth(
    points: &[Point],
    period: i128,
    height: f64,
    origin: i128,
    point: &Point,
) -> Option<bool> {
    let place = point.place?;
    // Usually 64 bits suffice, and take a fraction of the time. At the ends of the range not even 128 bits do.
    let (times, rest) = match place.checked_sub(origin) {
        Some(away) => match (i64::try_from(away), i64::try_from(period)) {
            (Ok(away), Ok(period)) => (away.div_euclid(period) as f64, i128::from(away.rem_euclid(period))),
            _ => (away.div_euclid(period) as f64, away.rem_euclid(period)),
        },
        None => {
            let rest = (place.rem_euclid(period) - origin.rem_euclid(period)).rem_euclid(period);
            ((place as f64 - origin as f64 - rest as f64) / period as f64, rest)
        }
    };
    let (first, size) = first_tooth(points, origin, period, origin + rest)?;
    let there = first + height * times;
    Some((point.y.value - there).abs() <= 4.0 * NOISE * size.max(there.abs()).max(point.y.value.abs()))
}

/// A periodic course: it is found among neighbours, then followed to points further apart.
pub(super) fn periodic(points: &[Point], from: usize) -> Option<Piece> {
    let run = (from..points.len()).take_while(|i| follows(points, *i)).count() + 1;
    let decimals = points[from..from + run].iter().map(|p| p.y.decimals).max()?;
    let scaled = |index: usize| points[index].y.scaled(decimals.min(12));
    let longest = (run / 4).min(LONGEST_PERIOD);
    for period in 1..=longest {
        let height = scaled(from + period)?.checked_sub(scaled(from)?)?;
        let rises = |index: usize| -> Option<bool> {
            Some(scaled(index + period)?.checked_sub(scaled(index)?)? == height)
        };
        if !(from..from + run - period).all(|index| rises(index) == Some(true)) {
            continue;
        }
        let height = height as f64 / 10f64.powi(i32::from(decimals.min(12)));
        let (period, origin) = (period as i128, points[from].place?);
        let holds = |point: &&Point| tooth(points, period, height, origin, point) == Some(true);
        let further = points[from + run..].iter().take_while(holds).count();
        return Some(Piece {
            from,
            to: from + run - 1 + further,
            fit: Fit::Periodic { period, height, origin },
        });
    }
    None
}

/// A periodic course whose period is too wide to try every place of it: lines that begin at equal distances. Neighbours show
/// where each of them ends.
pub(super) fn sawtooth(points: &[Point], exact: &[Piece]) -> Option<Piece> {
    let teeth = exact.get(..LEAST_STEPS)?;
    let begin = |piece: &Piece| points[piece.from].place;
    let origin = begin(&teeth[0])?;
    let period = begin(&teeth[1])?.checked_sub(origin)?;
    let is_next = |pair: &[Piece]| {
        begin(&pair[0]).and_then(|place| place.checked_add(period)) == begin(&pair[1])
            && follows(points, pair[0].to)
    };
    if !teeth.windows(2).all(is_next) {
        return None;
    }
    let from = teeth[0].from;
    let height = points[teeth[1].from].y.value - points[from].y.value;
    let holds = |point: &&Point| tooth(points, period, height, origin, point) == Some(true);
    let covered = points[from..].iter().take_while(holds).count();
    Some(Piece { from, to: from + covered.checked_sub(1)?, fit: Fit::Periodic { period, height, origin } })
}
