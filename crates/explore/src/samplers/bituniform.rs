//! Bit-uniform sampling: every bit length of the range is equally likely.

use autobva_core::{Entry, Float, FloatType, Integer};
use rand::RngExt;

use super::Sampler;
use super::random::{Random, integer_between};

/// Every number of bits is equally likely, and every number of that many bits. Numbers near zero, where programs
/// tend to change their behaviour, come as often as astronomical ones.
///
/// Two's complement gives each bit length of either sign one *class*: … −3 for −4…−3, −2 for −2, −1 for −1, 0 for 0,
/// 1 for 1, 2 for 2…3, 3 for 4…7 …. The classes that a range meets are consecutive, so that one draw picks the
/// class and a second one the number within it.
#[derive(Debug, Clone, Copy)]
pub struct BitUniform;

impl BitUniform {
    /// The line of the registry.
    pub const ENTRY: Entry = Entry {
        name: "bituniform",
        help: "every bit length equally likely, small numbers as often as huge ones",
    };
}

impl Sampler for BitUniform {
    fn integer(&self, lo: &Integer, hi: &Integer, random: &mut Random) -> Integer {
        let class = random.random_range(class_of(lo)..=class_of(hi));
        let (least, greatest) = class_bounds(class);
        integer_between(lo.max(&least), hi.min(&greatest), random)
    }

    fn float(&self, ty: FloatType, lo: f64, hi: f64, random: &mut Random) -> f64 {
        // Uniform over the bits of a float means uniform over its places, which gives each exponent the same share.
        let (lo, hi) = (Float::new(ty, lo).place(), Float::new(ty, hi).place());
        let place = integer_between(&lo.into(), &hi.into(), random);
        place.to_i128().and_then(|p| Float::at_place(ty, p)).map_or(0.0, |f| f.value())
    }
}

fn class_of(n: &Integer) -> i64 {
    let bits = i64::from(n.bit_length());
    if n.is_negative() { -1 - bits } else { bits }
}

fn class_bounds(class: i64) -> (Integer, Integer) {
    if class < 0 {
        let (least, greatest) = class_bounds(-1 - class);
        return (greatest.complement(), least.complement());
    }
    match class {
        0 => (Integer::ZERO, Integer::ZERO),
        1..=126 => (Integer::Small(1 << (class - 1)), Integer::Small((1 << class) - 1)),
        _ => (Integer::power_of_two(class as u32 - 1), &Integer::power_of_two(class as u32) - &Integer::ONE),
    }
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
