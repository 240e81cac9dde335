//! Arguments: a name, and the values that may be given for it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::schema::{Schema, SchemaError, ValueFault};
use crate::signature::{SignatureError, ValueError};
use crate::value::Value;

/// A declared argument.
#[derive(Debug, Clone)]
pub struct Argument {
    name: String,
    schema: Schema,
    /// The names of values that stand for something else, such as a member of an enumeration.
    value_names: BTreeMap<String, String>,
    /// For targets that used to take numbers instead: each number, and the JSON of the value that it stood for.
    earlier: BTreeMap<String, String>,
}

/// Names of values do not matter for equality.
impl PartialEq for Argument {
    fn eq(&self, other: &Argument) -> bool {
        (&self.name, &self.schema) == (&other.name, &other.schema)
    }
}

impl Eq for Argument {}

impl Argument {
    /// An argument with this name.
    pub fn new(name: impl Into<String>, schema: Schema) -> Argument {
        Argument { name: name.into(), schema, value_names: BTreeMap::new(), earlier: BTreeMap::new() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values that it takes.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Type and range as they would be declared: `int[0..250]`.
    pub fn declared(&self) -> String {
        self.schema.to_string()
    }

    /// The argument under another name.
    #[must_use = "the renamed argument is returned"]
    pub fn renamed(mut self, name: impl Into<String>) -> Argument {
        self.name = name.into();
        self
    }

    /// The argument with another schema.
    #[must_use = "the argument is returned"]
    pub fn with_schema(mut self, schema: Schema) -> Argument {
        self.schema = schema;
        self
    }

    /// The argument with names for some of its values; the keys are values written as texts.
    #[must_use = "the argument is returned"]
    pub fn with_value_names(mut self, names: BTreeMap<String, String>) -> Argument {
        self.value_names = names;
        self
    }

    /// The name of the value that is written like this, if it stands for something else: `Color.RED`.
    pub fn value_name(&self, written: &str) -> Option<&str> {
        self.value_names.get(written).map(String::as_str)
    }

    /// The argument with the numbers that used to be given for it; each maps to the JSON of the value that it stood for.
    #[must_use = "the argument is returned"]
    pub fn with_earlier(mut self, earlier: BTreeMap<String, String>) -> Argument {
        self.earlier = earlier;
        self
    }

    /// The JSON of the value that a number stood for in an earlier version of the target.
    pub fn earlier(&self, number: &str) -> Option<&str> {
        self.earlier.get(number).map(String::as_str)
    }

    /// The numbers that earlier versions took.
    pub fn earlier_numbers(&self) -> impl Iterator<Item = &str> {
        self.earlier.keys().map(String::as_str)
    }

    /// Whether an earlier version took numbers instead.
    pub fn has_earlier(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// The argument restricted to the range written as `lo..hi`, both ends included; an open end is the end of the type.
    pub fn restricted_to(&self, range: &str) -> Result<Argument, SignatureError> {
        let schema = self.schema.restricted_to(range);
        let schema = schema.map_err(|fault| SignatureError::of(&self.name, fault))?;
        Ok(Argument { schema, ..self.clone() })
    }

    /// Reads a value; `runtime` is the run-time type of an integer, if it is known.
    pub fn read(&self, text: &str, runtime: Option<&str>) -> Result<Value, ValueError> {
        self.schema.read(text, runtime).map_err(|fault| self.refusal(text, fault))
    }

    fn refusal(&self, text: &str, fault: ValueFault) -> ValueError {
        let (name, own) = (&self.name, self.declared());
        ValueError(match fault {
            ValueFault::Unreadable(remedy) => {
                format!("'{text}' is not a value of argument '{name}' ({own}); {remedy}")
            }
            ValueFault::Outside(declared, [lo, hi]) => {
                format!("{text} is outside argument '{name}', which takes {lo} to {hi} ({declared})")
            }
            ValueFault::UnknownType(unknown) => format!("argument '{name}' ({own}): {unknown}"),
        })
    }
}

impl FromStr for Argument {
    type Err = SignatureError;

    /// Reads `NAME:TYPE` or `NAME:TYPE[lo..hi]`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || SignatureError::malformed(text);
        let (name, declared) = text.split_once(':').ok_or_else(malformed)?;
        let (name, declared) = (name.trim(), declared.trim());
        let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !starts_well || !name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
            return Err(malformed());
        }
        match declared.parse() {
            Ok(schema) => Ok(Argument::new(name, schema)),
            Err(SchemaError::Malformed) => Err(malformed()),
            Err(fault) => Err(SignatureError::of(name, fault)),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.schema)
    }
}
