//! The built-in example functions: one file each, or one for a family, and one line each in [`BUILTINS`].
//!
//! They answer as Julia 1.5.3 does, to the last digit and quotation mark, because the published results are based on
//! Julia's behaviour, including its rounding faults and overflows.

mod adapter;
mod arguments;
mod bmi;
mod bmi_class;
mod bytecount;
mod bytecount_so;
mod circle;
mod date;
mod integers;
mod julia;
mod power_by_squaring;
mod tailjoin;

pub use adapter::Builtins;

use arguments::int64;
use autobva_core::{Entry, Input, Outcome, Signature, Sut, SutError, UnknownName, named};

pub const BUILTINS: &[Definition] = &[
    bytecount::DEFINITION,
    bytecount_so::DEFINITION,
    bmi::DEFINITION,
    bmi_class::DEFINITION,
    date::DEFINITION,
    circle::DEFINITION,
    integers::CLD,
    integers::FLD,
    integers::FLDMOD1,
    integers::MAX,
    power_by_squaring::DEFINITION,
    tailjoin::DEFINITION,
];

/// A built-in function: its entry in a list, its arguments, and how it is called.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    pub entry: Entry,
    /// The declarations of its arguments: `["h:int", "w:int"]`.
    pub arguments: &'static [&'static str],
    call: Call,
}

#[derive(Debug, Clone, Copy)]
enum Call {
    Of(fn(&Input, &mut Outcome) -> Result<(), SutError>),
    OfTwo(fn(i64, i64, &mut Outcome)),
}

impl Definition {
    const fn of(
        name: &'static str,
        help: &'static str,
        arguments: &'static [&'static str],
        call: fn(&Input, &mut Outcome) -> Result<(), SutError>,
    ) -> Definition {
        Definition { entry: Entry { name, help }, arguments, call: Call::Of(call) }
    }

    /// A function of two numbers of type Int64.
    const fn of_two(
        name: &'static str,
        help: &'static str,
        arguments: &'static [&'static str],
        call: fn(i64, i64, &mut Outcome),
    ) -> Definition {
        Definition { entry: Entry { name, help }, arguments, call: Call::OfTwo(call) }
    }
}

/// The names of the built-in functions, each with a line of help.
pub fn entries() -> impl Iterator<Item = Entry> {
    BUILTINS.iter().map(|definition| definition.entry)
}

/// The built-in function with this name.
///
/// ```
/// use autobva_core::{Outcome, Sut};
///
/// let bytecount = autobva_lab::builtin("bytecount").unwrap();
/// let input = bytecount.signature().read(&["999950"], None).unwrap();
/// let mut outcome = Outcome::default();
/// bytecount.run(&input, &mut outcome).unwrap();
/// assert_eq!(outcome.text(), "1.0 MB");
/// ```
pub fn builtin(name: &str) -> Result<Box<dyn Sut>, UnknownName> {
    let definition = named("target", name, BUILTINS, |definition| definition.entry.name)?;
    Ok(Box::new(Builtin::new(*definition)))
}

/// A built-in function, ready to run.
struct Builtin {
    definition: Definition,
    signature: Signature,
}

impl Builtin {
    fn new(definition: Definition) -> Builtin {
        let signature = Signature::parse(definition.arguments)
            .expect("the declarations of a built-in function are sound");
        Builtin { definition, signature }
    }
}

impl Sut for Builtin {
    fn name(&self) -> &str {
        self.definition.entry.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        match self.definition.call {
            Call::Of(call) => call(input, outcome),
            Call::OfTwo(call) => {
                call(int64(input, 0)?, int64(input, 1)?, outcome);
                Ok(())
            }
        }
    }

    fn grain(&self) -> usize {
        crate::IN_PROCESS_GRAIN
    }

    fn repeatable(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_starts_and_names_differ() {
        let mut names: Vec<&str> = Vec::new();
        for entry in entries() {
            assert!(builtin(entry.name).is_ok());
            assert!(!names.contains(&entry.name) && !entry.help.is_empty());
            names.push(entry.name);
        }
    }

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let Err(error) = builtin("bytecuont") else { panic!("found") };
        assert_eq!(error.to_string(), "unknown target 'bytecuont'; did you mean 'bytecount'?");
    }

    #[test]
    fn a_wrong_input_is_an_error_of_the_caller() {
        let mut outcome = Outcome::default();
        let error = builtin("date").unwrap().run(&Input::default(), &mut outcome).unwrap_err();
        assert_eq!(error.to_string(), "argument 1 is missing or not a whole number of the declared type");
    }
}
