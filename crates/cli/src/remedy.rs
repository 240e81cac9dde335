//! Remedies on the command line for errors of the library: what to write there.

use std::error::Error as StdError;

use autobva::sut::TargetError;
use autobva::{Budget, Error, SearchError};

/// The message of an error, with a remedy that the library cannot know.
pub fn message(error: &anyhow::Error) -> String {
    format!("{error:#}{}", error.chain().find_map(remedy).unwrap_or_default())
}

fn remedy(cause: &(dyn StdError + 'static)) -> Option<String> {
    if let Some(TargetError::Extra(..)) = cause.downcast_ref() {
        return Some("; a program with its words stands after --".to_string());
    }
    if let Some(Error::NoExample(argument)) = cause.downcast_ref() {
        return Some(format!(" with --seed-value '{argument}=VALUE'"));
    }
    cause.downcast_ref().and_then(option).map(|option| format!(" with {option}"))
}

fn option(error: &Error) -> Option<&'static str> {
    match error {
        Error::ZeroBudget(budget) => Some(match budget {
            Budget::Calls => "--max-calls",
            Budget::Candidates => "--max-candidates",
            Budget::Time => "--max-time",
            Budget::Jobs => "--jobs",
            Budget::Capacity => "--keep",
        }),
        Error::Search(SearchError::NoArguments) => Some("--arg NAME:TYPE"),
        Error::Search(SearchError::Threads { .. }) => Some("--jobs"),
        _ => None,
    }
}
