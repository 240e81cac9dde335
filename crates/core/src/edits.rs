//! A path from any input to any other in single edits: items of lists, fields of records and characters of texts change
//! one after the other. If the outcomes at the ends differ, two consecutive inputs on the path have different outcomes.

use crate::input::Input;
use crate::value::{List, Record, Union, Value};

/// The inputs on the path from one to another, both included, each one edit from the next.
pub fn way(from: &Input, to: &Input) -> Vec<Input> {
    let mut way = vec![from.clone()];
    for (argument, goal) in to.iter().enumerate().take(from.len()) {
        let mut here = way[way.len() - 1].clone();
        for value in steps(&here[argument].clone(), goal) {
            here[argument] = value;
            way.push(here.clone());
        }
    }
    way
}

/// The values on the path from one to another, without the first.
fn steps(from: &Value, to: &Value) -> Vec<Value> {
    match (from, to) {
        (a, b) if a == b => Vec::new(),
        (Value::Text(a), Value::Text(b)) => {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            let text = |chars: Vec<char>| Value::Text(chars.into_iter().collect::<String>().into());
            sequence(&a, &b, |_, b| vec![*b]).into_iter().map(text).collect()
        }
        (Value::Bytes(a), Value::Bytes(b)) => {
            let all = sequence(a, b, |_, b| vec![*b]);
            all.into_iter().map(|bytes| Value::Bytes(bytes.into())).collect()
        }
        (Value::List(a), Value::List(b)) => {
            let list = |items: Vec<Value>| Value::List(Box::new(List { items, ..(**a).clone() }));
            sequence(&a.items, &b.items, steps).into_iter().map(list).collect()
        }
        (Value::Record(a), Value::Record(b)) => {
            let record = |values: Vec<Value>| Value::Record(Box::new(Record { values, ..(**a).clone() }));
            sequence(&a.values, &b.values, steps).into_iter().map(record).collect()
        }
        (Value::Union(a), Value::Union(b)) if a.at() == b.at() => {
            let union = |value: Value| {
                let mut union: Union = (**a).clone();
                *union.value_mut() = value;
                Value::Union(Box::new(union))
            };
            steps(a.value(), b.value()).into_iter().map(union).collect()
        }
        (
            Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Bytes(_)
            | Value::Decimal(_)
            | Value::Moment(_)
            | Value::Choice(_)
            | Value::List(_)
            | Value::Record(_)
            | Value::Union(_),
            _,
        ) => vec![to.clone()],
    }
}

/// The sequences on the path from one to another, without the first. The common beginning and end stay; the items
/// between are replaced one by one, and then the rest is removed or added.
fn sequence<T: Clone + PartialEq>(from: &[T], to: &[T], steps: impl Fn(&T, &T) -> Vec<T>) -> Vec<Vec<T>> {
    let before = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let room = from.len().min(to.len()) - before;
    let behind = from.iter().rev().zip(to.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    let (old, new) = (&from[before..from.len() - behind], &to[before..to.len() - behind]);
    let mut here = from.to_vec();
    let mut way = Vec::new();
    for (at, (a, b)) in old.iter().zip(new).enumerate() {
        for item in steps(a, b) {
            here[before + at] = item;
            way.push(here.clone());
        }
    }
    let both = before + old.len().min(new.len());
    for _ in new.len()..old.len() {
        here.remove(both);
        way.push(here.clone());
    }
    for (at, item) in new.iter().enumerate().skip(old.len()) {
        here.insert(before + at, item.clone());
        way.push(here.clone());
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Schema, Signature};

    fn written(from: &str, to: &str) -> Vec<String> {
        let signature = Signature::parse(["s:str"]).unwrap();
        let [from, to] = [from, to].map(|text| signature.read(&[text], None).unwrap());
        way(&from, &to).iter().map(Input::to_string).collect()
    }

    #[test]
    fn texts_change_one_character_at_a_time() {
        assert_eq!(written("1.2.3", "1.2"), ["1.2.3", "1.23", "1.2"]);
        assert_eq!(written("cat", "cart"), ["cat", "cart"]);
        assert_eq!(written("ab", "ab"), ["ab"]);
        assert_eq!(written("", "xy"), ["", "x", "xy"]);
    }

    #[test]
    fn values_that_hold_others_change_part_by_part() {
        let schema: Schema = "list[record{a: int, b: str?}]".parse().unwrap();
        let Value::List(list) = schema.blank() else { panic!("no list") };
        let mut long = list.clone();
        long.set_length(3);
        let [short, long] = [list, long].map(|list| Input(vec![Value::List(list)]));
        let all = way(&long, &short);
        assert_eq!(all.len(), 3);
        assert_eq!((&all[0], &all[2]), (&long, &short));
    }
}
