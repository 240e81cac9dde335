//! Ends a search at the first call that exceeds a limit of time, memory or output.

use std::sync::{Arc, OnceLock};

use autobva::{Input, Outcome, Signature, StopSignal, Sut, SutError};

/// The first call that exceeded a limit, and the signal that it gives.
#[derive(Clone, Default)]
pub struct FirstOverrun {
    signal: StopSignal,
    call: Arc<OnceLock<Input>>,
}

impl FirstOverrun {
    /// The signal that ends the search.
    pub fn signal(&self) -> StopSignal {
        self.signal.clone()
    }

    /// The input of the call, if there was one.
    pub fn call(&self) -> Option<&Input> {
        self.call.get()
    }

    /// The same target, whose first call beyond a limit is noted.
    pub fn watch(&self, inner: Box<dyn Sut>) -> Box<dyn Sut> {
        Box::new(Watched { inner, first: self.clone() })
    }
}

struct Watched {
    inner: Box<dyn Sut>,
    first: FirstOverrun,
}

impl Sut for Watched {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.run_batch(std::slice::from_ref(input), std::slice::from_mut(outcome))
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        self.inner.run_batch(inputs, outcomes)?;
        if let Some(at) = outcomes.iter().position(Outcome::is_overrun) {
            let _ = self.first.call.set(inputs[at].clone());
            self.first.signal.interrupt();
        }
        Ok(())
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        Some(&mut self.inner)
    }
}
