//! Carries out the work of a batch: runs what is new, and files the resulting gaps.

use std::collections::HashSet;
use std::sync::Arc;

use autobva_core::{Input, Integer, Line, Outcome};

use super::agenda::{PlannedLine, Seeds};
use super::bases::plain;
use super::gap::{Gap, Point};
use super::memory::InputKey;
use super::novelty::{Sighting, changes_validity};
use super::{CALM, LEAST_KEPT, Lines, MOST_BYTES, Work, differ};
use crate::probe::{Halt, Probe};

impl Work {
    /// The number of evaluations that the work takes at most.
    pub(super) fn evaluations(&self) -> usize {
        match self {
            Work::Survey(line, places, _) => line.strands.len() * places.len(),
            Work::Split(gap, ..) => gap.line.strands.len(),
        }
    }

    fn line(&self) -> &Arc<Line> {
        match self {
            Work::Survey(line, ..) => line,
            Work::Split(gap, ..) => &gap.line,
        }
    }

    fn places(&self) -> &[Integer] {
        match self {
            Work::Survey(_, places, _) => places,
            Work::Split(_, place, _) => std::slice::from_ref(place),
        }
    }

    /// The inputs of all places on all strands. In a thorough survey small numbers come first, because the budget may
    /// end in between.
    fn inputs(&self) -> impl Iterator<Item = Input> {
        let mut places: Vec<&Integer> = self.places().iter().collect();
        if matches!(self, Work::Survey(_, _, Seeds::Thorough)) {
            places.sort_by_cached_key(|place| place.distance(&Integer::ZERO));
        }
        let line = self.line();
        places.into_iter().flat_map(move |place| (0..line.strands.len()).map(move |s| line.input(s, place)))
    }
}

impl Lines {
    /// Runs everything that the work asks for in one batch, then files the results. If the budget ends in between, the
    /// results so far are still filed.
    pub(super) fn carry_out(&mut self, work: Vec<Work>, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut wanted: HashSet<InputKey> = HashSet::new();
        let mut inputs: Vec<Input> = Vec::new();
        for input in work.iter().flat_map(Work::inputs) {
            let key = InputKey::of(&input);
            if !self.memory.recalls(key) && wanted.insert(key) {
                inputs.push(input);
            }
        }
        let mut outcomes: Vec<Outcome> = inputs.iter().map(|_| Outcome::default()).collect();
        let run = if inputs.is_empty() { 0 } else { probe.execute_batch(&inputs, &mut outcomes)? };
        self.calls += run as u64;
        for (input, outcome) in inputs.iter().zip(outcomes).take(run) {
            self.bytes += outcome.text().len() as u64;
            let sighting = Arc::new(Sighting::new(outcome));
            self.novelty.see(input, &sighting, probe.random());
            self.memory.insert(InputKey::of(input), sighting);
        }
        self.make_room();
        work.into_iter().for_each(|item| self.file(item, probe));
        if run < inputs.len() { Err(Halt::Budget) } else { Ok(()) }
    }

    /// Remembers fewer outcomes if they are long.
    fn make_room(&mut self) {
        let length = usize::try_from(self.bytes / self.calls.max(1)).unwrap_or(usize::MAX).max(1);
        let most = (MOST_BYTES / length).max(LEAST_KEPT);
        self.memory.shrink(most);
        self.quiet.shrink(most / 2);
    }

    fn file(&mut self, work: Work, probe: &mut Probe<'_>) {
        let points: Vec<Point> = work.places().iter().filter_map(|p| self.point(work.line(), p)).collect();
        points.iter().for_each(|point| self.compare_strands(work.line(), point, probe));
        match work {
            Work::Survey(line, _, seeds) => {
                let mut points = points;
                if seeds == Seeds::Twin {
                    if self.same_as_plain(&line, &points, probe) {
                        points.retain(|point| self.plain_twin(&line, point, probe).is_none());
                    } else {
                        let (direction, strands) = (line.direction.clone(), line.strands.clone());
                        self.agenda.draft(1, PlannedLine { direction, strands, seeds: Seeds::Thorough });
                    }
                }
                if self.is_first_line(&line, probe) {
                    self.looked_at.extend(points.iter().map(|point| point.place.clone()));
                }
                for pair in points.windows(2) {
                    let gap = Gap { line: Arc::clone(&line), left: pair[0].clone(), right: pair[1].clone() };
                    self.file_gap(gap, probe);
                }
            }
            Work::Split(gap, _, rank) => {
                let Some(middle) = points.into_iter().next() else { return };
                if self.is_first_line(&gap.line, probe) {
                    self.looked_at.push(middle.place.clone());
                }
                self.file_halves((gap, rank), middle, probe);
            }
        }
    }

