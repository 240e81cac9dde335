//! Patterns of places along one argument: powers, progressions, congruences with exceptions.

use std::collections::BTreeMap;

use autobva_core::behaviour::{Number, Recurrence, RuleForm, calendar, gcd};
use autobva_core::{Moment, MomentKind};

use super::runs::{Runs, WordingId};
use super::track::Track;

/// The longest row of neighbouring places that were all run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dense {
    pub first: i128,
    pub last: i128,
}

impl Dense {
    pub fn of(track: &Track) -> Dense {
        let mut best = Dense { first: 0, last: -1 };
        let mut from: Option<i128> = None;
        for (index, sample) in track.samples.iter().enumerate() {
            let Some(place) = sample.place.to_i128() else { continue };
            let first = *from.get_or_insert(place);
            if place - first > best.last - best.first {
                best = Dense { first, last: place };
            }
            if index + 1 < track.samples.len() && !track.are_neighbours(index) {
                from = None;
            }
        }
        best
    }

    /// The part of the row from the first to the last place with one of the two wordings: a pattern between these
    /// wordings says nothing about places where neither of them occurs.
    pub fn between(self, track: &Track, runs: &Runs, sides: (WordingId, WordingId)) -> Dense {
        let is_side = |wording: WordingId| wording == sides.0 || wording == sides.1;
        let places = track.samples.iter().filter(|sample| is_side(runs.told(sample.run)));
        let inside = places
            .filter_map(|sample| sample.place.to_i128())
            .filter(|p| *p >= self.first && *p <= self.last);
        let (mut first, mut last) = (self.last, self.first);
        inside.for_each(|place| (first, last) = (first.min(place), last.max(place)));
        Dense { first, last }
    }

    fn holds(&self, place: i128) -> bool {
        // Whether there is a crossing at the last place is unknown, since its neighbour was not run.
        place >= self.first && place < self.last
    }
}

/// A pattern of changes of wording needs at least 3 places.
const LEAST_PLACES: usize = 3;
/// A pattern of changes of numbers needs at least 6 places, because a short staircase looks the same.
const LEAST_STEPS: usize = 6;
/// A progression that is too wide for the dense row needs at least 6 places, of which 2 are in the row, or all 6 follow each
/// other; without any in the row, it needs 8.
const LEAST_INSIDE: usize = 2;
const LEAST_DISTANT: usize = 8;
/// Steps of up to 500 are tried.
const LONGEST_STEP: i128 = 500;
/// At most 6 progressions of the same step make one rule.
const MOST_STARTS: usize = 6;

/// Whether there are enough places for a pattern.
pub fn are_enough(places: &[i128], of_numbers: bool) -> bool {
    places.len() >= if of_numbers { LEAST_STEPS } else { LEAST_PLACES }
}

/// The rule that covers all places and, within the dense row, no others.
pub fn pattern(places: &[i128], dense: &Dense, of_numbers: bool) -> Option<RuleForm> {
    if !are_enough(places, of_numbers) {
        return None;
    }
    family(places).or_else(|| congruence(places, dense))
}

/// The moments that come again among these places, which are not sorted: a time of every day, or of every week, for days with
/// a time; a day of every year for dates. The places before each of them come with it.
pub fn recurring(places: &[i128], kind: MomentKind) -> Vec<(RuleForm, Vec<i128>)> {
    const DAY: i128 = Recurrence::DAY;
    let mut moments: BTreeMap<[i128; 2], Vec<i128>> = BTreeMap::new();
    for place in places {
        let key = match kind {
            MomentKind::Date => {
                let [_, month, day] = calendar::parts(Number::whole(place + 1));
                [month, day]
            }
            _ => [(place + 1).rem_euclid(DAY), 0],
        };
        moments.entry(key).or_default().push(*place);
    }
    let told = moments.into_iter().filter(|(_, places)| places.len() >= LEAST_PLACES);
    let rule = |(key, places): ([i128; 2], Vec<i128>)| {
        let time = || Moment::new(MomentKind::Time, key[0]);
        let is_weekly = common(&places).is_some_and(|(step, _)| step % (7 * DAY) == 0);
        let moment = match kind {
            MomentKind::Date => Recurrence::Yearly(key[0] as u8, key[1] as u8),
            _ if is_weekly => Recurrence::Weekly(time(), ((places[0] + 1) / DAY).rem_euclid(7) as u8),
            _ => Recurrence::Daily(time()),
        };
        (RuleForm::Recurring(moment), places)
    };
    told.map(rule).collect()
}

