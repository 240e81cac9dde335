//! What can be wrong with a run before it starts, or end it. The messages know nothing of a command line: whoever has
//! one finds in the error what was meant.

use std::fmt;

use autobva_core::{SignatureError, UnknownName, ValueError};
use autobva_explore::SearchError;
use autobva_metrics::NameError;
use autobva_sut::TargetError;

/// Why a run could not be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A target that does not exist.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// A strategy or sampler that does not exist.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// A distance that does not exist.
    #[error(transparent)]
    Distance(#[from] NameError),
    /// An argument that does not fit the target.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// A value to look at that no argument can take.
    #[error("no argument takes the value '{value}'; the arguments are {signature}")]
    Hint {
        /// What was given.
        value: String,
        /// The arguments of the target.
        signature: String,
    },
    /// An argument is to be learned from an example, and there is none.
    #[error("argument '{argument}' is json, whose type an example shows; give one")]
    NoExample {
        /// The name of the argument.
        argument: String,
    },
    /// A value that an argument cannot be kept at.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// What is to be kept does not say what at.
    #[error("'{0}' does not say which argument is kept at which value; write NAME=VALUE")]
    Fix(String),
    /// Nothing is left to vary.
    #[error("every argument is kept at a value, so there is nothing to vary; let one of them vary")]
    AllFixed,
    /// A budget under which nothing could be found.
    #[error("{budget} is zero, so nothing could be found; give at least {}", .budget.least())]
    ZeroBudget {
        /// Which one.
        budget: Budget,
    },
    /// The search could not be made, or not be finished.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// A budget of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// The most calls.
    Calls,
    /// The most candidates to find.
    Candidates,
    /// The longest time.
    Time,
    /// The number of threads.
    Jobs,
    /// The most candidates, or examples of a boundary, to keep.
    Capacity,
}

impl Budget {
    /// The least that makes sense.
    fn least(self) -> &'static str {
        if self == Budget::Time { "1ms" } else { "1" }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Budget::Calls => "the number of calls",
            Budget::Candidates => "the number of candidates",
            Budget::Time => "the time",
            Budget::Jobs => "the number of jobs",
            Budget::Capacity => "the number of examples or candidates to keep",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_to_do_without_a_command_line() {
        let zero = |budget| Error::ZeroBudget { budget }.to_string();
        let expected = "the number of calls is zero, so nothing could be found; give at least 1";
        assert_eq!(zero(Budget::Calls), expected);
        assert!(
            zero(Budget::Time).ends_with("the time is zero, so nothing could be found; give at least 1ms")
        );
        let none = Error::from(SearchError::NoArguments).to_string();
        assert_eq!(none, "the target takes no arguments, so there is nothing to vary; declare some");
    }
}
