//! Describes courses and wordings to a person: `2.5 · q`, `1 more per 30 minutes`.

use autobva_core::behaviour::{Course, Fit, Mark};
use autobva_core::{Motion, Validity};

use super::formulas;

/// The course of a slot in terms of an argument; `value` is one value of the slot, and `written` how it was printed.
pub(super) fn course(fit: &Fit, value: f64, written: &str, of: &str) -> Course {
    let of = of.to_string();
    match *fit {
        Fit::Constant | Fit::Linear { slope: 0.0, .. } => Course::Constant { value: written.to_string() },
        Fit::Linear { slope, quantum, .. }
            if quantum > 0.0 && !is_decimal(quantum) && is_whole(quantum / slope.abs()) =>
        {
            Course::Steps { of, width: short(quantum / slope.abs()), height: short(quantum * slope.signum()) }
        }
        Fit::Linear { slope, offset, quantum } => {
            // The last digits of floats are noise, and so is an offset that consists of them.
            let offset = if offset.abs() < 1e-13 * value.abs() { 0.0 } else { offset };
            let near = (slope - 1.0).abs() < 1e-9 && offset.abs() < 1e-9 * (1.0 + value.abs());
            match near && quantum == 0.0 {
                true => Course::Echo { of, how: None },
                false => Course::Linear {
                    of,
                    slope: short(slope),
                    offset: short(offset),
                    quantum: (quantum > 0.0).then(|| short(quantum)),
                },
            }
        }
        Fit::Periodic { period, height: 0.0, .. } => Course::Periodic { of, period: period.to_string() },
        Fit::Periodic { period, height, .. } => {
            Course::Steps { of, width: period.to_string(), height: short(height) }
        }
        Fit::Smooth => Course::Smooth { of },
        Fit::Irregular => Course::Irregular { examples: Vec::new() },
    }
}

/// Whether a number follows from a part of a text in a way that a person would recognise: it stays, or it is a plain multiple of
/// the number or the length that moves. Anything else is what a parser makes of the digits.
pub(super) fn is_of_text(fit: &Fit, motion: Motion) -> bool {
    match *fit {
        Fit::Constant => true,
        Fit::Linear { slope, quantum: 0.0, .. } => {
            !matches!(motion, Motion::Char(_)) && (slope.fract() == 0.0 || short(slope).len() <= PLAIN)
        }
        Fit::Linear { .. } | Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
    }
}

/// A factor of up to 6 characters is plain.
const PLAIN: usize = 6;

fn is_power_of_ten(number: f64) -> bool {
    let exponent = number.log10().round();
    (number / 10f64.powf(exponent) - 1.0).abs() < 1e-9
}

/// Whether a quantum is a last printed place: a tenth, a hundredth and so on.
fn is_decimal(quantum: f64) -> bool {
    (1..=9).any(|digits| (quantum * 10f64.powi(digits) - 1.0).abs() < 1e-9)
}

fn is_whole(number: f64) -> bool {
    number >= 1.5 && (number - number.round()).abs() < 1e-9 * number
}

/// The shortest decimal within a billionth of a number.
pub(super) fn short(number: f64) -> String {
    if number == 0.0 {
        return "0".to_string();
    }
    for decimals in 0..=12usize {
        let scale = 10f64.powi(decimals as i32);
        let rounded = (number * scale).round() / scale;
        if (rounded - number).abs() <= 1e-9 * number.abs() && number.abs() < 1e15 {
            return format!("{rounded:.decimals$}");
        }
    }
    format!("{number:?}")
}

/// The wording with `{0}`, `{1}` … for its slots.
pub(super) fn numbered(wording: &str) -> String {
    let mut next = 0;
    let mut told = String::new();
    for c in wording.chars() {
        match Mark::of(c) {
            Some(_) => {
                told.push_str(&format!("{{{next}}}"));
                next += 1;
            }
            None => told.push(c),
        }
    }
    told
}

/// The description of a behaviour.
pub(super) fn told(wording: &str, slots: &[Course], validity: Validity, type_name: &str) -> String {
    let alone = wording.chars().count() == 1 && slots.len() == 1;
    let mut slots = slots.iter();
    let mut told = String::new();
    if validity == Validity::Error {
        told.push_str("✗ ");
        if !wording.contains(type_name) {
            told.push_str(type_name);
            told.push_str(": ");
        }
    }
    for c in wording.chars() {
        match Mark::of(c).and_then(|mark| Some((mark, slots.next()?))) {
            Some((mark, slot)) => told.push_str(&slot_text(mark, slot, alone)),
            None => told.push(c),
        }
    }
    told
}

fn slot_text(mark: Mark, slot: &Course, alone: bool) -> String {
    let plain = match slot {
        Course::Constant { value } if mark == Mark::Items => return format!("{value} items"),
        Course::Constant { value } => return value.clone(),
        Course::Smooth { of } | Course::Linear { of, .. } | Course::Echo { of, .. } if mark == Mark::Date => {
            format!("date by {of}")
        }
        Course::Smooth { of } | Course::Linear { of, .. } | Course::Echo { of, .. } if mark == Mark::Time => {
            format!("time by {of}")
        }
        Course::Echo { of, .. } => of.clone(),
        Course::Linear { of, slope, offset, quantum } => {
            // An offset that is smaller than the rounding is none.
            let of_rounding = |quantum: &String| {
                let [offset, quantum] = [offset, quantum].map(|text| text.parse::<f64>().unwrap_or(f64::NAN));
                offset.abs() <= quantum
            };
            let line = match (slope.as_str(), offset.strip_prefix('-')) {
                (slope, _) if offset == "0" || quantum.as_ref().is_some_and(of_rounding) => times(slope, of),
                (slope, Some(less)) => format!("{} - {less}", times(slope, of)),
                (slope, None) => format!("{} + {offset}", times(slope, of)),
            };
            match quantum {
                Some(quantum) => format!("{line}, rounded to {quantum}"),
                None => line,
            }
        }
        Course::Smooth { of } => format!("a curve of {of}"),
        Course::Steps { of, width, height } => format!("{height} more per {width} {of}"),
        Course::Periodic { of, period } => format!("repeats every {period} {of}"),
        Course::Bilinear { of, product, first, second, offset } => {
            formulas::told(of, product, first, second, offset)
        }
        Course::Irregular { .. } => "irregular".to_string(),
    };
    match (alone, mark) {
        (true, Mark::Number) => plain,
        (_, Mark::Repeated) => format!(" × {{{plain}}}"),
        (_, Mark::Items) => format!("{{{plain}}} items"),
        _ => format!("{{{plain}}}"),
    }
}

pub(super) fn times(slope: &str, of: &str) -> String {
    match slope {
        "1" => of.to_string(),
        "-1" => format!("-{of}"),
        _ => match slope.parse::<f64>().map(|slope| 1.0 / slope) {
            Ok(divisor) if divisor >= 1e7 && is_power_of_ten(divisor) => {
                format!("{of} / 10^{:.0}", divisor.log10())
            }
            // Use a whole divisor if it is shorter than its inverse.
            Ok(divisor)
                if is_whole(divisor) && divisor < 1e15 && format!("{divisor:.0}").len() < slope.len() =>
            {
                format!("{of} / {divisor:.0}")
            }
            _ => format!("{slope} · {of}"),
        },
    }
}
