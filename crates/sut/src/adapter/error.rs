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
    /// A word with a colon in it that no adapter can read.
    #[error("'{target}' is no target; write {forms}")]
    Malformed {
        /// The word.
        target: String,
        /// How targets are written.
        forms: String,
    },
    /// A target with a fault; the sentence says which.
    #[error("{0}")]
    Faulty(String),
    /// There is one word too many.
    #[error("'{extra}' is not expected after '{target}'")]
    Extra {
        /// The word.
        extra: String,
        /// The words before it.
        target: String,
    },
}

impl TargetError {
    /// Whether the word may not have been meant as a target at all.
    pub fn is_foreign(&self) -> bool {
        matches!(self, TargetError::Unknown(_) | TargetError::Incomplete(_))
    }
}
