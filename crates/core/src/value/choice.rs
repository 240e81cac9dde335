//! Choices: one of a few values that a declaration lists.

use std::sync::Arc;

/// One of the values that an argument may have, by its position among them.
#[derive(Debug, Clone)]
pub struct Choice {
    at: usize,
    options: Arc<Options>,
}

/// The values to choose from, each as the JSON that stands for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// The type that they are members of, such as an enumeration: they are called `Color.RED` then.
    pub name: Option<Box<str>>,
    /// The JSON of each.
    pub written: Vec<Box<str>>,
}

impl Choice {
    /// The option at that position, or the last one.
    pub fn new(options: Arc<Options>, at: usize) -> Choice {
        Choice { at: at.min(options.written.len().saturating_sub(1)), options }
    }

    /// The position.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What there is to choose from.
    pub fn options(&self) -> &Arc<Options> {
        &self.options
    }

    /// The JSON of the option.
    pub fn written(&self) -> &str {
        &self.options.written[self.at]
    }

    /// The name of a member of an enumeration: its type's and its own.
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
