//! Arguments in JSON: their names, and their schemas as they are declared.

use std::collections::BTreeMap;

use autobva_core::{Argument, Signature, SignatureError};
use serde::{Deserialize, Serialize};

/// An argument as the worker protocol and the JSON of `find` write it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    /// The name.
    pub name: String,
    /// The schema, as it is given to `--arg`.
    pub r#type: String,
    /// The value that it has if none is given, as text; a worker may say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Whether the type was learned from an example; a worker may say so.
    #[serde(default, skip_serializing)]
    pub by_example: bool,
    /// What its values are called, as texts; a worker may say so.
    #[serde(default, skip_serializing)]
    pub names: BTreeMap<String, String>,
    /// What the numbers stood for that it took in earlier versions: JSON by number, as texts; a worker may say so.
    #[serde(default, skip_serializing)]
    pub earlier: BTreeMap<String, String>,
}

impl From<&Argument> for Declaration {
    fn from(argument: &Argument) -> Declaration {
        let (name, r#type) = (argument.name().to_string(), argument.schema().to_string());
        Declaration {
            name,
            r#type,
            default: None,
            by_example: false,
            names: BTreeMap::new(),
            earlier: BTreeMap::new(),
        }
    }
}

impl Declaration {
    /// The argument as it is given to `--arg`.
    pub fn text(&self) -> String {
        format!("{}:{}", self.name, self.r#type)
    }
}

/// The declarations of these arguments.
pub fn declarations(arguments: &[Argument]) -> Vec<Declaration> {
    arguments.iter().map(Declaration::from).collect()
}

/// The arguments as one text each, as they are given to `--arg`. Campaigns and lock files list them in this form, and
/// [`Signature::parse`] reads it.
pub fn texts(signature: &Signature) -> Vec<String> {
    signature.arguments().iter().map(Argument::to_string).collect()
}

/// Reads declarations as they are given to `--arg`, and checks their patterns.
pub fn read_arguments<S: AsRef<str>>(declarations: &[S]) -> Result<Vec<Argument>, SignatureError> {
    let read = declarations.iter().map(|text| text.as_ref().parse());
    autobva_pattern::checked(read.collect::<Result<Vec<_>, SignatureError>>()?)
}

/// Reads the arguments of a target.
pub fn read_signature(declarations: &[Declaration]) -> Result<Signature, SignatureError> {
    let read = |declaration: &Declaration| {
        let argument: Argument = declaration.text().parse()?;
        Ok(argument.with_value_names(declaration.names.clone()).with_earlier(declaration.earlier.clone()))
    };
    let read = declarations.iter().map(read).collect::<Result<Vec<_>, SignatureError>>()?;
    Signature::new(autobva_pattern::checked(read)?)
}
