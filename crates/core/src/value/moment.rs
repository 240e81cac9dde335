//! Moments: dates, times of day, both together, and durations, each a whole number of its smallest unit.

use std::fmt;

use crate::behaviour::calendar;
use crate::digits;

/// The kind of a moment, which determines its smallest unit and how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MomentKind {
    /// A day number; day 1 is 0001-01-01: `2024-02-29`.
    Date,
    /// A time of day, in microseconds from midnight: `23:59:59`.
    Time,
    /// A day and a time, in microseconds from the beginning of the year 1: `2024-02-29T23:59:59`.
    DateTime,
    /// A span of time in microseconds: `1 day, 2:00:00`, as a number of seconds `93600`.
    Duration,
}

/// Microseconds of a second and of a day.
const SECOND: i128 = 1_000_000;
const DAY: i128 = 86_400 * SECOND;
/// The last day with a four-digit year, 9999-12-31.
const LAST_DAY: i128 = 3_652_059;

impl MomentKind {
    /// Every kind.
    pub const ALL: [MomentKind; 4] =
        [MomentKind::Date, MomentKind::Time, MomentKind::DateTime, MomentKind::Duration];

    /// The name in a declaration.
    pub fn name(self) -> &'static str {
        match self {
            MomentKind::Date => "date",
            MomentKind::Time => "time",
            MomentKind::DateTime => "datetime",
            MomentKind::Duration => "duration",
        }
    }

    /// The name as a run-time type.
    pub fn type_name(self) -> &'static str {
        match self {
            MomentKind::Date => "Date",
            MomentKind::Time => "Time",
            MomentKind::DateTime => "DateTime",
            MomentKind::Duration => "Duration",
        }
    }

    /// The least and the greatest number.
    pub fn ends(self) -> (i128, i128) {
        match self {
            MomentKind::Date => (1, LAST_DAY),
            MomentKind::Time => (0, DAY - 1),
            MomentKind::DateTime => (0, LAST_DAY * DAY - 1),
            // These are the limits of Python's timedelta: 999,999,999 days in either direction.
            MomentKind::Duration => (-999_999_999 * DAY, 1_000_000_000 * DAY - 1),
        }
    }

    /// The units of its clock or calendar by which a person would move it.
    pub fn units(self) -> &'static [Unit] {
        match self {
            MomentKind::Date => &[Unit::Month, Unit::Year],
            MomentKind::Time => &[Unit::Second, Unit::Minute, Unit::Hour],
            MomentKind::DateTime => {
                &[Unit::Second, Unit::Minute, Unit::Hour, Unit::Day, Unit::Month, Unit::Year]
            }
            MomentKind::Duration => &[Unit::Second, Unit::Minute, Unit::Hour, Unit::Day],
        }
    }
}

/// A unit larger than the smallest one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The names say it all.
pub enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Month,
    Year,
}

impl Unit {
    /// All units, the smallest first.
    pub const ALL: [Unit; 6] = [Unit::Second, Unit::Minute, Unit::Hour, Unit::Day, Unit::Month, Unit::Year];

    /// The word for one of it.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Second => "second",
            Unit::Minute => "minute",
            Unit::Hour => "hour",
            Unit::Day => "day",
            Unit::Month => "month",
            Unit::Year => "year",
        }
    }

    /// Its length in microseconds, if that is always the same.
    pub fn length(self) -> Option<i128> {
        match self {
            Unit::Second => Some(SECOND),
            Unit::Minute => Some(60 * SECOND),
            Unit::Hour => Some(3_600 * SECOND),
            Unit::Day => Some(DAY),
            Unit::Month | Unit::Year => None,
        }
    }
}

/// A date, a time of day, both, or a duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    kind: MomentKind,
    number: i128,
}

impl Moment {
    /// The moment with this number, limited to the range of the kind.
    pub fn new(kind: MomentKind, number: i128) -> Moment {
        let (least, most) = kind.ends();
        Moment { kind, number: number.clamp(least, most) }
    }

    /// The kind of the moment.
    pub fn kind(&self) -> MomentKind {
        self.kind
    }

