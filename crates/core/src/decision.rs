//! What a tester decides about a boundary: the five actions of the paper, and the request to search there again.

use std::fmt;
use std::str::FromStr;

use crate::registry::Entry;

/// What a tester does about a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing: it is known, or not interesting.
    Skip,
    /// It is as specified; guard it with tests.
    Extend,
    /// It is not as specified; change the implementation and the tests.
    Debug,
    /// It is intended but not specified; extend the specification and the tests.
    Clarify,
    /// It is undesired, and the specification is wrong or silent; change specification, implementation and tests.
    Refine,
    /// Search here again, more closely. This one is not in the paper.
    Zoom,
}

/// The actions in the order of the paper, each with a line of help; the last one is not in the paper.
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

/// A word that is not an action.
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
    /// The cluster of the candidate, including whatever will be added to it later.
    Cluster,
    /// The boundary with this number, which the candidate shows.
    Boundary(u32),
}

/// A decision about a candidate, its cluster, or the boundary that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The index of the candidate.
    pub candidate: usize,
    /// Whether it applies to the candidate, its cluster or its boundary.
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
