//! The schema of bytes.

use super::fault::SchemaError;
use super::text::TextSchema;

/// Bytes, by their number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BytesSchema {
    /// Their number is restricted as the length of a text is.
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
