//! Decimal numbers: exact, with as many decimal places as are written.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;

use crate::integer::Integer;

/// A decimal number as it is written: `9.90` has two places and differs from `9.9`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// All digits as one whole number: 990.
    digits: Integer,
    /// How many of them follow the point.
    places: u32,
}

impl Decimal {
    /// The maximum number of decimal places.
    pub const MOST_PLACES: u32 = 28;

    /// The number `digits / 10^places`.
    pub fn new(digits: impl Into<Integer>, places: u32) -> Decimal {
        Decimal { digits: digits.into(), places: places.min(Decimal::MOST_PLACES) }
    }

    /// All digits as one whole number.
    pub fn digits(&self) -> &Integer {
        &self.digits
    }

    /// How many digits follow the point.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// The number with another count of places: zeros are added, or digits are cut off.
    pub fn with_places(&self, places: u32) -> Decimal {
        let places = places.min(Decimal::MOST_PLACES);
        let digits = if places >= self.places {
            Integer::from(self.digits.to_big() * power_of_ten(places - self.places))
        } else {
            Integer::from(self.digits.to_big() / power_of_ten(self.places - places))
        };
        Decimal { digits, places }
    }

    /// The nearest float.
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }
}

fn power_of_ten(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

impl Ord for Decimal {
    /// By value; among equal values the shorter one comes first.
    fn cmp(&self, other: &Decimal) -> Ordering {
        let places = self.places.max(other.places);
        let [a, b] = [self, other].map(|decimal| decimal.with_places(places).digits);
        a.cmp(&b).then(self.places.cmp(&other.places))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.places as usize;
        let written = self.digits.to_string();
        let (sign, digits) = written.strip_prefix('-').map_or(("", written.as_str()), |digits| ("-", digits));
        if places == 0 {
            return write!(f, "{sign}{digits}");
        }
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        write!(f, "{sign}{whole}.{part}")
    }
}

/// A text that is not a decimal number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a decimal number such as 9.90")]
pub struct ParseDecimalError(String);

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    fn from_str(text: &str) -> Result<Decimal, ParseDecimalError> {
        let fault = || ParseDecimalError(text.to_string());
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let unsigned = whole.strip_prefix(['-', '+']).unwrap_or(whole);
        let is_sound = !(unsigned.is_empty() && part.is_empty())
            && part.len() <= Decimal::MOST_PLACES as usize
            && unsigned.chars().chain(part.chars()).all(|c| c.is_ascii_digit());
        if !is_sound {
            return Err(fault());
        }
        let digits: Integer = format!("{whole}{part}").parse().map_err(|_| fault())?;
        Ok(Decimal { digits, places: part.len() as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_written_as_they_are_read() {
        for text in ["0", "-1", "9.90", "0.05", "-0.50", "123456789012345678901234567890.12"] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), text);
        }
        for text in ["", ".", "-", "1e5", "1,5", "NaN", "--1", "1.-5"] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn places_are_added_and_cut_off() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        assert_eq!(decimal("9.95").with_places(4).to_string(), "9.9500");
        assert_eq!(decimal("-9.95").with_places(1).to_string(), "-9.9");
        assert!(decimal("9.9") < decimal("9.90") && decimal("9.90") < decimal("9.91"));
    }
}