/// The family `s · b^k + d` that consists of exactly these places.
fn family(places: &[i128]) -> Option<RuleForm> {
    let steps: Vec<i128> = places.windows(2).map(|w| w[1].checked_sub(w[0])).collect::<Option<_>>()?;
    let base = steps[1].checked_div(steps[0]).filter(|base| (2..=1_000_000).contains(base))?;
    let grows = steps.windows(2).all(|w| w[0].checked_mul(base) == Some(w[1]));
    if !grows || steps[0] % (base - 1) != 0 {
        return None;
    }
    let mut scale = steps[0] / (base - 1);
    let shift = places[0].checked_sub(scale)?;
    let mut first = 0u32;
    while scale % base == 0 {
        scale /= base;
        first += 1;
    }
    let exponents = (first, first + places.len() as u32 - 1);
    Some(RuleForm::Family {
        scale: scale.try_into().ok()?,
        base: base.try_into().ok()?,
        shift: shift.try_into().ok()?,
        exponents,
    })
}

fn congruence(places: &[i128], dense: &Dense) -> Option<RuleForm> {
    let inside: Vec<i128> = places.iter().copied().filter(|p| dense.holds(*p)).collect();
    if inside.len() < LEAST_STEPS {
        return distant(places, &inside, dense);
    }
    exceptions(places, &inside, dense).or_else(|| residues(places, &inside, dense))
}

/// One progression that is too wide for the dense row: every known place belongs to it, and within the row it has no others.
fn distant(places: &[i128], inside: &[i128], dense: &Dense) -> Option<RuleForm> {
    let (step, start) = common(places)?;
    let in_a_row = |steps: &[i128]| steps.windows(2).all(|pair| pair[1] - pair[0] == step);
    let are_enough = inside.len() >= LEAST_INSIDE
        || places.len() >= LEAST_DISTANT
        || places.windows(LEAST_STEPS).any(in_a_row);
    if places.len() < LEAST_STEPS || !are_enough {
        return None;
    }
    let start = start.rem_euclid(step).try_into().ok()?;
    let form = RuleForm::Progression { start, step: step.try_into().ok()? };
    (row(dense, step, i128::from(start)) == inside).then_some(form)
}

/// One progression without the places of a longer step, except those of a still longer step; leap years are like that.
fn exceptions(places: &[i128], inside: &[i128], dense: &Dense) -> Option<RuleForm> {
    let (step, start) = common(inside)?;
    let expected = row(dense, step, start);
    let missing: Vec<i128> = expected.iter().copied().filter(|p| !inside.contains(p)).collect();
    let (mut without, mut but) = (None, None);
    if !missing.is_empty() {
        let longer = if missing.len() == 1 { None } else { common(&missing) }?;
        if longer.0 <= step {
            return None;
        }
        without = Some(longer);
        let back: Vec<i128> =
            row(dense, longer.0, longer.1).into_iter().filter(|p| inside.contains(p)).collect();
        if !back.is_empty() {
            let longest = if back.len() == 1 { Some((longer.0 * 4, back[0])) } else { common(&back) }?;
            but = Some((longest.0, longest.1.rem_euclid(longest.0)));
        }
    }
    let is_of = |place: i128, (step, start): (i128, i128)| place.rem_euclid(step) == start.rem_euclid(step);
    let holds = |place: i128| {
        is_of(place, (step, start))
            && (!without.is_some_and(|w| is_of(place, w)) || but.is_some_and(|b| is_of(place, b)))
    };
    let is_sound = (dense.first..dense.last).all(|p| holds(p) == inside.contains(&p))
        && places.iter().all(|p| holds(*p));
    if !is_sound {
        return None;
    }
    let small = |(step, start): (i128, i128)| -> Option<(i64, i64)> {
        Some((step.try_into().ok()?, start.rem_euclid(step).try_into().ok()?))
    };
    let (step, start) = small((step, start))?;
    Some(match without {
        None => RuleForm::Progression { start, step },
        Some(without) => RuleForm::Congruence {
            step,
            starts: vec![start],
            without: small(without),
            but: but.and_then(small),
        },
    })
}

