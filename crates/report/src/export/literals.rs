//! How languages write values and name their types: the only place of the exports that looks at the kind of a value.

use autobva_core::{Choice, Decimal, Float, FloatType, Int, IntType, ListKind, Moment, Schema, Shape, Value};

use super::suite::Suite;

/// How a language writes values.
pub(crate) trait Literals {
    /// A whole number.
    fn integer(&self, int: &Int) -> String {
        int.number().to_string()
    }

    /// A Boolean.
    fn boolean(&self, truth: bool) -> String {
        truth.to_string()
    }

    /// A floating-point number.
    fn float(&self, float: &Float) -> String;

    /// A text.
    fn text(&self, text: &str) -> String;

    /// Bytes.
    fn bytes(&self, bytes: &[u8]) -> String {
        self.text(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>())
    }

    /// A decimal number.
    fn decimal(&self, decimal: &Decimal) -> String {
        self.text(&decimal.to_string())
    }

    /// A date, a time, both, or a duration.
    fn moment(&self, moment: &Moment) -> String {
        self.text(&moment.to_string())
    }

    /// Nothing at all.
    fn nothing(&self) -> String {
        "null".into()
    }

    /// A member of an enumeration, by the names of both.
    fn member(&self, _enumeration: &str, member: &str) -> String {
        self.text(member)
    }

    /// One of a few values, from its JSON.
    fn choice(&self, choice: &Choice) -> String {
        if let Some((enumeration, member)) = choice.member() {
            return self.member(enumeration, member);
        }
        match serde_json::from_str(choice.written()) {
            Ok(serde_json::Value::String(text)) => self.text(&text),
            Ok(serde_json::Value::Bool(truth)) => self.boolean(truth),
            Ok(serde_json::Value::Null) => self.nothing(),
            _ => choice.written().to_string(),
        }
    }

    /// Items that are written already.
    fn list(&self, _kind: ListKind, items: Vec<String>) -> String {
        format!("[{}]", items.join(", "))
    }

    /// Fields whose values are written already.
    fn record(&self, shape: &Shape, values: Vec<String>) -> String {
        let field = |(name, value): (&Box<str>, String)| format!("{}: {value}", self.text(name));
        let fields: Vec<String> = shape.fields.iter().zip(values).map(field).collect();
        format!("{{{}}}", fields.join(", "))
    }

    /// Any value; those that hold others write them by this.
    fn value(&self, value: &Value) -> String {
        let all = |values: &[Value]| values.iter().map(|value| self.value(value)).collect();
        match value {
            Value::Int(int) => match int.as_bool() {
                Some(truth) => self.boolean(truth),
                None => self.integer(int),
            },
            Value::Float(float) => self.float(float),
            Value::Text(text) => self.text(text),
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::Decimal(decimal) => self.decimal(decimal),
            Value::Moment(moment) => self.moment(moment),
            Value::Choice(choice) => self.choice(choice),
            Value::List(list) => self.list(list.kind(), all(&list.items)),
            Value::Record(record) => self.record(record.shape(), all(&record.values)),
            Value::Union(union) => self.value(union.value()),
        }
    }
}

/// How a typed language names what an argument takes.
pub(crate) trait TypeNames {
    /// Whole numbers of a concrete type, or of any; `suffices` says whether a type holds all that are there.
    fn integer(&self, ty: Option<IntType>, suffices: &dyn Fn(IntType) -> bool) -> String;

    /// Floating-point numbers.
    fn float(&self, ty: FloatType) -> String;

    /// Texts.
    fn text(&self) -> String;

    /// What a schema takes, and is given with these values.
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

    /// What the arguments of a suite take.
    fn arguments(&self, suite: &Suite<'_>) -> Vec<String> {
        let arguments = suite.signature.arguments().iter().enumerate();
        let values = |at: usize| suite.cases.iter().map(|case| &case.input[at]).collect::<Vec<_>>();
        arguments.map(|(at, argument)| self.schema(argument.schema(), &values(at))).collect()
    }
}
