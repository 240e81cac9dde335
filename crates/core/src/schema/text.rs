//! The schema of texts.

use super::fault::{SchemaError, end, ends, in_order};

const LENGTH: &str = "a length in characters";

/// The longest text that sampling draws where no range says otherwise.
const DEFAULT_LENGTH: usize = 300;

/// Texts, by their length in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextSchema {
    lengths: Option<(usize, usize)>,
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
        Ok(TextSchema { lengths: Some((lo, hi)) })
    }
}
