//! What counts as a boundary: a pair whose outputs differ, or two behaviours that meet.

use autobva_core::{Guarded, Likeness, Outcome, Place};

use super::sameness::{key, same};

/// How a boundary is recognised: in the same way in which it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notion {
    /// The outputs of two inputs differ.
    Pair,
    /// Two behaviours meet.
    Behaviour,
}

impl Notion {
    pub(super) fn of(guarded: &Guarded) -> Notion {
        if guarded.about.is_some() { Notion::Behaviour } else { Notion::Pair }
    }

    /// Whether the inputs of a boundary still have the same outcomes.
    pub(super) fn same(self, was: &Place, now: &Place) -> bool {
        self.same_outcomes(was, [&now.left.outcome, &now.right.outcome])
    }

    /// Whether these outcomes are still those of a boundary.
    pub(super) fn same_outcomes(self, was: &Place, now: [&Outcome; 2]) -> bool {
        match self {
            Notion::Pair => was.left.outcome == *now[0] && was.right.outcome == *now[1],
            Notion::Behaviour => same(was, now),
        }
    }

    /// Whether only numbers distinguish the two sides, so that their courses must be compared.
    pub(super) fn is_of_numbers(self, was: &Place) -> bool {
        self == Notion::Behaviour && key(&was.left.outcome) == key(&was.right.outcome)
    }

    /// The comparisons with which the boundary is looked for, in order.
    pub(super) fn ways(self, was: &Place) -> Vec<Likeness> {
        let parts = |way: &Likeness| !way.same(&was.left.outcome, &was.right.outcome);
        match self {
            Notion::Behaviour if !self.is_of_numbers(was) => {
                [Likeness::Wording, Likeness::Type].into_iter().filter(parts).collect()
            }
            Notion::Pair | Notion::Behaviour => Likeness::of(was).collect(),
        }
    }

    /// Whether the present outcomes of the inputs of `was` still differ: in more than digits, unless digits were the
    /// only difference before.
    pub(super) fn parts(self, was: &Place, now: &Place) -> bool {
        let closest = match self {
            Notion::Behaviour => Likeness::Wording,
            Notion::Pair => Likeness::Shape,
        };
        let digits_told = Likeness::of(was).any(|likeness| likeness == Likeness::Exact);
        let likeness = if digits_told { Likeness::Exact } else { closest };
        !likeness.same(&now.left.outcome, &now.right.outcome)
    }
}
