//! Closed ranges of whole numbers, with precomputed data for samplers.

use autobva_core::Integer;

/// A closed range of whole numbers.
///
/// In two's complement each bit length of either sign is one *class*: … −3 for −4…−3, −2 for −2, −1 for −1, 0 for 0, 1
/// for 1, 2 for 2…3, 3 for 4…7 …. The classes that occur in a range are consecutive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegerRange {
    /// The least number.
    pub lo: Integer,
    /// The greatest number.
    pub hi: Integer,
    /// The class of the least number.
    pub lowest_class: i32,
    /// How many classes occur.
    pub classes: u32,
}

impl IntegerRange {
    /// The range from `lo` to `hi`, which must not be less than `lo`.
    #[inline]
    pub fn new(lo: Integer, hi: Integer) -> IntegerRange {
        debug_assert!(lo <= hi, "{lo}..{hi} is empty");
        let lowest_class = class_of(&lo);
        let classes = (class_of(&hi) - lowest_class + 1) as u32;
        IntegerRange { lo, hi, lowest_class, classes }
    }

    /// Whether the number is in the range.
    #[inline]
    pub fn contains(&self, n: &Integer) -> bool {
        *n >= self.lo && *n <= self.hi
    }

    /// The least and the greatest number of a class within the range.
    pub fn within_class(&self, class: i32) -> (Integer, Integer) {
        let (least, greatest) = class_bounds(class);
        (least.max(self.lo.clone()), greatest.min(self.hi.clone()))
    }
}

fn class_of(n: &Integer) -> i32 {
    let bits = n.bit_length() as i32;
    if n.is_negative() { -1 - bits } else { bits }
}

/// The bounds of a class whose numbers fit into 128 bits.
#[inline]
pub fn small_bounds(class: i32) -> Option<(i128, i128)> {
    let bits = if class < 0 { -1 - class } else { class };
    let end = 1i128.checked_shl(bits as u32).filter(|end| *end > 0)? - 1;
    let start = if bits == 0 { 0 } else { 1 << (bits - 1) };
    Some(if class < 0 { (!end, !start) } else { (start, end) })
}

fn class_bounds(class: i32) -> (Integer, Integer) {
    if let Some((start, end)) = small_bounds(class) {
        return (Integer::Small(start), Integer::Small(end));
    }
    if class < 0 {
        let (least, greatest) = class_bounds(-1 - class);
        return (greatest.complement(), least.complement());
    }
    let end = &Integer::power_of_two(class as u32) - &Integer::ONE;
    let start = if class == 0 { Integer::ZERO } else { Integer::power_of_two(class as u32 - 1) };
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_every_number_once() {
        let mut next = Integer::Small(-16);
        for class in class_of(&next)..=class_of(&Integer::Small(15)) {
            let (least, greatest) = class_bounds(class);
            assert_eq!(least, next);
            assert_eq!((class_of(&least), class_of(&greatest)), (class, class));
            next = &greatest + &Integer::ONE;
        }
        assert_eq!(next, Integer::Small(16));
    }

    #[test]
    fn classes_meet_at_the_edges_of_128_bits() {
        for class in [126, 127, 128, 129, 540, -127, -128, -129] {
            let (least, greatest) = class_bounds(class);
            assert_eq!((class_of(&least), class_of(&greatest)), (class, class));
            assert_eq!(class_bounds(class + 1).0, &greatest + &Integer::ONE);
        }
    }
}
