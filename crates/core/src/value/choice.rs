//! Choices: one of a few values that a declaration lists.

use std::sync::Arc;

/// One of the declared values, by its position among them.
#[derive(Debug, Clone)]
pub struct Choice {
    at: usize,
    options: Arc<Options>,
}

/// The values to choose from, each as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// The type of which they are members, such as an enumeration; they are then shown as `Color.RED`.
    pub name: Option<Box<str>>,
    /// The JSON of each.
    pub written: Vec<Box<str>>,
}

impl Choice {
    /// The option at a position, or the last one.
    pub fn new(options: Arc<Options>, at: usize) -> Choice {
        Choice { at: at.min(options.written.len().saturating_sub(1)), options }
    }

    /// The position.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The values to choose from.
    pub fn options(&self) -> &Arc<Options> {
        &self.options
    }

    /// The JSON of the option.
    pub fn written(&self) -> &str {
        &self.options.written[self.at]
    }

    /// The names of the enumeration and of the member, if it is one.
    pub fn member(&self) -> Option<(&str, &str)> {
        let name = self.options.name.as_deref()?;
        Some((name, self.written().trim_matches('"')))
    }
}

impl PartialEq for Choice {
    fn eq(&self, other: &Choice) -> bool {
        self.written() == other.written()
    }
}

impl Eq for Choice {}