    /// Files the halves of a gap. If the gap is being squeezed, one half keeps its rank, so that a squeeze is finished
    /// however much attention that change has had by then.
    fn file_halves(&mut self, (gap, mut rank): (Gap, Option<u32>), middle: Point, probe: &mut Probe<'_>) {
        let halves = gap.halves(middle);
        if self.quiet.keeps_whole(&gap) && !halves.iter().any(|half| changes(half, probe)) {
            return self.quiet.keep(gap, probe.random());
        }
        for half in halves {
            if rank.is_some() && half.width() > Integer::ONE && changes(&half, probe) {
                self.squeeze(half, rank.take(), probe);
            } else {
                self.file_gap(half, probe);
            }
        }
    }

    /// Puts a change on the agenda, with its own rank or that of the gap that it comes from.
    fn squeeze(&mut self, gap: Gap, rank: Option<u32>, probe: &mut Probe<'_>) {
        let own = self.novelty.rank(&gap);
        // A change that has had its share waits for the rest of a batch, but no longer than the gap that it comes from.
        let ranking = match rank {
            Some(rank) if own > CALM => (rank.max(CALM + 1).min(own), true),
            _ => (own, false),
        };
        if let Some(gap) = self.agenda.squeeze(ranking, gap) {
            // The agenda is full; there may be room when this gap is looked into later.
            self.quiet.keep(gap, probe.random());
        }
    }

    /// The point at this place, if it was run on all strands.
    fn point(&self, line: &Line, place: &Integer) -> Option<Point> {
        let sighting = |strand| self.memory.get(InputKey::of(&line.input(strand, place)));
        let sightings: Option<Vec<Arc<Sighting>>> = (0..line.strands.len()).map(sighting).collect();
        Some(Point { place: place.clone(), sightings: sightings? })
    }

    fn file_gap(&mut self, gap: Gap, probe: &mut Probe<'_>) {
        let narrow = gap.width() <= Integer::ONE;
        match (changes(&gap, probe), narrow) {
            (true, true) => self.found(&gap, probe),
            (true, false) if self.looks_ahead(probe) && changes_validity(&gap) => self.urgent.push(gap),
            (true, false) => self.squeeze(gap, None, probe),
            (false, true) => {}
            (false, false) => self.quiet.keep(gap, probe.random()),
        }
    }

    /// The two strands of a line are neighbours: if they behave differently, there is a boundary between them.
    fn compare_strands(&mut self, line: &Line, point: &Point, probe: &mut Probe<'_>) {
        if let [a, b] = point.sightings.as_slice()
            && a.outcome != b.outcome
        {
            let (o_a, o_b) = (&a.outcome, &b.outcome);
            let (a, b) = (line.input(0, &point.place), line.input(1, &point.place));
            if differ(probe, (&a, o_a), (&b, o_b)) {
                probe.propose((&a, o_a), (&b, o_b));
            }
        }
    }

    /// Whether a line in another type has the same outcomes as the plain type, wherever both were run.
    fn same_as_plain(&self, line: &Line, points: &[Point], probe: &Probe<'_>) -> bool {
        points
            .iter()
            .all(|point| self.plain_twin(line, point, probe).is_none_or(|twin| twin == point.sightings[0]))
    }

    /// The outcome of the same numbers in plain types, if they were run.
    fn plain_twin(&self, line: &Line, point: &Point, probe: &Probe<'_>) -> Option<Arc<Sighting>> {
        let mut twin = line.input(0, &point.place);
        plain(&mut twin, probe).then(|| self.memory.get(InputKey::of(&twin)))?
    }
}

fn changes(gap: &Gap, probe: &Probe<'_>) -> bool {
    (0..gap.line.strands.len()).any(|strand| {
        let (o_a, o_b) = (&gap.left.sightings[strand].outcome, &gap.right.sightings[strand].outcome);
        o_a != o_b && {
            let a = gap.line.input(strand, &gap.left.place);
            let b = gap.line.input(strand, &gap.right.place);
            differ(probe, (&a, o_a), (&b, o_b))
        }
    })
}
