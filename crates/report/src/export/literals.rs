//! How languages write values and name types: the only part of the exports that looks at the kind of a value.

use autobva_core::{
    Choice, Decimal, Float, FloatType, Int, IntType, ListKind, Moment, RecordKind, Schema, Shape, Union,
    Value,
};
use serde_json::Value as Tree;

use super::suite::Suite;

/// How a language writes values.
pub(crate) trait Literals {
    fn integer(&self, int: &Int) -> String {
        int.number().to_string()
    }

    fn boolean(&self, truth: bool) -> String {
        truth.to_string()
    }

    fn float(&self, float: &Float) -> String;

    fn text(&self, text: &str) -> String;

    /// A text at this position in the arguments; a language may convert it to what it stands for.
    fn text_at(&self, text: &str, _path: &str) -> String {
        self.text(text)
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        self.text(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>())
    }

    fn decimal(&self, decimal: &Decimal) -> String {
        self.text(&decimal.to_string())
    }

    /// A date, a time, both, or a duration.
    fn moment(&self, moment: &Moment) -> String {
        self.text(&moment.to_string())
    }

    fn nothing(&self) -> String {
        "null".into()
    }

    /// A member of an enumeration, given both names.
    fn member(&self, _enumeration: &str, member: &str) -> String {
        self.text(member)
    }

    /// One of a few values, from its JSON.
    fn choice(&self, choice: &Choice) -> String {
        if let Some((enumeration, member)) = choice.member() {
            return self.member(enumeration, member);
        }
        match serde_json::from_str(choice.written()) {
            Ok(Tree::String(text)) => self.text(&text),
            Ok(Tree::Bool(truth)) => self.boolean(truth),
            Ok(Tree::Null) => self.nothing(),
            _ => choice.written().to_string(),
        }
    }

    /// A list at this position, from items that are already written.
    fn list(&self, _kind: ListKind, items: Vec<String>, _path: &str) -> String {
        format!("[{}]", items.join(", "))
    }

    /// A dictionary, from keys and values that are already written.
    fn dictionary(&self, pairs: Vec<(String, String)>) -> String {
        let pairs: Vec<String> = pairs.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
        format!("{{{}}}", pairs.join(", "))
    }

    /// A record, from values that are already written.
    fn record(&self, shape: &Shape, values: Vec<String>) -> String {
        match shape.kind {
            RecordKind::Tuple => format!("[{}]", values.join(", ")),
            RecordKind::Plain | RecordKind::Named(_) => {
                let names = shape.fields.iter().map(|name| self.text(name));
                self.dictionary(names.zip(values).collect())
            }
        }
    }

    /// An alternative of a union, from a value that is already written.
    fn alternative(&self, _union: &Union, value: String) -> String {
        value
    }

    fn value(&self, value: &Value) -> String {
        self.value_at(value, "")
    }

    /// Any value at this position in the arguments. Values that contain others call this for each of them.
    fn value_at(&self, value: &Value, path: &str) -> String {
        match value {
            Value::Int(int) => match int.as_bool() {
                Some(truth) => self.boolean(truth),
                None => self.integer(int),
            },
            Value::Float(float) => self.float(float),
            Value::Text(text) => self.text_at(text, path),
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::Decimal(decimal) => self.decimal(decimal),
            Value::Moment(moment) => self.moment(moment),
            Value::Choice(choice) => self.choice(choice),
            Value::List(list) => {
                let inside = format!("{path}[]");
                let items = list.items.iter();
                match list.kind() {
                    ListKind::Dict => self.dictionary(
                        items
                            .filter_map(Value::as_pair)
                            .map(|(key, value)| (self.value_at(key, ""), self.value_at(value, &inside)))
                            .collect(),
                    ),
                    kind => self.list(kind, items.map(|item| self.value_at(item, &inside)).collect(), path),
                }
            }
            Value::Record(record) => {
                let step = |name: &str| match record.shape().kind {
                    RecordKind::Tuple => format!("{path}[{name}]"),
                    RecordKind::Plain | RecordKind::Named(_) => format!("{path}.{name}"),
                };
                let fields = record.shape().fields.iter().zip(&record.values);
                let values = fields.map(|(name, value)| self.value_at(value, &step(name))).collect();
                self.record(record.shape(), values)
            }
            Value::Union(union) => self.alternative(union, self.value_at(union.value(), path)),
        }
    }

    /// Whether a function of the language can be called with values of a schema: numbers, texts, and choices between texts.
    fn expresses(&self, schema: &Schema) -> bool {
        match schema {
            Schema::Int(_) | Schema::Float(_) | Schema::Text(_) => true,
            Schema::Choice(choice) => choice.holds_only_texts(),
            Schema::Bytes(_)
            | Schema::Decimal(_)
            | Schema::Moment(_)
            | Schema::List(_)
            | Schema::Record(_)
            | Schema::Union(_) => false,
        }
    }
}

/// How a typed language names the types of arguments.
pub(crate) trait TypeNames {
    /// The type for whole numbers of a concrete type, or of any; `suffices` says whether a type holds all values that occur.
    fn integer(&self, ty: Option<IntType>, suffices: &dyn Fn(IntType) -> bool) -> String;

    fn float(&self, ty: FloatType) -> String;

    fn text(&self) -> String;

    /// The type for a schema, given the values that occur.
    fn schema(&self, schema: &Schema, values: &[&Value]) -> String {
        match schema {
            Schema::Int(schema) => {
                let holds =
                    |ty: IntType, value: &Value| value.as_int().is_some_and(|int| ty.holds(int.number()));
                self.integer(schema.ty(), &|ty| values.iter().all(|value| holds(ty, value)))
            }
            Schema::Float(schema) => self.float(schema.ty()),
            Schema::Text(_)
            | Schema::Bytes(_)
            | Schema::Decimal(_)
            | Schema::Moment(_)
            | Schema::Choice(_)
            | Schema::List(_)
            | Schema::Record(_)
            | Schema::Union(_) => self.text(),
        }
    }

    fn arguments(&self, suite: &Suite<'_>) -> Vec<String> {
        let arguments = suite.signature.arguments().iter().enumerate();
        let values = |at: usize| suite.cases.iter().map(|case| &case.input[at]).collect::<Vec<_>>();
        arguments.map(|(at, argument)| self.schema(argument.schema(), &values(at))).collect()
    }
}
