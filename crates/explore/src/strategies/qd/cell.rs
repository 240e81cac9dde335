//! Cells: the kind of a pair, as four numbers.

use std::hash::BuildHasher;

use autobva_core::{Input, Integer, Outcome, Value};
use foldhash::fast::FixedState;

/// How the outputs of a pair are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outputs {
    /// By the unordered pair of outputs, for targets that answer with one of a few classes; errors count by their type.
    Classes,
    /// By the difference of their lengths.
    Lengths,
}

/// The kind of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// How many of the two outputs are errors.
    pub errors: u8,
    /// The difference between the lengths of the outputs, or a hash of the unordered pair of classes.
    pub behaviour: u64,
    /// The total length of all written arguments of both inputs, in characters.
    pub length: u32,
    /// The sample variance of these lengths, rounded down.
    pub variance: u32,
}

impl Cell {
    /// The cell of a pair, in either order.
    pub fn of(outputs: Outputs, a: (&Input, &Outcome), b: (&Input, &Outcome)) -> Cell {
        let lengths = || a.0.iter().chain(b.0.iter()).map(written_length);
        Cell {
            errors: u8::from(!a.1.is_valid()) + u8::from(!b.1.is_valid()),
            behaviour: match outputs {
                Outputs::Classes => class(a.1).wrapping_add(class(b.1)),
                Outputs::Lengths => length(a.1.text()).abs_diff(length(b.1.text())),
            },
            length: lengths().sum(),
            variance: variance(lengths()),
        }
    }
}

/// The sample variance of some lengths, rounded down.
pub(super) fn variance(lengths: impl Iterator<Item = u32>) -> u32 {
    let (mut count, mut sum, mut squares) = (0u64, 0u64, 0u64);
    for length in lengths.map(u64::from) {
        (count, sum, squares) = (count + 1, sum + length, squares + length * length);
    }
    // n Σl² − (Σl)² over n (n − 1): exact in whole numbers.
    ((count * squares - sum * sum) / (count * count.saturating_sub(1)).max(1)) as u32
}

/// A hash of a class; the sum of two hashes does not depend on their order.
fn class(outcome: &Outcome) -> u64 {
    let name = if outcome.is_valid() { outcome.text() } else { outcome.type_name() };
    FixedState::with_seed(0).hash_one((outcome.is_valid(), name))
}

fn length(text: &str) -> u64 {
    (if text.is_ascii() { text.len() } else { text.chars().count() }) as u64
}

/// The length of a value in characters when it is written.
pub(super) fn written_length(value: &Value) -> u32 {
    match value.as_int().filter(|int| !int.is_bool()).map(|int| int.number()) {
        Some(Integer::Small(n)) => n.unsigned_abs().checked_ilog10().unwrap_or(0) + 1 + u32::from(*n < 0),
        _ => value.to_string().chars().count() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Int, IntType};

    fn input(numbers: &[i128]) -> Input {
        numbers.iter().map(|n| Value::Int(Int::new(IntType::Int64, *n).unwrap())).collect()
    }

    #[test]
    fn four_numbers() {
        let (a, b) = (input(&[5, -100]), input(&[12_345, 0]));
        let (valid, error) = (Outcome::valid("Int64", "12"), Outcome::error("DivideError", "DivideError()"));
        let cell = Cell::of(Outputs::Lengths, (&a, &valid), (&b, &error));
        // Lengths 1, 4, 5, 1: mean 2.75, variance 12.75 / 3 = 4.25.
        assert_eq!(cell, Cell { errors: 1, behaviour: 11, length: 11, variance: 4 });
        assert_eq!(cell, Cell::of(Outputs::Lengths, (&b, &error), (&a, &valid)));
    }

    #[test]
    fn classes_are_told_apart_by_text_and_errors_by_type() {
        let (a, b) = (input(&[1]), input(&[2]));
        let cell = |x: &Outcome, y: &Outcome| Cell::of(Outputs::Classes, (&a, x), (&b, y));
        let (inside, outside) = (Outcome::valid("String", "in"), Outcome::valid("String", "out"));
        let errors = [Outcome::error("DomainError", "at 1"), Outcome::error("DomainError", "at 22")];
        assert_eq!(cell(&inside, &outside), cell(&outside, &inside));
        assert_ne!(cell(&inside, &outside), cell(&inside, &inside));
        assert_eq!(cell(&inside, &errors[0]), cell(&inside, &errors[1]));
    }

    #[test]
    fn lengths_are_those_of_the_written_values() {
        for n in [0, 1, 9, 10, 99, 100, -1, -9, -10, i128::MAX, i128::MIN] {
            let value = Value::Int(Int::new(IntType::BigInt, n).unwrap());
            assert_eq!(written_length(&value) as usize, n.to_string().len(), "{n}");
        }
        assert_eq!(written_length(&Value::Int(Int::new(IntType::Bool, 1).unwrap())), 4);
        assert_eq!(written_length(&Value::Text("añ".into())), 2);
    }
}
