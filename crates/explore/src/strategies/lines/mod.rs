//! The default strategy: behaviour changes along lines through the input space, squeezed to neighbours and followed into
//! the other dimensions.
//!
//! A *line* changes one argument (or two together) and keeps the others. Its first points are interesting constants. Where
//! two neighbouring points of a line behave differently, the *gap* between them is halved, and halved again, on either side
//! on which the ends still differ, until neighbours are left: a candidate. Both sides of a boundary are then *followed*
//! along the other arguments as one line of two strands; where the pair of behaviours changes there, a new line is drawn
//! across. Attention goes to the kinds of change that have had the least, so that a chaotic region, where every gap
//! differs, gets no more than its share. Nothing is run twice.

mod agenda;
mod constants;
mod line;
mod memory;
mod novelty;
mod survey;

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use autobva_core::{Entry, Input, Int, Integer, Outcome, Value};
use foldhash::fast::FixedState;
use rand::RngExt;

use self::agenda::{Agenda, Draft, Seeds};
use self::line::{Course, Gap, Line, Slope};
use self::memory::Memory;
use self::novelty::Novelty;
use super::{Parallelism, Strategy, StrategyEntry};
use crate::probe::{Halt, Probe};

/// The default strategy; see the [module](self).
pub struct Lines {
    begun: bool,
    memory: Memory,
    novelty: Novelty,
    agenda: Agenda,
    drawn: HashSet<u64, FixedState>,
    /// Where boundaries were found, by argument.
    learned: Vec<Vec<Integer>>,
    /// Whether other types were tried on what was learned.
    twins_tried: bool,
    calls: u64,
    turn: u64,
}

/// Work for one batch: look at these places of a line, in order; a gap that is split has its ends already.
enum Work {
    Survey(Arc<Line>, Vec<Integer>, Seeds),
    Split(Gap, Integer),
}

/// The work of one batch as it is put together.
#[derive(Default)]
struct Batch {
    work: Vec<Work>,
    evaluations: usize,
}

impl Batch {
    /// Adds work until there are so many evaluations, or no more work.
    fn fill(&mut self, evaluations: usize, mut next: impl FnMut() -> Option<Work>) {
        while self.evaluations < evaluations {
            let Some(work) = next() else { break };
            self.evaluations += work.evaluations();
            self.work.push(work);
        }
    }
}

/// Outcomes that are remembered: some hundred megabytes at the most for short outputs.
const MEMORY: usize = 400_000;
/// Lines of this rank are drawn before anything else is done.
const FIRST: u32 = 0;
/// Gaps up to this rank get two thirds of a batch, whatever else there is to explore.
const CALM: u32 = 2;
/// Exploration adds at least so much to a batch, so that several jobs have something to do.
const LEAST_BATCH: usize = 2;
const MOST_LEARNED: usize = 512;
/// How many boundaries of one kind are followed into the other dimensions at once; more of them when there is time.
const FOLLOWED: u32 = 2;

