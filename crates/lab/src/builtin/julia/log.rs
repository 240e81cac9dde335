//! The natural logarithm of Float64 as Julia 1.5 computes it, which now and then differs from the nearest number.
//!
//! The method is P. T. P. Tang, "Table-driven implementation of the logarithm function in IEEE floating-point
//! arithmetic", ACM TOMS 16(4), 1990. The platform's own logarithm is not used, so that results are the same
//! everywhere.

/// Julia's `log(1000)`.
pub(crate) const LN_1000: f64 = 6.907755278982137;

/// The fractional bits of the fixed-point numbers from which the table is computed.
const SCALE: u32 = 119;

/// The bits that the leading part of a table entry keeps, few enough for its sums to be exact.
const LEADING_BITS: u32 = 39;

/// ln(1 + j/128) for j = 0 … 128, each as a leading part and the rest. The last entry is ln 2.
static TABLE: [(f64, f64); 129] = table();

const fn table() -> [(f64, f64); 129] {
    let mut table = [(0.0, 0.0); 129];
    let mut j = 0;
    while j <= 128 {
        table[j] = split(fixed_point_ln(j as u128));
        j += 1;
    }
    table
}

/// ln(1 + j/128) = 2 artanh(z), z = j / (256 + j), as the series z + z³/3 + z⁵/5 + ….
const fn fixed_point_ln(j: u128) -> u128 {
    let mut power = (j << SCALE) / (256 + j);
    let mut sum = 0;
    let mut odd = 1;
    while power > 0 {
        sum += power / odd;
        power = power * j / (256 + j) * j / (256 + j);
        odd += 2;
    }
    2 * sum
}

const fn split(ln: u128) -> (f64, f64) {
    let shift = SCALE - LEADING_BITS;
    let leading = (ln + (1 << (shift - 1))) >> shift;
    let rest = ln as i128 - (leading << shift) as i128;
    (leading as f64 / (1u64 << LEADING_BITS) as f64, rest as f64 / (1u128 << SCALE) as f64)
}

/// The natural logarithm of a finite number above 1.0645; the neighbourhood of 1 has a procedure of its own in the
/// paper, which nothing here needs.
pub(crate) fn ln(x: f64) -> f64 {
    debug_assert!(x > 1.0645 && x.is_finite());
    // x = 2^m · y, and y = whole + rest with `whole` the multiple of 1/128 nearest to y.
    let bits = x.to_bits();
    let m = (bits >> 52) as i32 - 1023;
    let y = f64::from_bits((bits & ((1 << 52) - 1)) | 1023 << 52);
    const TO_128THS: f64 = (1u64 << 45) as f64;
    let whole = (y + TO_128THS) - TO_128THS;
    let rest = y - whole;
    let (high, low) = TABLE[(128.0 * whole) as usize - 128];
    let (ln2_high, ln2_low) = TABLE[128];
    let m = f64::from(m);
    let leading = m * ln2_high + high;
    let trailing = m * ln2_low + low;
    // ln(1 + rest/whole) = 2 artanh(u/2), by the polynomial of the paper's procedure 1.
    let u = 2.0 * rest / (y + whole);
    let v = u * u;
    let tail = u * v * v.mul_add(0.012500053168098584, 0.08333333333303913);
    leading + (u + (tail + trailing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_published_values() {
        assert_eq!(TABLE[0], (0.0, 0.0));
        assert_eq!(TABLE[1], (0.007782140442941454, -8.865052917267247e-13));
        assert_eq!(TABLE[64], (0.4054651081078191, 3.452764795203977e-13));
        assert_eq!(TABLE[98], (0.5685047353526897, -2.1037482511444942e-14));
        assert_eq!(TABLE[128], (0.6931471805601177, -1.7239444525614835e-13));
    }

    #[test]
    fn the_logarithm_of_the_unit() {
        assert_eq!(ln(1000.0), LN_1000);
    }

    #[test]
    fn within_one_unit_in_the_last_place_of_the_platform() {
        let mut x = 1.07f64;
        while x < 1e300 {
            let distance = (ln(x).to_bits() as i64 - x.ln().to_bits() as i64).abs();
            assert!(distance <= 1, "ln({x})");
            x *= 1.000_37;
        }
    }

    /// The least integers whose Float64 logarithm, divided by that of 1000, reaches 1, 2, …; a correctly rounded
    /// logarithm has them in the same places.
    const LEAST: [u128; 12] = [
        1000,
        1_000_000,
        1_000_000_000,
        1_000_000_000_000,
        999_999_999_999_996,
        999_999_999_999_995_072,
        999_999_999_999_994_822_657,
        999_999_999_999_994_547_404_800,
        999_999_999_999_994_309_570_985_985,
        999_999_999_999_990_520_104_160_854_017,
        999_999_999_999_990_217_800_035_866_771_457,
        999_999_999_999_990_081_178_837_570_860_089_344,
    ];

    #[test]
    fn powers_of_a_thousand_are_reached_where_julia_reaches_them() {
        let thousands = |n: u128| (ln(n as f64) / LN_1000) as usize;
        for (e, least) in (1..).zip(LEAST) {
            let spacing = 1u128 << (128 - least.leading_zeros()).saturating_sub(53);
            for k in 0..=50 {
                assert_eq!(thousands(least + k * spacing), e, "{least} + {k} floats");
                let below = least - 1 - k * spacing;
                assert!(below < 1000 || thousands(below) == e - 1, "{below}");
            }
        }
    }

    /// About one number in 40,000 has a logarithm so near to the middle of two floats that the method takes the
    /// other one.
    #[test]
    fn not_always_the_nearest() {
        let nearest = 15.620327759850566;
        assert_eq!(ln(6078860.142783547).to_bits(), f64::to_bits(nearest) + 1);
    }
}
