//! Signatures: the arguments of a target, and errors in declarations and values.

use std::fmt;

use crate::argument::Argument;
use crate::input::Input;
use crate::registry::UnknownName;
use crate::schema::SchemaError;
use crate::value::Value;

/// The arguments of a target, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signature {
    arguments: Vec<Argument>,
}

impl Signature {
    /// A signature of these arguments; their names must differ.
    pub fn new(arguments: impl IntoIterator<Item = Argument>) -> Result<Signature, SignatureError> {
        let arguments: Vec<Argument> = arguments.into_iter().collect();
        for (i, argument) in arguments.iter().enumerate() {
            if arguments[..i].iter().any(|earlier| earlier.name() == argument.name()) {
                return Err(SignatureError::Duplicate(argument.name().to_string()));
            }
        }
        Ok(Signature { arguments })
    }

    /// Reads declarations such as `["year:int", "month:int[0..13]"]`.
    pub fn parse<S: AsRef<str>>(
        declarations: impl IntoIterator<Item = S>,
    ) -> Result<Signature, SignatureError> {
        let arguments: Result<Vec<Argument>, _> =
            declarations.into_iter().map(|d| d.as_ref().parse()).collect();
        Signature::new(arguments?)
    }

    /// The arguments.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// How many arguments there are.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// Reads one value per argument; `runtime` may give their run-time types.
    pub fn read<S: AsRef<str>>(&self, texts: &[S], runtime: Option<&[S]>) -> Result<Input, ValueError> {
        self.read_by(Argument::read, texts, runtime)
    }

    /// Reads one value per argument with `read`.
    pub fn read_by<S: AsRef<str>>(
        &self,
        read: impl Fn(&Argument, &str, Option<&str>) -> Result<Value, ValueError>,
        texts: &[S],
        runtime: Option<&[S]>,
    ) -> Result<Input, ValueError> {
        if texts.len() != self.len() {
            let given = match texts.len() {
                0 => "no values".to_string(),
                1 => "1 value".to_string(),
                n => format!("{n} values"),
            };
            return Err(ValueError::Count { given, signature: self.clone() });
        }
        let runtime_of = |i: usize| runtime.map(|types| types[i].as_ref());
        let values = self.arguments.iter().zip(texts).enumerate();
        values.map(|(i, (argument, text))| read(argument, text.as_ref(), runtime_of(i))).collect()
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let declarations: Vec<String> = self.arguments.iter().map(Argument::to_string).collect();
        f.write_str(&declarations.join(", "))
    }
}

/// A declaration that cannot be used; the text says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The declaration does not have the form `NAME:TYPE`.
    #[error("malformed argument '{0}'; write NAME:TYPE or NAME:TYPE[lo..hi], for instance 'n:int[0..250]'")]
    Malformed(String),
    /// The type or the range cannot be used.
    #[error("argument '{argument}': {fault}")]
    Schema {
        /// The name of the argument.
        argument: String,
        /// What is wrong.
        fault: SchemaError,
    },
    /// The target has no argument with this name.
    #[error("the target has no argument '{argument}'; its arguments are {signature}")]
    NoSuchArgument {
        /// The name that was given.
        argument: String,
        /// The arguments of the target.
        signature: String,
    },
    /// The declaration does not fit the target's own argument.
    #[error("'{argument}' does not fit the target's own '{own}'; keep its type and stay within its range")]
    DoesNotFit {
        /// The declaration.
        argument: String,
        /// The target's own argument.
        own: String,
    },
    /// Two arguments have the same name.
    #[error("argument '{0}' is declared twice; give each argument a name of its own")]
    Duplicate(String),
}

/// A text that is not a value of an argument; the message says what would be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The text cannot be read as a value of the type.
    #[error("'{text}' is not a value of argument '{argument}' ({declared}); {remedy}")]
    Unreadable {
        /// The name of the argument.
        argument: String,
        /// Its declaration.
        declared: String,
        /// What was given.
        text: String,
        /// What to give instead.
        remedy: &'static str,
    },
    /// The text is not JSON, or the JSON of something else.
    #[error("{text} is not a value of argument '{argument}' ({declared}): {why}")]
    NotJson {
        /// The name of the argument.
        argument: String,
        /// Its declaration.
        declared: String,
        /// What was given, cut to a readable length.
        text: String,
        /// What is wrong, and where.
        why: String,
    },
    /// The value is outside the type or range.
    #[error("{text} is outside argument '{argument}', which takes {lo} to {hi} ({declared})")]
    Outside {
        /// The name of the argument.
        argument: String,
        /// Its declaration or run-time type.
        declared: String,
        /// What was given.
        text: String,
        /// The least value.
        lo: String,
        /// The greatest value.
        hi: String,
    },
    /// The run-time type is not one of the argument's.
    #[error("argument '{argument}' ({declared}): {unknown}")]
    UnknownType {
        /// The name of the argument.
        argument: String,
        /// Its declaration.
        declared: String,
        /// The type that was asked for.
        unknown: Box<UnknownName>,
    },
    /// There are too few or too many values.
    #[error("{given} given, but the target takes {}", takes(.signature))]
    Count {
        /// How many were given, in words.
        given: String,
        /// The target's arguments.
        signature: Signature,
    },
}

fn takes(signature: &Signature) -> String {
    match signature.len() {
        0 => "no arguments".into(),
        1 => format!("1 argument: {signature}"),
        n => format!("{n} arguments: {signature}"),
    }
}
