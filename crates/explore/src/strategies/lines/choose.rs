//! Chooses what to do next: the changes that deserve attention most, and something new.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use autobva_core::{Argument, Axis, Direction, Input, Int, Integer, Line, Motion, Value};
use foldhash::fast::FixedState;
use rand::RngExt;

use super::agenda::{PlannedLine, Seeds};
use super::bases::{plain, plain_base, random_course, related};
use super::shares::Exploring;
use super::{
    CALM, FIRST, LEAST_BATCH, Lines, SQUEEZED_FIRST, THOROUGH_FROM, THOROUGH_SHARE, TWINS_FROM, Work,
    constants, texts,
};
use crate::probe::Probe;

/// The work of one batch while it is put together.
#[derive(Default)]
struct Batch {
    work: Vec<Work>,
    evaluations: usize,
}

impl Batch {
    /// Adds work until the batch has this many evaluations or no work is left.
    fn fill(&mut self, evaluations: usize, mut next: impl FnMut() -> Option<Work>) {
        while self.evaluations < evaluations {
            let Some(work) = next() else { break };
            self.evaluations += work.evaluations();
            self.work.push(work);
        }
    }
}

impl Lines {
    /// The number of evaluations per batch: few at first, so that each batch can build on the last one; more later, so
    /// that targets in other processes are kept busy.
    fn batch_size(&self) -> usize {
        (16 + self.calls / 64).min(512) as usize
    }

    pub(super) fn choose(&mut self, probe: &mut Probe<'_>) -> Vec<Work> {
        if let Some(first) = self.drafted(FIRST, probe).or_else(|| self.thorough_in_time(probe)) {
            return vec![first];
        }
        let size = self.batch_size();
        let mut batch = Batch::default();
        batch.fill(size * 2 / 3, || self.split(CALM));
        if !self.twins_tried && (batch.work.is_empty() || self.calls >= TWINS_FROM) {
            self.try_twins(probe);
        }
        // With one argument there is only one line, and its changes are nearly all that there is to find.
        let share = if probe.signature().len() == 1 { size / 16 } else { size / 3 };
        let squeezed = batch.evaluations;
        if self.may_explore(squeezed, probe) {
            batch.fill(squeezed + share.max(LEAST_BATCH), || self.explore(probe));
        }
        self.squeezed += squeezed as u64;
        self.explored_in_all += (batch.evaluations - squeezed) as u64;
        batch.fill(size, || self.split(u32::MAX));
        batch.work
    }

    /// Whether exploration is due. A change is halved once per batch. If few changes are left, batches filled up with
    /// exploration would delay them, so at first exploration is limited to a third of all evaluations.
    fn may_explore(&self, squeezed: usize, probe: &Probe<'_>) -> bool {
        let waits = probe.signature().len() > 1 && squeezed > 0 && self.calls < SQUEEZED_FIRST;
        !waits || self.explored_in_all <= (self.squeezed + squeezed as u64) / 2
    }

    /// From time to time, looks at one of the first lines again, this time at every interesting constant.
    fn thorough_in_time(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        if self.looks_ahead(probe) {
            return self.first_changes().or_else(|| self.look_again(probe));
        }
        if self.calls < THOROUGH_FROM || self.calls < THOROUGH_SHARE * self.thorough_calls {
            return None;
        }
        let draft = (!self.thorough.is_empty()).then(|| self.thorough.remove(0))?;
        let work = self.draw(draft, probe)?;
        self.thorough_calls += work.evaluations() as u64;
        Some(work)
    }

    /// The changes that the first look at a single argument has shown, up to a number of calls.
    fn first_changes(&mut self) -> Option<Work> {
        let urgent = self.urgent.pop().map(|gap| {
            let middle = gap.middle();
            Work::Split(gap, middle, None)
        });
        urgent.or_else(|| if self.calls < THOROUGH_FROM { self.split(CALM) } else { None })
    }

    /// The thorough look at the line of a single argument. Its known points are included, and its gaps are made anew.
    fn look_again(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        let draft = self.thorough.pop()?;
        self.agenda.forget(|gap| draft.is_of(&gap.line));
        let mut work = self.draw(draft, probe)?;
        if let Work::Survey(line, places, _) = &mut work {
            places.append(&mut self.looked_at);
            *places = constants::within(std::mem::take(places), &line.ends.0, &line.ends.1);
        }
        Some(work)
    }

    fn split(&mut self, most: u32) -> Option<Work> {
        let novelty = &self.novelty;
        let (gap, rank) = self.agenda.next_squeeze(most, |gap| novelty.rank(gap))?;
        self.novelty.attend(&gap, false);
        let middle = gap.middle();
        Some(Work::Split(gap, middle, Some(rank)))
    }

    /// Something to explore: each way gets its share of the evaluations.
    fn explore(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        // A single number has only one line, which is already drawn; a text has a line through every text.
        let is_number = |argument: &Argument| argument.schema().is_number();
        let lines = probe.signature().len() > 1 || !probe.signature().arguments().iter().all(is_number);
        let ways = self.explored.order().into_iter();
        ways.filter(|way| lines || matches!(way, Exploring::Draft | Exploring::Quiet)).find_map(|way| {
            let work = match way {
                Exploring::Draft => self.drafted(u32::MAX, probe),
                Exploring::Example => self.exemplary(probe),
                Exploring::Random => self.random_line(probe),
                Exploring::Quiet => self.look_into_quiet(probe),
            }?;
            self.explored.spend(way, work.evaluations());
            Some(work)
        })
    }

