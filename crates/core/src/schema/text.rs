//! The schema of texts.

use std::sync::Arc;

use super::fault::{SchemaError, end, ends, in_order};

const LENGTH: &str = "a length in characters";

/// The longest text that sampling draws where no range says otherwise.
const DEFAULT_LENGTH: usize = 300;

/// Texts, by their length in characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextSchema {
    lengths: Option<(usize, usize)>,
    pattern: Option<Arc<str>>,
}

impl TextSchema {
    /// The range of lengths that it is restricted to, if it is.
    pub(super) fn range(&self) -> Option<(usize, usize)> {
        self.lengths
    }

    /// The least and the greatest length.
    pub fn lengths(&self) -> (usize, usize) {
        self.lengths.unwrap_or((0, DEFAULT_LENGTH))
    }

    pub(super) fn restricted_to(&self, range: &str) -> Result<TextSchema, SchemaError> {
        let (lo, hi) = ends(range, "a whole number")?;
        let lo = end(lo, 0, LENGTH)?;
        let hi = end(hi, lo.max(DEFAULT_LENGTH), LENGTH)?;
        in_order(&lo, &hi)?;
        Ok(TextSchema { lengths: Some((lo, hi)), pattern: self.pattern.clone() })
    }

    /// The regular expression that texts are drawn from, if there is one.
    pub fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }

    pub(super) fn matching(&self, pattern: &str) -> TextSchema {
        TextSchema { lengths: self.lengths, pattern: Some(pattern.into()) }
    }
}
