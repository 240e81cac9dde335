//! Known places of boundaries, and what happened to them.

use crate::behaviour::Place;
use crate::candidate::{Candidate, Observation};
use crate::guarded::{About, Guarded};

impl Place {
    /// Two neighbours, the lesser first.
    pub fn between(a: Observation, b: Observation) -> Place {
        let falls = a.input.cmp_reading(&b.input).is_gt();
        if falls { Place { left: b, right: a } } else { Place { left: a, right: b } }
    }

    /// Whether both lie between the same two inputs, regardless of the outcomes and the widths of integers.
    pub fn same_place(&self, other: &Place) -> bool {
        self.left.input.reads_as(&other.left.input) && self.right.input.reads_as(&other.right.input)
    }

    /// Orders places by the lesser input, then by the greater one.
    pub fn cmp_place(&self, other: &Place) -> std::cmp::Ordering {
        let left = self.left.input.cmp_reading(&other.left.input);
        left.then_with(|| self.right.input.cmp_reading(&other.right.input))
    }

    /// Whether one of the inputs timed out.
    pub fn hangs(&self) -> bool {
        self.left.outcome.is_hang() || self.right.outcome.is_hang()
    }

    /// The same with [abbreviated](crate::Outcome::abbreviated) outcomes.
    pub fn abbreviated(self) -> Place {
        let [left, right] = [self.left, self.right]
            .map(|side| Observation { outcome: side.outcome.abbreviated(), input: side.input });
        Place { left, right }
    }
}

impl From<&Candidate> for Place {
    fn from(candidate: &Candidate) -> Self {
        Place { left: candidate.left.clone(), right: candidate.right.clone() }
    }
}

/// What happened to a boundary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Nothing: the same inputs have the same outcomes.
    Same,
    /// The same two behaviours now meet elsewhere.
    Moved(Place),
    /// The same inputs have other outcomes.
    OutcomeChanged(Place),
    /// The two behaviours no longer meet. Contains the present outcomes of the same inputs, if they were run.
    Vanished(Option<Place>),
    /// The boundary is new.
    New,
    /// The same inputs have the same outcomes, but the boundary is missing at another place that its rule predicts.
    /// Contains the outcomes there.
    RuleChanged(Place),
    /// The same inputs sometimes have these outcomes, and sometimes the previous ones.
    Flaky(Place),
}

impl Fate {
    /// The name of the fate, such as `moved`.
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

    /// Whether this is a change. A flaky boundary is not: its outcomes differ from run to run.
    pub fn is_change(&self) -> bool {
        !matches!(self, Fate::Same | Fate::Flaky(_))
    }

    /// Where the boundary is now, or the present outcomes of its inputs.
    pub fn now(&self) -> Option<&Place> {
        match self {
            Fate::Same | Fate::New => None,
            Fate::Moved(now) | Fate::OutcomeChanged(now) | Fate::Flaky(now) | Fate::RuleChanged(now) => {
                Some(now)
            }
            Fate::Vanished(now) => now.as_ref(),
        }
    }
}

/// A boundary and what happened to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The place at which that shows, as it was; for a new boundary, as it is.
    pub boundary: Place,
    /// What else is known about the boundary; of its further places, those that are unchanged.
    pub about: Option<About>,
    /// What happened to it.
    pub fate: Fate,
}

impl Verdict {
    /// The verdict on a boundary of which only a pair is known.
    pub fn on(boundary: Place, fate: Fate) -> Verdict {
        Verdict { boundary, about: None, fate }
    }

    /// The boundary as it was.
    pub fn was(&self) -> Guarded {
        Guarded { pair: self.boundary.clone(), about: self.about.clone() }
    }

    /// The boundary as it is now; `None` if it has vanished.
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
