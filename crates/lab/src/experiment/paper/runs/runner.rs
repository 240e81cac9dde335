//! Makes the runs of a plan, several at a time, each in one thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::builtin::builtin;
use autobva_core::{Findings, Selection, StopReason};
use autobva_explore::strategies::strategy;
use autobva_explore::{Archive, Progress, StopRules, StopSignal, Threshold};

use super::super::ExperimentError;
use super::super::function::function;
use super::super::settings::Settings;
use super::super::study::{Declared, Limited, Rule};
use super::key::RunKey;
use super::standing::Standing;
use super::store::Store;
use super::work::Work;
use autobva::{Choice, Distances, find};

/// How a plan ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All runs are done.
    Done,
    /// Someone asked to stop; what was done is kept.
    Interrupted,
}

/// How often an interrupt is checked for.
const LOOK: Duration = Duration::from_millis(20);

/// Makes all runs of the plan that are not in the store. Raising the signal ends the experiment; unfinished runs are
/// not kept.
pub fn run(
    plan: &[RunKey],
    settings: &Settings,
    store: &Store,
    signal: &StopSignal,
    standing: &Standing,
) -> Result<Ending, ExperimentError> {
    let (kept, missing): (Vec<&RunKey>, Vec<&RunKey>) =
        plan.iter().partition(|key| store.record(key).is_some());
    standing.begin(plan, kept.into_iter());
    let next = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let fault: Mutex<Option<ExperimentError>> = Mutex::new(None);
    let signals: Mutex<Vec<StopSignal>> = Mutex::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.jobs.max(1))
            .map(|_| {
                scope.spawn(|| {
                    while let Some(key) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if signal.is_raised() {
                            return;
                        }
                        let own = StopSignal::default();
                        lock(&signals).push(own.clone());
                        let result = one(key, settings, store, &own, standing);
                        if let Err(error) = result {
                            *lock(&fault) = Some(error);
                            next.store(missing.len(), Ordering::Relaxed);
                            lock(&signals).iter().for_each(StopSignal::interrupt);
                        }
                    }
                })
            })
            .collect();
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
        None if signal.is_raised() => Ok(Ending::Interrupted),
        None => Ok(Ending::Done),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes one run and keeps it, unless it was interrupted.
fn one(
    key: &RunKey,
    settings: &Settings,
    store: &Store,
    signal: &StopSignal,
    standing: &Standing,
) -> Result<(), ExperimentError> {
    let progress = Arc::new(Progress::default());
    standing.start(key, &progress);
    let findings = findings(key, settings, signal, &progress)?;
    if findings.run.stop != StopReason::Interrupted {
        store.keep(key, &findings)?;
        standing.end(key);
    }
    Ok(())
}

/// The run itself, with the settings of the study: string lengths, neighbours, and every difference as a candidate.
fn findings(
    key: &RunKey,
    settings: &Settings,
    signal: &StopSignal,
    progress: &Progress,
) -> Result<Findings, ExperimentError> {
    let mut sut = builtin(key.function).map_err(autobva::Error::from)?;
    if key.rules.has(Rule::Arguments) {
        let function = function(key.function).map_err(autobva::Error::from)?;
        sut = Box::new(Declared::as_in_the_study(function, sut));
    }
    let strategy = strategy(key.strategy).map_err(autobva::Error::from)?;
    let Work { time: max_time, calls: max_calls, iterations } = Work::of(key);
    let made = Limited { strategy, rules: key.rules, iterations };
    let run = autobva::Settings {
        select: Selection::Derivative,
        strategy: Choice::Own(Arc::new(made)),
        sampler: key.sampler.into(),
        cts: key.cts,
        distances: Distances {
            output: "strlen".into(),
            input: "euclidean".into(),
            archive: None,
            ranking: None,
        },
        threshold: Threshold::default(),
        stop: StopRules { max_calls, max_candidates: Some(settings.max_candidates), saturation: None },
        max_time,
        capacity: Archive::DEFAULT_CAPACITY.max(2 * settings.max_candidates),
        seed: key.seed(settings.seed),
        // The study treats its functions as black boxes.
        hints: false,
        jobs: 1,
        ..autobva::Settings::default()
    };
    Ok(find(sut).settings(run).prepare()?.run(signal, progress)?)
}
