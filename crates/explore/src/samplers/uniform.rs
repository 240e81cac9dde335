//! Uniform sampling: every value of the range is equally likely.

use autobva_core::{Entry, FloatType, Integer};
use rand::RngExt;

use super::random::{Random, integer_between};
use super::{IntegerRange, Sampler};

/// Every value is equally likely. Since almost all numbers of a wide type are large, small ones hardly ever occur.
#[derive(Debug, Clone, Copy)]
pub struct Uniform;

impl Uniform {
    /// The entry in the registry.
    pub const ENTRY: Entry =
        Entry { name: "uniform", help: "every value of the range equally likely; for narrow ranges" };
}

impl Sampler for Uniform {
    fn integer(&self, range: &IntegerRange, random: &mut Random) -> Integer {
        integer_between(&range.lo, &range.hi, random)
    }

    fn float(&self, _: FloatType, lo: f64, hi: f64, random: &mut Random) -> f64 {
        let t: f64 = random.random_range(0.0..=1.0);
        // Weighted ends instead of lo + t * (hi - lo), which overflows for the whole range of f64.
        (lo * (1.0 - t) + hi * t).clamp(lo, hi)
    }
}
