//! The numbers that laws read from an input.

use autobva_core::{Input, Integer, List, ListKind, Schema, Signature, Step, Value, ValuePath};

use super::super::crossing::Crossing;
use super::super::runs::Runs;
use super::EXACT;

/// A number that is read from an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    pub argument: usize,
    read: Reading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Reading {
    /// The number itself.
    Value,
    /// The number of a moment, of which only differences say something.
    Moment,
    /// The length of a text or a list.
    Length,
    /// A field of a record.
    Field(u8),
    /// What a list holds, in one number.
    Items(By, Part),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum By {
    Sum,
    Greatest,
    Least,
    Mean,
    /// How far the greatest is from the least.
    Spread,
    Median,
    Last,
    /// The item at the index that an argument gives.
    At(u8),
}

/// The number of an item: the item itself, a field of it, or the product of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Part {
    Whole,
    Field(u8),
    Product(u8, u8),
}

/// Of a record with many fields, only the first 8 are read.
const MOST_FIELDS: usize = 8;

impl Term {
    /// An argument that is a number, or the sum of a list of numbers.
    pub fn value(argument: usize) -> Term {
        Term { argument, read: Reading::Value }
    }

    /// What can be read from the arguments, to be compared with each other. An optional number is none in some inputs, so
    /// the first input counts that has one.
    pub(super) fn all(crossings: &[&Crossing], runs: &Runs) -> Vec<Term> {
        Term::read_from(crossings, runs, |value| match value {
            Value::List(list) => {
                let sums = parts(list).into_iter().filter(|(_, is_bool)| !is_bool);
                let sums = sums.map(|(part, _)| Reading::Items(By::Sum, part));
                [Reading::Length].into_iter().chain(sums).collect()
            }
            Value::Text(_) => vec![Reading::Length],
            Value::Record(record) => {
                let numbers = fields(&record.values).filter(|(_, is_bool)| !is_bool);
                numbers.map(|(at, _)| Reading::Field(at)).collect()
            }
            value if is_moment(value) => vec![Reading::Moment],
            // A Boolean is no quantity.
            value if value.is_bool() => Vec::new(),
            value => number(value).map(|_| Reading::Value).into_iter().collect(),
        })
    }

    /// What can be said about each list by itself.
    pub(super) fn of_lists(crossings: &[&Crossing], runs: &Runs) -> Vec<Term> {
        Term::read_from(crossings, runs, |value| {
            let Value::List(list) = value else { return Vec::new() };
            let parts = parts(list);
            let by = |by: By| move |part: &Part| Reading::Items(by, *part);
            let numbers: Vec<Part> =
                parts.iter().filter(|(_, is_bool)| !is_bool).map(|(part, _)| *part).collect();
            let products: Vec<Part> = products(&numbers).collect();
            let sums = parts.iter().map(|(part, _)| part).chain(&products).map(by(By::Sum));
            let others = [By::Greatest, By::Least, By::Mean, By::Spread].into_iter();
            sums.chain(others.flat_map(|one| numbers.iter().map(by(one)))).collect()
        })
    }

    /// What functions compute from lists, also with an index.
    pub fn of_outcomes(input: &Input) -> Vec<Term> {
        let of = |(argument, value): (usize, &Value)| {
            let Value::List(list) = value else { return Vec::new() };
            let numbers: Vec<Part> = parts(list).into_iter().map(|(part, _)| part).collect();
            let products = products(&numbers).map(|part| Reading::Items(By::Sum, part));
            let indices = (0..)
                .zip(input.iter())
                .filter(|(_, value)| matches!(value, Value::Int(int) if !int.is_bool()));
            let indices: Vec<By> = indices.map(|(at, _)| By::At(at)).collect();
            let by = [By::Sum, By::Greatest, By::Least, By::Mean, By::Spread, By::Median, By::Last];
            let by: Vec<By> = by.into_iter().chain(indices).collect();
            let items = numbers.iter().flat_map(|part| by.iter().map(|by| Reading::Items(*by, *part)));
            let read = items.chain(products).chain([Reading::Length]);
            read.map(|read| Term { argument, read }).collect()
        };
        input.iter().enumerate().flat_map(of).collect()
    }

