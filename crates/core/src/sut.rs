//! The system under test.

use std::sync::Arc;

use crate::hints::Hints;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::signature::Signature;

/// An adapter broke: the target could not be run at all. Anything that the target itself does, including a crash or a
/// timeout, is an [`Outcome`] and not this error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SutError(pub String);

/// Says whether a run is to stop.
pub type StopCheck = Arc<dyn Fn() -> bool + Send + Sync>;

/// A system under test: runs an input and reports what happened.
///
/// Implementations are shared between threads; one that keeps processes keeps one per caller.
///
/// ```
/// use autobva_core::{Input, Outcome, Signature, Sut, SutError};
///
/// /// A device that answers with the number of its input.
/// struct Device {
///     signature: Signature,
/// }
///
/// impl Sut for Device {
///     fn name(&self) -> &str {
///         "device"
///     }
///
///     fn signature(&self) -> &Signature {
///         &self.signature
///     }
///
///     fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
///         outcome.start_valid("Reading").push_str(&input[0].to_string());
///         Ok(())
///     }
/// }
///
/// let device = Device { signature: Signature::parse(["port:u16"]).unwrap() };
/// let mut outcome = Outcome::default();
/// device.run(&device.signature().read(&["80"], None).unwrap(), &mut outcome).unwrap();
/// assert_eq!(outcome, Outcome::valid("Reading", "80"));
/// ```
pub trait Sut: Send + Sync {
    /// The name to show: `bytecount`.
    fn name(&self) -> &str;

    /// The arguments it takes.
    fn signature(&self) -> &Signature;

    /// Runs one input and writes the result into `outcome`, whose buffers are reused.
    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError>;

    /// Runs several inputs, each into the outcome at its index. Adapters that talk to another process send them
    /// together.
    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        inputs.iter().zip(outcomes).try_for_each(|(input, outcome)| self.run(input, outcome))
    }

    /// The least number of inputs that is worth handing to another thread: one if each starts a process, hundreds if
    /// each is a function call.
    fn grain(&self) -> usize {
        self.inner().map_or(1, Sut::grain)
    }

    /// How many inputs each thread runs between two checks for a stop: one if a call may take long, all if none may.
    fn stretch(&self) -> usize {
        self.inner().map_or(usize::MAX, Sut::stretch)
    }

    /// Whether calls are messages to another process, so that they are best sent in batches.
    fn sends_messages(&self) -> bool {
        self.inner().is_some_and(Sut::sends_messages)
    }

    /// Sets a check that adapters with long calls poll while they wait. When it returns true they give up with an
    /// error, which the search that asked to stop expects.
    fn stop_when(&mut self, check: StopCheck) {
        if let Some(inner) = self.inner_mut() {
            inner.stop_when(check);
        }
    }

    /// Whether the target's environment is sound: there is disk space for its files, and so on. A fault there would
    /// look like an outcome of the target, so this is checked before a surprising outcome is believed.
    fn check_surroundings(&self) -> Result<(), SutError> {
        self.inner().map_or(Ok(()), Sut::check_surroundings)
    }

    /// Whether the same input is known to have the same outcome every time. If not, candidates are run again before
    /// they are reported.
    fn repeatable(&self) -> bool {
        self.inner().is_some_and(Sut::repeatable)
    }

    /// The default value of each argument, as text; `None` or empty if it is not known.
    fn defaults(&self) -> &[Option<String>] {
        self.inner().map_or(&[], Sut::defaults)
    }

    /// Values that the target itself suggests for testing, if any.
    fn hints(&self) -> &Hints {
        self.inner().map_or(Hints::NONE, Sut::hints)
    }

    /// The target that this one wraps, if it does. It answers everything that is not overridden here, except calls.
    fn inner(&self) -> Option<&dyn Sut> {
        None
    }

    /// The wrapped target, for changing it.
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
