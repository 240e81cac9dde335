//! Budgets as they are written: durations and counts.

use std::time::Duration;

/// Reads a duration such as `10s`, `500ms`, `1.5m` or `2h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let fault = || format!("'{text}' is not a time; write for instance 10s, 500ms, 2m or 1h");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 1e-3,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(fault()),
    };
    let number: f64 = digits.parse().map_err(|_| fault())?;
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(fault());
    }
    Duration::try_from_secs_f64(number * factor).map_err(|_| fault())
}

/// Reads a count such as `3000`, `100_000`, `1e6` or `20k`.
pub fn count(text: &str) -> Result<u64, String> {
    let fault = || format!("'{text}' is not a count; write a whole number such as 3000, 100_000 or 1e6");
    let plain = text.replace('_', "");
    if let Ok(number) = plain.parse() {
        return Ok(number);
    }
    let (digits, factor) = match plain.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1e3),
        None => plain.strip_suffix('M').map_or((plain.as_str(), 1.0), |digits| (digits, 1e6)),
    };
    let number = digits.parse::<f64>().map_err(|_| fault())? * factor;
    let whole = number >= 0.0 && number.fract() == 0.0 && number < 2f64.powi(63);
    if whole { Ok(number as u64) } else { Err(fault()) }
}

/// Reads a count that is not zero.
pub fn at_least_one(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("none at all is too few; write 1 or more".to_string()),
        number => Ok(number),
    }
}

/// Reads a size in bytes such as `4096`, `512K`, `100M` or `2G`, with units of 1,024.
pub fn size(text: &str) -> Result<u64, String> {
    let fault =
        || format!("'{text}' is not a size; write a number of bytes, or for instance 512K, 100M or 2G");
    let plain = text.trim_end_matches('B').trim_end_matches('i');
    let (digits, shift) = match plain.chars().next_back() {
        Some('k' | 'K') => (&plain[..plain.len() - 1], 10),
        Some('m' | 'M') => (&plain[..plain.len() - 1], 20),
        Some('g' | 'G') => (&plain[..plain.len() - 1], 30),
        _ => (plain, 0),
    };
    let number: u64 = digits.parse().map_err(|_| fault())?;
    number.checked_mul(1 << shift).ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        for bad in ["", "s", "-1s", "10 s", "10d", "inf", "nan", "1e400s", "ten"] {
            assert!(duration(bad).is_err(), "{bad:?} was read");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("3000"), Ok(3000));
        assert_eq!(count("100_000"), Ok(100_000));
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("20k"), Ok(20_000));
        for bad in ["", "-1", "1.5", "k", "1e99", "many", "nan", "inf"] {
            assert!(count(bad).is_err(), "{bad:?} was read");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("512K"), Ok(512 << 10));
        assert_eq!(size("100MiB"), Ok(100 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        for bad in ["", "M", "-1", "1.5G", "big", "99999999999G"] {
            assert!(size(bad).is_err(), "{bad:?} was read");
        }
    }
}
