//! Scales: the position of a number in a picture, and the numbers on its axis.

/// A number on an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// Its place in pixels.
    pub(super) at: f64,
    /// The number.
    pub(super) label: String,
}

/// A logarithmic scale for numbers of both signs: linear near zero, and further out a factor of ten per step.
pub(super) struct SignedLog {
    /// Where the logarithm takes over.
    unit: f64,
    /// The ends, in steps.
    ends: (f64, f64),
    pixels: (f64, f64),
}

/// The space between two labels.
const SPACE: f64 = 46.0;
/// How many powers of ten lie between two labels.
const STRIDES: [i32; 9] = [1, 2, 3, 5, 10, 20, 50, 100, 200];
/// The scale gets no closer to zero than this, or than this share of the largest number if all are small: floats reach
/// down to 10⁻³²⁴, and hundreds of empty powers of ten would squeeze everything else together.
const NEAREST: f64 = 1e-20;

impl SignedLog {
    /// A scale on which all of these numbers lie between the given pixels.
    pub(super) fn new(numbers: impl Iterator<Item = f64> + Clone, pixels: (f64, f64)) -> SignedLog {
        let finite = numbers.filter(|x| x.is_finite());
        let sizes = finite.clone().map(f64::abs).filter(|&x| x > 0.0);
        let largest = sizes.clone().fold(0.0, f64::max);
        let smallest = sizes.fold(1.0, f64::min).max(NEAREST * largest.min(1.0));
        let unit = 10f64.powf(smallest.log10().floor()).max(f64::MIN_POSITIVE);
        let steps = finite.map(|x| steps(x, unit));
        let (least, most) =
            (steps.clone().fold(f64::INFINITY, f64::min), steps.fold(f64::NEG_INFINITY, f64::max));
        let ends = match least <= most {
            true if most - least > 0.2 => (least, most),
            true => (least - 0.5, most + 0.5),
            false => (-1.0, 1.0),
        };
        SignedLog { unit, ends, pixels }
    }

    /// The position of a number.
    pub(super) fn at(&self, number: f64) -> f64 {
        let share = (steps(number, self.unit) - self.ends.0) / (self.ends.1 - self.ends.0);
        self.pixels.0 + share.clamp(0.0, 1.0) * (self.pixels.1 - self.pixels.0)
    }

    /// The power of ten where the logarithm takes over.
    pub(super) fn nearest(&self) -> i32 {
        self.unit.log10().round() as i32
    }

    /// Whether a number is too close to zero to be distinguished from it.
    pub(super) fn hides(&self, number: f64) -> bool {
        number != 0.0 && steps(number, self.unit).abs() < 0.01
    }

    /// Zero and round numbers, as many as fit.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let mut shown: Vec<Tick> = Vec::new();
        for (number, label) in self.round_numbers() {
            let (place, at) = (steps(number, self.unit), self.at(number));
            let half = |label: &str| label.chars().count() as f64 * 3.2 + 4.0;
            let fits = shown.iter().all(|tick| (tick.at - at).abs() >= half(&tick.label) + half(&label));
            if (self.ends.0 - 1e-9..=self.ends.1 + 1e-9).contains(&place) && fits {
                shown.push(Tick { at, label });
            }
        }
        shown
    }

    /// Possible labels, the most important first: zero, powers of ten, and if these are far apart their multiples.
    fn round_numbers(&self) -> Vec<(f64, String)> {
        let per_step = (self.pixels.1 - self.pixels.0).abs() / (self.ends.1 - self.ends.0);
        let is_apart = |stride: &i32| f64::from(*stride) * per_step >= SPACE;
        let stride = STRIDES.into_iter().find(is_apart).unwrap_or(STRIDES[STRIDES.len() - 1]);
        let mantissas: &[u32] = match per_step / SPACE {
            wide if wide >= 16.0 => &[1, 2, 5, 3, 4, 6, 7, 8, 9],
            wide if wide >= 4.0 => &[1, 2, 5],
            _ => &[1],
        };
        let lowest = self.nearest();
        let highest = lowest + self.ends.0.abs().max(self.ends.1.abs()).ceil() as i32;
        let mut numbers = vec![(0.0, "0".to_string())];
        for &mantissa in mantissas {
            for exponent in (lowest..=highest).filter(|exponent| exponent.rem_euclid(stride) == 0) {
                let number = f64::from(mantissa) * 10f64.powi(exponent);
                numbers.push((number, round_number(mantissa, exponent, "")));
                numbers.push((-number, round_number(mantissa, exponent, "−")));
            }
        }
        numbers
    }
}

