//! Paths: where in an input a value is.

use crate::argument::Argument;
use crate::input::Input;
use crate::signature::Signature;
use crate::value::Value;

/// The way to a value in an input: today an argument; the items of lists and the fields of records will be further steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValuePath {
    argument: usize,
}

impl ValuePath {
    /// The path to the whole value of an argument.
    #[inline]
    pub fn to(argument: usize) -> ValuePath {
        ValuePath { argument }
    }

    /// The argument that it begins with.
    #[inline]
    pub fn argument(&self) -> usize {
        self.argument
    }

    /// The value that it leads to.
    #[inline]
    pub fn value<'a>(&self, input: &'a Input) -> &'a Value {
        &input[self.argument]
    }

    /// The same, to be changed.
    #[inline]
    pub fn value_mut<'a>(&self, input: &'a mut Input) -> &'a mut Value {
        &mut input[self.argument]
    }

    /// What was declared of that value.
    #[inline]
    pub fn argument_of<'a>(&self, signature: &'a Signature) -> &'a Argument {
        &signature.arguments()[self.argument]
    }
}
