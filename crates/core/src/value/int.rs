//! Whole numbers with their run-time type.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::integer::Integer;
use crate::types::IntType;

/// An integer with its run-time type; the type can always hold the number.
#[derive(PartialEq, Eq)]
pub struct Int {
    ty: IntType,
    number: Integer,
}

impl Clone for Int {
    fn clone(&self) -> Self {
        Int { ty: self.ty, number: self.number.clone() }
    }

    /// Copies 128 bits in place. The search copies its inputs through this function, so it matters.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.ty = source.ty;
        match (&mut self.number, &source.number) {
            (Integer::Small(to), Integer::Small(from)) => *to = *from,
            (to, from) => *to = from.clone(),
        }
    }
}

impl Int {
    /// The number as a value of this type, if the type can hold it.
    pub fn new(ty: IntType, number: impl Into<Integer>) -> Option<Int> {
        let number = number.into();
        ty.holds(&number).then_some(Int { ty, number })
    }

    /// The number as a value of a type that is known to hold it, without the check of [`Int::new`].
    pub fn within(ty: IntType, number: Integer) -> Int {
        debug_assert!(ty.holds(&number), "{number} is outside {ty}");
        Int { ty, number }
    }

    /// The run-time type.
    pub fn ty(&self) -> IntType {
        self.ty
    }

    /// The number.
    #[inline]
    pub fn number(&self) -> &Integer {
        &self.number
    }

    /// Makes it another number, which the type must be able to hold.
    #[inline]
    pub(crate) fn move_to(&mut self, number: Integer) {
        debug_assert!(self.ty.holds(&number), "{number} is outside {}", self.ty);
        self.number = number;
    }

    /// Moves the number up or down by `steps`, but not beyond `edge`, which the type must be able to hold. Returns
    /// whether it moved at all.
    #[inline]
    pub fn step(&mut self, upwards: bool, steps: &Integer, edge: &Integer) -> bool {
        if let (Integer::Small(n), Integer::Small(steps), Integer::Small(edge)) =
            (&mut self.number, steps, edge)
        {
            let there = if upwards {
                n.saturating_add(*steps).min(*edge)
            } else {
                n.saturating_sub(*steps).max(*edge)
            };
            let moved = there != *n;
            *n = there;
            return moved;
        }
        let there = if upwards { &self.number + steps } else { &self.number - steps };
        let passed = if upwards { there > *edge } else { there < *edge };
        let there = if passed { edge.clone() } else { there };
        let moved = there != self.number;
        self.number = there;
        moved
    }

    /// Whether it is a Boolean.
    #[inline]
    pub fn is_bool(&self) -> bool {
        self.ty == IntType::Bool
    }

    /// The Boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        self.is_bool().then(|| self.number != Integer::ZERO)
    }

    pub(super) fn reads_as(&self, other: &Int) -> bool {
        self.number == other.number && self.is_bool() == other.is_bool()
    }

    pub(super) fn hash_reading<H: Hasher>(&self, state: &mut H) {
        (self.is_bool(), &self.number).hash(state);
    }

    pub(super) fn cmp_reading(&self, other: &Int) -> Ordering {
        self.number.cmp(&other.number).then_with(|| other.is_bool().cmp(&self.is_bool()))
    }
}
