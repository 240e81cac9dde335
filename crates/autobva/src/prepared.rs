//! A run that is ready to start: everything is chosen and checked.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use autobva_core::behaviour::Landscape;
use autobva_core::{
    Candidate, Findings, Hints, Input, Quantifier, Recheck, RunInfo, Selection, StopReason, Sut, TargetInfo,
    Value,
};
use autobva_explore::behaviours::BehaviourSearch;
use autobva_explore::samplers::Sampler;
use autobva_explore::strategies::MakeStrategy;
use autobva_explore::{Found, Plan, Progress, Quantifiers, SearchError, StopSignal, Watcher, search};
use autobva_metrics::{ProgramDerivative, TextDistance};
use autobva_summary::best_first;

use crate::choice::{Choice, OWN};
use crate::error::Error;
use crate::kept::{Kept, Narrowed, Whole, Widening};
use crate::recheck::{CallLimits, Standing, recheck, search_share, still_hold};
use crate::settings::Settings;
use crate::timer::Timer;

/// A run that is ready to start; made by [`Find::prepare`](crate::Find::prepare).
#[must_use = "nothing happens before `run` is called"]
pub struct Prepared {
    pub(crate) sut: Box<dyn Sut>,
    pub(crate) kept: Kept,
    pub(crate) strategy: Arc<dyn MakeStrategy>,
    pub(crate) sampler: Arc<dyn Sampler>,
    pub(crate) scores: Scores,
    pub(crate) hints: Vec<Vec<Value>>,
    pub(crate) target_hints: Hints,
    pub(crate) settings: Settings,
    pub(crate) known: Vec<Candidate>,
    pub(crate) watcher: Option<Arc<dyn Watcher>>,
    pub(crate) since: Option<Instant>,
}

impl Prepared {
    /// What will be run.
    pub fn target(&self) -> TargetInfo {
        TargetInfo { name: self.sut.name().to_string(), signature: self.sut.signature().clone() }
    }

    /// How it will be run; no call was made yet.
    pub fn info(&self) -> RunInfo {
        let settings = &self.settings;
        // A quantifier of the user's own replaces both distances.
        let distance = |name: String| settings.quantifier.as_ref().map_or(name, |_| OWN.to_string());
        RunInfo {
            select: settings.select,
            fixed: self.kept.told(self.sut.signature()),
            strategy: match settings.select {
                Selection::Behaviour => BehaviourSearch::ENTRY.entry.name.to_string(),
                Selection::Derivative => settings.strategy.to_string(),
            },
            sampler: settings.sampler.to_string(),
            cts: settings.cts,
            output_distance: distance(settings.distances.output.to_string()),
            input_distance: distance(settings.distances.input.to_string()),
            threshold: settings.threshold.to_string(),
            seed: settings.seed,
            jobs: settings.jobs,
            calls: 0,
            elapsed: Duration::ZERO,
            stop: StopReason::Interrupted,
            dropped: 0,
            recheck: Recheck::default(),
        }
    }

    /// Gives candidates of earlier runs, whatever their distances were, the scores that they would have in this run.
    pub fn rescore(&self, candidates: &mut [Candidate]) {
        candidates.iter_mut().for_each(|candidate| rescore(self.scores.shown(), candidate));
    }

    /// Starts with the candidates of earlier runs in the archive, so that they do not count as new. The findings
    /// contain them, with the counts of this run alone.
    pub fn knowing(mut self, known: Vec<Candidate>) -> Prepared {
        self.known = known.into_iter().filter_map(|candidate| self.kept.narrowed(candidate)).collect();
        for candidate in &mut self.known {
            candidate.count = 0;
            rescore(self.scores.kept(), candidate);
        }
        self
    }

