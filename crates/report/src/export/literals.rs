//! How languages write values and name their types: the only place of the exports that looks at the kind of a value.

use autobva_core::{Float, FloatType, Int, IntType, Schema, Value};

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

    /// Any value; those that hold others will write them by this.
    fn value(&self, value: &Value) -> String {
        match value {
            Value::Int(int) => match int.as_bool() {
                Some(truth) => self.boolean(truth),
                None => self.integer(int),
            },
            Value::Float(float) => self.float(float),
            Value::Text(text) => self.text(text),
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
            Schema::Text(_) => self.text(),
        }
    }

    /// What the arguments of a suite take.
    fn arguments(&self, suite: &Suite<'_>) -> Vec<String> {
        let arguments = suite.signature.arguments().iter().enumerate();
        let values = |at: usize| suite.cases.iter().map(|case| &case.input[at]).collect::<Vec<_>>();
        arguments.map(|(at, argument)| self.schema(argument.schema(), &values(at))).collect()
    }
}
