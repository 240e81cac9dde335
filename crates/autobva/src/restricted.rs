//! A target whose arguments are renamed or restricted by declarations.

use autobva_core::{Argument, Input, Outcome, Signature, SignatureError, Sut, SutError};

/// A target with other declarations: the same arguments in the same order, possibly with other names and narrower types
/// or ranges.
pub struct Restricted {
    inner: Box<dyn Sut>,
    signature: Signature,
}

impl Restricted {
    /// The target with these declarations: matched by name, or in order if the arguments have no names yet.
    pub fn new(inner: Box<dyn Sut>, declared: &[Argument]) -> Result<Restricted, SignatureError> {
        let signature = restricted_signature(inner.signature(), declared)?;
        Ok(Restricted { inner, signature })
    }
}

fn restricted_signature(own: &Signature, declared: &[Argument]) -> Result<Signature, SignatureError> {
    let known = |argument: &Argument| own.arguments().iter().position(|a| a.name() == argument.name());
    let mut arguments = own.arguments().to_vec();
    for (position, argument) in declared.iter().enumerate() {
        let in_order = (declared.len() == own.len() && is_unnamed(own, position)).then_some(position);
        let Some(index) = known(argument).or(in_order) else {
            return Err(SignatureError::no_such_argument(argument.name(), own));
        };
        if !argument.schema().fits(own.arguments()[index].schema()) {
            return Err(SignatureError::does_not_fit(argument, &own.arguments()[index]));
        }
        arguments[index] = argument.clone();
    }
    Signature::new(arguments)
}

/// Whether the argument has the default name of a closure's argument, which may be replaced.
fn is_unnamed(own: &Signature, position: usize) -> bool {
    own.arguments()[position].name() == format!("a{}", position + 1)
}

impl Sut for Restricted {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.inner.run(input, outcome)
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        self.inner.run_batch(inputs, outcomes)
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        Some(&mut self.inner)
    }
}
