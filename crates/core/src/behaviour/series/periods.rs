//! Courses that repeat: `v(x + p) = v(x) + h`.

use super::*;

/// Periods of up to 400 places are tried.
const LONGEST_PERIOD: usize = 400;

/// Whether a point has the value that a period predicts.
pub(super) fn tooth(
    points: &[Point],
    period: i128,
    height: f64,
    origin: i128,
    point: &Point,
) -> Option<bool> {
    let away = point.place?.checked_sub(origin)?;
    // Usually 64 bits suffice, and take a fraction of the time.
    let (times, rest) = match (i64::try_from(away), i64::try_from(period)) {
        (Ok(away), Ok(period)) => (away.div_euclid(period) as f64, i128::from(away.rem_euclid(period))),
        _ => (away.div_euclid(period) as f64, away.rem_euclid(period)),
    };
    let known = points.binary_search_by(|p| p.place.cmp(&Some(origin + rest))).ok()?;
    let there = points[known].y.value + height * times;
    Some((point.y.value - there).abs() <= 4.0 * NOISE * there.abs().max(point.y.value.abs()))
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
