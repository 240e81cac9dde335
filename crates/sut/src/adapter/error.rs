//! Errors in the words that name a target.

use autobva_core::UnknownName;

/// Why words do not name a target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// No adapter knows the word.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The word is almost a target; the sentence says what is missing.
    #[error("{0}")]
    Incomplete(String),
    /// A word with a colon in it that no adapter can read, and how targets are written.
    #[error("'{0}' is no target; write {1}")]
    Malformed(String, String),
    /// A target with a fault; the sentence says which.
    #[error("{0}")]
    Faulty(String),
    /// There is one word too many, and the words before it.
    #[error("'{0}' is not expected after '{1}'")]
    Extra(String, String),
}

impl TargetError {
    /// Whether the word may not have been meant as a target at all.
    pub fn is_foreign(&self) -> bool {
        matches!(self, TargetError::Unknown(_) | TargetError::Incomplete(_))
    }
}
