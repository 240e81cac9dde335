//! A target with the declarations of an earlier version.

use std::collections::BTreeMap;

use autobva_codec::adopt::{adopted, is_adoptable};
use autobva_core::{Argument, Input, Outcome, Signature, Sut, SutError};

/// A target that accepts the values of an earlier version, so that old findings can still be run: whole numbers in
/// place of choices, and numbers or texts for arguments that may be null today.
pub struct Recalled {
    inner: Box<dyn Sut>,
    signature: Signature,
}

impl Recalled {
    /// The target with the earlier declarations, or unchanged if these are the same or not an earlier form of its own.
    pub fn or_as_is(inner: Box<dyn Sut>, was: &Signature) -> Box<dyn Sut> {
        if *was == *inner.signature() || !Recalled::fits(was, inner.signature()) {
            return inner;
        }
        let both = was.arguments().iter().zip(inner.signature().arguments());
        let named = both.map(|(was, now)| was.clone().with_value_names(names(was, now)));
        match Signature::new(named) {
            Ok(signature) => Box::new(Recalled { inner, signature }),
            Err(_) => inner,
        }
    }

    /// Whether every argument is what an earlier version made of a present one.
    pub fn fits(was: &Signature, now: &Signature) -> bool {
        let mut both = was.arguments().iter().zip(now.arguments());
        was.len() == now.len() && both.all(|(was, now)| was.name() == now.name() && is_adoptable(was, now))
    }

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

impl Sut for Recalled {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.inner.run(&self.adopted(input)?, outcome)
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
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
