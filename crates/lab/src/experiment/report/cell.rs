//! One figure of a table.

use std::fmt;

pub use autobva_report::thousands as grouped;

/// A figure, or a text, or nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// There is no such figure.
    Empty,
    Text(String),
    /// A number of things.
    Count(u64),
    /// A mean with its standard deviation.
    Mean(f64, f64),
    /// A part of a whole; people see the share.
    Part(u64, u64),
    /// The two sides of a pair.
    Pair(String, String),
    /// A number with this many decimals.
    Number(f64, usize),
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A list of names or numbers, `none` if there are none.
    pub fn list(items: impl IntoIterator<Item = impl ToString>) -> Cell {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        Cell::Text(if items.is_empty() { "none".into() } else { items.join(", ") })
    }

    /// The mean of these numbers and their sample standard deviation, as in the paper.
    pub fn mean_of(numbers: &[f64]) -> Cell {
        if numbers.is_empty() {
            return Cell::Empty;
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Cell::Mean(mean, (squares / (count - 1.0).max(1.0)).sqrt())
    }

    /// The mean, count or number; `None` for a text.
    pub fn value(&self) -> Option<f64> {
        match self {
            Cell::Count(number) | Cell::Part(number, _) => Some(*number as f64),
            Cell::Mean(number, _) | Cell::Number(number, _) => Some(*number),
            Cell::Empty | Cell::Text(_) | Cell::Pair(..) => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Text(text) => f.write_str(text),
            Cell::Count(count) => f.write_str(&grouped(*count)),
            Cell::Mean(mean, deviation) => {
                write!(f, "{} ± {}", with_decimal(*mean), with_decimal(*deviation))
            }
            Cell::Part(part, whole) => f.write_str(&percent(*part, *whole)),
            Cell::Pair(left, right) => write!(f, "{left} | {right}"),
            Cell::Number(number, decimals) => write!(f, "{number:.decimals$}"),
        }
    }
}

/// A number with one decimal and thousands separators.
fn with_decimal(number: f64) -> String {
    let tenths = (number.abs() * 10.0).round() as u64;
    let sign = if number < 0.0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", grouped(tenths / 10), tenths % 10)
}

/// A share in whole percent; 100 and 0 mean exactly all and none.
fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    match share {
        _ if part == 0 => "0 %".into(),
        _ if part == whole => "100 %".into(),
        share if share < 1.0 => "<1 %".into(),
        share if share > 99.0 => ">99 %".into(),
        share => format!("{share:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_in_the_paper() {
        let shown = |cell: Cell| cell.to_string();
        assert_eq!(shown(Cell::Mean(27_581.04, 265.39)), "27,581.0 ± 265.4");
        assert_eq!(shown(Cell::Mean(9.96, 0.0)), "10.0 ± 0.0");
        assert_eq!(shown(Cell::Part(299, 5753)), "5 %");
        assert_eq!(shown(Cell::Part(1, 5753)), "<1 %");
        assert_eq!(shown(Cell::Part(5752, 5753)), ">99 %");
        assert_eq!(shown(Cell::Number(0.94251, 3)), "0.943");
        assert_eq!([0, 999, 1_000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        assert_eq!(Cell::mean_of(&[1.0, 2.0, 3.0]), Cell::Mean(2.0, 1.0));
        assert_eq!(Cell::mean_of(&[4.0]), Cell::Mean(4.0, 0.0), "one run has no deviation");
        assert_eq!(Cell::mean_of(&[]), Cell::Empty);
    }
}
