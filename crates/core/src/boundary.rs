//! Boundaries that are known, and what became of them.

use crate::candidate::{Candidate, Observation};
use crate::guarded::{About, Guarded};

/// A boundary: two inputs and what the target did with each. `left` has the lesser input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// The side with the lesser input.
    pub left: Observation,
    /// The side with the greater input.
    pub right: Observation,
}

impl Boundary {
    /// Whether both lie between the same two inputs, whatever the outcomes and the widths of integers.
    pub fn same_place(&self, other: &Boundary) -> bool {
        self.left.input.reads_as(&other.left.input) && self.right.input.reads_as(&other.right.input)
    }

    /// By the lesser input, then by the greater one.
    pub fn cmp_place(&self, other: &Boundary) -> std::cmp::Ordering {
        let left = self.left.input.cmp_reading(&other.left.input);
        left.then_with(|| self.right.input.cmp_reading(&other.right.input))
    }

    /// Whether one of the inputs was not answered in time.
    pub fn hangs(&self) -> bool {
        self.left.outcome.is_hang() || self.right.outcome.is_hang()
    }

    /// The boundary with [abbreviated](crate::Outcome::abbreviated) outcomes.
    pub fn abbreviated(self) -> Boundary {
        let [left, right] = [self.left, self.right]
            .map(|side| Observation { outcome: side.outcome.abbreviated(), input: side.input });
        Boundary { left, right }
    }
}

impl From<&Candidate> for Boundary {
    fn from(candidate: &Candidate) -> Self {
        Boundary { left: candidate.left.clone(), right: candidate.right.clone() }
    }
}

/// What became of a boundary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Nothing: the same inputs give the same outcomes.
    Same,
    /// The same two behaviours meet elsewhere now.
    Moved(Boundary),
    /// The same inputs give other outcomes.
    OutcomeChanged(Boundary),
    /// The two behaviours do not meet any more. Holds what the same inputs do now, if they were run.
    Vanished(Option<Boundary>),
    /// It was not there before.
    New,
    /// The same inputs give the same outcomes, but at another place, where the rule says that it lies, it is not: the
    /// inputs there do this.
    RuleChanged(Boundary),
    /// The same inputs give this at times, and at times what they gave before.
    Flaky(Boundary),
}

impl Fate {
    /// The name, such as `moved`.
    pub fn name(&self) -> &'static str {
        match self {
            Fate::Same => "same",
            Fate::Moved(_) => "moved",
            Fate::OutcomeChanged(_) => "outcome changed",
            Fate::Vanished(_) => "vanished",
            Fate::New => "new",
            Fate::RuleChanged(_) => "rule changed",
            Fate::Flaky(_) => "flaky",
        }
    }

    /// Whether it is a change. A flaky boundary is none: its outcomes differ from run to run.
    pub fn is_change(&self) -> bool {
        !matches!(self, Fate::Same | Fate::Flaky(_))
    }

    /// Where the boundary is now, or what its inputs do now.
    pub fn now(&self) -> Option<&Boundary> {
        match self {
            Fate::Same | Fate::New => None,
            Fate::Moved(now) | Fate::OutcomeChanged(now) | Fate::Flaky(now) | Fate::RuleChanged(now) => {
                Some(now)
            }
            Fate::Vanished(now) => now.as_ref(),
        }
    }
}

/// A boundary and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The place of the boundary where that is seen, as it was; a new one as it is.
    pub boundary: Boundary,
    /// What else is known of it, with those of its further places that are as they were.
    pub about: Option<About>,
    /// What became of it.
    pub fate: Fate,
}

impl Verdict {
    /// What became of a boundary of which nothing but a pair is known.
    pub fn on(boundary: Boundary, fate: Fate) -> Verdict {
        Verdict { boundary, about: None, fate }
    }

    /// The boundary as it was.
    pub fn was(&self) -> Guarded {
        Guarded { pair: self.boundary.clone(), about: self.about.clone() }
    }

    /// The boundary as it is now; none if it has vanished.
    pub fn now(&self) -> Option<Guarded> {
        match &self.fate {
            Fate::Vanished(_) => None,
            Fate::Moved(there) => Some(self.was().moved_to(there)),
            Fate::OutcomeChanged(now) if now.left.outcome == now.right.outcome => {
                Some(self.was().without_place().unwrap_or_else(|| self.was().doing(now)))
            }
            Fate::OutcomeChanged(now) => Some(self.was().doing(now)),
            Fate::RuleChanged(_) => {
                let about = self.about.clone().map(|about| About { rule: None, ..about });
                Some(Guarded { about, ..self.was() })
            }
            Fate::Same | Fate::New | Fate::Flaky(_) => Some(self.was()),
        }
    }
}
