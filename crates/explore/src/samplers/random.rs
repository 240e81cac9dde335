//! The random stream of a search, and uniform draws of whole numbers of any size.

use autobva_core::{BigInt, Integer};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator behind every random choice: it has an explicit seed and no global state.
pub type Random = Xoshiro256PlusPlus;

/// The random streams of the lanes; streams of one seed do not overlap.
pub fn lane_randoms(seed: u64) -> impl Iterator<Item = Random> {
    std::iter::successors(Some(Random::seed_from_u64(seed)), |previous| {
        let mut next = previous.clone();
        next.jump();
        Some(next)
    })
}

/// One of the first `n` numbers, all equally likely up to a bias below n / 2^64: one multiplication and no rejection.
#[inline]
pub(crate) fn below(n: u32, random: &mut Random) -> u32 {
    ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u32
}

/// A whole number from `lo` to `hi`, all equally likely.
pub fn integer_between(lo: &Integer, hi: &Integer, random: &mut Random) -> Integer {
    match (lo, hi) {
        (Integer::Small(lo), Integer::Small(hi)) => Integer::Small(small_between(*lo, *hi, random)),
        _ => big_between(lo, hi, random),
    }
}

/// The same for machine numbers.
#[inline]
pub fn small_between(lo: i128, hi: i128, random: &mut Random) -> i128 {
    // The width of a range of i128 always fits u128; wrapping arithmetic is exact modulo 2^128.
    let width = hi.wrapping_sub(lo) as u128;
    let offset = match u64::try_from(width) {
        Ok(narrow) => u128::from(random.random_range(0..=narrow)),
        Err(_) => random.random_range(0..=width),
    };
    lo.wrapping_add(offset as i128)
}

fn big_between(lo: &Integer, hi: &Integer, random: &mut Random) -> Integer {
    let width = hi.to_big() - lo.to_big();
    let bits = width.bits();
    loop {
        let mut drawn = BigInt::ZERO;
        for _ in 0..bits.div_ceil(64) {
            drawn = (drawn << 64u32) + random.next_u64();
        }
        // Cutting to the width's number of bits keeps more than half of all draws.
        drawn >>= bits.div_ceil(64) * 64 - bits;
        if drawn <= width {
            return Integer::from(lo.to_big() + drawn);
        }
    }
}
