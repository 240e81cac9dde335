//! Scales: where a number stands in a picture, and which numbers are written beside it.

use std::ops::RangeInclusive;

/// A number beside a picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// Its place in pixels.
    pub(super) at: f64,
    /// The number.
    pub(super) label: String,
}

/// A logarithmic scale for numbers of both signs: near zero it is linear, further out each step is a factor of ten.
pub(super) struct SignedLog {
    /// Where the logarithm takes over.
    unit: f64,
    /// The ends, in steps.
    ends: (f64, f64),
    pixels: (f64, f64),
}

/// The space between two labels.
const SPACE: f64 = 46.0;

impl SignedLog {
    /// A scale on which all of these numbers stand between those pixels.
    pub(super) fn new(numbers: impl Iterator<Item = f64> + Clone, pixels: (f64, f64)) -> SignedLog {
        let finite = numbers.filter(|x| x.is_finite());
        let smallest = finite.clone().map(f64::abs).filter(|&x| x > 0.0).fold(1.0, f64::min);
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

    /// Where a number stands.
    pub(super) fn at(&self, number: f64) -> f64 {
        let share = (steps(number, self.unit) - self.ends.0) / (self.ends.1 - self.ends.0);
        self.pixels.0 + share.clamp(0.0, 1.0) * (self.pixels.1 - self.pixels.0)
    }

    /// Zero and powers of ten, as many as there is room for.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let per_step = (self.pixels.1 - self.pixels.0).abs() / (self.ends.1 - self.ends.0);
        let stride = (SPACE / per_step).ceil().max(1.0) as i32;
        let lowest = self.unit.log10().round() as i32;
        let highest = lowest + self.ends.0.abs().max(self.ends.1.abs()).ceil() as i32;
        let exponents = (lowest..=highest).filter(|exponent| (exponent - lowest) % stride == 0);
        let mut ticks = vec![(0.0, "0".to_string())];
        for exponent in exponents {
            let number = 10f64.powi(exponent);
            ticks.push((number, power(exponent, "")));
            ticks.push((-number, power(exponent, "−")));
        }
        let mut shown: Vec<Tick> = Vec::new();
        for (number, label) in ticks {
            let (place, at) = (steps(number, self.unit), self.at(number));
            let fits = shown.iter().all(|tick| (tick.at - at).abs() >= SPACE * 0.8);
            if (self.ends.0 - 1e-9..=self.ends.1 + 1e-9).contains(&place) && fits {
                shown.push(Tick { at, label });
            }
        }
        shown
    }
}

/// log10(1 + |x| / unit), with the sign of x.
fn steps(number: f64, unit: f64) -> f64 {
    let ratio = number.abs() / unit;
    let steps =
        if ratio.is_finite() { ratio.ln_1p() / 10f64.ln() } else { number.abs().log10() - unit.log10() };
    steps.min(1000.0) * number.signum()
}

/// A power of ten, in digits while it is short.
fn power(exponent: i32, sign: &str) -> String {
    match exponent {
        0..=3 => format!("{sign}{}", 10u32.pow(exponent as u32)),
        -2..0 => format!("{sign}{}", 10f64.powi(exponent)),
        _ => format!("{sign}10{}", raised(exponent)),
    }
}

/// A small number above the line.
fn raised(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    number.to_string().chars().map(raise).collect()
}

/// A linear scale from zero.
pub(super) struct Linear {
    most: f64,
    pixels: (f64, f64),
}

impl Linear {
    /// A scale from zero to that number between those pixels.
    pub(super) fn new(most: f64, pixels: (f64, f64)) -> Linear {
        Linear { most: most.max(1.0), pixels }
    }

    /// Where a number stands.
    pub(super) fn at(&self, number: f64) -> f64 {
        self.pixels.0 + number / self.most * (self.pixels.1 - self.pixels.0)
    }

    /// Round numbers.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        const WANTED: RangeInclusive<f64> = 2.0..=5.0;
        let magnitude = 10f64.powf((self.most / 5.0).log10().floor()).max(1.0);
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * magnitude);
        let step = steps.into_iter().find(|step| WANTED.contains(&(self.most / step))).unwrap_or(magnitude);
        let numbers = (0..).map(|n| f64::from(n) * step).take_while(|&number| number <= self.most);
        let tick =
            |number| Tick { at: self.at(number), label: crate::text::figures::thousands(number as u64) };
        numbers.map(tick).collect()
    }
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
    fn labels_are_round() {
        let labels = |most: f64| -> Vec<String> {
            Linear::new(most, (0.0, 100.0)).ticks().into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(56.0), ["0", "20", "40"]);
        assert_eq!(labels(1.0), ["0", "1"]);
        assert_eq!(labels(12_000.0), ["0", "5,000", "10,000"]);
        assert_eq!(
            [power(-3, ""), power(-1, "−"), power(3, ""), power(12, "")],
            ["10⁻³", "−0.1", "1000", "10¹²"]
        );
    }
}
