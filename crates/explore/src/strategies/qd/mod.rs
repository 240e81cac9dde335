//! Quality and diversity, after SETBVE: a map of cells with the best pair of each, where every pair is squeezed in its cell.
//!
//! The parts are those of the published search: a *sampler* draws both inputs independently; an *explorer* makes children of
//! pairs in the map, chosen at random, by derivative or by curiosity; a *tracer* draws pairs around known ones, in a box as
//! wide as nearby pairs are spread. Two things are new. A pair that opens or improves a cell is squeezed within it until no
//! argument can come closer. And the tracer takes part all the time, because a search without a known end has no last tenth.

mod cell;
mod map;
mod parents;
mod recast;
mod squeeze;
mod survey;
mod variation;

pub use cell::{Cell, Outputs};
pub use map::{CellMap, Elite, Placed};

use std::collections::VecDeque;

use autobva_core::{Entry, Input, Observation, Outcome};
use rand::RngExt;

use super::{Parallelism, Strategy, StrategyEntry};
use crate::probe::{Halt, Probe};
use map::{PairSide, side};
use parents::{choose_parent, trace};
use squeeze::CellSqueeze;
use survey::told_apart_by;
use variation::Child;

/// The strategy `qd`.
#[derive(Default)]
pub struct QualityDiversity {
    map: Option<CellMap>,
    survey: Vec<Observation>,
    tasks: Vec<Task>,
    /// Cells whose pairs are to be squeezed.
    queue: VecDeque<usize>,
    /// Whether the pair of each cell is in the queue or being squeezed.
    queued: Vec<bool>,
    /// Cells whose pair was squeezed and may improve in another arrangement.
    settled: VecDeque<usize>,
    /// How many refinements were made in addition to those.
    refined: usize,
    inputs: Vec<Input>,
    outcomes: Vec<Outcome>,
    fresh: Input,
}

/// Where a pair comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// It was sampled or traced, and may open a cell.
    Drawn,
    /// It is a child, which may open a cell; the index of its parent.
    Child(usize),
    /// It refines an existing pair and opens no cell, so that breadth does not outrun quality.
    Refinement,
}

/// A task that needs one call at a time.
enum Task {
    /// A new pair: its inputs, and the outcome of the first one.
    Birth { inputs: [Input; 2], first: Option<Outcome>, from: Origin },
    /// A pair that is being squeezed: the index of its cell, the pair, its derivative, and the side on trial.
    Squeezing { place: usize, pair: [Observation; 2], score: f64, squeeze: CellSqueeze, side: usize },
}

/// How many calls are made per batch.
const BATCH: usize = 64;
/// At most 48 of the tasks in a batch are pairs being squeezed.
const MOST_SQUEEZING: usize = 48;
/// The more cells there are, the more often each is refined before another is opened: once per 60 cells.
const CELLS_PER_REFINEMENT: usize = 60;
/// But at most this often.
const MOST_REFINEMENTS: usize = 800;
/// How many other arrangements of a squeezed pair are tried.
const REARRANGEMENTS: usize = 8;

