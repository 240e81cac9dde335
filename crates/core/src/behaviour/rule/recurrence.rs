//! Moments that come again: a time of every day or week, and a day of every year.

use std::fmt;

use crate::behaviour::calendar::{day_of_checked, parts_of_day};
use crate::value::{Moment, MomentKind};

/// The days of a week. The first day of the year 1 is a Monday.
const WEEK: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A moment that comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recurrence {
    /// A time of every day.
    Daily(Moment),
    /// A time of a day of every week, counted from Monday.
    Weekly(Moment, u8),
    /// A month and a day of every year. What is compared is a date.
    Yearly(u8, u8),
}

impl Recurrence {
    /// The microseconds of a day.
    pub const DAY: i128 = 86_400_000_000;

    /// The last place before the moment with a number: of a day, week or year.
    pub fn place(&self, number: u32) -> i128 {
        let number = i128::from(number);
        match self {
            Recurrence::Daily(time) => number * Recurrence::DAY + time.number() - 1,
            Recurrence::Weekly(time, day) => {
                (number * 7 + i128::from(*day)) * Recurrence::DAY + time.number() - 1
            }
            Recurrence::Yearly(month, day) => {
                day_of_checked([number, i128::from(*month), i128::from(*day)]).unwrap_or_default() - 1
            }
        }
    }

    /// The number of the moment after a place.
    pub fn number(&self, place: i128) -> u32 {
        let number = match self {
            Recurrence::Daily(_) => (place + 1) / Recurrence::DAY,
            Recurrence::Weekly(..) => (place + 1) / (7 * Recurrence::DAY),
            Recurrence::Yearly(..) => parts_of_day(place + 1)[0],
        };
        u32::try_from(number).unwrap_or_default()
    }

    /// Whether the moment comes right after a place.
    pub fn has_place(&self, place: i128) -> bool {
        self.place(self.number(place)) == place
    }
}

impl fmt::Display for Recurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recurrence::Daily(time) => write!(f, "{time} of every day"),
            Recurrence::Weekly(time, day) => write!(f, "{time} of every {}", WEEK[usize::from(*day) % 7]),
            Recurrence::Yearly(month, day) => write!(f, "{month:02}-{day:02} of every year"),
        }
    }
}

impl Recurrence {
    /// Reads `06:00:00 of every day`, `06:00:00 of every Monday` and `06-15 of every year`.
    pub(super) fn read(text: &str) -> Option<Recurrence> {
        let (at, every) = text.split_once(" of every ")?;
        if every == "year" {
            let (month, day) = at.split_once('-')?;
            let (month, day) = (month.parse().ok()?, day.parse().ok()?);
            let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
            return is_day.then_some(Recurrence::Yearly(month, day));
        }
        let time = Moment::read(MomentKind::Time, at)?;
        match every {
            "day" => Some(Recurrence::Daily(time)),
            day => Some(Recurrence::Weekly(time, WEEK.iter().position(|known| *known == day)? as u8)),
        }
    }
}
