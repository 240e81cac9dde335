//! Lists and similar collections: tuples of any length, sets, and dictionaries, which are lists of pairs.

use std::sync::Arc;

use super::Value;

/// What kind of collection the target gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// A list.
    List,
    /// A tuple of any length.
    Tuple,
    /// A set: equal items count once.
    Set,
    /// A dictionary: each item is a pair of key and value; if keys are equal, the last one counts.
    Dict,
}

/// Items in order.
#[derive(Debug, Clone)]
pub struct List {
    pub(crate) kind: ListKind,
    /// The items.
    pub items: Vec<Value>,
    /// The item by which an empty list grows.
    pub(crate) blank: Arc<Value>,
}

impl List {
    /// A list of these items; if it is empty, it grows by `blank`.
    pub fn new(kind: ListKind, items: Vec<Value>, blank: Arc<Value>) -> List {
        List { kind, items, blank }
    }

    /// What kind of collection the target gets.
    pub fn kind(&self) -> ListKind {
        self.kind
    }

    /// Cuts the list, or lengthens it by repeating its last item. In a dictionary the repeated items get other keys,
    /// since equal keys count once.
    pub fn set_length(&mut self, length: usize) {
        let filler = self.items.last().unwrap_or(&self.blank).clone();
        let before = self.items.len();
        self.items.resize(length, filler);
        if self.kind == ListKind::Dict && before > 0 {
            self.items.iter_mut().enumerate().skip(before).for_each(|(at, pair)| rename(pair, at));
        }
    }

    /// The items that count: of a dictionary one for each key, with its last value.
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

/// Gives a pair another key.
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