/// log10(1 + |x| / unit), with the sign of x.
fn steps(number: f64, unit: f64) -> f64 {
    let ratio = number.abs() / unit;
    let steps =
        if ratio.is_finite() { ratio.ln_1p() / 10f64.ln() } else { number.abs().log10() - unit.log10() };
    steps.min(1000.0) * number.signum()
}

/// A digit times a power of ten, written out if it is short.
pub(super) fn round_number(mantissa: u32, exponent: i32, sign: &str) -> String {
    match exponent {
        0..=3 => format!("{sign}{}", mantissa * 10u32.pow(exponent as u32)),
        -2..0 => {
            let decimals = exponent.unsigned_abs() as usize;
            format!("{sign}{:.decimals$}", f64::from(mantissa) * 10f64.powi(exponent))
        }
        _ if mantissa == 1 => format!("{sign}10{}", raised(exponent)),
        _ => format!("{sign}{mantissa}×10{}", raised(exponent)),
    }
}

/// A number in superscript.
fn raised(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    number.to_string().chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_logarithms_are_in_order() {
        let numbers = [-1e162, -1e9, -10.0, -1.0, 0.0, 1.0, 2.0, 999.0, 1000.0, 1e38, 1e300];
        let scale = SignedLog::new(numbers.into_iter(), (0.0, 1000.0));
        let places = numbers.map(|x| scale.at(x));
        assert!(places.is_sorted() && places[0] == 0.0 && places[10] == 1000.0, "{places:?}");
        let apart = |ticks: &[Tick]| {
            ticks.iter().enumerate().all(|(i, a)| ticks[..i].iter().all(|b| (a.at - b.at).abs() > 30.0))
        };
        assert!(apart(&scale.ticks()) && scale.ticks().len() > 5, "{:?}", scale.ticks());
    }

    #[test]
    fn odd_numbers_are_no_trouble() {
        for numbers in [vec![], vec![f64::NAN], vec![7.0], vec![0.0], vec![5e-324, f64::MAX, f64::INFINITY]] {
            let scale = SignedLog::new(numbers.iter().copied(), (0.0, 100.0));
            assert!(
                numbers.iter().all(|&x| x.is_nan() || (0.0..=100.0).contains(&scale.at(x))),
                "{numbers:?}"
            );
            scale.ticks();
        }
    }

    #[test]
    fn floats_next_to_zero_do_not_push_all_else_together() {
        let scale = SignedLog::new([-5e-324, 0.0, 1e-100, 0.5, 2.0].into_iter(), (0.0, 600.0));
        assert!(scale.hides(-5e-324) && scale.hides(1e-100) && !scale.hides(0.0) && !scale.hides(0.5));
        assert!(scale.at(2.0) - scale.at(0.5) > 10.0);
        let labels: Vec<String> = scale.ticks().into_iter().map(|tick| tick.label).collect();
        assert!(labels.contains(&"10⁻¹⁰".to_string()) && labels.contains(&"1".to_string()), "{labels:?}");
        let small = SignedLog::new([1e-300, 1e-295].into_iter(), (0.0, 600.0));
        assert!(!small.hides(1e-300) && small.at(1e-295) - small.at(1e-300) > 500.0);
    }

    #[test]
    fn a_short_stretch_has_several_labels() {
        let labels = |least: f64, most: f64| -> Vec<String> {
            let mut ticks = SignedLog::new([least, most].into_iter(), (0.0, 600.0)).ticks();
            ticks.sort_by(|a, b| a.at.total_cmp(&b.at));
            ticks.into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(3.0, 64.0), ["5", "10", "20", "50"]);
        assert_eq!(labels(2.1e10, 4.5e10), ["3×10¹⁰", "4×10¹⁰"]);
        assert_eq!(labels(1e-9, 1e280), ["1", "10⁵⁰", "10¹⁰⁰", "10¹⁵⁰", "10²⁰⁰", "10²⁵⁰"]);
    }

    #[test]
    fn labels_are_round() {
        assert_eq!(
            [(1, -3, ""), (1, -1, "−"), (2, -2, ""), (5, 3, ""), (1, 12, ""), (2, 12, "−")]
                .map(|(mantissa, exponent, sign)| round_number(mantissa, exponent, sign)),
            ["10⁻³", "−0.1", "0.02", "5000", "10¹²", "−2×10¹²"]
        );
    }
}