impl Lines {
    /// The line of the registry.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "lines",
            help: "halves every gap across which the behaviour changes; the default, fewest calls for most kinds",
        },
        parallelism: Parallelism::Batches,
        make: || Box::new(Lines::new()),
    };

    fn new() -> Lines {
        Lines {
            begun: false,
            memory: Memory::new(MEMORY),
            novelty: Novelty::new(),
            agenda: Agenda::default(),
            drawn: HashSet::with_hasher(FixedState::with_seed(5)),
            learned: Vec::new(),
            twins_tried: false,
            calls: 0,
            turn: 0,
        }
    }

    /// The first lines: along every argument, and along every pair of them, through one and through zero.
    fn begin(&mut self, probe: &mut Probe<'_>) {
        self.begun = true;
        let arguments = probe.signature().len();
        self.learned = vec![Vec::new(); arguments];
        for (rank, near) in [(FIRST, 1), (1, 0)] {
            let base = plain_base(probe, near);
            for a in 0..arguments {
                let seeds = if near == 1 { Seeds::Thorough } else { Seeds::Sparse };
                self.agenda
                    .draft(rank, Draft { course: Course::Along(a), strands: vec![base.clone()], seeds });
            }
            for (a, b) in pairs(arguments).take(6) {
                for slope in [Slope::Together, Slope::Against] {
                    let course = Course::Diagonal(a, b, slope);
                    self.agenda
                        .draft(2, Draft { course, strands: vec![base.clone()], seeds: Seeds::Around(16) });
                }
            }
        }
    }

    /// How many evaluations go into one batch: few at first, so that each can build on the last ones; more later, so that
    /// targets behind a pipe are kept busy.
    fn batch_size(&self) -> usize {
        (16 + self.calls / 64).min(512) as usize
    }

    fn choose(&mut self, probe: &mut Probe<'_>) -> Vec<Work> {
        if let Some(first) = self.drafted(FIRST, probe) {
            return vec![first];
        }
        let size = self.batch_size();
        let mut batch = Batch::default();
        batch.fill(size * 2 / 3, || self.split(CALM));
        if batch.work.is_empty() && !self.twins_tried {
            self.try_twins(probe);
        }
        // With one argument there is one line, and its changes are nearly all that there is to find.
        let share = if probe.signature().len() == 1 { size / 16 } else { size / 3 };
        let squeezed = batch.evaluations;
        batch.fill(squeezed + share.max(LEAST_BATCH), || self.explore(probe));
        batch.fill(size, || self.split(u32::MAX));
        batch.work
    }

    fn split(&mut self, most: u32) -> Option<Work> {
        let novelty = &self.novelty;
        let gap = self.agenda.next_squeeze(most, |gap| novelty.rank(gap))?;
        self.novelty.attend(&gap, false);
        let middle = gap.middle();
        Some(Work::Split(gap, middle))
    }

    /// Something to explore: by turns a drafted line, a line through an example of a neglected behaviour, a line through a
    /// random point, and a quiet gap; whatever there is.
    fn explore(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        self.turn += 1;
        let first = match self.turn % 8 {
            0..=3 => 0,
            4 | 5 => 1,
            6 => 2,
            _ => 3,
        };
        (0..4).find_map(|i| match (first + i) % 4 {
            0 => self.drafted(u32::MAX, probe),
            1 => self.exemplary(probe),
            2 => self.random_line(probe),
            _ => self.quiet(probe),
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
            let course = random_course(probe);
            self.draw(Draft { course, strands: vec![base], seeds: Seeds::Around(6) }, probe)
        })
    }

    fn random_line(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        (0..4).find_map(|_| {
            let mut base = Input::default();
            probe.sample(&mut base);
            if !plain(&mut base, probe) {
                return None; // What only another type can hold is for the lines in other types.
            }
            let course = random_course(probe);
            self.draw(Draft { course, strands: vec![base], seeds: Seeds::Sparse }, probe)
        })
    }

    fn quiet(&mut self, probe: &mut Probe<'_>) -> Option<Work> {
        let (gap, place) = self.agenda.next_quiet(probe.random())?;
        Some(Work::Split(gap, place))
    }

    /// Draws a line, unless it was drawn before.
    fn draw(&mut self, draft: Draft, probe: &mut Probe<'_>) -> Option<Work> {
        let line = Line::new(draft.course, draft.strands, probe.signature());
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
            _ => 0,
        };
        places.extend(constants::around(&origin, doublings));
        if let Course::Along(a) = line.course {
            let (argument, value) = (&probe.signature().arguments()[a], &line.strands[0][a]);
            match seeds {
                Seeds::Thorough => places.extend(constants::thorough(argument, value)),
                Seeds::Sparse | Seeds::Around(_) => {
                    places.extend(constants::sparse(argument, value));
                    places.extend(self.remembered(a, 24, probe));
                    places.extend(related(line, a));
                }
                Seeds::Twin => {
                    places.extend([line.ends.0.clone(), line.ends.1.clone(), Integer::ZERO]);
                    places.extend(self.remembered(a, 64, probe));
                }
                Seeds::Near => {}
            }
            places.extend(probe.hints(a));
        } else if seeds != Seeds::Near {
            places.extend([line.ends.0.clone(), line.ends.1.clone()]);
        }
        constants::within(places, &line.ends.0, &line.ends.1)
    }

    /// Some of the places where boundaries were found along an argument.
    fn remembered(&self, a: usize, most: usize, probe: &mut Probe<'_>) -> Vec<Integer> {
        let learned = &self.learned[a];
        if learned.len() <= most {
            return learned.clone();
        }
        (0..most).map(|_| learned[probe.random().random_range(0..learned.len())].clone()).collect()
    }

    /// Once the first lines are done: the same line in every other type, at the places that matter.
    fn try_twins(&mut self, probe: &mut Probe<'_>) {
        self.twins_tried = true;
        if !probe.cts() {
            return;
        }
        let base = plain_base(probe, 1);
        for (a, argument) in probe.signature().arguments().iter().enumerate() {
            for (_, ty) in argument.int_types(true) {
                let Some((lo, hi)) = argument.int_bounds(ty) else { continue };
                let one = Integer::ONE.clamp(lo.clone(), hi.clone());
                let mut twin = base.clone();
                twin[a] = Value::Int(Int::within(ty, one));
                if twin[a] != base[a] {
                    self.agenda.draft(
                        0,
                        Draft { course: Course::Along(a), strands: vec![twin], seeds: Seeds::Twin },
                    );
                }
            }
        }
    }

    /// A boundary between neighbours was found on a line.
    fn found(&mut self, gap: &Gap, probe: &mut Probe<'_>) {
        let line = &gap.line;
        for strand in 0..line.strands.len() {
            let (a, b) = (line.input(strand, &gap.left.place), line.input(strand, &gap.right.place));
            let (o_a, o_b) = (&gap.left.sightings[strand].outcome, &gap.right.sightings[strand].outcome);
            if differ(probe, (&a, o_a), (&b, o_b)) {
                probe.propose((&a, o_a), (&b, o_b));
            }
        }
        let before = self.novelty.attend(gap, true).found;
        match line.course {
            Course::Along(a) => {
                self.learn(a, gap, probe);
                if line.strands.len() == 1 {
                    self.follow(gap, a, before, probe)
                } else {
                    self.cross(gap, a, before)
                }
            }
            Course::Diagonal(a, b, _) => {
                for (place, argument) in [(&gap.left.place, a), (&gap.left.place, b), (&gap.right.place, a)] {
                    let strands = vec![line.input(0, place)];
                    self.agenda.draft(
                        before,
                        Draft { course: Course::Along(argument), strands, seeds: Seeds::Near },
                    );
                }
            }
        }
    }

    fn learn(&mut self, a: usize, gap: &Gap, probe: &mut Probe<'_>) {
        let learned = &mut self.learned[a];
        for place in [&gap.left.place, &gap.right.place] {
            if learned.contains(place) {
                continue;
            }
            if learned.len() < MOST_LEARNED {
                learned.push(place.clone());
            } else {
                let replaced = probe.random().random_range(0..learned.len());
                learned[replaced] = place.clone();
            }
        }
    }

    /// Drafts the lines that follow a boundary along the other arguments.
    fn follow(&mut self, gap: &Gap, a: usize, before: u32, probe: &Probe<'_>) {
        if before >= FOLLOWED * 8 {
            return;
        }
        let strands = vec![gap.line.input(0, &gap.left.place), gap.line.input(0, &gap.right.place)];
        for other in (0..probe.signature().len()).filter(|other| *other != a) {
            let draft =
                Draft { course: Course::Along(other), strands: strands.clone(), seeds: Seeds::Around(10) };
            self.agenda.draft(1 + before * 8 / FOLLOWED, draft);
        }
    }

    /// Drafts the lines across a boundary where it ended or changed while it was followed along `along`.
    fn cross(&mut self, gap: &Gap, along: usize, before: u32) {
        let strands = &gap.line.strands;
        let across = (0..strands[0].len()).find(|a| *a != along && strands[0][*a] != strands[1][*a]);
        let Some(across) = across else { return };
        for place in [&gap.left.place, &gap.right.place] {
            let strands = vec![gap.line.input(0, place)];
            self.agenda.draft(
                before * 2,
                Draft { course: Course::Along(across), strands, seeds: Seeds::Around(10) },
            );
        }
    }
}

