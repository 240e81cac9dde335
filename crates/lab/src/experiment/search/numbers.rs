//! Kinds of change between two numbers in an output: of the sign, and of the number of digits.

/// The largest number of digits of an i64 that has a successor with one digit more.
const MOST_DIGITS: usize = 18;

/// How many kinds there are: one of the sign, and one for each number of digits and either sign.
pub const KINDS: usize = 1 + 2 * MOST_DIGITS;

/// The kinds in order: the name of each, and two consecutive numbers that show it.
pub fn kinds() -> impl Iterator<Item = (String, [i64; 2])> {
    let sign = ("-1 | 0".to_string(), [-1, 0]);
    let positive = (1..=MOST_DIGITS).map(|d| {
        let power = 10i64.pow(d as u32);
        (format!("{d} | {} digits", d + 1), [power - 1, power])
    });
    let negative = (1..=MOST_DIGITS).map(|d| {
        let power = -10i64.pow(d as u32);
        (format!("-{} | -{d} digits", d + 1), [power, power + 1])
    });
    std::iter::once(sign).chain(positive).chain(negative)
}

/// The kind of change between two numbers; `None` if nothing changes, or more than one digit at a time.
pub fn kind(a: &str, b: &str) -> Option<usize> {
    let digits = |text: &str| text.strip_prefix('-').unwrap_or(text).len();
    let negative = |text: &str| text.starts_with('-');
    match (negative(a), negative(b)) {
        (false, false) => digit_kind(digits(a), digits(b)),
        (true, true) => digit_kind(digits(a), digits(b)).map(|kind| kind + MOST_DIGITS),
        _ => Some(0),
    }
}

fn digit_kind(a: usize, b: usize) -> Option<usize> {
    (a.abs_diff(b) == 1 && a.min(b) <= MOST_DIGITS).then_some(a.min(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_shows_its_kind() {
        for (place, (name, [a, b])) in kinds().enumerate() {
            assert_eq!(kind(&a.to_string(), &b.to_string()), Some(place), "{name}");
        }
        assert_eq!(kinds().count(), KINDS);
    }

    #[test]
    fn other_changes_are_none() {
        assert_eq!(kind("12", "13"), None);
        assert_eq!(kind("9", "100"), None);
        assert_eq!(kind("-12", "-13"), None);
    }
}