    fn read_from(crossings: &[&Crossing], runs: &Runs, of: impl Fn(&Value) -> Vec<Reading>) -> Vec<Term> {
        let inputs = || crossings.iter().flat_map(|c| [c.left, c.right]).map(|run| &runs.run(run).input);
        let arguments = inputs().next().map_or(0, |input| input.len());
        let read = |argument: usize| {
            let found = inputs().map(|input| of(&input[argument])).find(|found| !found.is_empty());
            found.unwrap_or_default().into_iter().map(move |read| Term { argument, read })
        };
        (0..arguments).flat_map(read).collect()
    }

    /// The number, rounded.
    pub fn number(&self, input: &Input) -> Option<f64> {
        let value = &input[self.argument];
        match self.read {
            Reading::Value | Reading::Moment => number(value),
            Reading::Length => self.whole(input).map(|length| length as f64),
            Reading::Field(at) => number(field(value, at)?),
            Reading::Items(by, part) => {
                let items = items(value)?.map(|item| part.number(item)).collect::<Option<Vec<f64>>>()?;
                // Large whole numbers may cancel each other out, so their sum is rounded in the end only.
                let exact = || self.sum(value).map(|sum| sum as f64).or_else(|| large_sum(value, part));
                let sum = || exact().unwrap_or_else(|| items.iter().sum());
                match by {
                    By::Sum => Some(sum()),
                    // No item is too large or too small.
                    By::Greatest => Some(greatest(&items).unwrap_or(f64::MIN)),
                    By::Least => Some(least(&items).unwrap_or(f64::MAX)),
                    By::Spread => Some(greatest(&items)? - least(&items)?),
                    By::Mean => (!items.is_empty()).then(|| sum() / items.len() as f64),
                    By::Median => median(items),
                    By::Last => items.last().copied(),
                    By::At(at) => item_at(&items, whole(&input[usize::from(at)])?),
                }
            }
        }
    }

    /// The number, if it is a whole one.
    pub fn whole(&self, input: &Input) -> Option<i128> {
        let value = &input[self.argument];
        match self.read {
            Reading::Value | Reading::Moment => whole(value),
            Reading::Length => match value {
                Value::List(list) => Some(list.effective().len() as i128),
                Value::Text(text) => Some(text.chars().count() as i128),
                _ => None,
            },
            Reading::Field(at) => whole(field(value, at)?),
            Reading::Items(By::Sum, _) => self.sum(value),
            Reading::Items(..) => None,
        }
    }

    /// The sum of the items of a list, if they are whole numbers.
    fn sum(&self, value: &Value) -> Option<i128> {
        let Reading::Items(_, part) = self.read else { return None };
        items(value)?.try_fold(0i128, |sum, item| sum.checked_add(part.whole(item)?))
    }

    /// The number, if products of it are exact. Moments, sums of lists and optional numbers are only added and
    /// subtracted.
    pub(super) fn exact(&self, input: &Input) -> Option<f64> {
        let value = match self.read {
            Reading::Value => &input[self.argument],
            Reading::Field(at) => field(&input[self.argument], at)?,
            _ => return None,
        };
        let number = number(value)?;
        match value {
            Value::Union(_) => None,
            Value::Float(_) => Some(number),
            _ => Some(number).filter(|number| number.abs() < EXACT),
        }
    }

    /// Whether the number is rounded.
    pub(super) fn is_float(&self, input: &Input) -> bool {
        self.read != Reading::Length && is_float(&input[self.argument])
    }

    /// Whether it is a moment.
    pub(super) fn is_moment(&self) -> bool {
        self.read == Reading::Moment
    }

    /// Whether it is read from the items of a list.
    pub(super) fn is_of_list(&self) -> bool {
        matches!(self.read, Reading::Items(..))
    }

    /// Whether it is the greatest or the least item of a list.
    pub(super) fn is_end(&self) -> bool {
        matches!(self.read, Reading::Items(By::Greatest | By::Least, _))
    }

