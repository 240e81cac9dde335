//! Numbers as they are written in outputs.

/// A number in an output: its value, and its digits as they were written, if they fit into 128 bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// The nearest float.
    pub value: f64,
    /// The digits without the point, if there are at most 38; the value is `digits / 10^decimals`.
    pub digits: Option<i128>,
    /// How many digits follow the point.
    pub decimals: u16,
}

/// A number of up to 18 characters fits into 64 bits without its point.
const SHORT: usize = 18;
/// Every number of up to 19 digits fits into 64 bits without a sign.
const MACHINE: usize = 19;
/// Every number of up to 38 digits fits into 128 bits.
const LONG: usize = 38;
/// Up to 15 digits are exact as a float, and so are the powers of ten that divide them; the quotient is the nearest float.
const EXACT: usize = 15;
const POWERS: [f64; EXACT + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A whole number of at most 38 digits.
fn whole(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    if digits.is_empty() || digits.len() > LONG {
        return None;
    }
    let (first, eights) = digits.as_rchunks();
    let digit = |size: i64, byte: &u8| byte.is_ascii_digit().then(|| size * 10 + i64::from(byte - b'0'));
    let mut size = i128::from(first.iter().try_fold(0, digit)?);
    for part in eights {
        size = size * 100_000_000 + i128::from(eight(*part)?);
    }
    Some(Number::whole(if digits.len() < text.len() { -size } else { size }))
}

/// The number of eight digits: all at once, neighbours become pairs, and these become fours.
fn eight(bytes: [u8; 8]) -> Option<u64> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    let digits = u64::from_le_bytes(bytes) ^ (LOW * u64::from(b'0'));
    // Whatever is greater than nine has one of the upper bits, or gets one by adding six.
    if (digits | digits.wrapping_add(LOW * 6)) & (LOW * 0xf0) != 0 {
        return None;
    }
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

/// A short number with a point and without an exponent.
fn decimal(text: &str) -> Option<Number> {
    let (bytes, is_negative) = match text.as_bytes() {
        [b'-', bytes @ ..] => (bytes, true),
        bytes => (bytes, false),
    };
    if text.len() > SHORT {
        return None;
    }
    let (mut digits, mut point) = (0i64, None);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + i64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let (at, count) = (point?, bytes.len() - 1);
    if !(1..=EXACT).contains(&count) {
        return None;
    }
    let size = Number::of_digits(digits, count - at);
    // Zero keeps its sign.
    let negative = || Number { value: -size.value, digits: Some(-i128::from(digits)), ..size };
    Some(if is_negative { negative() } else { size })
}

/// The plain number at the beginning of a text, with a point or without, and its length; `None` if what follows may belong to it.
pub(super) fn at_start(text: &str, may_have_point: bool) -> Option<(Number, usize)> {
    let (mut digits, mut length, mut point) = (0u64, 0, None);
    loop {
        match text.as_bytes().get(length) {
            Some(byte @ b'0'..=b'9') => digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')),
            Some(b'.') if may_have_point && point.is_none() && length > 0 => point = Some(length),
            Some(b'.' | b',' | b'_' | b'e' | b'E' | b'-' | b':' | b'x' | b'o' | b'b') => return None,
            _ => break,
        }
        length += 1;
    }
    let number = match point {
        None if (1..=MACHINE).contains(&length) => Number::whole(digits.into()),
        None => whole(&text[..length])?,
        Some(point) if point + 1 < length && length <= EXACT + 1 => {
            Number::of_digits(digits as i64, length - 1 - point)
        }
        Some(_) => return None,
    };
    Some((number, length))
}

/// The digits of a number without its point, if they fit into 128 bits.
fn digits(text: &str) -> Option<i128> {
    let unsigned = text.trim_start_matches(['-', '+']);
    let all = unsigned.bytes().filter(|b| *b != b'.').try_fold(0i128, |number, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number.checked_mul(10)?.checked_add(i128::from(digit))
    })?;
    Some(if text.starts_with('-') { -all } else { all })
}

impl Number {
    /// A whole number.
    pub fn whole(n: i128) -> Number {
        // Processors convert 64 bits natively.
        let value = i64::try_from(n).map_or_else(|_| n as f64, |n| n as f64);
        Number { value, digits: Some(n), decimals: 0 }
    }

    /// At most 15 digits, some of them behind the point.
    fn of_digits(digits: i64, decimals: usize) -> Number {
        let value = digits as f64 / POWERS[decimals];
        Number { value, digits: Some(i128::from(digits)), decimals: decimals as u16 }
    }

    /// Reads digits with a minus sign and at most one point, as most numbers are written, if there are few enough for it to be
    /// quick.
    pub(super) fn plain(text: &str) -> Option<Number> {
        whole(text).or_else(|| decimal(text))
    }

