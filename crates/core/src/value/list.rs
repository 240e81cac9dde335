//! Lists and similar collections: tuples of any length, sets, and dictionaries, which are lists of pairs.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Value;
use crate::axis::Motion;

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

    /// The items that count: of a dictionary one for each key, with its last value; of a set each item once.
    pub fn effective(&self) -> Vec<&Value> {
        let key =
            |item: &Value| if let Value::Record(pair) = item { pair.values.first().cloned() } else { None };
        let mut found: Vec<&Value> = Vec::new();
        for item in &self.items {
            let known = match self.kind {
                ListKind::Dict => found.iter().position(|known| key(known) == key(item)),
                ListKind::Set => found.iter().position(|known| *known == item),
                ListKind::List | ListKind::Tuple => None,
            };
            match known {
                Some(at) => found[at] = item,
                None => found.push(item),
            }
        }
        found
    }
}

/// The order of the items, for lists whose order the target sees.
impl List {
    /// Whether it has an order: sets and dictionaries have none.
    pub fn is_ordered(&self) -> bool {
        matches!(self.kind, ListKind::List | ListKind::Tuple)
    }

    /// Whether its items can be arranged in several ways.
    pub fn is_varied(&self) -> bool {
        self.is_ordered() && self.items.windows(2).any(|pair| compared(&pair[0], &pair[1]).is_ne())
    }

    /// Whether no item is smaller than the one before it.
    pub fn is_sorted(&self) -> bool {
        self.items.is_sorted_by(|a, b| compared(a, b).is_le())
    }

    /// Sorts the items.
    pub fn sort(&mut self) {
        self.items.sort_by(compared);
    }

    /// Swaps the first two neighbours that differ, if the list is sorted.
    pub fn unsort(&mut self) {
        let differ = |pair: &[Value]| compared(&pair[0], &pair[1]).is_ne();
        if self.is_sorted()
            && let Some(at) = self.items.windows(2).position(differ)
        {
            self.items.swap(at, at + 1);
        }
    }

    /// The position of the largest item, the first of several.
    pub fn largest(&self) -> usize {
        let items = self.items.iter().enumerate().rev();
        items.max_by(|(_, a), (_, b)| compared(a, b)).map_or(0, |(at, _)| at)
    }

    /// Moves the largest item to a position.
    pub fn move_largest(&mut self, to: usize) {
        if !self.items.is_empty() {
            let largest = self.items.remove(self.largest());
            self.items.insert(to.min(self.items.len()), largest);
        }
    }

    /// How many items at the front are the same.
    pub fn copies(&self) -> usize {
        self.items.iter().take_while(|item| Some(*item) == self.items.first()).count()
    }

    /// Puts the first item in the place of those that follow it, up to that number of items.
    pub fn repeat_first(&mut self, count: usize) {
        if let Some((first, others)) = self.items.split_first_mut() {
            others.iter_mut().take(count.saturating_sub(1)).for_each(|item| item.clone_from(first));
        }
    }
}

/// The order of two items as the target sees it, as far as that is known: texts by their letters, records by their fields,
/// anything else by its size.
fn compared(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::List(a), Value::List(b)) => all_compared(&a.items, &b.items),
        (Value::Record(a), Value::Record(b)) => all_compared(&a.values, &b.values),
        (Value::Decimal(a), Value::Decimal(b)) => a.to_f64().total_cmp(&b.to_f64()),
        _ => {
            let [a, b] = [a, b].map(|value| Motion::main(value).get(value));
            a.cmp(&b)
        }
    }
}

fn all_compared(a: &[Value], b: &[Value]) -> Ordering {
    let first = a.iter().zip(b).map(|(a, b)| compared(a, b)).find(|order| order.is_ne());
    first.unwrap_or(a.len().cmp(&b.len()))
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
