//! Bit-uniform sampling: every bit length of the range is equally likely.

use autobva_core::{Entry, Float, FloatType, Integer};
use rand::{Rng, RngExt};

use super::random::{Random, below, integer_between, small_between};
use super::range::small_bounds;
use super::{IntegerRange, Sampler};

/// Every number of bits is equally likely, and so is every number of that many bits. Numbers near zero, where programs
/// tend to change their behaviour, are as frequent as astronomical ones.
///
/// One draw picks the class of the [range](IntegerRange), a second one the number within the class.
#[derive(Debug, Clone, Copy)]
pub struct BitUniform;

impl BitUniform {
    /// The entry in the registry.
    pub const ENTRY: Entry = Entry {
        name: "bituniform",
        help: "every bit length equally likely, small numbers as often as huge ones",
    };
}

impl Sampler for BitUniform {
    fn integer(&self, range: &IntegerRange, random: &mut Random) -> Integer {
        let class = range.lowest_class + below(range.classes, random) as i32;
        if let Some(n) = machine_number(class, random).map(Integer::Small)
            && range.contains(&n)
        {
            return n;
        }
        // The range cuts the class, or the class is beyond 128 bits. A number outside the range is drawn again within
        // it, so that all remaining numbers are equally likely.
        if let (Integer::Small(lo), Integer::Small(hi)) = (&range.lo, &range.hi)
            && let Some((least, greatest)) = small_bounds(class)
        {
            return Integer::Small(small_between(least.max(*lo), greatest.min(*hi), random));
        }
        let (least, greatest) = range.within_class(class);
        integer_between(&least, &greatest, random)
    }

    fn float(&self, ty: FloatType, lo: f64, hi: f64, random: &mut Random) -> f64 {
        // Uniform over the bits of a float means uniform over its places, which gives each exponent the same share.
        let (lo, hi) = (Float::new(ty, lo).place(), Float::new(ty, hi).place());
        let place = integer_between(&lo.into(), &hi.into(), random);
        place.to_i128().and_then(|p| Float::at_place(ty, p)).map_or(0.0, |f| f.value())
    }
}

/// A number of this class, if it fits into 128 bits. The width of a class is a power of two, so the bits below the
/// leading one are simply random.
#[inline]
fn machine_number(class: i32, random: &mut Random) -> Option<i128> {
    let bits = if class < 0 { -1 - class } else { class };
    if bits > 127 {
        return None;
    }
    let low_bits = (bits - 1).max(0);
    let leading = i128::from(bits > 0) << low_bits;
    let drawn = if low_bits <= 64 { u128::from(random.next_u64()) } else { random.random::<u128>() };
    let magnitude = leading | (drawn as i128 & ((1 << low_bits) - 1));
    Some(if class < 0 { !magnitude } else { magnitude })
}
