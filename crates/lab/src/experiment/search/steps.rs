//! The steps of a monotone function, exactly.

use autobva_core::{Integer, Middle, halve};

/// Every n from `lo` to `hi` − 1 at which the keys of n and n + 1 differ, in order.
///
/// The key must be monotone over the range: then an interval whose ends agree contains no step, and halving the others
/// misses none.
pub fn steps<K: PartialEq>(lo: i128, hi: i128, key: &dyn Fn(i128) -> K) -> Vec<i128> {
    let mut found = Vec::new();
    if lo < hi {
        split((lo, key(lo)), (hi, key(hi)), key, &mut found);
    }
    found
}

/// Adds the steps between two numbers, and returns their keys.
fn split<K: PartialEq>(
    lo: (i128, K),
    hi: (i128, K),
    key: &dyn Fn(i128) -> K,
    found: &mut Vec<i128>,
) -> (K, K) {
    if lo.1 == hi.1 {
        return (lo.1, hi.1);
    }
    let middle = halve(&Integer::Small(lo.0), &Integer::Small(hi.0), Middle::OfNumbers);
    match middle.to_i128().filter(|middle| *middle > lo.0) {
        None => {
            found.push(lo.0);
            (lo.1, hi.1)
        }
        Some(middle) => {
            let (low, middle_key) = split(lo, (middle, key(middle)), key, found);
            let (_, high) = split((middle, middle_key), hi, key, found);
            (low, high)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_step_also_at_the_ends() {
        assert_eq!(steps(-5, 5, &|n| n.div_euclid(3)), [-4, -1, 2]);
        assert_eq!(steps(0, 1, &|n| n), [0]);
        assert_eq!(steps(i128::MIN, i128::MAX, &|n| n > i128::MAX - 5), [i128::MAX - 5]);
        assert!(steps(7, 7, &|n| n).is_empty());
    }
}
