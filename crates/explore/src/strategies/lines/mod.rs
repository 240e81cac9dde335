//! The strategy `lines` by the program derivative: finds changes along lines through the input space, squeezes them to
//! neighbours, and follows them into the other dimensions.
//!
//! A *line* changes one argument (or two together, or one character of a text) and keeps the rest. Its first points are
//! interesting constants. Where two neighbouring points of a line behave differently, the *gap* between them is halved.
//! Each half whose ends still differ is halved again, until neighbours are left: a candidate. Both sides of such a
//! boundary are then *followed* along the other arguments, as one line of two strands; where the pair of behaviours
//! changes along it, a new line is drawn across. Attention goes to the kinds of change that have had the least, so that
//! a chaotic region, where every gap differs, gets no more than its share. No input is run twice.

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

use autobva_core::{Axis, Direction, Entry, Input, Integer, Line, Outcome, Slope, ValuePath};
use foldhash::fast::FixedState;

use self::agenda::{Agenda, PlannedLine, Seeds};
use self::bases::{pairs, plain_base, with_start};
use self::gap::Gap;
use self::memory::Memory;
use self::novelty::Novelty;
use self::quiet::Quiet;
use self::shares::Shares;
use super::{Parallelism, Strategy, StrategyEntry};
use crate::probe::{Halt, Probe};

/// The strategy `lines`: lines through the input space, gaps squeezed to neighbours, boundaries followed.
pub struct Lines {
    begun: bool,
    memory: Memory,
    novelty: Novelty,
    agenda: Agenda,
    quiet: Quiet,
    drawn: HashSet<u64, FixedState>,
    /// Gaps between valid outcomes and errors, from the first look at a single argument.
    urgent: Vec<Gap>,
    /// Lines that are due for a thorough look, and the calls that thorough looks have taken so far.
    thorough: Vec<PlannedLine>,
    thorough_calls: u64,
    /// The places on the first line of a single argument that were run before its thorough look.
    looked_at: Vec<Integer>,
    /// The places at which boundaries were found, by argument.
    learned: Vec<Vec<Integer>>,
    /// Whether other types were tried at these places.
    twins_tried: bool,
    calls: u64,
    /// The total length of all outcomes.
    bytes: u64,
    /// The evaluations spent on changes with a low rank, and on exploration.
    squeezed: u64,
    explored_in_all: u64,
    /// The evaluations that each way of exploring has had, so that each gets its share.
    explored: Shares,
}

/// A piece of work in a batch. `Survey` runs some places of a line. `Split` runs one place in a gap, with a rank if the
/// gap is being squeezed.
enum Work {
    Survey(Arc<Line>, Vec<Integer>, Seeds),
    Split(Gap, Integer, Option<u32>),
}

/// How many outcomes are remembered: a few hundred megabytes at most, if outputs are short.
const MEMORY: usize = 400_000;
/// At most 256 MiB of outcomes are remembered, but at least 1,024 outcomes, however long they are.
const MOST_BYTES: usize = 256 << 20;
const LEAST_KEPT: usize = 1_024;
/// Drafts of this rank are drawn before anything else is done.
const FIRST: u32 = 0;
/// Gaps up to this rank get two thirds of a batch, whatever else there is to explore.
const CALM: u32 = 2;
/// Exploration adds at least 2 evaluations to a batch, so that several jobs have something to do.
const LEAST_BATCH: usize = 2;
/// Thorough looks begin after 400 calls: by then the changes that the first looks have shown are squeezed.
const THOROUGH_FROM: u64 = 400;
/// At most one call in 3 goes into thorough looks: they are a guess, while a change that was seen is certain.
const THOROUGH_SHARE: u64 = 3;
/// During the first 1,000 calls, known changes come before exploration.
const SQUEEZED_FIRST: u64 = 1_000;
/// After 3,000 calls at the latest, other types are tried.
const TWINS_FROM: u64 = 3_000;
const MOST_LEARNED: usize = 512;
/// How many boundaries of one kind are followed into the other dimensions at once; later more are, if there is time.
const FOLLOWED: u32 = 2;
/// A boundary between errors is followed as late as if 4 boundaries of its kind had been found before.
const LATER: u32 = 4;

impl Lines {
    /// The entry in the registry.
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

    /// Drafts the first lines: along every argument and along every pair of arguments, through one and through zero.
    /// Few places on many lines come before all places on one line.
    fn begin(&mut self, probe: &mut Probe<'_>) {
        self.begun = true;
        let arguments = probe.signature().len();
        self.learned = vec![Vec::new(); arguments];
        // A single argument has only one line.
        let bases: &[i128] = if arguments == 1 { &[1] } else { &[1, 0] };
        for &near in bases {
            let base = plain_base(probe, near);
            let agenda = &mut self.agenda;
            let mut draft = |rank, direction, seeds| {
                agenda.draft(rank, PlannedLine { direction, strands: vec![base.clone()], seeds })
            };
            let axis = |argument| Axis::main(&base, argument);
            for direction in (0..arguments).map(|a| Direction::Along(axis(a))) {
                draft(FIRST, direction.clone(), Seeds::Sparse);
                let strands = vec![base.clone()];
                self.thorough.push(PlannedLine { direction, strands, seeds: Seeds::Thorough });
            }
            for (a, b) in pairs(arguments).take(6) {
                for slope in [Slope::Together, Slope::Against] {
                    draft(2, Direction::Diagonal(axis(a), axis(b), slope), Seeds::Around(16));
                }
            }
            self.begin_with_values(&base, probe);
        }
    }

    /// Drafts a few calls around each value that functions tend to treat differently or that the user named. A new
    /// behaviour there gets lines of its own.
    fn begin_with_values(&mut self, base: &Input, probe: &Probe<'_>) {
        for a in 0..base.len() {
            let starts = constants::starts(&base[a]);
            let values = probe.hints(a).chain(&starts);
            for strand in values.filter_map(|value| with_start(base, &ValuePath::to(a), value, probe)) {
                let direction = Direction::Along(Axis::main(&strand, a));
                self.agenda
                    .draft(FIRST, PlannedLine { direction, strands: vec![strand], seeds: Seeds::Near });
            }
        }
    }
}

impl Lines {
    /// Whether a single argument still waits for its thorough look. Until then changes between valid outcomes and
    /// errors are squeezed before any others, for users with few calls.
    fn looks_ahead(&self, probe: &Probe<'_>) -> bool {
        probe.signature().len() == 1 && !self.thorough.is_empty()
    }

    /// Whether this is the line of a single argument that still waits for its thorough look.
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

/// Whether two outcomes are different behaviour: in validity, in type, or according to the quantifier.
fn differ(probe: &Probe<'_>, a: (&Input, &Outcome), b: (&Input, &Outcome)) -> bool {
    if a.1 == b.1 {
        return false;
    }
    a.1.validity() != b.1.validity() || a.1.type_name() != b.1.type_name() || probe.tells_apart(a, b)
}
