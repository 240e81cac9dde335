//! Global sampling: how the numbers of a starting point are drawn.

mod bituniform;
mod input;
mod random;
mod range;
mod uniform;

pub use bituniform::BitUniform;
pub use input::{InputSampler, TypeOrder};
pub use random::{Random, integer_between, lane_randoms};
pub use range::IntegerRange;
pub use uniform::Uniform;

use std::sync::Arc;

use autobva_core::{Entry, FloatType, Integer, UnknownName};

/// Draws numbers from closed ranges. [`InputSampler`] decides on the argument, the type and the range.
///
/// ```
/// use autobva_core::{FloatType, Integer};
/// use autobva_explore::samplers::{IntegerRange, Random, Sampler, Uniform};
///
/// /// Numbers below zero half as often as the others.
/// struct Upwards;
///
/// impl Sampler for Upwards {
///     fn integer(&self, range: &IntegerRange, random: &mut Random) -> Integer {
///         let (first, second) = (Uniform.integer(range, random), Uniform.integer(range, random));
///         first.max(second)
///     }
///
///     fn float(&self, ty: FloatType, lo: f64, hi: f64, random: &mut Random) -> f64 {
///         Uniform.float(ty, lo, hi, random).max(Uniform.float(ty, lo, hi, random))
///     }
/// }
/// ```
pub trait Sampler: Send + Sync {
    /// A whole number from the range.
    fn integer(&self, range: &IntegerRange, random: &mut Random) -> Integer;

    /// A floating-point number of this type from `lo` to `hi`.
    fn float(&self, ty: FloatType, lo: f64, hi: f64, random: &mut Random) -> f64;
}

/// The samplers, by name.
pub const SAMPLERS: &[Entry] = &[BitUniform::ENTRY, Uniform::ENTRY];

/// The sampler with this name.
pub fn sampler(name: &str) -> Result<Arc<dyn Sampler>, UnknownName> {
    match name {
        "bituniform" => Ok(Arc::new(BitUniform)),
        "uniform" => Ok(Arc::new(Uniform)),
        _ => Err(UnknownName::new("sampler", name, SAMPLERS.iter().map(|e| e.name))),
    }
}
