//! When an outcome counts as unchanged: it has the same wording, and the same numbers up to the noise of floats.

use autobva_core::behaviour::{Number, Parsed};
use autobva_core::{Outcome, Place, Validity};

/// The relative noise of a float after a few operations, as a share of the largest number involved.
pub(super) const NOISE: f64 = 4.0 / (1u64 << 44) as f64;

/// Whether both sides are unchanged. The same number in another notation counts as the same, and so does a float whose
/// last digits depend on the order of operations.
pub(super) fn same(was: &Place, now: [&Outcome; 2]) -> bool {
    let sides = [(&was.left.outcome, now[0]), (&was.right.outcome, now[1])];
    if sides.iter().all(|(was, now)| was == now) {
        return true;
    }
    // Numbers that nearly cancel each other out have the noise of the numbers that they were made from.
    let size = reach(was);
    sides.iter().all(|(was, now)| {
        let (before, after) = (told(was), told(now));
        let slots = before.slots.iter().zip(&after.slots);
        key(was) == key(now) && before.slots.len() == after.slots.len() && { slots }
            .all(|(a, b)| near(a, b, size))
    })
}

/// What two outcomes of the same wording have in common.
pub(super) fn key(outcome: &Outcome) -> (Validity, &str, String) {
    (outcome.validity(), outcome.type_name(), told(outcome).wording)
}

pub(super) fn told(outcome: &Outcome) -> Parsed {
    Parsed::of(outcome.text(), outcome.type_name())
}

/// Whether two numbers are the same, given the size of the numbers that they were made from. Whole numbers have no noise.
pub(super) fn near(a: &Number, b: &Number, size: f64) -> bool {
    let noise = NOISE * a.value.abs().max(b.value.abs()).max(size);
    a.same(b) || (a.decimals > 0 || b.decimals > 0) && (a.value - b.value).abs() <= noise
}

/// How large the numbers behind the outputs may have been: as if the change had continued from zero.
fn reach(pair: &Place) -> f64 {
    let slots = [&pair.left, &pair.right].map(|side| told(&side.outcome).slots);
    let steps = slots[0].iter().zip(&slots[1]).map(|(a, b)| (b.value - a.value).abs());
    let numbers = pair.left.input.iter().filter_map(|value| value.to_string().parse::<f64>().ok());
    let largest = numbers.filter(|n| n.is_finite()).fold(0.0, |most: f64, n| most.max(n.abs()));
    steps.fold(0.0, f64::max) * largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Observation, Signature};

    fn pair(outputs: [&str; 2]) -> Place {
        let side = |value: &str, text: &str| Observation {
            input: Signature::parse(["n:int"]).unwrap().read(&[value], None).unwrap(),
            outcome: Outcome::valid("float", text),
        };
        Place { left: side("12570", outputs[0]), right: side("12571", outputs[1]) }
    }

    fn is_same(was: [&str; 2], now: [&str; 2]) -> bool {
        let now = pair(now);
        same(&pair(was), [&now.left.outcome, &now.right.outcome])
    }

    #[test]
    fn noise_is_no_change_and_a_cent_is() {
        assert!(is_same(["0.0", "0.2"], ["0.0", "0.20000000000027285"]));
        assert!(is_same(["247.5", "225.0"], ["247.50", "225.00000000000003"]));
        assert!(!is_same(["0.0", "0.2"], ["0.0", "0.2000001"]));
        assert!(!is_same(["7.00 EUR", "7.50 EUR"], ["7.00 EUR", "7.51 EUR"]));
        assert!(!is_same(["7 EUR", "8 EUR"], ["7 EUR", "8 USD"]));
        assert!(!is_same(["9007199254740992", "1"], ["9007199254740993", "1"]), "whole numbers are exact");
    }
}
