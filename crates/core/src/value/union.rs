//! Unions: a value of one of several alternatives, such as a number or nothing at all.

use super::Value;

/// A value of one alternative. It remembers a value for each of the others, so that it can be moved from one to the next
/// and back without losing where it was; those do not count when two unions are compared.
#[derive(Debug, Clone)]
pub struct Union {
    at: usize,
    alternatives: Vec<Value>,
}

impl Union {
    /// The value of the alternative at that position; there must be one.
    pub fn new(at: usize, alternatives: Vec<Value>) -> Union {
        Union { at: at.min(alternatives.len() - 1), alternatives }
    }

    /// Which alternative it is.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many alternatives there are.
    pub fn count(&self) -> usize {
        self.alternatives.len()
    }

    /// Becomes another alternative.
    pub fn switch(&mut self, at: usize) {
        self.at = at.min(self.alternatives.len() - 1);
    }

    /// The value.
    pub fn value(&self) -> &Value {
        &self.alternatives[self.at]
    }

    /// The value, to be changed within its alternative.
    pub fn value_mut(&mut self) -> &mut Value {
        &mut self.alternatives[self.at]
    }

    /// The values of all alternatives, each to be changed within its own.
    pub fn alternatives_mut(&mut self) -> &mut [Value] {
        &mut self.alternatives
    }
}

impl PartialEq for Union {
    fn eq(&self, other: &Union) -> bool {
        self.at == other.at && self.value() == other.value()
    }
}

impl Eq for Union {}
