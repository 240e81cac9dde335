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

    /// Cuts the list, or lengthens it by repeating its last item; in a dictionary under another key, since equal keys count
    /// once.
    pub fn set_length(&mut self, length: usize) {
        let filler = self.items.last().unwrap_or(&self.blank).clone();
        let before = self.items.len();
        self.items.resize(length, filler);
        if self.kind == ListKind::Dict && before > 0 {
            self.items.iter_mut().enumerate().skip(before).for_each(|(at, pair)| rename(pair, at));
        }
    }

    /// The items that count: of a dictionary one for each key, with the last value that it is given.
    pub fn effective(&self) -> Vec<&Value> {
        let key =
            |item: &Value| if let Value::Record(pair) = item { pair.values.first().cloned() } else { None };
        let mut found: Vec<&Value> = Vec::new();
        for item in &self.items {
            let known = match self.kind {
                ListKind::Dict => found.iter().position(|known| key(known) == key(item)),
                ListKind::List | ListKind::Tuple | ListKind::Set => None,
            };
            match known {
                Some(at) => found[at] = item,
                None => found.push(item),
            }
        }
        found
    }
}

/// Gives a pair a key of its own.
fn rename(pair: &mut Value, at: usize) {
    if let Value::Record(pair) = pair
        && let Some(Value::Text(key)) = pair.values.first_mut()
    {
        *key = format!("{key}{at}").into();
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        self.items == other.items
    }
}

impl Eq for List {}
