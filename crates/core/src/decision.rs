//! What a tester decides about a boundary: the five actions of the paper, and to look closer first.

use std::fmt;
use std::str::FromStr;

use crate::registry::Entry;

/// What a tester does about a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing: it is known, or of no interest.
    Skip,
    /// As specified: guard it with tests.
    Extend,
    /// Not as specified: the implementation changes, and the tests.
    Debug,
    /// Intended, but not specified: the specification is extended, and the tests.
    Clarify,
    /// Undesired, and the specification is wrong or silent: specification, implementation and tests change.
    Refine,
    /// No decision of the paper: search here again, closer.
    Zoom,
}

/// The actions in the order of the paper, each with a line of help; the last is none of the paper's.
pub const ACTIONS: &[Entry] = &[
    Entry { name: "skip", help: "nothing to do: it is known, or of no interest" },
    Entry { name: "extend", help: "as specified: guard it with tests" },
    Entry {
        name: "debug",
        help: "not as specified: mend the code; exported as a test that is expected to fail",
    },
    Entry { name: "clarify", help: "intended but not specified: specify it, and guard it with tests" },
    Entry {
        name: "refine",
        help: "undesired, and the specification is no help: mend both; exported as debug is",
    },
    Entry { name: "zoom", help: "search here again, with a narrower range or another distance" },
];

impl Action {
    /// All of them, in the order of [`ACTIONS`].
    pub const ALL: [Action; 6] =
        [Action::Skip, Action::Extend, Action::Debug, Action::Clarify, Action::Refine, Action::Zoom];

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
#[error("'{0}' is no action; the actions are skip, extend, debug, clarify, refine and zoom")]
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