    /// Which candidates of earlier runs the target still shows. Checking this takes at most about as many calls as the
    /// run may make, and a fifth of its time.
    pub fn still_hold(&mut self, candidates: &[Candidate]) -> Result<Standing, Error> {
        let (stop, max_time) = self.settings.budget();
        let allowance = CallLimits {
            calls: stop.max_calls,
            deadline: max_time.and_then(|time| Instant::now().checked_add(time / 5)),
            jobs: self.settings.jobs,
            signal: StopSignal::default(),
        };
        self.sut.stop_when(allowance.stop_check());
        still_hold(&*self.sut, candidates, &allowance).map_err(|error| SearchError::from(error).into())
    }

    /// Counts the time of the run from this moment, so that starting the target is included.
    pub fn since(mut self, begun: Instant) -> Prepared {
        self.since = Some(begun);
        self
    }

    /// Sets a watcher that is notified of candidates as they are found.
    pub fn watched_by(mut self, watcher: Arc<dyn Watcher>) -> Prepared {
        self.watcher = Some(watcher);
        self
    }

    /// Runs the search: `signal` ends it early, `progress` reports its state.
    pub fn run(mut self, signal: &StopSignal, progress: &Progress) -> Result<Findings, Error> {
        let raised = signal.clone();
        self.sut.stop_when(Arc::new(move || raised.is_raised()));
        let settings = &self.settings;
        let start = Instant::now();
        let (mut stop, max_time) = settings.budget();
        let most_calls = stop.max_calls;
        let deadline = max_time.and_then(|time| self.since.unwrap_or(start).checked_add(time));
        let time = deadline.map(|deadline| deadline.saturating_duration_since(start));
        let search_time;
        (stop.max_calls, search_time) = search_share(&*self.sut, settings.select, most_calls, time);
        let watcher = self
            .watcher
            .as_deref()
            .map(|watcher| Ranked { watcher, ranking: self.scores.ranking.as_deref() });
        let watcher = watcher.as_ref().map(|watcher| Widening { watcher, kept: &self.kept });
        let [whole_search, whole_archive] =
            [self.scores.search.as_ref(), self.scores.kept()].map(|inner| Whole { inner, kept: &self.kept });
        let quantifiers = match self.kept.is_nothing() {
            true => Quantifiers { search: &*self.scores.search, archive: self.scores.archive.as_deref() },
            false => Quantifiers { search: &whole_search, archive: Some(&whole_archive) },
        };
        let plan = Plan {
            strategy: &*self.strategy,
            sampler: Arc::clone(&self.sampler),
            cts: settings.cts,
            type_order: settings.type_order,
            quantifiers,
            threshold: settings.threshold,
            hints: self.hints.clone(),
            target_hints: self.target_hints.clone(),
            stop,
            capacity: settings.capacity,
            examples: settings.examples,
            rules: settings.rules,
            seed: settings.seed,
            jobs: settings.jobs,
            known: std::mem::take(&mut self.known),
            watcher: watcher.as_ref().map(|watcher| watcher as &dyn Watcher),
        };
        let no_threads = |e: io::Error| SearchError::Threads { jobs: settings.jobs, reason: e.to_string() };
        let timer = Timer::start(search_time, signal).map_err(no_threads)?;
        let narrowed = Narrowed::new(&*self.sut, &self.kept)?;
        let sut: &dyn Sut = if self.kept.is_nothing() { &*self.sut } else { &narrowed };
        let found = search(sut, &plan, signal, progress)?;
        drop(timer);
        let allowance = CallLimits {
            calls: most_calls.map(|most| most.saturating_sub(found.calls)),
            deadline,
            jobs: settings.jobs,
            signal: signal.clone(),
        };
        let mut findings = self.findings(found);
        self.sut.stop_when(allowance.stop_check());
        let recheck = recheck(&*self.sut, &findings, &allowance).map_err(SearchError::from)?;
        if let Some(landscape) = &mut findings.landscape {
            mark_flaky(landscape, &recheck);
        }
        self.sut.check_surroundings().map_err(SearchError::from)?;
        findings.run.calls += recheck.calls;
        findings.run.recheck = recheck;
        findings.run.elapsed = start.elapsed();
        Ok(findings)
    }

