//! `date`: Julia's `Date(year, month, day)`, printed; the arithmetic of its calendar wraps for extreme years.

use autobva_core::{Input, Outcome, SutError};

use super::Definition;
use super::arguments::int64;
use super::julia::{push_i64, push_padded};

pub(super) const DEFINITION: Definition = Definition::of(
    "date",
    "Julia's Date(year, month, day), checked and printed as YYYY-MM-DD",
    &["year:i64", "month:i64", "day:i64"],
    call,
);

/// Days from 1 March to the first of each month; January and February are the last months of their year.
const DAYS_SINCE_MARCH: [i64; 12] = [306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275];

/// Days from 1 March of year 0 to 1 January of year 1.
const MARCH_TO_JANUARY: i64 = 306;

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let (year, month, day) = (int64(input, 0)?, int64(input, 1)?, int64(input, 2)?);
    if !(1..=12).contains(&month) {
        write_out_of_range("Month", month, 12, outcome);
        return Ok(());
    }
    let last = days_in_month(year, month);
    if !(1..=last).contains(&day) {
        write_out_of_range("Day", day, last, outcome);
        return Ok(());
    }
    let (year, month, day) = year_month_day(days(year, month, day));
    let text = outcome.start_valid("Date");
    if year < 0 {
        text.push('-');
    }
    push_padded(year.unsigned_abs(), 4, text);
    text.push('-');
    push_two_digits(month, text);
    text.push('-');
    push_two_digits(day, text);
    Ok(())
}

fn write_out_of_range(part: &str, value: i64, last: i64, outcome: &mut Outcome) {
    let text = outcome.start_error("ArgumentError");
    text.push_str("ArgumentError(\"");
    text.push_str(part);
    text.push_str(": ");
    push_i64(value, text);
    text.push_str(" out of range (1:");
    push_i64(last, text);
    text.push_str(")\")");
}

/// A month or day, which an overflow can make negative or large; the padding includes the sign.
fn push_two_digits(number: i64, text: &mut String) {
    if number < 0 { push_i64(number, text) } else { push_padded(number as u64, 2, text) }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since the day before 1 January of year 1, in arithmetic that wraps.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month < 3 { year.wrapping_sub(1) } else { year };
    (day + DAYS_SINCE_MARCH[month as usize - 1])
        .wrapping_add(year.wrapping_mul(365))
        .wrapping_add(floor_div(year, 4))
        .wrapping_sub(floor_div(year, 100))
        .wrapping_add(floor_div(year, 400))
        .wrapping_sub(MARCH_TO_JANUARY)
}

/// The inverse of [`days`], as long as nothing has wrapped.
fn year_month_day(days: i64) -> (i64, i64, i64) {
    let day = days.wrapping_add(MARCH_TO_JANUARY);
    let hundredths = day.wrapping_mul(100).wrapping_sub(25);
    let century = floor_div(hundredths, 3_652_425);
    let julian = century.wrapping_sub(floor_div(century, 4));
    let year = floor_div(julian.wrapping_mul(100).wrapping_add(hundredths), 36_525);
    let of_year =
        julian.wrapping_add(day).wrapping_sub(year.wrapping_mul(365)).wrapping_sub(floor_div(year, 4));
    let month = of_year.wrapping_mul(5).wrapping_add(456) / 153;
    let day = of_year.wrapping_sub(month.wrapping_mul(153).wrapping_sub(457) / 5);
    if month > 12 { (year.wrapping_add(1), month - 12, day) } else { (year, month, day) }
}

fn floor_div(a: i64, b: i64) -> i64 {
    a.div_euclid(b) // The same as rounding down, for a positive divisor.
}
