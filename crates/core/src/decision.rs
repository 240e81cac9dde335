//! What a tester decides about a boundary: the five actions of the paper.

use std::fmt;
use std::str::FromStr;

use crate::registry::Entry;

/// What a tester does about a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing: it is known, or of no interest.
    Skip,
    /// Guard it with tests.
    Extend,
    /// The behaviour is wrong: find the fault.
    Debug,
    /// Unclear what is right: ask whoever knows.
    Clarify,
    /// Search here again, with finer settings.
    Refine,
}

/// The actions in the order of the paper, each with a line of help.
pub const ACTIONS: &[Entry] = &[
    Entry { name: "skip", help: "nothing to do: it is known, or of no interest" },
    Entry { name: "extend", help: "as it should be: guard it with tests" },
    Entry { name: "debug", help: "wrong: find the fault; exported as a test that is expected to fail" },
    Entry { name: "clarify", help: "unclear what is right: ask whoever knows" },
    Entry { name: "refine", help: "search here again, with a narrower range or another distance" },
];

impl Action {
    /// All of them, in the order of [`ACTIONS`].
    pub const ALL: [Action; 5] =
        [Action::Skip, Action::Extend, Action::Debug, Action::Clarify, Action::Refine];

    /// The name, such as `extend`.
    pub fn name(self) -> &'static str {
        ACTIONS[self as usize].name
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is none of the actions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no action; the actions are skip, extend, debug, clarify and refine")]
pub struct ActionError(pub String);

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        let found = Action::ALL.into_iter().find(|action| action.name() == text);
        found.ok_or_else(|| ActionError(text.to_string()))
    }
}

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The candidate alone.
    Candidate,
    /// The cluster that the candidate is in, whatever else will be found to belong there.
    Cluster,
    /// The boundary of that number, which the candidate shows.
    Boundary(u32),
}

/// A decision about a candidate, or about the cluster that it is in or the boundary that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The index of the candidate.
    pub candidate: usize,
    /// Whether it stands for its cluster or its boundary.
    pub scope: Scope,
    /// What to do.
    pub action: Action,
    /// Why; empty if nothing was noted.
    pub note: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for action in Action::ALL {
            assert_eq!(action.name().parse(), Ok(action));
        }
        assert!("ship".parse::<Action>().is_err());
    }
}
