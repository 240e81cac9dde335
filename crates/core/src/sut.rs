//! The system under test.

use crate::input::Input;
use crate::outcome::Outcome;
use crate::signature::Signature;

/// An adapter broke: the target could not be run at all. What a target does, be it a crash or a timeout, is an
/// [`Outcome`] and never this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SutError(pub String);

/// A system under test: runs an input and says what happened.
///
/// Implementations are shared between threads; one that keeps processes keeps one per caller.
pub trait Sut: Send + Sync {
    /// The name to show: `bytecount`.
    fn name(&self) -> &str;

    /// The arguments it takes.
    fn signature(&self) -> &Signature;

    /// Runs one input and writes what happened into `outcome`, whose buffers are reused.
    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError>;

    /// Runs several inputs, each into the outcome at its index. Adapters that talk to another process send them
    /// together.
    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        inputs.iter().zip(outcomes).try_for_each(|(input, outcome)| self.run(input, outcome))
    }
}

impl<T: Sut + ?Sized> Sut for &T {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn signature(&self) -> &Signature {
        (**self).signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        (**self).run(input, outcome)
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        (**self).run_batch(inputs, outcomes)
    }
}

impl<T: Sut + ?Sized> Sut for Box<T> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn signature(&self) -> &Signature {
        (**self).signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        (**self).run(input, outcome)
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        (**self).run_batch(inputs, outcomes)
    }
}
