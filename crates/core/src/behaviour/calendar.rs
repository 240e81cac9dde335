//! Dates and times inside texts, as one number each.

use super::number::Number;
use super::wording::Mark;
use crate::digits::leading as digits;

/// Reads an ISO date, a time, or both, at the beginning of a text; returns the mark, the number and the length.
pub(super) fn read(text: &str) -> Option<(Mark, Number, usize)> {
    // This is called for every number of every output, and most numbers are neither, so they are rejected quickly.
    if !matches!(text.as_bytes().get(digits(text)), Some(b'-' | b':')) {
        return None;
    }
    if let Some(day) = date(text) {
        let behind = &text[10..];
        let time_at = behind.starts_with(['T', ' ']).then(|| behind.get(1..)).flatten();
        return Some(match time_at.and_then(time) {
            Some((seconds, length)) => {
                let whole = Number::whole(i128::from(day) * 86_400);
                (Mark::Time, plus(whole, seconds), 11 + length)
            }
            None => (Mark::Date, Number::whole(i128::from(day)), 10),
        });
    }
    time(text).map(|(seconds, length)| (Mark::Time, seconds, length))
}

/// The day of `YYYY-MM-DD`, counted from the first day of the year 1.
fn date(text: &str) -> Option<i64> {
    let bytes = text.as_bytes().get(..10)?;
    if bytes[4] != b'-' || bytes[7] != b'-' || text.as_bytes().get(10).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let part = |from: usize, to: usize| -> Option<i64> {
        let digits = &bytes[from..to];
        digits
            .iter()
            .all(u8::is_ascii_digit)
            .then(|| digits.iter().fold(0, |n, d| n * 10 + i64::from(d - b'0')))
    };
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let sound = (1..=12).contains(&month) && (1..=31).contains(&day);
    sound.then(|| days_before(year, month) + day)
}

/// Year, month and day of a date that is given as a day number.
pub fn parts(day: Number) -> [i128; 3] {
    parts_of_day(day.value as i128)
}

/// Year, month and day of a day number; day 1 is 0001-01-01.
pub(crate) fn parts_of_day(day: i128) -> [i128; 3] {
    let day = day as i64;
    let mut year = (day as f64 / 365.2425).floor() as i64;
    while days_before(year + 1, 1) < day {
        year += 1;
    }
    while days_before(year, 1) >= day {
        year -= 1;
    }
    let of_year = day - days_before(year, 1);
    let month = (1..=12).rev().find(|month| days_in_year_before(year, *month) < of_year).unwrap_or(1);
    [year, month, of_year - days_in_year_before(year, month)].map(i128::from)
}

/// The day number of a year, a month from 1 to 12, and a day of that month.
pub(crate) fn day_of([year, month, day]: [i128; 3]) -> i128 {
    i128::from(days_before(year as i64, month as i64)) + day
}

/// The same, or `None` if the month is out of range.
pub(crate) fn day_of_checked(parts: [i128; 3]) -> Option<i128> {
    (1..=12).contains(&parts[1]).then(|| day_of(parts))
}

/// The places that each month takes on the [even calendar](even_place); the first of them lies before its first day.
pub const EVEN_MONTH: i128 = 32;

/// The place of a day on a calendar whose months all have the same length. There, all months are steps of the same
/// length, and so are all years, and the order of days is kept.
pub fn even_place(day: i128) -> i128 {
    let [year, month, day] = parts_of_day(day);
    (year * 12 + month - 1) * EVEN_MONTH + day
}

/// The last day at or before a place on the even calendar.
pub fn day_up_to(even_place: i128) -> i128 {
    let (month, day) = (even_place.div_euclid(EVEN_MONTH), even_place.rem_euclid(EVEN_MONTH));
    let first = |month: i128| day_of([month.div_euclid(12), month.rem_euclid(12) + 1, 1]);
    first(month) - 1 + day.min(first(month + 1) - first(month))
}

/// The number of days from the beginning of the year 1 to the beginning of a month.
fn days_before(year: i64, month: i64) -> i64 {
    let last = year - 1;
    let in_year = days_in_year_before(year, month);
    last * 365 + last.div_euclid(4) - last.div_euclid(100) + last.div_euclid(400) + in_year
}

/// The number of days from the beginning of a year to the beginning of a month.
fn days_in_year_before(year: i64, month: i64) -> i64 {
    const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let is_leap = || (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    BEFORE[usize::try_from(month - 1).unwrap_or(0)] + i64::from(month > 2 && is_leap())
}

/// `H:MM`, `H:MM:SS` or `H:MM:SS.ffffff` in seconds, and its length.
fn time(text: &str) -> Option<(Number, usize)> {
    let bytes = text.as_bytes();
    let digit = |byte: u8| i128::from(byte - b'0');
    let two = |at: usize| match bytes.get(at..)? {
        [b':', tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..]
            if !rest.first().is_some_and(u8::is_ascii_digit) =>
        {
            Some(digit(*tens) * 10 + digit(*ones))
        }
        _ => None,
    };
    let hours = digits(text);
    let minutes = (hours > 0).then(|| two(hours))?.filter(|m| *m < 60)?;
    // A duration may have any number of hours, as long as its seconds fit into 128 bits.
    let hour = |n: i128, byte: &u8| n.checked_mul(10)?.checked_add(digit(*byte));
    let whole = bytes[..hours].iter().try_fold(0, hour)?.checked_mul(3600)?.checked_add(minutes * 60)?;
    let Some(seconds) = two(hours + 3).filter(|s| *s < 60) else {
        // With more than two digits for the hours, `H:MM` is a range or a ratio.
        return (hours <= 2).then(|| (Number::whole(whole), hours + 3));
    };
    let end = hours + 6;
    let fraction = text[end..].strip_prefix('.').map_or(0, digits);
    let length = if fraction > 0 { end + 1 + fraction } else { end };
    let part = match fraction {
        0 => Number::whole(whole.checked_add(seconds)?),
        _ => Number::read(&format!("{}{}", whole.checked_add(seconds)?, &text[end..length]))?,
    };
    Some((part, length))
}

fn plus(whole: Number, part: Number) -> Number {
    let digits = whole.scaled(part.decimals).zip(part.digits).and_then(|(a, b)| a.checked_add(b));
    Number { value: whole.value + part.value, digits, decimals: part.decimals }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_parts_agree() {
        for day in (-400..800_000).step_by(7) {
            let [year, month, in_month] = parts(Number::whole(day));
            let (year, month) = (year as i64, month as i64);
            assert_eq!(i128::from(days_before(year, month)) + in_month, day);
            assert!((1..=12).contains(&month) && (1..=31).contains(&in_month), "{day}");
        }
        for day in 700_000..702_000 {
            let place = even_place(day);
            assert!(place < even_place(day + 1) && day_up_to(place) == day, "{day}");
            assert_eq!(day_up_to(even_place(day + 1) - 1), day);
        }
        let (_, leap, length) = read("2024-02-29 is").unwrap();
        assert_eq!((parts(leap), length), ([2024, 2, 29], 10));
        let read_time = |text: &str| time(text).map(|(seconds, length)| (seconds.value, length));
        assert_eq!(read_time("10000:00:07 left"), Some((36_000_007.0, 11)));
        assert_eq!(read_time("47261439850130342147690917698856696:02:07"), Some((i128::MAX as f64, 41)));
        assert_eq!(read_time("47261439850130342147690917698856696:02:08"), None);
        assert_eq!(read_time("100:30"), None);
    }
}
