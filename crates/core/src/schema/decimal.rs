//! The schema of decimal numbers.

use super::fault::{SchemaError, ValueFault, end, ends, in_order};
use crate::integer::Integer;
use crate::value::Decimal;

const NUMBER: &str = "a decimal number";
/// Without a declared range, decimals reach from -10^18 to 10^18.
const FAR: u32 = 18;
/// Up to 6 decimal places are tried, unless the range has more.
const PLACES: u32 = 6;

/// Decimal numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecimalSchema {
    range: Option<(Decimal, Decimal)>,
}

impl DecimalSchema {
    pub(super) fn range(&self) -> Option<&(Decimal, Decimal)> {
        self.range.as_ref()
    }

    /// The least and the greatest number.
    pub fn ends(&self) -> (Decimal, Decimal) {
        self.range.clone().unwrap_or_else(|| {
            let far = 10i128.pow(FAR);
            (Decimal::new(-far, 0), Decimal::new(far, 0))
        })
    }

    /// The least and the greatest number as digits, with this many decimal places.
    pub fn digits(&self, places: u32) -> (Integer, Integer) {
        let (least, most) = self.ends();
        // Cutting digits off must not move an end outside the range.
        let inwards = |end: &Decimal, by: &Integer| {
            let cut = end.with_places(places);
            let is_outside = if *by == Integer::ONE {
                cut < *end && end.places() > places
            } else {
                cut > *end && end.places() > places
            };
            if is_outside { cut.digits() + by } else { cut.digits().clone() }
        };
        (inwards(&least, &Integer::ONE), inwards(&most, &Integer::Small(-1)))
    }

    /// The largest number of decimal places that is tried.
    pub fn most_places(&self) -> u32 {
        let declared = self.range.iter().flat_map(|(lo, hi)| [lo.places(), hi.places()]).max();
        declared.unwrap_or(0).max(PLACES)
    }

    pub(super) fn restricted_to(&self, range: &str) -> Result<DecimalSchema, SchemaError> {
        let (lo, hi) = ends(range, NUMBER)?;
        let (min, max) = self.ends();
        let (lo, hi) = (end(lo, min, NUMBER)?, end(hi, max, NUMBER)?);
        in_order(&lo, &hi)?;
        Ok(DecimalSchema { range: Some((lo, hi)) })
    }

    pub(super) fn fits(&self, other: &DecimalSchema) -> bool {
        let ((lo, hi), (least, greatest)) = (self.ends(), other.ends());
        other.range.is_none() || (lo >= least && hi <= greatest)
    }

    pub(super) fn read(&self, text: &str) -> Result<Decimal, ValueFault> {
        let unreadable = |_| ValueFault::Unreadable("give a decimal number such as 9.90");
        let number: Decimal = text.parse().map_err(unreadable)?;
        match &self.range {
            Some((lo, hi))
                if number.with_places(Decimal::MOST_PLACES) < lo.with_places(Decimal::MOST_PLACES)
                    || number.with_places(Decimal::MOST_PLACES) > hi.with_places(Decimal::MOST_PLACES) =>
            {
                Err(ValueFault::outside(super::Schema::Decimal(self.clone()), lo, hi))
            }
            _ => Ok(number),
        }
    }
}
