//! Makes the runs of an experiment, several at a time, each in one thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use autobva_explore::StopSignal;

/// How often an interrupt is checked for.
const LOOK: Duration = Duration::from_millis(20);

/// The results of all tasks, in their order; `None` if the signal was raised meanwhile. After each task `done` is called with
/// the number of finished ones. Each task gets a signal of its own, since a run raises it when it ends; all of them are
/// raised by an interrupt and by the first failure.
pub fn run_tasks<T: Sync, R: Send, E: Send>(
    tasks: &[T],
    jobs: usize,
    signal: &StopSignal,
    done: &(dyn Fn(usize) + Sync),
    run: impl Fn(&T, &StopSignal) -> Result<R, E> + Sync,
) -> Result<Option<Vec<R>>, E> {
    let (next, finished, over) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let results: Mutex<Vec<Option<R>>> = Mutex::new(tasks.iter().map(|_| None).collect());
    let (fault, signals): (Mutex<Option<E>>, Mutex<Vec<StopSignal>>) = Default::default();
    let worker = || {
        while let Some((at, task)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, tasks.get(at)?)))
        {
            if signal.is_raised() {
                return;
            }
            let own = StopSignal::default();
            lock(&signals).push(own.clone());
            match run(task, &own) {
                Ok(result) => lock(&results)[at] = Some(result),
                Err(error) => {
                    *lock(&fault) = Some(error);
                    next.store(tasks.len(), Ordering::Relaxed);
                    lock(&signals).iter().for_each(StopSignal::interrupt);
                }
            }
            done(finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if signal.is_raised() {
                    lock(&signals).iter().for_each(StopSignal::interrupt);
                }
                std::thread::sleep(LOOK);
            }
        });
        workers.into_iter().for_each(|worker| drop(worker.join()));
        over.store(true, Ordering::Relaxed);
    });
    match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None if signal.is_raised() => Ok(None),
        None => Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