    fn drafted(&mut self, most: u32, probe: &mut Probe<'_>) -> Option<Work> {
        loop {
            let draft = self.agenda.next_draft(most)?;
            if let Some(work) = self.draw(draft, probe) {
                return Some(work);
            }
        }
    }

    fn exemplary(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        (0..8).find_map(|_| {
            let base = self.novelty.example(probe.random())?;
            let direction = random_course(&base, probe);
            let seeds = if probe.random().random() { Seeds::Around(6) } else { Seeds::Local };
            self.draw(PlannedLine { direction, strands: vec![base], seeds }, probe)
        })
    }

    fn random_line(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        (0..4).find_map(|_| {
            let mut base = Input::default();
            probe.sample(&mut base);
            if !plain(&mut base, probe) {
                return None; // Numbers that only another type can hold are left to the lines in other types.
            }
            let direction = random_course(&base, probe);
            self.draw(PlannedLine { direction, strands: vec![base], seeds: Seeds::Sparse }, probe)
        })
    }

    fn look_into_quiet(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        let (gap, place) = self.quiet.next(probe.random())?;
        Some(Work::Split(gap, place, None))
    }

    /// Draws a line, unless it was drawn before.
    fn draw(&mut self, draft: PlannedLine, probe: &mut Probe<'_>) -> Option<Work> {
        let line = Line::new(draft.direction, draft.strands, probe.signature());
        let mut hasher = FixedState::with_seed(6).build_hasher();
        line.identity(&mut hasher);
        let again = matches!(draft.seeds, Seeds::Near | Seeds::Thorough);
        if !self.drawn.insert(hasher.finish()) && !again {
            return None;
        }
        let places = self.places(&line, draft.seeds, probe);
        (!places.is_empty()).then(|| Work::Survey(Arc::new(line), places, draft.seeds))
    }

    fn places(&self, line: &Line, seeds: Seeds, probe: &mut Probe<'_>) -> Vec<Integer> {
        let origin = line.origin();
        let mut places = vec![origin.clone()];
        let doublings = match seeds {
            Seeds::Near => 1,
            Seeds::Around(doublings) => doublings,
            Seeds::Local => 6,
            _ => 0,
        };
        places.extend(constants::around(&origin, doublings));
        match &line.direction {
            Direction::Along(Axis { motion: Motion::Char(_), .. }) => places.extend(texts::telling()),
            Direction::Along(axis) => places.extend(self.along(axis, line, seeds, probe)),
            Direction::Diagonal(..) if matches!(seeds, Seeds::Near | Seeds::Local) => {}
            Direction::Diagonal(..) => places.extend([line.ends.0.clone(), line.ends.1.clone()]),
        }
        constants::within(places, &line.ends.0, &line.ends.1)
    }

    /// The places to run along the main axis of an argument.
    fn along(&self, axis: &Axis, line: &Line, seeds: Seeds, probe: &mut Probe<'_>) -> Vec<Integer> {
        let Some(value) = axis.path.value(&line.strands[0]) else { return Vec::new() };
        let a = axis.argument();
        let mut places = match seeds {
            Seeds::Thorough => constants::thorough(axis.motion, value, &line.ends),
            Seeds::Sparse | Seeds::Around(_) => {
                let mut places = constants::sparse(axis.motion, value, &line.ends);
                places.extend(self.remembered(a, 24, probe));
                places.extend(related(line, a));
                places
            }
            Seeds::Twin => {
                // A single argument has little else to try, so it gets many places; several arguments get few.
                let most = if probe.signature().len() == 1 { 64 } else { 12 };
                let mut places = self.remembered(a, most, probe);
                places.extend([line.ends.0.clone(), line.ends.1.clone(), Integer::ZERO]);
                places
            }
            Seeds::Local => self.remembered(a, 24, probe),
            Seeds::Near => Vec::new(),
        };
        places.extend(probe.hints(a).map(|value| axis.motion.get(value)));
        places
    }

    /// Some of the places at which boundaries were found along an argument.
    fn remembered(&self, a: usize, most: usize, probe: &mut Probe<'_>) -> Vec<Integer> {
        let learned = &self.learned[a];
        if learned.len() <= most {
            return learned.clone();
        }
        (0..most).map(|_| learned[probe.random().random_range(0..learned.len())].clone()).collect()
    }

    /// After the first lines, drafts the same line in every other type, at the places that matter.
    fn try_twins(&mut self, probe: &mut Probe<'_>) {
        self.twins_tried = true;
        if !probe.cts() {
            return;
        }
        let base = plain_base(probe, 1);
        for (a, argument) in probe.signature().arguments().iter().enumerate() {
            let types = argument.schema().as_int().map(|schema| schema.types(true));
            for (_, ty) in types.unwrap_or_default() {
                let Some((lo, hi)) = argument.schema().int_bounds(ty) else { continue };
                let one = Integer::ONE.clamp(lo.clone(), hi.clone());
                let mut twin = base.clone();
                twin[a] = Value::Int(Int::within(ty, one));
                if twin[a] != base[a] {
                    let direction = Direction::Along(Axis::main(&twin, a));
                    self.agenda.draft(0, PlannedLine { direction, strands: vec![twin], seeds: Seeds::Twin });
                }
            }
        }
    }
}
