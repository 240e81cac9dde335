//! Labels for boundaries in pictures: exact, or short but never wrong.

use autobva_core::{Motion, Value};

use crate::text::figures::score;
use crate::text::landscape::words::number_words;
use crate::text::shorten::shorten_pair;
use crate::text::shown::{shown_value, width};

/// `99 | 100`; if that is too long, one side such as `… | 99.97`, or the approximate place. Anything that is not a number is
/// shortened.
pub(super) fn between_shown(left: &str, right: &str, most: usize) -> String {
    let fits = |text: &String| width(text) <= most;
    let exact = format!("{left} | {right}");
    let (a, b) = (brief(left), brief(right));
    let one_side = match width(&a) < width(&b) {
        true => format!("{a} | …"),
        false => format!("… | {b}"),
    };
    let is_number = [left, right].iter().any(|side| side.parse::<f64>().is_ok());
    [exact, format!("{a} | {b}"), one_side].into_iter().find(fits).unwrap_or_else(|| match is_number {
        true => about(left),
        false => {
            let (left, right) = shorten_pair(left, right, most.saturating_sub(3) / 2);
            format!("{left} | {right}")
        }
    })
}

/// A number in few characters: exact, or approximate.
pub(super) fn short(value: &Value, most: usize) -> String {
    let shown = shown_value(value);
    Some(brief(&shown)).filter(|text| width(text) <= most).unwrap_or_else(|| about(&shown))
}

/// A number with two or three digits, marked as approximate.
fn about(shown: &str) -> String {
    format!("≈{}", score(shown.parse().unwrap_or(f64::NAN)))
}

/// The exact number; a round one or one next to a power is written as such: `10¹⁵`, `-2×10⁶`, `2^63 - 1`.
fn brief(exact: &str) -> String {
    let (sign, digits) = exact.strip_prefix('-').map_or(("", exact), |digits| ("-", digits));
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    match digits[..digits.len() - zeros].parse::<u32>() {
        Ok(mantissa) if mantissa < 10 && zeros > 3 => round_number(mantissa, zeros, sign),
        _ => number_words(exact),
    }
}

/// A digit times a power of ten.
fn round_number(mantissa: u32, exponent: usize, sign: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let factor = if mantissa == 1 { String::new() } else { format!("{mantissa}×") };
    let raised =
        exponent.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect::<String>();
    format!("{sign}{factor}10{raised}")
}

/// The number for comparing a value with others; for a text its length.
pub(super) fn number(value: &Value) -> f64 {
    Motion::main(value).number(value)
}

#[cfg(test)]
mod tests {
    use autobva_core::Signature;

    use super::*;

    fn values(ty: &str, left: &str, right: &str) -> [Value; 2] {
        let signature = Signature::parse([format!("x:{ty}")]).unwrap();
        [left, right].map(|text| signature.read(&[text], None).unwrap()[0].clone())
    }

    #[test]
    fn names_are_exact_or_say_that_they_are_not() {
        let name = |ty, left, right| {
            let [left, right] = values(ty, left, right).map(|value| shown_value(&value));
            between_shown(&left, &right, 17)
        };
        assert_eq!(name("int", "99", "100"), "99 | 100");
        assert_eq!(name("f64", "99.96999999999998", "99.97"), "… | 99.97");
        assert_eq!(name("f64", "99.97", "99.97000000000001"), "99.97 | …");
        assert_eq!(name("int", "-1000000000000000", "-999999999999999"), "-10¹⁵ | …");
        assert_eq!(name("int", "19999999", "20000000"), "19999999 | 2×10⁷");
        assert_eq!(name("int", "281474976711167", "281474976711168"), "≈2.8e14");
        assert_eq!(name("int", "9223372036854775807", "9223372036854775808"), "2^63 - 1 | 2^63");
        assert_eq!(between_shown("\"L\"", "\"M\"", 17), "\"L\" | \"M\"");
        let long = between_shown(&"x".repeat(40), &format!("{}y", "x".repeat(40)), 17);
        assert!(long.contains(" | ") && width(&long) <= 17, "{long}");
    }

    #[test]
    fn a_number_alone_is_exact_or_says_that_it_is_not() {
        let [huge, odd] = values("int", "1000000000000", "123456789");
        assert_eq!([short(&huge, 7), short(&odd, 7), short(&odd, 9)], ["10¹²", "≈1.2e8", "123456789"]);
    }
}
