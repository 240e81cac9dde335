//! The table of the benchmark, in 100 columns.

use std::io::{self, Write};

use super::bars::Bar;
use super::figures::{PERCENTAGES, checkpoints};
use super::run::Series;

/// The column of the target, followed by its number of known boundaries.
const TARGET: usize = 23;
const STRATEGY: usize = 6;
const SHARE: usize = 4;
const CALLS: usize = 11;

/// Writes the table and the requirements below it. Percentages are rounded down: 100 means all, in every run.
pub fn write_table(series: &[Series], calls: u64, bars: &[Bar], out: &mut dyn Write) -> io::Result<()> {
    let seeds = series.first().map_or(0, |s| s.runs.len());
    writeln!(
        out,
        "Known boundaries found after so many calls, in percent: mean and least of {seeds} seeds;"
    )?;
    writeln!(out, "calls to find 50, 90 and 100 percent: median, - where half of the runs did not.")?;
    writeln!(out)?;
    write!(out, "{:<TARGET$} {:<STRATEGY$}", "target (known)", "")?;
    for checkpoint in checkpoints(calls) {
        write!(out, " {:>width$}", power(checkpoint), width = 2 * SHARE)?;
    }
    for percent in PERCENTAGES {
        write!(out, " {:>CALLS$}", format!("{percent} %"))?;
    }
    writeln!(out)?;
    let mut previous = "";
    for one in series {
        let name = one.subject.entry.name;
        let target = if name == previous { String::new() } else { format!("{name} ({})", one.known.len()) };
        previous = name;
        write!(out, "{target:<TARGET$} {:<STRATEGY$}", one.strategy.entry.name)?;
        for checkpoint in checkpoints(calls) {
            let percent = |share: f64| (share * 100.0).floor();
            write!(
                out,
                " {:>SHARE$}{:>SHARE$}",
                percent(one.mean_share(checkpoint)),
                percent(one.least_share(checkpoint))
            )?;
        }
        for percent in PERCENTAGES {
            let calls = one.median_calls_to(percent).map_or("-".to_string(), grouped);
            write!(out, " {calls:>CALLS$}")?;
        }
        writeln!(out)?;
    }
    if !bars.is_empty() {
        writeln!(out)?;
    }
    for bar in bars {
        writeln!(out, "{bar}")?;
    }
    Ok(())
}

/// A checkpoint as a heading: `10^3`, or the number itself.
fn power(calls: u64) -> String {
    let exponent = calls.checked_ilog10().unwrap_or(0);
    if calls == 10u64.pow(exponent) { format!("10^{exponent}") } else { grouped(calls) }
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_and_powers() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123_456), "123,456");
        assert_eq!(power(100_000), "10^5");
        assert_eq!(power(20_000), "20,000");
    }
}
