//! Float64 as text: `%.1f`, and the shortest digits that read back.

use std::fmt::Write;

use super::integer::push_padded;

/// The least number that Julia writes in scientific notation.
const SCIENTIFIC_FROM: f64 = 1e6;

/// Appends `%.1f` of a number that is not negative, as Julia 1.5 prints it: from the exact value, with an exact tie
/// rounded up. (Its fixed-point printing is that of Grisu, which looks at one bit below the last digit; C and later
/// Julias round a tie to the even digit, so that 2.25 is `2.3` here and `2.2` there.)
pub(crate) fn push_one_decimal(x: f64, text: &mut String) {
    debug_assert!(x.is_nan() || x >= 0.0);
    if x < WHOLE_FROM {
        push_tenths(tenths(x), text);
    } else if x < U64_BELOW {
        push_padded(x as u64, 1, text);
        text.push_str(".0");
    } else if x.is_finite() {
        // A whole number: every digit is exact and there is nothing to round.
        write!(text, "{x:.1}").expect("writing to a string does not fail");
    } else {
        text.push_str(if x.is_nan() { "NaN" } else { "Inf" });
    }
}

/// Below this a whole number fits 64 bits.
const U64_BELOW: f64 = (1u128 << 64) as f64;

/// From here on every Float64 is a whole number.
const WHOLE_FROM: f64 = (1u64 << 52) as f64;

/// Ten times the number, rounded half up; exact because the number is `significand / 2^shift` and ten times the
/// significand fits 64 bits.
fn tenths(x: f64) -> u64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i32;
    let significand = (bits & ((1 << 52) - 1)) | (1 << 52);
    let shift = 1075 - exponent;
    if shift > 63 {
        return 0; // Less than 2^-10, or subnormal.
    }
    (significand * 10 + (1 << (shift - 1))) >> shift
}

/// Appends a number of tenths as a decimal: 25 as `2.5`.
pub(crate) fn push_tenths(tenths: u64, text: &mut String) {
    push_padded(tenths / 10, 1, text);
    text.push('.');
    text.push((b'0' + (tenths % 10) as u8) as char);
}

/// Appends a whole number as Julia's `string` writes a Float64: the shortest digits that read back, in scientific
/// notation from a million on.
pub(crate) fn push_shortest(x: f64, text: &mut String) {
    debug_assert!(x.is_finite() && x.fract() == 0.0);
    let start = text.len();
    if x.abs() < SCIENTIFIC_FROM {
        write!(text, "{x:.1}").expect("writing to a string does not fail");
        return;
    }
    write!(text, "{x:e}").expect("writing to a string does not fail");
    if !text[start..].contains('.') {
        let e = start + text[start..].find('e').expect("scientific notation has an exponent");
        text.insert_str(e, ".0");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    /// Ten times the number rounded half up, in exact arithmetic.
    fn exact(x: f64) -> String {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
        let (m, e) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let doubled = BigUint::from(m) * 20u32;
        let rounded: BigUint = if e >= 0 {
            (doubled << e as u64) >> 1u32
        } else {
            (doubled + (BigUint::from(1u32) << (-e) as u64)) >> (1 - e) as u64
        };
        let digits = format!("{rounded:0>2}");
        let (whole, tenth) = digits.split_at(digits.len() - 1);
        format!("{whole}.{tenth}")
    }

    fn one_decimal(x: f64) -> String {
        let mut text = String::new();
        push_one_decimal(x, &mut text);
        text
    }

    fn shortest(x: f64) -> String {
        let mut text = String::new();
        push_shortest(x, &mut text);
        text
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn one_decimal_is_exact_for_any_bits(bits in 0..f64::INFINITY.to_bits()) {
            let x = f64::from_bits(bits);
            prop_assert_eq!(one_decimal(x), exact(x));
        }

        #[test]
        fn one_decimal_is_exact_near_ties(tie in 0u64..1 << 45, step in -2i64..=2, scale in 0u32..40) {
            let tie = ((tie >> scale) as f64 + 0.5) / 10.0;
            let x = f64::from_bits((tie.to_bits() as i64 + step) as u64);
            prop_assert_eq!(one_decimal(x), exact(x));
        }

        #[test]
        fn one_decimal_is_exact_at_ties(quarters in 0u64..1 << 54, scale in 0u32..54) {
            let x = (quarters >> scale | 1) as f64 / 4.0;
            prop_assert_eq!(one_decimal(x), exact(x));
        }
    }

    #[test]
    fn ties_go_up() {
        for (x, text) in [(2.25, "2.3"), (0.25, "0.3"), (0.75, "0.8"), (0.05, "0.1"), (0.04, "0.0")] {
            assert_eq!(one_decimal(x), text);
        }
        assert_eq!(one_decimal(0.0), "0.0");
        assert_eq!(one_decimal(5e-324), "0.0");
        assert_eq!(one_decimal(1e22), "10000000000000000000000.0");
        assert_eq!(one_decimal(f64::NAN), "NaN");
        assert_eq!(one_decimal(f64::INFINITY), "Inf");
    }

    #[test]
    fn shortest_digits_turn_scientific_at_a_million() {
        for (x, text) in [
            (-81.0, "-81.0"),
            (-999_999.0, "-999999.0"),
            (-1e6, "-1.0e6"),
            (-2_007_091.0, "-2.007091e6"),
            (-9.223372036854776e18, "-9.223372036854776e18"),
        ] {
            assert_eq!(shortest(x), text);
        }
    }
}
