//! Paths: the position of a value in an input.

use std::fmt::Write;

use crate::input::Input;
use crate::schema::Schema;
use crate::signature::Signature;
use crate::value::{ListKind, RecordKind, Value};

/// A step into a value that contains others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The item of a list at that position.
    Item(usize),
    /// The field of a record at that position.
    Field(usize),
    /// The value of a union, as long as it is this alternative.
    Alternative(usize),
}

/// The path to a value in an input: an argument, and steps into it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValuePath {
    argument: usize,
    steps: Box<[Step]>,
}

impl ValuePath {
    /// The path to the whole value of an argument.
    #[inline]
    pub fn to(argument: usize) -> ValuePath {
        ValuePath { argument, steps: Box::default() }
    }

    /// The path extended by one step.
    #[must_use = "the longer path is returned"]
    pub fn and(&self, step: Step) -> ValuePath {
        ValuePath { argument: self.argument, steps: self.steps.iter().copied().chain([step]).collect() }
    }

    /// The same path through the first item of every list.
    #[must_use = "the other path is returned"]
    pub fn to_first_items(&self) -> ValuePath {
        let first = |step: &Step| if let Step::Item(_) = step { Step::Item(0) } else { *step };
        ValuePath { argument: self.argument, steps: self.steps.iter().map(first).collect() }
    }

    /// The path to the first list on the way; the same path if there is none.
    #[must_use = "the other path is returned"]
    pub fn to_outermost_list(&self) -> ValuePath {
        let before = self.steps.iter().take_while(|step| !matches!(step, Step::Item(_)));
        ValuePath { argument: self.argument, steps: before.copied().collect() }
    }

    /// The argument in which the path begins.
    #[inline]
    pub fn argument(&self) -> usize {
        self.argument
    }

    /// The steps from the argument on.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether the other path goes through the value that this one leads to.
    pub fn leads_to(&self, other: &ValuePath) -> bool {
        self.argument == other.argument && other.steps.starts_with(&self.steps)
    }

    /// Whether it leads to the whole value of an argument.
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.steps.is_empty()
    }

    /// The paths to an argument and to all values inside it. Of a list only the first and the last item are included.
    pub fn inside(input: &Input, argument: usize) -> Vec<ValuePath> {
        let mut all = Vec::new();
        super::inside(ValuePath::to(argument), &input[argument], &mut all);
        let is_end = |path: &ValuePath| {
            (0..path.steps.len()).all(|at| {
                let list = ValuePath { argument, steps: path.steps[..at].into() };
                match (path.steps[at], list.value(input)) {
                    (Step::Item(item), Some(Value::List(list))) => item == 0 || item + 1 == list.items.len(),
                    _ => true,
                }
            })
        };
        all.into_iter().map(|(path, _)| path).filter(is_end).collect()
    }

    /// The value that it leads to, if the input has it.
    #[inline]
    pub fn value<'a>(&self, input: &'a Input) -> Option<&'a Value> {
        self.inside_of(&input[self.argument])
    }

    /// The value that the path leads to within a value of its argument, if there is one.
    #[inline]
    pub fn inside_of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        if self.is_whole() { Some(value) } else { self.deep_inside_of(value) }
    }

    fn deep_inside_of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        self.steps.iter().try_fold(value, |value, step| match (step, value) {
            (Step::Item(at), Value::List(list)) => list.items.get(*at),
            (Step::Field(at), Value::Record(record)) => record.values.get(*at),
            (Step::Alternative(at), Value::Union(union)) => (union.at() == *at).then(|| union.value()),
            _ => None,
        })
    }

    /// The value that the path leads to, for changing it.
    #[inline]
    pub fn value_mut<'a>(&self, input: &'a mut Input) -> Option<&'a mut Value> {
        let whole = &mut input[self.argument];
        if self.is_whole() { Some(whole) } else { self.deep_inside_of_mut(whole) }
    }

    fn deep_inside_of_mut<'a>(&self, whole: &'a mut Value) -> Option<&'a mut Value> {
        self.steps.iter().try_fold(whole, |value, step| match (step, value) {
            (Step::Item(at), Value::List(list)) => list.items.get_mut(*at),
            (Step::Field(at), Value::Record(record)) => record.values.get_mut(*at),
            (Step::Alternative(at), Value::Union(union)) => (union.at() == *at).then(|| union.value_mut()),
            _ => None,
        })
    }

    /// The declared schema of the value.
    #[inline]
    pub fn schema<'a>(&self, signature: &'a Signature) -> Option<&'a Schema> {
        let whole = signature.arguments()[self.argument].schema();
        if self.is_whole() { Some(whole) } else { self.deep_schema(whole) }
    }

    fn deep_schema<'a>(&self, whole: &'a Schema) -> Option<&'a Schema> {
        self.steps.iter().try_fold(whole, |schema, step| match (step, schema) {
            (Step::Item(_), Schema::List(list)) => Some(list.item()),
            (Step::Field(at), Schema::Record(record)) => record.fields().get(*at),
            (Step::Alternative(at), Schema::Union(union)) => union.alternatives().get(*at),
            _ => None,
        })
    }

    /// The path as a person writes it: `order.items[0].qty`. A key of a dictionary is `key 1 of prices`, its value
    /// `prices[0]`.
    pub fn name(&self, signature: &Signature) -> String {
        let argument = &signature.arguments()[self.argument];
        let (mut name, mut schema) = (argument.name().to_string(), argument.schema());
        let mut in_pair = None;
        for step in &self.steps {
            schema = match (step, schema) {
                (Step::Item(at), Schema::List(list)) => {
                    if list.kind() == ListKind::Dict {
                        in_pair = Some(*at);
                    } else {
                        let _ = write!(name, "[{at}]");
                    }
                    list.item()
                }
                (Step::Field(at), Schema::Record(record)) => {
                    match (in_pair.take(), record.kind()) {
                        (Some(pair), _) if *at == 0 => name = format!("key {} of {name}", pair + 1),
                        (Some(pair), _) => _ = write!(name, "[{pair}]"),
                        (None, RecordKind::Tuple) => _ = write!(name, "[{at}]"),
                        (None, RecordKind::Plain | RecordKind::Named(_)) => {
                            _ = write!(name, ".{}", record.shape().fields[*at]);
                        }
                    }
                    &record.fields()[*at]
                }
                (Step::Alternative(at), Schema::Union(union)) => &union.alternatives()[*at],
                _ => return name,
            };
        }
        name
    }
}
