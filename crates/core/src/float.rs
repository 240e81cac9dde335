//! Floating-point values on their own number line: every float has a place, and neighbours are one place apart.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::types::FloatType;

/// A floating-point value with its run-time type.
///
/// Equality and order are those of the *bits*: NaN equals itself, and −0.0 is just below 0.0. The reason is that a
/// candidate is identified by what was sent to the target.
#[derive(Clone, Copy)]
pub struct Float {
    ty: FloatType,
    value: f64,
}

impl Float {
    /// A float of this type; the value is rounded to it.
    pub fn new(ty: FloatType, value: f64) -> Float {
        let value = match ty {
            FloatType::Float32 => f64::from(value as f32),
            FloatType::Float64 => value,
        };
        Float { ty, value }
    }

    /// The run-time type.
    pub fn ty(&self) -> FloatType {
        self.ty
    }

    /// The value.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The place on the number line of the type: 0 for 0.0, −1 for −0.0, and one more for each next float.
    pub fn place(&self) -> i128 {
        match self.ty {
            FloatType::Float32 => {
                let bits = (self.value as f32).to_bits() as i32;
                i128::from(if bits < 0 { -1 - (bits & i32::MAX) } else { bits })
            }
            FloatType::Float64 => {
                let bits = self.value.to_bits() as i64;
                i128::from(if bits < 0 { -1 - (bits & i64::MAX) } else { bits })
            }
        }
    }

    /// The float at a place, if the type has one.
    pub fn at_place(ty: FloatType, place: i128) -> Option<Float> {
        let value = match ty {
            FloatType::Float32 => {
                let place = i32::try_from(place).ok()?;
                let bits = if place < 0 { (-1 - place) as u32 | 1 << 31 } else { place as u32 };
                f64::from(f32::from_bits(bits))
            }
            FloatType::Float64 => {
                let place = i64::try_from(place).ok()?;
                let bits = if place < 0 { (-1 - place) as u64 | 1 << 63 } else { place as u64 };
                f64::from_bits(bits)
            }
        };
        Some(Float { ty, value })
    }
}

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.value.to_bits() == other.value.to_bits()
    }
}

impl Eq for Float {}

impl Hash for Float {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.to_bits().hash(state);
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value).then(self.ty.cmp(&other.ty))
    }
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            FloatType::Float32 => write!(f, "{:?}", self.value as f32),
            FloatType::Float64 => write!(f, "{:?}", self.value),
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_round_trip_and_keep_the_order(a in any::<f64>(), b in any::<f64>()) {
            for ty in [FloatType::Float32, FloatType::Float64] {
                let (a, b) = (Float::new(ty, a), Float::new(ty, b));
                prop_assert_eq!(Float::at_place(ty, a.place()), Some(a));
                prop_assert_eq!(a.place().cmp(&b.place()), a.cmp(&b));
            }
        }
    }

    #[test]
    fn neighbours_are_one_place_apart() {
        let one = Float::new(FloatType::Float64, 1.0);
        assert_eq!(Float::at_place(FloatType::Float64, one.place() + 1).unwrap().value(), 1.0 + f64::EPSILON);
        assert_eq!(Float::new(FloatType::Float64, -0.0).place(), -1);
    }
}