    /// Reads digits with at most one point and an exponent, without separators; `None` for anything else.
    pub fn read(text: &str) -> Option<Number> {
        Number::plain(text).or_else(|| Number::odd(text))
    }

    /// Reads numbers that are not [plain](Self::plain).
    pub(super) fn odd(text: &str) -> Option<Number> {
        if let Ok(n) = text.parse::<i128>() {
            return Some(Number::whole(n));
        }
        let value: f64 = text.parse().ok().filter(|v: &f64| v.is_finite())?;
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let behind = mantissa.find('.').map_or(0, |point| mantissa.len() - point - 1);
        let digits = digits(mantissa);
        let decimals = behind as i32 - exponent;
        let digits = if decimals < 0 {
            digits.and_then(|d| 10i128.checked_pow(decimals.unsigned_abs())?.checked_mul(d))
        } else {
            digits
        };
        Some(Number { value, digits, decimals: decimals.clamp(0, i32::from(u16::MAX)) as u16 })
    }

    /// The number with a minus sign in front of it. Only floats distinguish zero from minus zero.
    pub(super) fn negated(self) -> Number {
        let value = if self.decimals == 0 { 0.0 - self.value } else { -self.value };
        Number { value, digits: self.digits.map(|digits| -digits), ..self }
    }

    /// The digits of the number with this many decimals, if they fit into 128 bits.
    pub fn scaled(&self, decimals: u16) -> Option<i128> {
        let missing = decimals.checked_sub(self.decimals)?;
        if missing == 0 {
            return self.digits;
        }
        self.digits?.checked_mul(10i128.checked_pow(u32::from(missing))?)
    }

    /// Whether both are the same number, regardless of how they are written.
    #[inline]
    pub fn same(&self, other: &Number) -> bool {
        if self.decimals == other.decimals
            && let (Some(a), Some(b)) = (self.digits, other.digits)
        {
            return a == b;
        }
        self.is_written_otherwise(other)
    }

    fn is_written_otherwise(&self, other: &Number) -> bool {
        let decimals = self.decimals.max(other.decimals);
        match (self.scaled(decimals), other.scaled(decimals)) {
            (Some(a), Some(b)) => a == b,
            _ => self.value == other.value && self.digits == other.digits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn digits_and_decimals() {
        let read = |text| Number::read(text).unwrap();
        assert_eq!(read("247.50"), Number { value: 247.5, digits: Some(24750), decimals: 2 });
        assert_eq!(read("-3"), Number::whole(-3));
        assert_eq!(read("5."), Number { value: 5.0, digits: Some(5), decimals: 0 });
        assert_eq!(read("-.5"), Number { value: -0.5, digits: Some(-5), decimals: 1 });
        assert!(read("-0.0").value.is_sign_negative() && read("-0").value.is_sign_positive());
        assert!(Number::read("-").is_none() && Number::read(".").is_none() && Number::read("").is_none());
        assert_eq!(read("1e3").scaled(0), Some(1000));
        assert_eq!(read("1.5e-7"), Number { value: 1.5e-7, digits: Some(15), decimals: 8 });
        assert!(read("2.50").same(&read("2.5")) && !read("2.5").same(&read("2.6")));
        assert_eq!(read("1e300").digits, None);
        assert!(Number::read("1.2.3").is_none() && Number::read("nan").is_none());
    }

    proptest! {
        #[test]
        fn whole_numbers_are_read_as_others_are(text in "-?[0-9]{1,40}", at in 0usize..40, odd in "[/:+a é.]") {
            let number = text.parse::<i128>().ok().map(Number::whole);
            prop_assert_eq!(whole(&text), number.filter(|_| text.trim_start_matches('-').len() <= LONG));
            let broken = format!("{}{odd}{}", &text[..at % text.len()], &text[at % text.len()..]);
            prop_assert_eq!(whole(&broken), None);
        }

        #[test]
        fn numbers_before_a_text_are_read_as_they_are_alone(whole in "[0-9]{1,40}", part in "[.][0-9]{1,18}|", rest in "[ %a]?") {
            let text = format!("{whole}{part}");
            let found = at_start(&format!("{text}{rest}"), true);
            prop_assert!(found.is_some() || whole.len() > LONG || text.len() > EXACT + 1 && !part.is_empty());
            if let Some((number, length)) = found {
                prop_assert_eq!((Some(number), length), (Number::read(&text), text.len()));
            }
            prop_assert_eq!(at_start(&format!("{text}-{rest}"), true), None);
        }

        #[test]
        fn short_numbers_are_read_as_others_are(whole in 0u64..1_000_000_000, part in "[0-9]{1,9}", minus: bool) {
            let text = format!("{}{whole}.{part}", if minus { "-" } else { "" });
            prop_assert_eq!(Number::read(&text).unwrap().value.to_bits(), text.parse::<f64>().unwrap().to_bits());
            prop_assert_eq!(Number::read(&text), Number::read(&format!("{text}e0")));
        }
    }
}
