//! The default strategy: behaviour changes along lines through the input space, squeezed to neighbours and followed into
//! the other dimensions.
//!
//! A *line* changes one argument (two together, or one character of a text) and keeps the rest. Its first points are
//! interesting constants. Where two neighbouring points of a line behave differently, the *gap* between them is halved, and
//! halved again, on either side on which the ends still differ, until neighbours are left: a candidate. Both sides of a
//! boundary are then *followed* along the other arguments as one line of two strands; where the pair of behaviours changes
//! there, a new line is drawn across. Attention goes to the kinds of change that have had the least, so that a chaotic
//! region, where every gap differs, gets no more than its share. Nothing is run twice.

mod agenda;
pub(crate) mod bases;
mod choose;
pub(crate) mod constants;
mod follow;
mod gap;
mod memory;
mod novelty;
mod quiet;
mod shares;
mod survey;
pub(crate) mod texts;

use std::collections::HashSet;
use std::sync::Arc;

use autobva_core::{Axis, Course, Entry, Input, Integer, Line, Outcome, Slope, ValuePath};
use foldhash::fast::FixedState;

use self::agenda::{Agenda, Draft, Seeds};
use self::bases::{pairs, plain_base, with_start};
use self::gap::Gap;
use self::memory::Memory;
use self::novelty::Novelty;
use self::quiet::Quiet;
use self::shares::Shares;
use super::{Parallelism, Strategy, StrategyEntry};
use crate::probe::{Halt, Probe};

/// The default strategy: lines through the input space, gaps squeezed to neighbours, boundaries followed.
pub struct Lines {
    begun: bool,
    memory: Memory,
    novelty: Novelty,
    agenda: Agenda,
    quiet: Quiet,
    drawn: HashSet<u64, FixedState>,
    /// Gaps between the valid and errors, of a single argument's first look.
    urgent: Vec<Gap>,
    /// Lines to be looked at thoroughly when the time has come, and the calls that went into those that were.
    thorough: Vec<Draft>,
    thorough_calls: u64,
    /// The places of the first line of a single argument that were looked at before its thorough look.
    looked_at: Vec<Integer>,
    /// Where boundaries were found, by argument.
    learned: Vec<Vec<Integer>>,
    /// Whether other types were tried on what was learned.
    twins_tried: bool,
    calls: u64,
    /// The length of all outcomes together.
    bytes: u64,
    /// The evaluations that went into changes that deserve it, and into exploration.
    squeezed: u64,
    explored_in_all: u64,
    /// The evaluations that each way to explore has had, so that each gets its share.
    explored: Shares,
}

/// Work for one batch: look at these places of a line, in order; a gap that is split has its ends already, and a rank if it
/// is being squeezed.
enum Work {
    Survey(Arc<Line>, Vec<Integer>, Seeds),
    Split(Gap, Integer, Option<u32>),
}

/// Outcomes that are remembered: some hundred megabytes at the most for short outputs.
const MEMORY: usize = 400_000;
/// The most bytes of outcomes that are remembered; below `LEAST_KEPT` outcomes their length does not matter.
const MOST_BYTES: usize = 256 << 20;
const LEAST_KEPT: usize = 1_024;
/// Lines of this rank are drawn before anything else is done.
const FIRST: u32 = 0;
/// Gaps up to this rank get two thirds of a batch, whatever else there is to explore.
const CALM: u32 = 2;
/// Exploration adds at least so much to a batch, so that several jobs have something to do.
const LEAST_BATCH: usize = 2;
/// The calls before the first thorough look: by then the changes that the first looks have shown are squeezed.
const THOROUGH_FROM: u64 = 400;
/// One in this many calls goes into thorough looks: they are a guess, while a change that was seen is certain.
const THOROUGH_SHARE: u64 = 3;
/// During the first calls, as many as this, changes that were seen come before exploration.
const SQUEEZED_FIRST: u64 = 1_000;
/// The latest call at which other types are tried.
const TWINS_FROM: u64 = 3_000;
const MOST_LEARNED: usize = 512;
/// How many boundaries of one kind are followed into the other dimensions at once; more of them when there is time.
const FOLLOWED: u32 = 2;
/// So many boundaries that border on something valid are followed before one between errors.
const LATER: u32 = 4;

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
            quiet: Quiet::new(),
            drawn: HashSet::with_hasher(FixedState::with_seed(5)),
            urgent: Vec::new(),
            thorough: Vec::new(),
            thorough_calls: 0,
            looked_at: Vec::new(),
            learned: Vec::new(),
            twins_tried: false,
            calls: 0,
            bytes: 0,
            squeezed: 0,
            explored_in_all: 0,
            explored: Shares::default(),
        }
    }

    /// The first lines: along every argument, and along every pair of them, through one and through zero. A look at few
    /// places of many lines comes before one at all places of a line.
    fn begin(&mut self, probe: &mut Probe<'_>) {
        self.begun = true;
        let arguments = probe.signature().len();
        self.learned = vec![Vec::new(); arguments];
        // A single argument has but one line.
        let bases: &[i128] = if arguments == 1 { &[1] } else { &[1, 0] };
        for &near in bases {
            let base = plain_base(probe, near);
            let agenda = &mut self.agenda;
            let mut draft = |rank, course, seeds| {
                agenda.draft(rank, Draft { course, strands: vec![base.clone()], seeds })
            };
            let axis = |argument| Axis::main(&base, argument);
            for course in (0..arguments).map(|a| Course::Along(axis(a))) {
                draft(FIRST, course.clone(), Seeds::Sparse);
                let strands = vec![base.clone()];
                self.thorough.push(Draft { course, strands, seeds: Seeds::Thorough });
            }
            for (a, b) in pairs(arguments).take(6) {
                for slope in [Slope::Together, Slope::Against] {
                    draft(2, Course::Diagonal(axis(a), axis(b), slope), Seeds::Around(16));
                }
            }
            self.begin_with_values(&base, probe);
        }
    }

    /// A few calls around each value that functions tend to tell apart, or that someone wants to be looked at; whatever
    /// behaves in a new way gets lines of its own.
    fn begin_with_values(&mut self, base: &Input, probe: &Probe<'_>) {
        for a in 0..base.len() {
            let starts = constants::starts(&base[a]);
            let values = probe.hints(a).chain(&starts);
            for strand in values.filter_map(|value| with_start(base, &ValuePath::to(a), value, probe)) {
                let course = Course::Along(Axis::main(&strand, a));
                self.agenda.draft(FIRST, Draft { course, strands: vec![strand], seeds: Seeds::Near });
            }
        }
    }
}

impl Lines {
    /// Whether a single argument is still to get its thorough look. Until then changes between the valid and errors are
    /// squeezed before any other, for those whose calls are few.
    fn looks_ahead(&self, probe: &Probe<'_>) -> bool {
        probe.signature().len() == 1 && !self.thorough.is_empty()
    }

    /// Whether this is the line of a single argument that is still to get its thorough look.
    fn is_first_line(&self, line: &Line, probe: &Probe<'_>) -> bool {
        self.looks_ahead(probe) && self.thorough.iter().any(|draft| draft.is_of(line))
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
    a.1.validity() != b.1.validity() || a.1.type_name() != b.1.type_name() || probe.tells_apart(a, b)
}