    /// The number of its smallest units.
    #[inline]
    pub fn number(&self) -> i128 {
        self.number
    }

    /// How many whole units of this size have passed: the months or years of a calendar, or the seconds of a clock.
    pub fn count(&self, unit: Unit) -> i128 {
        match unit.length() {
            Some(length) => self.number.div_euclid(length),
            None => {
                let [year, month, _] = calendar::parts_of_day(self.day());
                if unit == Unit::Year { year } else { year * 12 + month - 1 }
            }
        }
    }

    /// The moment moved to this count of a unit. Smaller units stay as they are, except that a day which the month
    /// lacks becomes the last day of the month.
    pub fn with_count(&self, unit: Unit, count: i128) -> Moment {
        let Some(length) = unit.length() else { return self.with_calendar(unit, count) };
        Moment::new(self.kind, count * length + self.number.rem_euclid(length))
    }

    fn with_calendar(&self, unit: Unit, count: i128) -> Moment {
        let [_, month, day] = calendar::parts_of_day(self.day());
        let (year, month) = if unit == Unit::Year {
            (count, month)
        } else {
            (count.div_euclid(12), count.rem_euclid(12) + 1)
        };
        let first = calendar::day_of([year, month, 1]);
        let after = if month == 12 {
            calendar::day_of([year + 1, 1, 1])
        } else {
            calendar::day_of([year, month + 1, 1])
        };
        let moved = first + day.min(after - first) - 1;
        match self.kind {
            MomentKind::Date => Moment::new(self.kind, moved),
            MomentKind::Time | MomentKind::DateTime | MomentKind::Duration => {
                Moment::new(self.kind, (moved - 1) * DAY + self.number.rem_euclid(DAY))
            }
        }
    }

    /// The arguments for the classes of Python's `datetime`: year, month and day; hour, minute, second and microsecond;
    /// both; or days, seconds and microseconds.
    pub fn parts(&self) -> Vec<i128> {
        let (day, within) = (self.number.div_euclid(DAY), self.number.rem_euclid(DAY));
        let (seconds, micros) = (within / SECOND, within % SECOND);
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60, micros];
        match self.kind {
            MomentKind::Date => calendar::parts_of_day(self.number).to_vec(),
            MomentKind::Time => clock.to_vec(),
            MomentKind::DateTime => calendar::parts_of_day(day + 1).into_iter().chain(clock).collect(),
            MomentKind::Duration => vec![day, seconds, micros],
        }
    }

    /// The day number in the calendar; day 1 is 0001-01-01.
    fn day(&self) -> i128 {
        match self.kind {
            MomentKind::Date => self.number,
            MomentKind::Time | MomentKind::DateTime | MomentKind::Duration => self.number.div_euclid(DAY) + 1,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes; a duration is a number of seconds.
    pub fn read(kind: MomentKind, text: &str) -> Option<Moment> {
        let number = match kind {
            MomentKind::Date => read_date(text)?,
            MomentKind::Time => read_time(text)?,
            MomentKind::DateTime => {
                let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
                (read_date(date)? - 1) * DAY + read_time(time)?
            }
            MomentKind::Duration => read_seconds(text)?,
        };
        let (least, most) = kind.ends();
        (least..=most).contains(&number).then_some(Moment { kind, number })
    }
}

fn read_date(text: &str) -> Option<i128> {
    let mut parts = text.splitn(3, '-');
    let [year, month, day] = [parts.next()?, parts.next()?, parts.next()?];
    let is_sound = |part: &str, length: usize| part.len() == length && digits::leading(part) == length;
    if !is_sound(year, 4) || !is_sound(month, 2) || !is_sound(day, 2) {
        return None;
    }
    let wanted = [year.parse().ok()?, month.parse().ok()?, day.parse().ok()?];
    let number = calendar::day_of_checked(wanted)?;
    (calendar::parts_of_day(number) == wanted).then_some(number)
}

fn read_time(text: &str) -> Option<i128> {
    let mut parts = text.splitn(3, ':');
    let hour: i128 = two_digits(parts.next()?)?;
    let minute: i128 = two_digits(parts.next()?)?;
    let seconds = parts.next().unwrap_or("00");
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let second = two_digits(whole)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    Some(((hour * 60 + minute) * 60 + second) * SECOND + read_fraction(fraction)?)
}

fn two_digits(text: &str) -> Option<i128> {
    (text.len() == 2 && digits::leading(text) == 2).then(|| text.parse().ok())?
}

/// The decimals of a number of seconds, in microseconds.
fn read_fraction(text: &str) -> Option<i128> {
    let is_sound = text.len() <= 6 && digits::leading(text) == text.len();
    is_sound.then(|| format!("{text:0<6}").parse().ok())?
}

fn read_seconds(text: &str) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let unsigned = whole.strip_prefix('-').unwrap_or(whole);
    if unsigned.is_empty() || digits::leading(unsigned) != unsigned.len() {
        return None;
    }
    let size = unsigned.parse::<i128>().ok()?.checked_mul(SECOND)?.checked_add(read_fraction(fraction)?)?;
    Some(if whole.starts_with('-') { -size } else { size })
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MomentKind::Date => write_date(f, self.number),
            MomentKind::Time => write_time(f, self.number),
            MomentKind::DateTime => {
                write_date(f, self.day())?;
                f.write_str("T")?;
                write_time(f, self.number.rem_euclid(DAY))
            }
            MomentKind::Duration => {
                let size = self.number.abs();
                write!(f, "{}{}", if self.number < 0 { "-" } else { "" }, size / SECOND)?;
                write_fraction(f, size % SECOND)
            }
        }
    }
}

