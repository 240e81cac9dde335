//! What is written beside a boundary in a picture: exact, or short and never wrong.

use autobva_core::{Motion, Value};

use super::line::number;
use super::scale::round_number;
use crate::text::figures::score;
use crate::text::shown::shown_value;

/// `99 | 100`; if that is too long one side, `… | 99.97`, or about where it lies. Of texts their lengths.
pub(super) fn between(left: &Value, right: &Value, most: usize) -> String {
    if [left, right].into_iter().all(|value| Motion::main(value) == Motion::Length) {
        return format!("{} | {}", Motion::Length.get(left), Motion::Length.get(right));
    }
    let fits = |text: &String| text.chars().count() <= most;
    let exact = format!("{} | {}", shown_value(left), shown_value(right));
    let (a, b) = (brief(left), brief(right));
    let one_side = match a.chars().count() < b.chars().count() {
        true => format!("{a} | …"),
        false => format!("… | {b}"),
    };
    [exact, format!("{a} | {b}"), one_side].into_iter().find(fits).unwrap_or_else(|| about(left))
}

/// A number in few characters: itself, or about where it lies.
pub(super) fn short(value: &Value, most: usize) -> String {
    Some(brief(value)).filter(|text| text.chars().count() <= most).unwrap_or_else(|| about(value))
}

/// A number to two or three figures, which says that it is not exact.
fn about(value: &Value) -> String {
    format!("≈{}", score(number(value)))
}

/// The exact number, a round one as a power of ten: `10¹⁵`, `-2×10⁶`.
fn brief(value: &Value) -> String {
    let exact = shown_value(value);
    let (sign, digits) = exact.strip_prefix('-').map_or(("", exact.as_str()), |digits| ("-", digits));
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    match digits[..digits.len() - zeros].parse::<u32>() {
        Ok(mantissa) if mantissa < 10 && zeros > 3 => round_number(mantissa, zeros as i32, sign),
        _ => exact,
    }
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
            let [left, right] = values(ty, left, right);
            between(&left, &right, 17)
        };
        assert_eq!(name("int", "99", "100"), "99 | 100");
        assert_eq!(name("f64", "99.96999999999998", "99.97"), "… | 99.97");
        assert_eq!(name("f64", "99.97", "99.97000000000001"), "99.97 | …");
        assert_eq!(name("int", "-1000000000000000", "-999999999999999"), "-10¹⁵ | …");
        assert_eq!(name("int", "19999999", "20000000"), "19999999 | 2×10⁷");
        assert_eq!(name("int", "281474976711167", "281474976711168"), "≈2.8e14");
        assert_eq!(name("str", "abc", "abcd"), "3 | 4");
    }

    #[test]
    fn a_number_alone_is_exact_or_says_that_it_is_not() {
        let [huge, odd] = values("int", "1000000000000", "123456789");
        assert_eq!([short(&huge, 7), short(&odd, 7), short(&odd, 9)], ["10¹²", "≈1.2e8", "123456789"]);
    }
}