impl Strategy for Lines {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        if !self.begun {
            self.begin(probe);
        }
        let work = self.choose(probe);
        if work.is_empty() {
            return Err(Halt::Exhausted);
        }
        self.carry_out(work, probe)
    }
}

/// Whether two outcomes are different behaviour: in validity, in type, or in the eyes of the quantifier.
fn differ(probe: &Probe<'_>, a: (&Input, &Outcome), b: (&Input, &Outcome)) -> bool {
    if a.1 == b.1 {
        return false;
    }
    a.1.validity() != b.1.validity() || a.1.type_name() != b.1.type_name() || probe.evaluate(a, b) > 0.0
}

fn pairs(arguments: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..arguments).flat_map(move |a| (a + 1..arguments).map(move |b| (a, b)))
}

fn random_course(probe: &mut Probe<'_>) -> Course {
    let arguments = probe.signature().len();
    let a = probe.random().random_range(0..arguments);
    if arguments == 1 || probe.random().random_range(0..8u8) > 0 {
        return Course::Along(a);
    }
    let b = (a + 1 + probe.random().random_range(0..arguments - 1)) % arguments;
    let slope = if probe.random().random_range(0..2u8) == 0 { Slope::Together } else { Slope::Against };
    Course::Diagonal(a.min(b), a.max(b), slope)
}

