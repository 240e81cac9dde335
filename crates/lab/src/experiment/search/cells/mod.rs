//! The map of cells that `qd` makes of the functions of the SETBVE study, beside the published figures.
//!
//! Cells, derivative and relative quality are those of the study: the derivative of a pair divided by the best one known
//! for its cell in all compared runs. The published figures were measured with the authors' tool on their machine.

mod derivative;
mod published;

pub use derivative::StudyDerivative;
pub use published::{PUBLISHED, Published, published};

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::builtin::builtin;
use autobva_core::{Hints, Input, Outcome, Quantifier};
use autobva_explore::strategies::qd::{Cell, CellMap, Elite};
use autobva_explore::strategies::strategy;
use autobva_explore::{Plan, Progress, Quantifiers, StopRules, StopSignal, Threshold, search};

use super::subject::Pair;
use crate::experiment::report::{Cell as Figure, Column, Finding, Kind, Report, Table};
use autobva::Error;
use autobva::SearchError;
use autobva::Settings;
use autobva::Timer;

pub struct CellSetup {
    pub functions: Vec<&'static Published>,
    pub seeds: u64,
    /// How long one run takes.
    pub time: Duration,
    /// The maximum number of calls of one search, for reproducible runs.
    pub calls: Option<u64>,
    /// How many searches make one map together, each on its own core and with its own random choices.
    pub jobs: usize,
}

/// The figures of one function, as means over its runs.
#[derive(Debug, Clone)]
pub struct CellFigures {
    pub function: &'static Published,
    /// Cells with a pair.
    pub cells: f64,
    /// Cells whose pair has a derivative above 0.
    pub above_zero: f64,
    /// Cells of these whose derivative is near the best one of any run.
    pub near_best: f64,
    /// Cells above 0 whose pair are neighbours.
    pub neighbours: f64,
    /// The mean, over the cells above 0, of the derivative divided by the best derivative of the cell in any run.
    pub quality: f64,
    /// The same over all cells above 0 of any run: a cell that was not found counts as 0.
    pub quality_of_all: f64,
    /// Cells above 0 in any run.
    pub known: usize,
    pub calls: f64,
}

/// The share of the best derivative from which on a derivative is near it.
pub const NEAR_BEST: f64 = 0.9;

/// One run: its map, and how many calls it made.
struct Drawn {
    map: CellMap,
    calls: u64,
}

/// Makes all maps; `None` if the signal was raised meanwhile.
pub fn run_cells(setup: &CellSetup, signal: &StopSignal) -> Result<Option<Vec<CellFigures>>, Error> {
    let mut all = Vec::new();
    for function in &setup.functions {
        let mut runs = Vec::new();
        for seed in 1..=setup.seeds {
            runs.push(draw(function, seed, setup)?);
            if signal.is_raised() {
                return Ok(None);
            }
        }
        all.push(figures(function, &runs));
    }
    Ok(Some(all))
}

/// Keeps a map of everything that is proposed, in place of the archive's quantifier.
struct MapWatch<'a> {
    derivative: &'a StudyDerivative,
    map: Mutex<CellMap>,
}

impl Quantifier for MapWatch<'_> {
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64 {
        let score = self.derivative.evaluate(a, output_a, b, output_b);
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        map.offer((a, output_a), (b, output_b), score);
        score
    }
}

/// One map, made by all jobs together.
fn draw(function: &'static Published, seed: u64, setup: &CellSetup) -> Result<Drawn, Error> {
    let derivative = StudyDerivative::new()?;
    let watch = MapWatch { derivative: &derivative, map: Mutex::new(CellMap::new(function.outputs)) };
    let signal = StopSignal::default();
    let no_threads = |e: std::io::Error| SearchError::Threads { jobs: setup.jobs, reason: e.to_string() };
    let timer = Timer::start(Some(setup.time), &signal).map_err(no_threads)?;
    let calls = std::thread::scope(|scope| {
        let jobs = setup.jobs.max(1) as u64;
        let searches: Vec<_> = (0..jobs)
            .map(|job| {
                let (watch, signal) = (&watch, &signal);
                scope.spawn(move || one_search(function, seed * jobs + job, setup.calls, watch, signal))
            })
            .collect();
        let join = |search: std::thread::ScopedJoinHandle<'_, Result<u64, Error>>| match search.join() {
            Ok(calls) => calls,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        searches.into_iter().map(join).sum::<Result<u64, Error>>()
    })?;
    drop(timer);
    let map = watch.map.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Drawn { map, calls })
}

/// One search; returns how many calls it made.
fn one_search(
    function: &Published,
    seed: u64,
    calls: Option<u64>,
    watch: &MapWatch<'_>,
    signal: &StopSignal,
) -> Result<u64, Error> {
    let settings = Settings::default();
    let plan = Plan {
        strategy: strategy("qd")?,
        sampler: settings.sampler.get()?,
        cts: settings.cts,
        type_order: settings.type_order,
        quantifiers: Quantifiers { search: watch.derivative, archive: Some(watch) },
        // The map is the result; an archive of candidates would only cost time.
        threshold: Threshold::Fixed(f64::MAX),
        hints: Vec::new(),
        target_hints: Hints::default(),
        stop: StopRules { max_calls: calls, ..StopRules::default() },
        capacity: settings.capacity,
        examples: 16,
        rules: true,
        seed,
        jobs: 1,
        known: Vec::new(),
        watcher: None,
    };
    Ok(search(&*builtin(function.name)?, &plan, signal, &Progress::default())?.calls)
}

