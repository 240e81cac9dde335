//! The observer of a run: notes after how many calls each known boundary was first proposed.

use std::sync::{Mutex, PoisonError};

use autobva_core::{Input, Outcome, Quantifier};
use autobva_explore::{Progress, StopSignal};
use autobva_metrics::ProgramDerivative;

use super::subject::{Pair, Truth};

/// A quantifier that scores as another one does and looks at what it is shown.
///
/// It stands in the plan as the archive's quantifier, which the probe asks exactly when a pair is proposed: the search
/// needs no hook, and runs as it would without being watched. Once everything is found it ends the run.
pub struct Watch<'a> {
    inner: &'a ProgramDerivative,
    truth: &'a Truth,
    progress: &'a Progress,
    signal: &'a StopSignal,
    noted: Mutex<Noted>,
}

struct Noted {
    first: Vec<Option<u64>>,
    missing: usize,
    recognised: Vec<usize>,
}

impl<'a> Watch<'a> {
    /// A watch over a run that reports to `progress` and obeys `signal`.
    pub fn new(
        inner: &'a ProgramDerivative,
        truth: &'a Truth,
        progress: &'a Progress,
        signal: &'a StopSignal,
    ) -> Watch<'a> {
        let missing = truth.known.len();
        let noted = Mutex::new(Noted { first: vec![None; missing], missing, recognised: Vec::new() });
        Watch { inner, truth, progress, signal, noted }
    }

    /// After how many calls each known boundary was first proposed.
    pub fn into_first(self) -> Vec<Option<u64>> {
        self.noted.into_inner().unwrap_or_else(PoisonError::into_inner).first
    }
}

impl Quantifier for Watch<'_> {
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64 {
        let score = self.inner.evaluate(a, output_a, b, output_b);
        if score > 0.0 {
            let pair = Pair::new((a, output_a), (b, output_b));
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            let Noted { first, missing, recognised } = &mut *noted;
            recognised.clear();
            (self.truth.recognise)(&pair, recognised);
            for place in recognised.iter() {
                if first[*place].is_none() {
                    first[*place] = Some(self.progress.calls());
                    *missing -= 1;
                }
            }
            if *missing == 0 {
                self.signal.time_is_up();
            }
        }
        score
    }
}
