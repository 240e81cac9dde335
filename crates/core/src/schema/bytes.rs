//! The schema of bytes.

use super::fault::SchemaError;
use super::text::TextSchema;

/// Bytes, restricted by their number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BytesSchema {
    /// The number of bytes is restricted like the length of a text.
    lengths: TextSchema,
}

impl BytesSchema {
    pub(super) fn range(&self) -> Option<(usize, usize)> {
        self.lengths.range()
    }

    /// The least and the greatest number of bytes.
    pub fn lengths(&self) -> (usize, usize) {
        self.lengths.lengths()
    }

    pub(super) fn restricted_to(&self, range: &str) -> Result<BytesSchema, SchemaError> {
        Ok(BytesSchema { lengths: self.lengths.restricted_to(range)? })
    }
}
