//! The schema of texts.

use std::sync::Arc;

use super::fault::{SchemaError, at_most, end, ends, in_order};

const LENGTH: &str = "a length in characters";

/// Makes a text of a pattern, or reports what is wrong with the pattern.
pub(super) type MakeExample<'a> = dyn Fn(&str) -> Result<String, SchemaError> + 'a;

/// The length of the longest text that is drawn without a declared range.
const DEFAULT_LENGTH: usize = 300;
/// The length of the longest text that is allowed.
const LONGEST: usize = 1 << 20;

/// Texts, restricted by their length in characters or by a pattern.
#[derive(Debug, Clone, Default)]
pub struct TextSchema {
    lengths: Option<(usize, usize)>,
    pattern: Option<Arc<str>>,
    /// A text that matches the pattern. The reader of declarations fills it in; it is not part of the declaration.
    example: Option<Arc<str>>,
}

impl PartialEq for TextSchema {
    fn eq(&self, other: &TextSchema) -> bool {
        self.lengths == other.lengths && self.pattern == other.pattern
    }
}

impl Eq for TextSchema {}

impl TextSchema {
    /// The declared range of lengths, if there is one.
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
        at_most(hi, LONGEST)?;
        Ok(TextSchema { lengths: Some((lo, hi)), ..self.clone() })
    }

    /// The regular expression from which texts are drawn, if there is one.
    pub fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }

    pub(super) fn matching(&self, pattern: &str) -> TextSchema {
        TextSchema { pattern: Some(pattern.into()), example: None, ..self.clone() }
    }

    /// A text of the pattern, if there is a pattern and it was checked.
    pub fn example(&self) -> Option<&str> {
        self.example.as_deref()
    }

    pub(super) fn with_example(&self, of: &MakeExample<'_>) -> Result<TextSchema, SchemaError> {
        let example = self.pattern().map(of).transpose()?.map(Arc::from);
        Ok(TextSchema { example, ..self.clone() })
    }
}
