//! The system under test.

use std::sync::Arc;

use crate::hints::Hints;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::signature::Signature;

/// An adapter broke: the target could not be run at all. What a target does, be it a crash or a timeout, is an
/// [`Outcome`] and never this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SutError(pub String);

/// Tells whether a run is to stop.
pub type StopCheck = Arc<dyn Fn() -> bool + Send + Sync>;

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

    /// How many inputs are worth the trouble of handing them to another thread: one where each is a process, hundreds
    /// where each is a function call.
    fn grain(&self) -> usize {
        self.inner().map_or(1, Sut::grain)
    }

    /// How many inputs each thread runs between two looks at whether to stop: one where a call may take long.
    fn stretch(&self) -> usize {
        self.inner().map_or(usize::MAX, Sut::stretch)
    }

    /// Whether calls are messages to another process, so that many are best sent together.
    fn sends_messages(&self) -> bool {
        self.inner().is_some_and(Sut::sends_messages)
    }

    /// Hands over a check that adapters whose calls may take long look at while they wait. When it says so they give up with
    /// an error, which the search that asked to stop expects.
    fn stop_when(&mut self, check: StopCheck) {
        if let Some(inner) = self.inner_mut() {
            inner.stop_when(check);
        }
    }

    /// Whether the environment of the target is sound: there is room for its files, and so on. A fault there would show as
    /// outcomes that are not the target's, so this is asked before a surprising outcome is believed.
    fn check_surroundings(&self) -> Result<(), SutError> {
        self.inner().map_or(Ok(()), Sut::check_surroundings)
    }

    /// Whether the same input is known to give the same outcome every time. Where it is not, candidates are run again
    /// before they are reported.
    fn repeatable(&self) -> bool {
        self.inner().is_some_and(Sut::repeatable)
    }

    /// The value that each argument has where none is given, as text; nothing where that is not known.
    fn defaults(&self) -> &[Option<String>] {
        self.inner().map_or(&[], Sut::defaults)
    }

    /// What the target says of itself that is worth a look, where it says anything.
    fn hints(&self) -> &Hints {
        self.inner().map_or(Hints::NONE, Sut::hints)
    }

    /// The target that this one stands around, if it does: it answers for all that is not answered here, calls aside.
    fn inner(&self) -> Option<&dyn Sut> {
        None
    }

    /// The same, to be changed.
    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        None
    }
}

impl Sut for Box<dyn Sut> {
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

    fn inner(&self) -> Option<&dyn Sut> {
        Some(&**self)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        Some(&mut **self)
    }
}
