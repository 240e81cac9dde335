//! Records: values with named fields.

use std::sync::Arc;

use super::Value;

/// What kind of record the target gets.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// A dictionary with these keys.
    Plain,
    /// A tuple: the fields have positions and no names of their own.
    Tuple,
    /// An object that is made by calling the class of this name with the fields.
    Named(Box<str>),
}

/// The kind of a record and the names of its fields.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What kind of record the target gets.
    pub kind: RecordKind,
    /// The names of the fields in order.
    pub fields: Vec<Box<str>>,
}

/// A value for each field.
#[derive(Debug, Clone)]
pub struct Record {
    pub(crate) shape: Arc<Shape>,
    /// The values in the order of the fields.
    pub values: Vec<Value>,
}

impl Record {
    /// A record of these values, one for each field.
    pub fn new(shape: Arc<Shape>, values: Vec<Value>) -> Record {
        debug_assert_eq!(shape.fields.len(), values.len());
        Record { shape, values }
    }

    /// The kind of record and its fields.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.values == other.values
    }
}

impl Eq for Record {}