fn write_date(f: &mut fmt::Formatter<'_>, day: i128) -> fmt::Result {
    let [year, month, day] = calendar::parts_of_day(day);
    write!(f, "{year:04}-{month:02}-{day:02}")
}

fn write_time(f: &mut fmt::Formatter<'_>, number: i128) -> fmt::Result {
    let seconds = number / SECOND;
    write!(f, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    write_fraction(f, number % SECOND)
}

fn write_fraction(f: &mut fmt::Formatter<'_>, microseconds: i128) -> fmt::Result {
    if microseconds == 0 { Ok(()) } else { write!(f, ".{microseconds:06}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: MomentKind, text: &str) -> Moment {
        Moment::read(kind, text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn moments_are_written_as_they_are_read() {
        use MomentKind::*;
        for (kind, text) in [
            (Date, "0001-01-01"),
            (Date, "2024-02-29"),
            (Date, "9999-12-31"),
            (Time, "00:00:00"),
            (Time, "23:59:59.000001"),
            (DateTime, "2023-12-31T23:59:59"),
            (Duration, "-0.500000"),
            (Duration, "93600"),
        ] {
            assert_eq!(read(kind, text).to_string(), text);
        }
        for (kind, text) in [
            (Date, "2023-02-29"),
            (Date, "10000-01-01"),
            (Date, "2023-1-1"),
            (Time, "24:00:00"),
            (Duration, ""),
        ] {
            assert_eq!(Moment::read(kind, text), None, "{text}");
        }
        for kind in MomentKind::ALL {
            let (least, most) = kind.ends();
            for number in [least, most] {
                let moment = Moment::new(kind, number);
                assert_eq!(read(kind, &moment.to_string()), moment);
            }
        }
    }

    #[test]
    fn months_and_years_keep_the_day_where_they_have_it() {
        let date = read(MomentKind::Date, "2024-01-31");
        let moved = |unit, by| date.with_count(unit, date.count(unit) + by).to_string();
        assert_eq!(moved(Unit::Month, 1), "2024-02-29");
        assert_eq!(moved(Unit::Month, 12), "2025-01-31");
        assert_eq!(moved(Unit::Year, -1), "2023-01-31");
        let evening = read(MomentKind::DateTime, "2024-02-29T20:15:00");
        assert_eq!(evening.with_count(Unit::Year, 2023).to_string(), "2023-02-28T20:15:00");
        assert_eq!(
            evening.with_count(Unit::Hour, evening.count(Unit::Hour) + 4).to_string(),
            "2024-03-01T00:15:00"
        );
    }
}
