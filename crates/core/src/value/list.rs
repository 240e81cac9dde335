//! Lists, and what behaves like one: tuples of any length, sets, and dictionaries, which are lists of pairs.

use std::sync::Arc;

use super::Value;

/// What a list is to the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// A list.
    List,
    /// A tuple of any length.
    Tuple,
    /// A set: equal items count once.
    Set,
    /// A dictionary: each item is a pair of key and value, and of equal keys the last one counts.
    Dict,
}

/// Items in order.
#[derive(Debug, Clone)]
pub struct List {
    pub(crate) kind: ListKind,
    /// The items.
    pub items: Vec<Value>,
    /// What an empty list grows by.
    pub(crate) blank: Arc<Value>,
}

impl List {
    /// A list of these items; one that is empty grows by `blank`.
    pub fn new(kind: ListKind, items: Vec<Value>, blank: Arc<Value>) -> List {
        List { kind, items, blank }
    }

    /// What it is to the target.
    pub fn kind(&self) -> ListKind {
        self.kind
    }

    /// Cuts the list, or lengthens it by repeating its last item.
    pub fn set_length(&mut self, length: usize) {
        let filler = self.items.last().unwrap_or(&self.blank).clone();
        self.items.resize(length, filler);
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        self.items == other.items
    }
}

impl Eq for List {}
