//! `date` again, under `shape`: the ends of the twelve months, of February in common and in leap years.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "date_ends",
    "the end of each month; February's once more in leap years",
    "shape",
    || built_in("date"),
    truth,
);

/// The lengths of the months, February's in a common year.
const LENGTHS: [i128; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEBRUARY: i128 = 2;

fn truth() -> Truth {
    let end = |year: i128, month: i128, last: i128| {
        Known::new(
            format!("day {last} | {} of month {month}", last + 1),
            &[year, month, last],
            &[year, month, last + 1],
        )
    };
    let mut known: Vec<Known> = (1..).zip(LENGTHS).map(|(month, last)| end(1999, month, last)).collect();
    known.push(end(2000, FEBRUARY, 29));
    Truth::kinds(known, |pair| {
        let (month, last) = (pair.left_number(1)?, pair.left_number(2)?);
        if pair.step() != Some(2) || pair.valid() != (true, false) {
            return None;
        }
        let leap_end = (month == FEBRUARY && last == 29).then_some(LENGTHS.len());
        leap_end.or_else(|| usize::try_from(month - 1).ok().filter(|m| LENGTHS.get(*m) == Some(&last)))
    })
}