/// An input of plain types with every value as near to that number as its range allows.
fn plain_base(probe: &mut Probe<'_>, near: i128) -> Input {
    let mut base = Input::default();
    probe.sample(&mut base);
    plain(&mut base, probe);
    for (argument, value) in probe.signature().arguments().iter().zip(base.iter_mut()) {
        let (lo, hi) = argument.places(value);
        let wanted = match value {
            Value::Float(v) => Integer::Small(autobva_core::Float::new(v.ty(), near as f64).place()),
            _ => Integer::Small(near),
        };
        value.move_to(wanted.clamp(lo, hi));
    }
    base
}

/// Gives every integer the plain type of its argument; false if that does not hold one of the numbers.
fn plain(input: &mut Input, probe: &Probe<'_>) -> bool {
    let mut all = true;
    for (argument, value) in probe.signature().arguments().iter().zip(input.iter_mut()) {
        let plain = argument.int_types(false).first().map(|(_, ty)| *ty);
        if let (Some(ty), Value::Int(int)) = (plain, &*value) {
            match Int::new(ty, int.number().clone()) {
                Some(int) => *value = Value::Int(int),
                None => all = false,
            }
        }
    }
    all
}

/// The values of the other arguments, their negatives and neighbours: arguments are often compared with each other.
fn related(line: &Line, a: usize) -> Vec<Integer> {
    let base = &line.strands[0];
    if base.len() > 4 || !matches!(base[a], Value::Int(_)) {
        return Vec::new();
    }
    let others = (0..base.len()).filter(|other| *other != a).filter_map(|other| base[other].as_int());
    others
        .flat_map(|int| {
            let n = int.number();
            let mirrored = &Integer::ZERO - n;
            [n - &Integer::ONE, n.clone(), n + &Integer::ONE, mirrored]
        })
        .collect()
}