impl QualityDiversity {
    /// The entry in the registry.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "qd",
            help: "a map of many different kinds of pairs, each squeezed within its kind; for breadth, not for few calls",
        },
        parallelism: Parallelism::Batches,
        make: || Box::new(QualityDiversity::default()),
    };

    /// Draws inputs until it is clear whether the outputs are classes, then opens the map with these inputs.
    fn look_around(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut inputs = vec![Input::default(); BATCH];
        inputs.iter_mut().for_each(|input| probe.sample(input));
        let mut outcomes = vec![Outcome::default(); BATCH];
        let run = probe.execute_batch(&inputs, &mut outcomes)?;
        let seen = inputs.into_iter().zip(outcomes).take(run);
        self.survey.extend(seen.map(|(input, outcome)| Observation { input, outcome }));
        let Some(outputs) = told_apart_by(&self.survey) else { return Ok(()) };
        self.map = Some(CellMap::new(outputs));
        for pair in std::mem::take(&mut self.survey).chunks_exact(2) {
            self.place(side(&pair[0]), side(&pair[1]), Origin::Drawn, probe);
        }
        Ok(())
    }

    /// Offers a pair to the map, credits its parent, and queues an accepted pair for squeezing.
    fn place(&mut self, a: PairSide<'_>, b: PairSide<'_>, from: Origin, probe: &Probe<'_>) -> Placed {
        let Some(map) = &mut self.map else { return Placed::Refused };
        let score = probe.evaluate(a, b);
        let placed = match from {
            Origin::Refinement => map.improve(a, b, score),
            _ => map.offer(a, b, score),
        };
        if let Origin::Child(parent) = from {
            let credit = if placed == Placed::Refused { -0.5 } else { 1.0 };
            map.elite_mut(parent).curiosity += credit;
        }
        if let Some(place) = placed.place() {
            if self.queued.len() <= place {
                self.queued.resize(place + 1, false);
            }
            if !std::mem::replace(&mut self.queued[place], true) {
                self.queue.push_back(place);
            }
        }
        placed
    }

    /// A new pair: refined, sampled, traced, or a child.
    fn birth(&mut self, probe: &mut Probe<'_>) -> Task {
        let cells = self.map.as_ref().map_or(0, |map| map.elites().len());
        if self.refined < cells * (cells / CELLS_PER_REFINEMENT).min(MOST_REFINEMENTS) {
            self.refined += 1;
            let place = self.refined % cells;
            return self.rearrangement(place, probe);
        }
        let kind = probe.random().random_range(0..10u8);
        probe.sample(&mut self.fresh);
        let [mut left, mut right] = [self.fresh.clone(), self.fresh.clone()];
        let map = self.map.as_ref().filter(|_| cells > 0);
        let from = match (map, kind) {
            (None, _) | (_, 0) => {
                probe.sample(&mut right);
                Origin::Drawn
            }
            (Some(map), 1) => {
                trace(map, &mut left, &mut right, probe);
                Origin::Drawn
            }
            (Some(map), _) => {
                let parent = choose_parent(map, probe);
                let other = probe.random().random_range(0..map.elites().len());
                let (parent_pair, other_pair) = (&map.elites()[parent], &map.elites()[other]);
                let signature = probe.signature();
                let mut child =
                    Child { signature, random: probe.random(), left: &mut left, right: &mut right };
                child.vary(parent_pair, other_pair, &self.fresh);
                Origin::Child(parent)
            }
        };
        Task::Birth { inputs: [left, right], first: None, from }
    }

    /// Another arrangement of the pair of a cell.
    fn rearrangement(&mut self, place: usize, probe: &mut Probe<'_>) -> Task {
        let [mut left, mut right] = [Input::default(), Input::default()];
        if let Some(map) = &self.map {
            let signature = probe.signature();
            let mut child = Child { signature, random: probe.random(), left: &mut left, right: &mut right };
            child.rearrange(&map.elites()[place]);
        }
        Task::Birth { inputs: [left, right], first: None, from: Origin::Refinement }
    }

    /// Takes pairs from the queue and makes new ones until the batch is full.
    fn refill(&mut self, probe: &mut Probe<'_>) {
        let is_squeezing = |task: &&Task| matches!(task, Task::Squeezing { .. });
        let mut squeezing = self.tasks.iter().filter(is_squeezing).count();
        while self.tasks.len() < BATCH {
            let next = if squeezing < MOST_SQUEEZING { self.queue.pop_front() } else { None };
            let task = match (next, &self.map) {
                (Some(place), Some(map)) => {
                    squeezing += 1;
                    let elite = &map.elites()[place];
                    let squeeze = CellSqueeze::new(elite.left.input.len(), elite.score);
                    let pair = [elite.left.clone(), elite.right.clone()];
                    Task::Squeezing { place, pair, score: elite.score, squeeze, side: 0 }
                }
                _ => match self.settled.pop_front() {
                    Some(place) => self.rearrangement(place, probe),
                    None => self.birth(probe),
                },
            };
            self.tasks.push(task);
        }
    }

    /// Writes the input that each task wants to run; tasks that want none are finished.
    fn ask(&mut self, probe: &mut Probe<'_>) {
        self.inputs.resize_with(BATCH, Input::default);
        self.outcomes.resize_with(BATCH, Outcome::default);
        let mut asked = 0;
        let mut waiting = Vec::with_capacity(BATCH);
        for mut task in std::mem::take(&mut self.tasks) {
            let trial = &mut self.inputs[asked];
            let wants = match &mut task {
                Task::Birth { inputs, first, .. } => {
                    trial.clone_from(&inputs[usize::from(first.is_some())]);
                    true
                }
                Task::Squeezing { pair, squeeze, side, .. } => {
                    let next = squeeze.next(probe.signature(), [&pair[0].input, &pair[1].input], trial);
                    *side = next.unwrap_or(0);
                    next.is_some()
                }
            };
            if wants {
                asked += 1;
                waiting.push(task);
            } else if let Task::Squeezing { place, score, .. } = task {
                self.finish(place, score, probe);
            }
        }
        self.tasks = waiting;
    }

    /// A pair is as close as it gets: proposes it, unless its cell has a better pair by now, which is then queued.
    fn finish(&mut self, place: usize, score: f64, probe: &mut Probe<'_>) {
        let Some(elite) = self.map.as_ref().map(|map| &map.elites()[place]) else { return };
        if elite.score > score {
            self.queue.push_back(place);
            return;
        }
        self.queued[place] = false;
        if elite.score > 0.0 {
            self.settled.extend([place; REARRANGEMENTS]);
        }
        let (left, right) = (&elite.left, &elite.right);
        probe.propose(side(left), side(right));
    }

    /// Gives a task the outcome of its input, and returns the task if it needs more calls.
    fn answer(&mut self, task: Task, input: &Input, outcome: &Outcome, probe: &Probe<'_>) -> Option<Task> {
        match task {
            Task::Birth { inputs, first: None, from } => {
                Some(Task::Birth { inputs, first: Some(outcome.clone()), from })
            }
            Task::Birth { inputs: [left, _], first: Some(first), from } => {
                self.place((&left, &first), (input, outcome), from, probe);
                None
            }
            Task::Squeezing { place, mut pair, mut score, mut squeeze, side: moved } => {
                let placed = self.place((input, outcome), side(&pair[1 - moved]), Origin::Refinement, probe);
                // A trial that lands in another cell improves that cell, if it is open.
                if placed == Placed::Improved(place) {
                    let elites = self.map.as_ref().map(CellMap::elites).unwrap_or_default();
                    score = elites[place].score;
                    pair[moved].input.clone_from(input);
                    pair[moved].outcome.clone_from(outcome);
                    squeeze.succeeded();
                } else {
                    squeeze.failed();
                }
                Some(Task::Squeezing { place, pair, score, squeeze, side: moved })
            }
        }
    }
}

impl Strategy for QualityDiversity {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        if self.map.is_none() {
            return self.look_around(probe);
        }
        self.refill(probe);
        self.ask(probe);
        let asked = self.tasks.len();
        let run = probe.execute_batch(&self.inputs[..asked], &mut self.outcomes[..asked])?;
        let (inputs, outcomes) = (std::mem::take(&mut self.inputs), std::mem::take(&mut self.outcomes));
        let tasks = std::mem::take(&mut self.tasks);
        for (index, task) in tasks.into_iter().enumerate() {
            let rest = if index < run {
                self.answer(task, &inputs[index], &outcomes[index], probe)
            } else {
                Some(task)
            };
            self.tasks.extend(rest);
        }
        (self.inputs, self.outcomes) = (inputs, outcomes);
        Ok(())
    }
}
