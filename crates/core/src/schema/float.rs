//! The schema of floating-point numbers.

use super::fault::{SchemaError, ValueFault, end, ends, in_order};
use crate::float::Float;
use crate::types::FloatType;

const NUMBER: &str = "a number";

/// Floating-point numbers of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FloatSchema {
    ty: FloatType,
    range: Option<(Float, Float)>,
}

impl FloatSchema {
    /// All finite numbers of this type.
    pub fn of(ty: FloatType) -> FloatSchema {
        FloatSchema { ty, range: None }
    }

    /// The type.
    pub fn ty(&self) -> FloatType {
        self.ty
    }

    /// The declared range, if there is one.
    pub(super) fn range(&self) -> Option<(Float, Float)> {
        self.range
    }

    /// The least and the greatest number.
    pub fn ends(&self) -> (Float, Float) {
        let max = match self.ty {
            FloatType::Float32 => f64::from(f32::MAX),
            FloatType::Float64 => f64::MAX,
        };
        self.range.unwrap_or((Float::new(self.ty, -max), Float::new(self.ty, max)))
    }

    /// Restricts the schema. The ends are rounded to the type, as drawn values are, so that no drawn value is outside
    /// the range.
    pub(super) fn restricted_to(&self, range: &str) -> Result<FloatSchema, SchemaError> {
        let (lo, hi) = ends(range, NUMBER)?;
        let (min, max) = self.ends();
        let (lo, hi): (f64, f64) = (end(lo, min.value(), NUMBER)?, end(hi, max.value(), NUMBER)?);
        in_order(&lo, &hi)?;
        let (least, greatest) = (Float::new(self.ty, lo), Float::new(self.ty, hi));
        let is_below = least.value() < min.value();
        if is_below || greatest.value() > max.value() {
            let (end, ends) = (if is_below { lo } else { hi }, (min.to_string(), max.to_string()));
            return Err(SchemaError::outside(end.to_string(), self.ty.declared_name(), ends));
        }
        Ok(FloatSchema { ty: self.ty, range: Some((least, greatest)) })
    }

    pub(super) fn fits(&self, other: &FloatSchema) -> bool {
        let ((lo, hi), (least, greatest)) = (self.ends(), other.ends());
        self.ty == other.ty && lo.value() >= least.value() && hi.value() <= greatest.value()
    }

    pub(super) fn read(&self, text: &str) -> Result<Float, ValueFault> {
        let number: f64 = text.parse().map_err(|_| ValueFault::Unreadable("give a number"))?;
        let float = Float::new(self.ty, number);
        match self.range {
            Some((lo, hi)) if !(lo.value()..=hi.value()).contains(&float.value()) => {
                Err(ValueFault::outside(super::Schema::Float(*self), lo, hi))
            }
            _ => Ok(float),
        }
    }
}
