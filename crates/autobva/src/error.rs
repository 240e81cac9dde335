//! Errors before or during a run. The messages do not mention a command line: a caller that has one finds in the error
//! which setting is meant.

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
    /// A seed value that no argument can take, and the arguments.
    #[error("no argument takes the value '{0}'; the arguments are {1}")]
    Hint(String, String),
    /// The type of an argument is to be learned from an example, but there is none.
    #[error("argument '{0}' is json, whose type an example shows; give one")]
    NoExample(String),
    /// A value at which an argument cannot be kept.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A fixed argument is given without its value.
    #[error("'{0}' does not say which argument is kept at which value; write NAME=VALUE")]
    Fix(String),
    /// Nothing is left to vary.
    #[error("every argument is kept at a value, so there is nothing to vary; let one of them vary")]
    AllFixed,
    /// A budget with which nothing could be found.
    #[error("{0} is zero, so nothing could be found; give at least {least}", least = .0.least())]
    ZeroBudget(Budget),
    /// The search could not be started or finished.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// A budget of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// The maximum number of calls.
    Calls,
    /// The maximum number of candidates to find.
    Candidates,
    /// The time limit.
    Time,
    /// The number of threads.
    Jobs,
    /// The maximum number of candidates, or of examples of a boundary, to keep.
    Capacity,
}

impl Budget {
    /// The least value that makes sense.
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
        let zero = |budget| Error::ZeroBudget(budget).to_string();
        let expected = "the number of calls is zero, so nothing could be found; give at least 1";
        assert_eq!(zero(Budget::Calls), expected);
        assert!(
            zero(Budget::Time).ends_with("the time is zero, so nothing could be found; give at least 1ms")
        );
        let none = Error::from(SearchError::NoArguments).to_string();
        assert_eq!(none, "the target takes no arguments, so there is nothing to vary; declare some");
    }
}