/// A few progressions of the same step.
fn residues(places: &[i128], inside: &[i128], dense: &Dense) -> Option<RuleForm> {
    let span = dense.last - dense.first;
    for step in 2..=LONGEST_STEP.min(span / 4) {
        let mut starts: Vec<i128> = Vec::new();
        for place in inside.iter().map(|p| p.rem_euclid(step)) {
            if !starts.contains(&place) {
                starts.push(place);
            }
            if starts.len() > MOST_STARTS {
                break;
            }
        }
        let count: usize = starts.iter().map(|start| row(dense, step, *start).len()).sum();
        let covers = starts.len() <= MOST_STARTS
            && count == inside.len()
            && places.iter().all(|p| starts.contains(&p.rem_euclid(step)));
        if covers {
            starts.sort_unstable();
            let starts = starts.into_iter().map(|s| s.try_into().ok()).collect::<Option<Vec<i64>>>()?;
            return Some(RuleForm::Congruence {
                step: step.try_into().ok()?,
                starts,
                without: None,
                but: None,
            });
        }
    }
    None
}

/// The greatest step of which all distances are multiples, and the first place.
fn common(places: &[i128]) -> Option<(i128, i128)> {
    let first = *places.first()?;
    let step = places.iter().try_fold(0i128, |step, p| Some(gcd(step, p.checked_sub(first)?)))?;
    (step > 1).then_some((step, first))
}

/// The places of a progression within the dense row.
fn row(dense: &Dense, step: i128, start: i128) -> Vec<i128> {
    let first = dense.first + (start - dense.first).rem_euclid(step);
    (0..).map(|k| first + k * step).take_while(|p| dense.holds(*p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::behaviour::Rule;

    fn told(places: &[i128]) -> String {
        let dense = Dense { first: -10, last: 1000 };
        pattern(places, &dense, false).map_or("none".into(), |form| Rule::untested("n", form).to_string())
    }

    #[test]
    fn powers_progressions_and_exceptions() {
        assert_eq!(told(&[999, 9999, 99999]), "n <= 10^k - 1 for k 3..5");
        let sevens: Vec<i128> = (-10..1000).filter(|n: &i128| n.rem_euclid(7) == 3).collect();
        assert_eq!(told(&sevens), "n <= 7*k + 3");
        let leap = |y: i128| (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
        let years: Vec<i128> = (-10..1000).filter(|y| !leap(*y) && leap(y + 1)).collect();
        assert_eq!(told(&years), "n <= 4*k + 3, not 100*k + 99, but 400*k + 399");
        let fizz: Vec<i128> =
            (-10..1000).filter(|n| [2, 8, 11].contains(&(n % 15))).filter(|n| *n >= 0).collect();
        assert_eq!(told(&fizz), "none");
        let fizz: Vec<i128> = (-10..1000i128).filter(|n| [2, 8, 11].contains(&n.rem_euclid(15))).collect();
        assert_eq!(told(&fizz), "n <= 15*k + 2, 15*k + 8, 15*k + 11");
        let ordinal: Vec<i128> =
            (-10..1000i128).filter(|n| n.rem_euclid(10) == 0 && n.rem_euclid(100) != 10).collect();
        assert_eq!(told(&ordinal), "n <= 10*k, not 100*k + 10");
        // A progression of a wide step has few places in the row, but all places in the row must belong to it.
        assert_eq!(told(&[-7246, 314, 674, 1034, 5354, 36314]), "n <= 360*k + 314");
        assert_eq!(told(&[-7246, 314, 500, 674, 1034, 5354, 36314]), "none");
        assert_eq!(told(&[-7246, 314, 1034, 5354, 36314, 36674]), "none");
        assert_eq!(told(&[1034, 5354, 36314, 36674, 37394, 40994]), "none");
        let dates: Vec<i128> = [27, 61, 62, 65, 70, 72, 79, 86].map(|year| 10_000 * year + 1_299).into();
        assert_eq!(told(&dates), "n <= 10000*k + 1299");
        assert_eq!(told(&[-1, 1439, 2879, 4319, 5759, 7199, 719_999]), "n <= 1440*k + 1439");
        assert_eq!(told(&[-1, 500, 1439, 2879, 4319, 5759, 7199, 719_999]), "none");
        // The distance between two places may exceed the range of numbers.
        assert_eq!(told(&[i128::MIN, -5, 10, 20, 30, 40, i128::MAX]), "none");
        let prime = |n: i128| n > 1 && (2..n).all(|d| n % d != 0);
        let primes: Vec<i128> = (-10..1000).filter(|n| !prime(*n) && prime(n + 1)).collect();
        assert_eq!(told(&primes), "none");
    }
}
