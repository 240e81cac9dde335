//! A target whose arguments have other declarations: narrower ones, or those of an earlier version.

use std::collections::BTreeMap;

use autobva_codec::adopt::{adopted, is_adoptable};
use autobva_core::{Argument, Input, Outcome, Signature, SignatureError, Sut, SutError};

/// A target with other declarations of the same arguments in the same order.
pub struct Redeclared {
    inner: Box<dyn Sut>,
    signature: Signature,
    /// Whether the declarations are those of an earlier version, whose values stand for values of today's.
    is_earlier: bool,
}

impl Redeclared {
    /// The target with possibly other names and narrower types or ranges: declarations are matched by name, or in order if
    /// the arguments have no names yet.
    pub fn narrowed(inner: Box<dyn Sut>, declared: &[Argument]) -> Result<Redeclared, SignatureError> {
        let own = inner.signature();
        let known = |argument: &Argument| own.arguments().iter().position(|a| a.name() == argument.name());
        let mut arguments = own.arguments().to_vec();
        for (position, argument) in declared.iter().enumerate() {
            // A closure's arguments are called a1, a2, … until they get names.
            let is_unnamed = || own.arguments()[position].name() == format!("a{}", position + 1);
            let in_order = (declared.len() == own.len() && is_unnamed()).then_some(position);
            let Some(index) = known(argument).or(in_order) else {
                return Err(SignatureError::no_such_argument(argument.name(), own));
            };
            if !argument.schema().fits(own.arguments()[index].schema()) {
                return Err(SignatureError::does_not_fit(argument, &own.arguments()[index]));
            }
            arguments[index] = argument.clone();
        }
        Ok(Redeclared { signature: Signature::new(arguments)?, inner, is_earlier: false })
    }

    /// The target as it accepts the values of an earlier version, so that old findings can still be run: whole numbers in
    /// place of choices, and numbers or texts for arguments that may be null today. It is unchanged if the earlier
    /// declarations are the same, or not an earlier form of its own.
    pub fn as_earlier(inner: Box<dyn Sut>, was: &Signature) -> Box<dyn Sut> {
        let now = inner.signature();
        let mut both = was.arguments().iter().zip(now.arguments());
        let is_earlier_form = was.len() == now.len()
            && both.clone().all(|(was, now)| was.name() == now.name() && is_adoptable(was, now));
        if was == now || !is_earlier_form {
            return inner;
        }
        let named = both.by_ref().map(|(was, now)| was.clone().with_value_names(names(was, now)));
        match Signature::new(named) {
            Ok(signature) => Box::new(Redeclared { inner, signature, is_earlier: true }),
            Err(_) => inner,
        }
    }

    /// The input as the target takes it.
    fn adopted(&self, input: &Input) -> Result<Input, SutError> {
        let arguments = self.signature.arguments().iter().zip(self.inner.signature().arguments());
        let value = |((was, now), value)| {
            let stands_for_nothing = || SutError(format!("{value} stands for no value of {now}"));
            adopted(was, now, value).ok_or_else(stands_for_nothing)
        };
        arguments.zip(input.iter()).map(value).collect()
    }
}

/// The names of the numbers that stood for a choice.
fn names(was: &Argument, now: &Argument) -> BTreeMap<String, String> {
    let numbers = now.earlier_numbers().filter_map(|number| Some((number, was.read(number, None).ok()?)));
    let called = numbers.filter_map(|(number, value)| Some((number, adopted(was, now, &value)?)));
    called.map(|(number, value)| (number.to_string(), value.shown(str::to_string))).collect()
}

impl Sut for Redeclared {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        match self.is_earlier {
            true => self.inner.run(&self.adopted(input)?, outcome),
            false => self.inner.run(input, outcome),
        }
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        if !self.is_earlier {
            return self.inner.run_batch(inputs, outcomes);
        }
        let inputs = inputs.iter().map(|input| self.adopted(input)).collect::<Result<Vec<_>, _>>()?;
        self.inner.run_batch(&inputs, outcomes)
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        Some(&mut self.inner)
    }
}
