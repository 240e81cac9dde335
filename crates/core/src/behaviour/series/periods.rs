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

/// How many periods fit into a distance, and the rest.
fn divided(away: i128, period: i128) -> (i128, i128) {
    // Usually 64 bits suffice, and take a fraction of the time.
    match (i64::try_from(away), i64::try_from(period)) {
        (Ok(away), Ok(period)) => (away.div_euclid(period).into(), away.rem_euclid(period).into()),
        _ => (away.div_euclid(period), away.rem_euclid(period)),
    }
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
    // At the ends of the range not even 128 bits suffice.
    let (times, rest) = match place.checked_sub(origin) {
        Some(away) => {
            let (times, rest) = divided(away, period);
            (times as f64, rest)
        }
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

/// A periodic course whose period is too wide to try every place of it: what one piece shows begins again at equal distances,
/// higher by the same amount each time. The piece may itself be a staircase, as the minutes of an hour are.
pub(super) fn repeating(points: &[Point], pieces: &[Piece]) -> Option<Piece> {
    let [first, second, ..] = pieces else { return None };
    let origin = points[first.from].place?;
    let period = points[second.from].place?.checked_sub(origin)?;
    // Among floats, equal distances are those of numbers and not of places.
    let is_whole = [first, second].iter().all(|piece| points[piece.from].is_whole());
    if first.len() == 1 || !is_whole || !follows(points, first.to) {
        return None;
    }
    let height = points[second.from].y.value - points[first.from].y.value;
    let periods_to = |point: &Point| Some(divided(point.place?.checked_sub(origin)?, period).0);
    // How many periods were met, and the last of them.
    let (mut met, mut last) = (0, None);
    let mut holds = |at: &usize| {
        let point = &points[*at];
        let times =
            periods_to(point).filter(|times| is_again(points, first, period, (*times, height), point));
        met += usize::from(times.is_some() && times != last);
        last = times.or(last);
        times.is_some()
    };
    let to = (first.from..points.len()).take_while(&mut holds).last()?;
    // Neighbours show where the first two end.
    let ends_twice = (second.from..to).any(|at| {
        follows(points, at)
            && points[at + 1].place == period.checked_mul(2).and_then(|twice| origin.checked_add(twice))
    });
    let fit = Fit::Periodic { period, height, origin };
    (met >= LEAST_STEPS && ends_twice).then_some(Piece { from: first.from, to, fit })
}

/// Whether a point that is some periods behind a piece has the value that the piece has there, higher by so many heights.
fn is_again(
    points: &[Point],
    piece: &Piece,
    period: i128,
    (times, height): (i128, f64),
    point: &Point,
) -> bool {
    let place = point.place.zip(times.checked_mul(period)).and_then(|(place, by)| place.checked_sub(by));
    let Some(place) = place else { return false };
    let (x, rise) = (place as f64, height * times as f64);
    match piece.fit {
        Fit::Constant => is_on(0.0, points[piece.from].y.value + rise, 0.0, x, point.y.value),
        Fit::Linear { slope, offset, quantum } => is_on(slope, offset + rise, quantum, x, point.y.value),
        Fit::Periodic { period, height, origin } => {
            let y = Number { value: point.y.value - rise, ..point.y };
            tooth(points, period, height, origin, &Point { place: Some(place), x, y }) == Some(true)
        }
        Fit::Smooth | Fit::Irregular => false,
    }
}

/// Joins pieces that repeat, until none does: minutes make an hour, and hours a day.
pub(super) fn join_repeating(points: &[Point], mut pieces: Vec<Piece>) -> Vec<Piece> {
    let mut at = 0;
    while at < pieces.len() {
        let Some(all) = repeating(points, &pieces[at..]) else {
            at += 1;
            continue;
        };
        let whole = pieces[at..].iter().take_while(|piece| piece.to <= all.to).count();
        // What remains of a piece that the end of the period cuts.
        if let Some(cut) = pieces.get_mut(at + whole).filter(|piece| piece.from <= all.to) {
            cut.from = all.to + 1;
        }
        pieces.splice(at..at + whole, [all]);
        at = 0;
    }
    pieces
}
