//! A run that is ready to start: everything chosen and checked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use autobva_core::{Findings, Integer, Quantifier, Recheck, RunInfo, Sut, TargetInfo};
use autobva_explore::samplers::Sampler;
use autobva_explore::strategies::StrategyEntry;
use autobva_explore::{Found, Plan, Progress, Quantifiers, SearchError, StopSignal, search};
use autobva_metrics::quantifiers::ProgramDerivative;

use crate::find::Error;
use crate::recheck::{Allowance, recheck, search_share};
use crate::settings::Settings;
use crate::timer::Timer;

/// A run that is ready to start; made by [`Find::prepare`](crate::Find::prepare).
#[must_use = "nothing happens before `run` is called"]
pub struct Prepared {
    pub(crate) sut: Box<dyn Sut>,
    pub(crate) strategy: &'static StrategyEntry,
    pub(crate) sampler: Arc<dyn Sampler>,
    pub(crate) scores: Scores,
    pub(crate) hints: Vec<Vec<Integer>>,
    pub(crate) settings: Settings,
}

impl Prepared {
    /// Searches under the eyes of others: `signal` ends the run early, `progress` tells where it stands.
    pub fn run(mut self, signal: &StopSignal, progress: &Progress) -> Result<Findings, Error> {
        let raised = signal.clone();
        self.sut.stop_when(Arc::new(move || raised.is_raised()));
        let settings = &self.settings;
        let (mut stop, max_time) = settings.budget();
        let most_calls = stop.max_calls;
        let search_time;
        (stop.max_calls, search_time) = search_share(&*self.sut, most_calls, max_time);
        let plan = Plan {
            strategy: self.strategy,
            sampler: Arc::clone(&self.sampler),
            cts: settings.cts,
            type_order: settings.type_order,
            quantifiers: Quantifiers { search: &self.scores.search, archive: self.scores.archive() },
            threshold: settings.threshold,
            hints: self.hints.clone(),
            stop,
            capacity: settings.capacity,
            seed: settings.seed,
            jobs: settings.jobs,
        };
        let start = Instant::now();
        let timer = Timer::start(search_time, signal);
        let found = search(&*self.sut, &plan, signal, progress)?;
        drop(timer);
        let allowance = Allowance {
            calls: most_calls.map(|most| most.saturating_sub(found.calls)),
            deadline: max_time.and_then(|time| start.checked_add(time)),
            jobs: settings.jobs,
            signal: signal.clone(),
        };
        let mut findings = findings(&*self.sut, settings, &self.scores, found);
        self.sut.stop_when(allowance.stop_check());
        let recheck = recheck(&*self.sut, &findings.candidates, &allowance).map_err(SearchError::from)?;
        findings.run.calls += recheck.calls;
        findings.run.recheck = recheck;
        findings.run.elapsed = start.elapsed();
        Ok(findings)
    }
}

/// The quantifiers of a run: one for the search, others only where the settings ask for them.
pub(crate) struct Scores {
    search: ProgramDerivative,
    archive: Option<ProgramDerivative>,
    ranking: Option<ProgramDerivative>,
}

impl Scores {
    pub(crate) fn new(settings: &Settings) -> Result<Scores, Error> {
        let distances = &settings.distances;
        let derivative = |output: &str| ProgramDerivative::by_name(output, &distances.input);
        Ok(Scores {
            search: derivative(&distances.output)?,
            archive: distances.archive.as_deref().map(derivative).transpose()?,
            ranking: distances.ranking.as_deref().map(derivative).transpose()?,
        })
    }

    fn archive(&self) -> Option<&dyn Quantifier> {
        self.archive.as_ref().map(|quantifier| quantifier as &dyn Quantifier)
    }
}

fn findings(sut: &dyn Sut, settings: &Settings, scores: &Scores, found: Found) -> Findings {
    let dropped = found.archive.dropped();
    let mut candidates = found.archive.into_sorted();
    if let Some(ranking) = &scores.ranking {
        for c in &mut candidates {
            c.score = ranking.evaluate(&c.left.input, &c.left.outcome, &c.right.input, &c.right.outcome);
        }
        // Stable, so that equal scores keep the order of the archive: short inputs first.
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
    Findings {
        target: TargetInfo { name: sut.name().to_string(), signature: sut.signature().clone() },
        run: RunInfo {
            strategy: settings.strategy.clone(),
            sampler: settings.sampler.clone(),
            cts: settings.cts,
            output_distance: settings.distances.output.clone(),
            input_distance: settings.distances.input.clone(),
            threshold: settings.threshold.to_string(),
            seed: settings.seed,
            jobs: settings.jobs,
            calls: found.calls,
            elapsed: Duration::ZERO,
            stop: found.stop,
            dropped,
            recheck: Recheck::default(),
        },
        candidates,
    }
}
