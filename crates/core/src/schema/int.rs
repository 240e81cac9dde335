//! The schema of whole numbers.

use super::fault::{SchemaError, ValueFault, end, ends, in_order};
use crate::integer::Integer;
use crate::registry::UnknownName;
use crate::types::IntType;
use crate::value::Int;

const WHOLE: &str = "a whole number";

/// Whole numbers of one concrete type, or of any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntSchema {
    /// `None` for the abstract integer.
    ty: Option<IntType>,
    range: Option<(Integer, Integer)>,
    /// The bounds for each concrete type, by the type's index; `None` if the range excludes all numbers of the type.
    bounds: Box<[Option<(Integer, Integer)>; IntType::ALL.len()]>,
}

impl IntSchema {
    /// The abstract integer: any of the twelve concrete types, between −2^127 and 2^128 − 1.
    pub fn any() -> IntSchema {
        IntSchema::new(None, None)
    }

    /// One concrete type.
    pub fn of(ty: IntType) -> IntSchema {
        IntSchema::new(Some(ty), None)
    }

    fn new(ty: Option<IntType>, range: Option<(Integer, Integer)>) -> IntSchema {
        let (least, greatest) = range.clone().unwrap_or_else(|| whole(ty));
        let bounds = IntType::ALL.map(|concrete| {
            let lo = concrete.least().max(least.clone());
            let hi = concrete.greatest().min(greatest.clone());
            (lo <= hi).then_some((lo, hi))
        });
        IntSchema { ty, range, bounds: Box::new(bounds) }
    }

    /// The concrete type; `None` for the abstract integer.
    pub fn ty(&self) -> Option<IntType> {
        self.ty
    }

    /// Whether it holds Booleans only.
    pub fn is_bool(&self) -> bool {
        self.ty == Some(IntType::Bool)
    }

    pub(super) fn name(&self) -> &'static str {
        self.ty.map_or("int", IntType::declared_name)
    }

    /// The declared range, if there is one.
    pub(super) fn range(&self) -> Option<&(Integer, Integer)> {
        self.range.as_ref()
    }

    /// The least and the greatest number.
    pub fn ends(&self) -> (Integer, Integer) {
        self.range.clone().unwrap_or_else(|| whole(self.ty))
    }

    /// The bounds of numbers of this run-time type; `None` if the range excludes all of them.
    #[inline]
    pub fn bounds(&self, ty: IntType) -> Option<&(Integer, Integer)> {
        self.bounds[ty as usize].as_ref()
    }

    /// The concrete types that values may have, each with the type as which the value is passed; `cts` turns compatible
    /// type sampling on. A concrete argument is always passed its own type, whichever compatible type the number was
    /// drawn from. Types that the range excludes are left out.
    pub fn types(&self, cts: bool) -> Vec<(IntType, IntType)> {
        let drawn: Vec<(IntType, IntType)> = match (self.ty, cts) {
            (None, true) => IntType::ALL.map(|t| (t, t)).to_vec(),
            (None, false) => vec![(self.plain_type(), self.plain_type())],
            (Some(t), true) => t.compatible().into_iter().map(|from| (from, t)).collect(),
            (Some(t), false) => vec![(t, t)],
        };
        drawn.into_iter().filter(|(from, _)| self.bounds(*from).is_some()).collect()
    }

    /// The default type of an abstract integer: the narrowest of Int128, UInt128 and BigInt that holds the whole range;
    /// Int128 without a range, as in the study.
    fn plain_type(&self) -> IntType {
        self.range.as_ref().map_or(IntType::Int128, |(lo, hi)| narrowest_default(lo, hi))
    }

    pub(super) fn make_plain(&self, int: &mut Int) -> bool {
        let Some((_, ty)) = self.types(false).first().copied() else { return true };
        let plain = Int::new(ty, int.number().clone());
        plain.map(|plain| *int = plain).is_some()
    }

    pub(super) fn restricted_to(&self, range: &str) -> Result<IntSchema, SchemaError> {
        let (lo, hi) = ends(range, WHOLE)?;
        let (min, max) = self.ends();
        let (lo, hi) = (end(lo, min.clone(), WHOLE)?, end(hi, max.clone(), WHOLE)?);
        in_order(&lo, &hi)?;
        if lo < min || hi > max {
            let end = if lo < min { lo } else { hi };
            return Err(SchemaError::outside(end, self.name(), (min, max)));
        }
        Ok(IntSchema::new(self.ty, Some((lo, hi))))
    }

    /// The numbers of this schema between `-limit` and `limit`; a declared range stays as it is.
    pub(super) fn within(&self, limit: i64) -> IntSchema {
        if self.range.is_some() || self.is_bool() {
            return self.clone();
        }
        let (least, greatest) = self.ends();
        let within = (least.max(Integer::from(-limit)), greatest.min(Integer::from(limit)));
        IntSchema::new(self.ty, Some(within))
    }

    /// A target that takes the abstract integer takes every number, whatever its range.
    pub(super) fn fits(&self, other: &IntSchema) -> bool {
        let ((lo, hi), (least, greatest)) = (self.ends(), other.ends());
        other.ty.is_none() || (self.ty == other.ty && lo >= least && hi <= greatest)
    }

    pub(super) fn read(&self, text: &str, runtime: Option<&str>) -> Result<Int, ValueFault> {
        let truth = match text {
            "false" => Some(Integer::ZERO),
            "true" => Some(Integer::ONE),
            _ => None,
        };
        let number = match &truth {
            Some(number) => number.clone(),
            None => text.parse::<Integer>().map_err(|_| self.unreadable())?,
        };
        let named = runtime.map(runtime_type).transpose()?;
        let ty = match (self.ty, named, truth) {
            (Some(declared), ..) => declared,
            (None, Some(named), _) => named,
            (None, None, Some(_)) => IntType::Bool,
            (None, None, None) => narrowest_default(&number, &number),
        };
        let declared = || super::Schema::Int(self.clone()).to_string();
        match &self.range {
            Some((lo, hi)) if number < *lo || number > *hi => Err(ValueFault::outside(declared(), lo, hi)),
            _ => Int::new(ty, number).ok_or_else(|| {
                let declared = if self.ty.is_none() { ty.name().to_string() } else { declared() };
                ValueFault::outside(declared, ty.least(), ty.greatest())
            }),
        }
    }

    fn unreadable(&self) -> ValueFault {
        ValueFault::Unreadable(if self.is_bool() { "give false or true" } else { "give a whole number" })
    }
}

/// The least and the greatest number of a type.
fn whole(ty: Option<IntType>) -> (Integer, Integer) {
    match ty {
        None => (IntType::Int128.least(), IntType::UInt128.greatest()),
        Some(ty) => (ty.least(), ty.greatest()),
    }
}

fn runtime_type(name: &str) -> Result<IntType, ValueFault> {
    IntType::from_name(name).ok_or_else(|| {
        ValueFault::UnknownType(UnknownName::new("type", name, IntType::ALL.map(IntType::name)))
    })
}

/// The first of Int128, UInt128 and BigInt that holds both numbers.
fn narrowest_default(lo: &Integer, hi: &Integer) -> IntType {
    [IntType::Int128, IntType::UInt128]
        .into_iter()
        .find(|t| t.holds(lo) && t.holds(hi))
        .unwrap_or(IntType::BigInt)
}
