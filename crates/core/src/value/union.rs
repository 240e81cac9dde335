//! Unions: a value of one of several alternatives, such as a number or null.

use super::Value;

/// A value of one alternative. It also remembers a value for each other alternative, so that it can be switched back
/// and forth without losing where it was. The remembered values do not count when two unions are compared.
#[derive(Debug, Clone)]
pub struct Union {
    at: usize,
    alternatives: Vec<Value>,
}

impl Union {
    /// The value at this alternative; there must be at least one.
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

    /// Switches to another alternative.
    pub fn switch(&mut self, at: usize) {
        self.at = at.min(self.alternatives.len() - 1);
    }

    /// The value.
    pub fn value(&self) -> &Value {
        &self.alternatives[self.at]
    }

    /// The value, for changing it within its alternative.
    pub fn value_mut(&mut self) -> &mut Value {
        &mut self.alternatives[self.at]
    }

    /// The values of all alternatives, for changing each within its alternative.
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
