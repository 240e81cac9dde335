//! Periodic behaviour: the weekday of a second. Seven transitions repeat every 604,800 numbers, on both sides of zero
//! and at any magnitude.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "periodic",
    "the weekday of a second: it never ends, and never changes nearby",
    "shape",
    || function(weekday.into_sut(), "periodic", &["second"]),
    truth,
);

const DAY: i64 = 86_400;
const DAYS: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

fn weekday(second: i64) -> &'static str {
    DAYS[second.div_euclid(DAY).rem_euclid(7) as usize]
}

fn truth() -> Truth {
    let midnight = |day: usize| {
        let end = (day as i64 + 1) * DAY;
        Known::new(format!("{} | {}", DAYS[day], DAYS[(day + 1) % 7]), &[end - 1], &[end])
    };
    Truth::kinds((0..7).map(midnight).collect(), |pair| {
        pair.step()?;
        (pair.texts().0 != pair.texts().1).then(|| DAYS.iter().position(|day| *day == pair.texts().0))?
    })
}
