//! Makes the runs of a plan and keeps what they find.

use std::sync::Arc;

use crate::builtin::builtin;
use crate::experiment::tasks::run_tasks;
use autobva_core::{Findings, Selection, StopReason};
use autobva_explore::strategies::strategy;
use autobva_explore::{Archive, Progress, StopRules, StopSignal, Threshold};

use super::super::ExperimentError;
use super::super::function::function;
use super::super::settings::Settings;
use super::super::study::{Limited, Rule};
use super::key::RunKey;
use super::store::Store;
use super::work::Work;
use autobva::{Choice, Distances, Find, find};

/// Makes all runs of the plan that are not in the store; returns whether all are done. Raising the signal ends the
/// experiment; unfinished runs are not kept. After each run `done` is called with the number of finished ones.
pub fn run(
    plan: &[RunKey],
    settings: &Settings,
    store: &Store,
    signal: &StopSignal,
    done: &(dyn Fn(usize) + Sync),
) -> Result<bool, ExperimentError> {
    let missing: Vec<&RunKey> = plan.iter().filter(|key| store.record(key).is_none()).collect();
    let kept = plan.len() - missing.len();
    done(kept);
    let one = |key: &&RunKey, signal: &StopSignal| -> Result<(), ExperimentError> {
        let findings = findings(key, settings, signal)?;
        if findings.run.stop != StopReason::Interrupted {
            store.keep(key, &findings)?;
        }
        Ok(())
    };
    Ok(run_tasks(&missing, settings.jobs, signal, &|made| done(kept + made), one)?.is_some())
}

/// The run itself, with the settings of the study: string lengths, neighbours, and every difference as a candidate.
fn findings(key: &RunKey, settings: &Settings, signal: &StopSignal) -> Result<Findings, ExperimentError> {
    let mut sut = builtin(key.function).map_err(autobva::Error::from)?;
    if key.rules.has(Rule::Arguments) {
        let function = function(key.function).map_err(autobva::Error::from)?;
        let declared = function.declared.iter().map(ToString::to_string).collect::<Vec<_>>();
        sut = Find::declared(sut, &declared)?;
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
    Ok(find(sut).settings(run).prepare()?.run(signal, &Progress::default())?)
}
