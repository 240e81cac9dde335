//! The schema of dates, times and durations.

use super::fault::{SchemaError, ValueFault, ends, in_order};
use crate::value::{Moment, MomentKind};

/// Moments of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MomentSchema {
    kind: MomentKind,
    range: Option<(Moment, Moment)>,
}

impl MomentSchema {
    /// All moments of that kind.
    pub fn of(kind: MomentKind) -> MomentSchema {
        MomentSchema { kind, range: None }
    }

    /// The kind of the moments.
    pub fn kind(&self) -> MomentKind {
        self.kind
    }

    pub(super) fn range(&self) -> Option<(Moment, Moment)> {
        self.range
    }

    /// The first and the last moment.
    pub fn ends(&self) -> (Moment, Moment) {
        let (least, most) = self.kind.ends();
        self.range.unwrap_or((Moment::new(self.kind, least), Moment::new(self.kind, most)))
    }

    pub(super) fn restricted_to(&self, range: &str) -> Result<MomentSchema, SchemaError> {
        let expected = self.remedy().trim_start_matches("give ");
        let (lo, hi) = ends(range, expected)?;
        let end = |text: &str, open: Moment| match text {
            "" => Ok(open),
            _ => Moment::read(self.kind, text).ok_or_else(|| SchemaError::end(text, expected)),
        };
        let (lo, hi) = (end(lo, self.ends().0)?, end(hi, self.ends().1)?);
        in_order(&lo, &hi)?;
        Ok(MomentSchema { kind: self.kind, range: Some((lo, hi)) })
    }

    pub(super) fn fits(&self, other: &MomentSchema) -> bool {
        let ((lo, hi), (least, greatest)) = (self.ends(), other.ends());
        self.kind == other.kind && lo >= least && hi <= greatest
    }

    pub(super) fn read(&self, text: &str) -> Result<Moment, ValueFault> {
        let read = Moment::read(self.kind, text);
        let moment = read.ok_or(ValueFault::Unreadable(self.remedy()))?;
        match self.range {
            Some((lo, hi)) if moment < lo || moment > hi => {
                Err(ValueFault::outside(super::Schema::Moment(*self), lo, hi))
            }
            _ => Ok(moment),
        }
    }

    fn remedy(&self) -> &'static str {
        match self.kind {
            MomentKind::Date => "give a date such as 2024-02-29",
            MomentKind::Time => "give a time such as 23:59:59",
            MomentKind::DateTime => "give a date and time such as 2024-02-29T23:59:59",
            MomentKind::Duration => "give a number of seconds",
        }
    }
}
