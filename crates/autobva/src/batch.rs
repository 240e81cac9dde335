//! Running many inputs at once, on all threads.

use std::thread::Builder;

use autobva_core::{Input, Outcome, Sut, SutError};

/// Runs every input, in shares for each of the threads; the outcomes are in the order of the inputs.
pub fn run_all(sut: &dyn Sut, inputs: &[Input], jobs: usize) -> Result<Vec<Outcome>, SutError> {
    let mut outcomes: Vec<Outcome> = inputs.iter().map(|_| Outcome::default()).collect();
    let share = inputs.len().div_ceil(jobs.max(1)).max(sut.grain()).max(1);
    if share >= inputs.len() {
        sut.run_batch(inputs, &mut outcomes)?;
        return Ok(outcomes);
    }
    std::thread::scope(|scope| {
        let shares = inputs.chunks(share).zip(outcomes.chunks_mut(share));
        let threads: Vec<_> = shares
            .map(|(inputs, outcomes)| Builder::new().spawn_scoped(scope, || sut.run_batch(inputs, outcomes)))
            .collect::<Result<_, _>>()
            .map_err(|e| SutError(format!("cannot start {jobs} threads: {e}; ask for fewer with --jobs")))?;
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    Ok(outcomes)
}
