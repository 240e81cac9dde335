//! What an error of the library means on the command line: the option that helps.

use std::error::Error as StdError;

use autobva::{Budget, Error, SearchError};

/// The message of an error, with the option that helps, if one does.
pub fn message(error: &anyhow::Error) -> String {
    match error.chain().find_map(option) {
        Some(option) => format!("{error:#} with {option}"),
        None => format!("{error:#}"),
    }
}

fn option(cause: &(dyn StdError + 'static)) -> Option<&'static str> {
    match cause.downcast_ref()? {
        Error::ZeroBudget { budget } => Some(match budget {
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