    fn findings(&self, mut found: Found) -> Findings {
        let dropped = found.archive.dropped();
        let mut candidates = match &mut found.landscape {
            Some(landscape) => {
                self.kept.widen_all(landscape, self.sut.signature());
                self.candidates_of(landscape)
            }
            None => found.archive.into_sorted().into_iter().map(|c| self.kept.widened(c)).collect(),
        };
        if let Some(ranking) = &self.scores.ranking {
            candidates.iter_mut().for_each(|candidate| rescore(&**ranking, candidate));
            (candidates, _) = best_first(candidates.into_iter().map(|candidate| (candidate, ())).collect());
        }
        let run = RunInfo { calls: found.calls, stop: found.stop, dropped, ..self.info() };
        Findings { target: self.target(), run, candidates, landscape: found.landscape }
    }

    /// The pairs that show the boundaries, in order.
    fn candidates_of(&self, landscape: &Landscape) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for boundary in &landscape.boundaries {
            for place in boundary.all_places() {
                let known = found.iter().any(|c| c.left == place.left && c.right == place.right);
                if !known {
                    let (left, right) = (place.left.clone(), place.right.clone());
                    let mut candidate = Candidate { left, right, score: 0.0, count: 1 };
                    rescore(self.scores.shown(), &mut candidate);
                    found.push(candidate);
                }
            }
        }
        found
    }
}

/// Marks the boundaries with an input that had another outcome when it was run again.
fn mark_flaky(landscape: &mut Landscape, recheck: &Recheck) {
    let wavers = |input: &Input| recheck.flaky.iter().any(|flake| flake.input == *input);
    for boundary in &mut landscape.boundaries {
        let is_flaky = boundary.all_places().any(|p| wavers(&p.left.input) || wavers(&p.right.input));
        boundary.flaky = is_flaky;
    }
}

/// Notifies a watcher of candidates with the scores that are shown.
struct Ranked<'a> {
    watcher: &'a dyn Watcher,
    ranking: Option<&'a dyn Quantifier>,
}

impl Watcher for Ranked<'_> {
    fn found(&self, mut candidate: Candidate) {
        if let Some(ranking) = self.ranking {
            rescore(ranking, &mut candidate);
        }
        self.watcher.found(candidate);
    }
}

/// Computes the score of a candidate again.
fn rescore(quantifier: &dyn Quantifier, c: &mut Candidate) {
    c.score = quantifier.evaluate(&c.left.input, &c.left.outcome, &c.right.input, &c.right.outcome);
}

/// The quantifiers of a run: one for the search, and others only if the settings ask for them.
pub(crate) struct Scores {
    search: Arc<dyn Quantifier>,
    archive: Option<Arc<dyn Quantifier>>,
    ranking: Option<Arc<dyn Quantifier>>,
}

impl Scores {
    pub(crate) fn new(settings: &Settings) -> Result<Scores, Error> {
        let distances = &settings.distances;
        let derivative = |output: &Choice<dyn TextDistance>| -> Result<Arc<dyn Quantifier>, Error> {
            Ok(Arc::new(ProgramDerivative::new(output.get()?, distances.input.get()?)))
        };
        Ok(Scores {
            search: match &settings.quantifier {
                Some(own) => Arc::clone(own),
                None => derivative(&distances.output)?,
            },
            archive: distances.archive.as_ref().map(derivative).transpose()?,
            ranking: distances.ranking.as_ref().map(derivative).transpose()?,
        })
    }

    /// The score by which the archive keeps pairs.
    fn kept(&self) -> &dyn Quantifier {
        self.archive.as_deref().unwrap_or(&*self.search)
    }

    /// The score by which candidates are shown.
    fn shown(&self) -> &dyn Quantifier {
        self.ranking.as_deref().unwrap_or(self.kept())
    }
}