fn figures(function: &'static Published, drawn: &[Drawn]) -> CellFigures {
    let mut best: BTreeMap<Cell, f64> = BTreeMap::new();
    for elite in drawn.iter().flat_map(|run| run.map.elites()).filter(|elite| elite.score > 0.0) {
        let score = best.entry(elite.cell).or_insert(0.0);
        *score = score.max(elite.score);
    }
    let runs = drawn.len().max(1) as f64;
    let mean =
        |figure: &dyn Fn(&CellMap) -> f64| drawn.iter().map(|run| figure(&run.map)).sum::<f64>() / runs;
    let above = |map: &CellMap| map.elites().iter().filter(|elite| elite.score > 0.0).count() as f64;
    let quality = |map: &CellMap| {
        map.elites().iter().filter_map(|elite| Some(elite.score / best.get(&elite.cell)?)).sum::<f64>()
    };
    CellFigures {
        function,
        cells: mean(&|map| map.elites().len() as f64),
        above_zero: mean(&above),
        near_best: mean(&|map| {
            let is_near =
                |elite: &&Elite| best.get(&elite.cell).is_some_and(|b| elite.score >= NEAR_BEST * b);
            map.elites().iter().filter(is_near).count() as f64
        }),
        neighbours: mean(&|map| neighbours(map) as f64),
        quality: mean(&|map| quality(map) / above(map).max(1.0)),
        quality_of_all: mean(&|map| quality(map) / best.len().max(1) as f64),
        known: best.len(),
        calls: drawn.iter().map(|run| run.calls as f64).sum::<f64>() / runs,
    }
}

fn neighbours(map: &CellMap) -> usize {
    let is_step = |(left, right): (&Input, &Input)| {
        let outcome = Outcome::default();
        Pair::new((left, &outcome), (right, &outcome)).step().is_some()
    };
    let above = map.elites().iter().filter(|elite| elite.score > 0.0);
    above.filter(|elite| is_step((&elite.left.input, &elite.right.input))).count()
}

/// The required quality, besides more cells than the best published run.
const QUALITY: f64 = 0.9;

/// What can be compared with the published figures, and what cannot.
const NOT_COMPARABLE: [&str; 5] = [
    "Cells, derivative and relative quality are defined as in the study: a pair's derivative by the \
     greatest one of its cell in any run. But those are our runs here and the authors' there; a cell's \
     best is not the same number.",
    "The published counts are of N reference cells with a near-best derivative, chosen from the authors' \
     runs; all the cells of their archives are many more (for bytecount thousands, as here, of which 93 \
     count). Ours are of all cells; near-best are those with at least 90 % of the best derivative in any \
     run, which comes nearest to the published count.",
    "Their runs are of 600 s, in Julia, on their machine; ours of the time above, in Rust, one core for \
     each search.",
    "Arguments are drawn from i64 here (bytecount, bmi_class: every integer type), the study's from \
     random machine types.",
    "Outputs are compared by single characters if either has only one; the study looks at the first only.",
];

/// The figures beside the published ones.
pub fn cells_report(figures: &[CellFigures], setup: &CellSetup) -> Report {
    let here =
        [("cells", 0), ("PD > 0", 0), ("near-best", 0), ("neighbours", 0), ("quality", 2), ("Mcalls", 1)];
    let published = ["N", "SETBVE", "SETBVE quality", "AutoBVA", "AutoBVA quality"];
    let mut columns = vec![Column::new("function", Kind::Text)];
    columns.extend(here.map(|(heading, _)| Column::grouped("here", heading, Kind::Figure)));
    columns.extend(published.map(|heading| Column::grouped("published", heading, Kind::Figure)));
    let mut table = Table::new("cells", "Cells found by qd, as means", columns);
    for own in figures {
        let (study, calls) = (own.function, own.calls / 1e6);
        let ours = [own.cells, own.above_zero, own.near_best, own.neighbours, own.quality, calls];
        let theirs = [
            (f64::from(study.reference), 0),
            (study.setbve_cells, 0),
            (study.setbve_quality, 2),
            (study.autobva_cells, 0),
            (study.autobva_quality, 2),
        ];
        let ours = ours.into_iter().zip(here).map(|(number, (_, decimals))| (number, decimals));
        let numbers = ours.chain(theirs).map(|(number, decimals)| Figure::Number(number, decimals));
        table.push([Figure::text(study.name)].into_iter().chain(numbers).collect());
    }
    let missed: Vec<&CellFigures> =
        figures.iter().filter(|f| f.above_zero <= f.function.setbve_cells || f.quality < QUALITY).collect();
    let claim =
        format!("more cells above 0 than the best published run, relative quality of at least {QUALITY}");
    let made = format!(
        "{:.0} s on {} cores, {} seeds; the published figures are of 600 s.",
        setup.time.as_secs_f64(),
        setup.jobs,
        setup.seeds
    );
    Report {
        name: "qd-cells",
        title: "the cells that qd finds, beside those of the SETBVE study".into(),
        notes: [made].into_iter().chain(NOT_COMPARABLE.map(String::from)).collect(),
        tables: vec![table],
        findings: vec![Finding::new(
            claim,
            format!("missed by {}", Figure::list(missed.iter().map(|f| f.function.name))),
            missed.is_empty(),
        )],
        differences: Vec::new(),
    }
}
