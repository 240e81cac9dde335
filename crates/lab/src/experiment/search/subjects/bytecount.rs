//! `bytecount` and `bytecount_so` under `strlen`: every place over Int128 where the length of the output changes.
//!
//! Below a thousand the output is the number and a `B`. From there on the power of the unit grows with the number, and
//! within one power the number before the unit does: the pair of power and length is monotone, so that halving finds
//! every step. Steps of the power that leave the length as it is, such as from `BoundsError("kMGTPE", 7)` to 8, do not
//! count under `strlen`. With compatible types a Boolean is a number too, hence false | true.

use super::*;
use autobva_core::{Int, IntType, Outcome, Sut, Value};

pub(super) const BYTECOUNT: Subject = target(
    "bytecount",
    "one argument over 128 bits, steps at every scale",
    "strlen",
    || built_in("bytecount"),
    || truth("bytecount"),
);

pub(super) const BYTECOUNT_SO: Subject = target(
    "bytecount_so",
    "the same with its rounding faults",
    "strlen",
    || built_in("bytecount_so"),
    || truth("bytecount_so"),
);

const FIRST_UNIT: i128 = 1000;

fn truth(name: &str) -> Truth {
    let sut = built_in(name);
    let text = |n: i128| output(&*sut, n);
    let mut lefts = steps(i128::MIN, -1, &|n| text(n).len());
    lefts.extend(steps(-1, FIRST_UNIT, &|n| (n < 0, n >= FIRST_UNIT, text(n).len())));
    let powers = steps(FIRST_UNIT, i128::MAX, &|n| {
        let text = text(n);
        (power(&text), text.len())
    });
    lefts.extend(powers.into_iter().filter(|n| text(*n).len() != text(n + 1).len()));
    with_booleans(Truth::steps(lefts))
}

fn output(sut: &dyn Sut, n: i128) -> String {
    let int = Int::new(IntType::Int128, n).expect("Int128 holds every i128");
    let mut outcome = Outcome::default();
    sut.run(&[Value::Int(int)].into_iter().collect(), &mut outcome).expect("a built-in function runs");
    outcome.text().to_string()
}

/// The power of the unit: by the unit's first letter, and beyond the last unit by the number in the error.
fn power(text: &str) -> usize {
    let beyond = text.strip_prefix("BoundsError(\"kMGTPE\", ").and_then(|rest| rest.strip_suffix(')'));
    match beyond {
        Some(number) => number.parse().expect("the error ends with a power"),
        None => {
            1 + "kMGTPE".find(&text[text.len() - 2..text.len() - 1]).expect("the output ends with a unit")
        }
    }
}

fn with_booleans(mut truth: Truth) -> Truth {
    let place = truth.known.len();
    truth.known.push(Known::new("false | true", &["false"], &["true"]));
    let numbers = truth.recognise;
    truth.recognise = Box::new(move |pair, found| {
        numbers(pair, found);
        if pair.step() == Some(0) && pair.is_bool(0) {
            found.push(place);
        }
    });
    truth
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halving misses nothing only if the key is monotone; this is checked around every step and at many places in between.
    #[test]
    fn lengths_change_nowhere_else() {
        for name in ["bytecount", "bytecount_so"] {
            let sut = built_in(name);
            let truth = truth(name);
            let lefts: Vec<i128> = truth.known.iter().filter_map(|k| k.example[0][0].parse().ok()).collect();
            let near_steps = lefts.iter().flat_map(|n| n.saturating_sub(300)..n.saturating_add(300));
            let scattered = (0..40_000i128).map(|i| (i * 0x9E37_79B9_7F4A_7C15_F39C) >> (i % 80));
            for n in near_steps.chain(scattered) {
                let changes = output(&*sut, n).len() != output(&*sut, n + 1).len();
                assert_eq!(changes, lefts.contains(&n), "{name} at {n}");
            }
        }
    }
}
