//! Signatures: the arguments of a target, and errors in declarations and values.

use std::fmt;

use crate::argument::Argument;
use crate::input::Input;
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
                let (name, remedy) = (argument.name(), "give each argument a name of its own");
                return Err(SignatureError(format!("argument '{name}' is declared twice; {remedy}")));
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
            let counted = |number: usize, what: &str| match number {
                0 => format!("no {what}s"),
                1 => format!("1 {what}"),
                n => format!("{n} {what}s"),
            };
            let (given, taken) = (counted(texts.len(), "value"), counted(self.len(), "argument"));
            let which = if self.is_empty() { String::new() } else { format!(": {self}") };
            return Err(ValueError(format!("{given} given, but the target takes {taken}{which}")));
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
#[error("{0}")]
pub struct SignatureError(String);

impl SignatureError {
    pub(crate) fn malformed(text: &str) -> SignatureError {
        let remedy = "write NAME:TYPE or NAME:TYPE[lo..hi], for instance 'n:int[0..250]'";
        SignatureError(format!("malformed argument '{text}'; {remedy}"))
    }

    /// The type or the range of an argument cannot be used.
    pub fn of(argument: &str, fault: SchemaError) -> SignatureError {
        SignatureError(format!("argument '{argument}': {fault}"))
    }

    /// The target has no argument with this name.
    pub fn no_such_argument(name: &str, signature: &Signature) -> SignatureError {
        SignatureError(format!("the target has no argument '{name}'; its arguments are {signature}"))
    }

    /// The declaration does not fit the target's own argument.
    pub fn does_not_fit(argument: &Argument, own: &Argument) -> SignatureError {
        let remedy = "keep its type and stay within its range";
        SignatureError(format!("'{argument}' does not fit the target's own '{own}'; {remedy}"))
    }
}

/// A text that is not a value of an argument; the message says what would be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValueError(pub String);