    /// Whether it is a number that may be multiplied.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.read, Reading::Value | Reading::Field(_))
    }

    /// Whether it is an argument as it is.
    pub(super) fn is_plain(&self) -> bool {
        self.read == Reading::Value
    }

    /// Whether it is the length of a text or a list.
    pub fn is_length(&self) -> bool {
        self.read == Reading::Length
    }

    /// The paths to the numbers that move it in a list, inside of an item.
    pub fn paths(&self, item: &ValuePath) -> Vec<ValuePath> {
        let field = |at: u8| item.and(Step::Field(usize::from(at)));
        match self.read {
            Reading::Items(_, Part::Whole) => vec![item.clone()],
            Reading::Items(_, Part::Field(at)) => vec![field(at)],
            Reading::Items(_, Part::Product(a, b)) => vec![field(a), field(b)],
            Reading::Value | Reading::Moment | Reading::Length | Reading::Field(_) => Vec::new(),
        }
    }

    /// The schema of an argument that is compared as it is.
    pub fn schema<'a>(&self, signature: &'a Signature) -> Option<&'a Schema> {
        matches!(self.read, Reading::Value | Reading::Moment)
            .then(|| signature.arguments()[self.argument].schema())
    }

    /// How it is written in rules: `sum(items.qty)`.
    pub fn name(&self, signature: &Signature) -> String {
        let whole = ValuePath::to(self.argument);
        let name = || whole.name(signature);
        let (by, part) = match self.read {
            Reading::Value | Reading::Moment => return name(),
            Reading::Length => return format!("length of {}", name()),
            Reading::Field(at) => return whole.and(Step::Field(usize::from(at))).name(signature),
            Reading::Items(by, part) => (by, part),
        };
        let index = match by {
            By::Last => "[-1]".to_string(),
            By::At(at) => format!("[{}]", signature.arguments()[usize::from(at)].name()),
            By::Sum | By::Greatest | By::Least | By::Mean | By::Spread | By::Median => String::new(),
        };
        // All items have the field.
        let of_items = |at: u8| {
            let field = whole.and(Step::Item(0)).and(Step::Field(usize::from(at)));
            field.name(signature).replacen("[0]", &index, 1)
        };
        let is_dict = match signature.arguments()[self.argument].schema() {
            Schema::List(list) => list.kind() == ListKind::Dict,
            _ => false,
        };
        let part = match part {
            Part::Whole if is_dict => format!("{}.values()", name()),
            Part::Whole => name() + &index,
            Part::Field(at) => of_items(at),
            Part::Product(a, b) => format!("{}·{}", of_items(a), of_items(b)),
        };
        let by = match by {
            By::Sum => "sum",
            By::Greatest => "max",
            By::Least => "min",
            By::Mean => "mean",
            By::Spread => "spread",
            By::Median => "median",
            By::Last | By::At(_) => return part,
        };
        format!("{by}({part})")
    }
}

impl Part {
    /// The value that it is, if it is a single one.
    fn of(self, item: &Value) -> Option<&Value> {
        match self {
            Part::Whole => Some(item),
            Part::Field(at) => field(item, at),
            Part::Product(..) => None,
        }
    }

    fn number(self, item: &Value) -> Option<f64> {
        match self {
            Part::Whole => number(item),
            Part::Field(at) => number(field(item, at)?),
            Part::Product(a, b) => Some(number(field(item, a)?)? * number(field(item, b)?)?),
        }
    }

    fn whole(self, item: &Value) -> Option<i128> {
        match self {
            Part::Whole => whole(item),
            Part::Field(at) => whole(field(item, at)?),
            Part::Product(a, b) => whole(field(item, a)?)?.checked_mul(whole(field(item, b)?)?),
        }
    }
}

/// The products of two fields each.
fn products(numbers: &[Part]) -> impl Iterator<Item = Part> {
    let pairs = numbers.iter().flat_map(|a| numbers.iter().filter(move |b| a < *b).map(move |b| (*a, *b)));
    pairs.filter_map(|pair| match pair {
        (Part::Field(a), Part::Field(b)) => Some(Part::Product(a, b)),
        _ => None,
    })
}

fn is_moment(value: &Value) -> bool {
    match value {
        Value::Union(union) => is_moment(union.value()),
        value => matches!(value, Value::Moment(_)),
    }
}

/// The sum of whole numbers that 128 bits do not hold.
fn large_sum(value: &Value, part: Part) -> Option<f64> {
    let number = |item: &Value| Some(part.of(item)?.as_int()?.number().clone());
    let sum = items(value)?.try_fold(Integer::ZERO, |sum, item| Some(&sum + &number(item)?))?;
    Some(sum.to_f64())
}

