//! The difference of two values of one argument, from which the distances over arguments are made.

use autobva_core::{Input, Integer, Value};

use crate::distances::saturated;
use crate::distances::text::{Levenshtein, TextDistance};

/// The differences of all arguments in order, or `None` if the inputs have different numbers of arguments.
pub(super) fn differences<'a>(a: &'a Input, b: &'a Input) -> Option<impl Iterator<Item = f64> + Clone + 'a> {
    (a.len() == b.len()).then(|| a.iter().zip(b.iter()).map(|(a, b)| difference(a, b)))
}

/// How far apart two values of one argument are. Booleans count as 0 and 1. Texts, bytes and lists differ by the cost
/// of editing one into the other, records by the sum over their fields, and values of different kinds by `f64::MAX`,
/// the greatest distance there is.
pub(super) fn difference(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => between_integers(a.number(), b.number()),
        (Value::Float(a), Value::Float(b)) => between_floats(a.value(), b.value()),
        (Value::Text(a), Value::Text(b)) => Levenshtein.between(a, b),
        (Value::Bytes(a), Value::Bytes(b)) => edits(a, b, |a, b| f64::from(u8::from(a != b))),
        (Value::Decimal(a), Value::Decimal(b)) => between_floats(a.to_f64(), b.to_f64()),
        (Value::Moment(a), Value::Moment(b)) => a.number().abs_diff(b.number()) as f64,
        (Value::Choice(a), Value::Choice(b)) => f64::from(u8::from(a != b)),
        (Value::List(a), Value::List(b)) => edits(&a.items, &b.items, |a, b| difference(a, b).min(1.0)),
        (Value::Record(a), Value::Record(b)) => {
            saturated(a.values.iter().zip(&b.values).map(|(a, b)| difference(a, b)).sum())
        }
        (Value::Union(a), Value::Union(b)) if a.at() == b.at() => difference(a.value(), b.value()),
        // Two different alternatives of a union count as one step apart.
        (Value::Union(_), Value::Union(_)) => 1.0,
        (
            Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Bytes(_)
            | Value::Decimal(_)
            | Value::Moment(_)
            | Value::Choice(_)
            | Value::List(_)
            | Value::Record(_)
            | Value::Union(_),
            _,
        ) => f64::MAX,
    }
}

/// The edit distance of two sequences. Inserting or deleting an item costs 1; replacing it costs `replace`, at most 1.
fn edits<T>(a: &[T], b: &[T], replace: impl Fn(&T, &T) -> f64) -> f64 {
    let mut row: Vec<f64> = (0..=b.len()).map(|n| n as f64).collect();
    for (i, item) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = (i + 1) as f64;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + replace(item, other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1.0).min(diagonal + 1.0);
        }
    }
    row[b.len()]
}

fn between_integers(a: &Integer, b: &Integer) -> f64 {
    match (a, b) {
        (Integer::Small(a), Integer::Small(b)) => {
            let difference = a.abs_diff(*b);
            // Processors convert 64 bits themselves; 128 bits take a function call, and neighbours do not need them.
            u64::try_from(difference).map_or_else(|_| difference as f64, |near| near as f64)
        }
        _ => saturated(a.distance(b).to_f64()),
    }
}

/// NaN and the infinities are at 0 from themselves and at `f64::MAX` from everything else. The two zeros are
/// neighbours, as close as floats can be.
fn between_floats(a: f64, b: f64) -> f64 {
    match a == b {
        true if a.is_sign_negative() != b.is_sign_negative() => f64::from_bits(1),
        true => 0.0,
        false if a.is_nan() && b.is_nan() => 0.0,
        false => saturated((a - b).abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Float, FloatType, Int, IntType};

    fn int(ty: IntType, number: impl Into<Integer>) -> Value {
        Value::Int(Int::new(ty, number).unwrap())
    }

    fn float(value: f64) -> Value {
        Value::Float(Float::new(FloatType::Float64, value))
    }

    #[test]
    fn integers_are_subtracted_exactly() {
        let (least, greatest) = (int(IntType::Int128, i128::MIN), int(IntType::UInt128, u128::MAX));
        assert_eq!(difference(&least, &greatest), 2f64.powi(128) + 2f64.powi(127));
        assert_eq!(difference(&int(IntType::Int128, i128::MAX), &int(IntType::Int128, i128::MAX - 1)), 1.0);
        assert_eq!(difference(&int(IntType::UInt128, u128::MAX), &int(IntType::UInt128, u128::MAX - 1)), 1.0);
        assert_eq!(difference(&int(IntType::Bool, 1), &int(IntType::Int8, -1)), 2.0);
        let huge = int(IntType::BigInt, Integer::power_of_two(2000));
        assert_eq!(difference(&huge, &int(IntType::Int8, 0)), f64::MAX);
    }

    #[test]
    fn floats_that_are_no_numbers_have_a_distance() {
        assert_eq!(difference(&float(1.5), &float(-0.5)), 2.0);
        assert_eq!(difference(&float(0.0), &float(-0.0)), f64::from_bits(1));
        assert_eq!(difference(&float(-0.0), &float(-0.0)), 0.0);
        assert_eq!(difference(&float(f64::NAN), &float(f64::NAN)), 0.0);
        assert_eq!(difference(&float(f64::NAN), &float(0.0)), f64::MAX);
        assert_eq!(difference(&float(f64::INFINITY), &float(f64::INFINITY)), 0.0);
        assert_eq!(difference(&float(f64::INFINITY), &float(f64::NEG_INFINITY)), f64::MAX);
        assert_eq!(difference(&float(f64::MAX), &float(f64::MIN)), f64::MAX);
    }

    #[test]
    fn texts_are_edited_and_kinds_do_not_mix() {
        let text = |text: &str| Value::Text(text.into());
        assert_eq!(difference(&text("kitten"), &text("sitting")), 3.0);
        assert_eq!(difference(&text("1"), &int(IntType::Int8, 1)), f64::MAX);
    }
}