fn greatest(items: &[f64]) -> Option<f64> {
    items.iter().copied().max_by(f64::total_cmp)
}

fn least(items: &[f64]) -> Option<f64> {
    items.iter().copied().min_by(f64::total_cmp)
}

fn median(mut items: Vec<f64>) -> Option<f64> {
    items.sort_by(f64::total_cmp);
    let high = *items.get(items.len() / 2)?;
    Some(if items.len() % 2 == 1 { high } else { f64::midpoint(items[items.len() / 2 - 1], high) })
}

/// The item at an index, which counts from the end if it is negative.
fn item_at(items: &[f64], index: i128) -> Option<f64> {
    let from_start = if index < 0 { index + items.len() as i128 } else { index };
    items.get(usize::try_from(from_start).ok()?).copied()
}

/// The numbers in an item of a list, also of an empty one, and whether they are Booleans.
fn parts(list: &List) -> Vec<(Part, bool)> {
    let mut one = list.clone();
    one.set_length(1);
    match summands(&one).next() {
        Some(Value::Record(item)) => {
            fields(&item.values).map(|(at, is_bool)| (Part::Field(at), is_bool)).collect()
        }
        Some(item) => number(item).map(|_| (Part::Whole, false)).into_iter().collect(),
        None => Vec::new(),
    }
}

/// The fields of a record that are numbers, and whether they are Booleans.
fn fields(values: &[Value]) -> impl Iterator<Item = (u8, bool)> {
    let numbers = values.iter().take(MOST_FIELDS).enumerate().filter(|(_, value)| number(value).is_some());
    numbers.map(|(at, value)| (at as u8, value.is_bool()))
}

fn field(value: &Value, at: u8) -> Option<&Value> {
    match value {
        Value::Record(record) => record.values.get(usize::from(at)),
        _ => None,
    }
}

fn items(value: &Value) -> Option<impl Iterator<Item = &Value>> {
    let Value::List(list) = value else { return None };
    Some(summands(list))
}

/// The items of a list as they are summed up: of a dictionary its values.
fn summands(list: &List) -> impl Iterator<Item = &Value> {
    list.effective().into_iter().map(|item| match item {
        Value::Record(pair) if list.kind() == ListKind::Dict => pair.values.last().unwrap_or(item),
        item => item,
    })
}

fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::Union(union) => whole(union.value()),
        Value::Moment(moment) => Some(moment.number()),
        value => value.as_int()?.number().to_i128(),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(int) => Some(int.number().to_f64()),
        Value::Float(float) => Some(float.value()).filter(|v| v.is_finite()),
        Value::Decimal(decimal) => Some(decimal.to_f64()),
        Value::Moment(moment) => Some(moment.number() as f64),
        Value::Union(union) => number(union.value()),
        Value::Text(_) | Value::Bytes(_) | Value::Choice(_) | Value::Record(_) | Value::List(_) => None,
    }
}

/// Whether a value is a float or a decimal, or holds one: as a float it is rounded.
fn is_float(value: &Value) -> bool {
    match value {
        Value::List(list) => list.items.iter().any(is_float),
        Value::Record(record) => record.values.iter().any(is_float),
        Value::Union(union) => is_float(union.value()),
        value => matches!(value, Value::Float(_) | Value::Decimal(_)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    #[test]
    fn large_numbers_of_a_list_cancel_each_other_out() {
        let signature = Signature::parse(["xs:list[int]", "n:int"]).unwrap();
        let [xs, n] = [0, 1].map(|at| &signature.arguments()[at]);
        let huge = (1u128 << 127).to_string();
        let less = format!("-{huge}");
        let sum = |items: &[&str]| {
            let items = items.iter().map(|item| n.read(item, None).unwrap()).collect();
            let input: Input = [xs.schema().list_of(items)].into_iter().collect();
            Term { argument: 0, read: Reading::Items(By::Sum, Part::Whole) }.number(&input)
        };
        assert_eq!(sum(&["3", "4"]), Some(7.0));
        assert_eq!(sum(&[&huge, &huge, "3", &less, &less]), Some(3.0));
    }
}
