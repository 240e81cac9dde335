//! The search for changes of behaviour.
//!
//! A *track* is a line along one axis with what was run on it. Its samples fall into *stretches*: of one wording, each slot
//! explained by one course. Where two stretches meet and something lies in between, the gap is halved; where neighbours
//! meet, that is a *crossing*. Tracks through both sides of a crossing, along the other arguments, find out where else it
//! lies and what else there is. Nothing is run twice.

mod bridge;
mod corner;
mod crossing;
mod dictionary;
mod draft;
mod drafting;
mod echo;
mod echoes;
mod finest;
mod follow;
mod fresh;
mod groups;
mod hints;
mod laws;
mod lengths;
mod looking;
mod patrol;
mod patterns;
mod reduce;
mod rows;
mod rules;
mod runs;
mod seeds;
mod settling;
mod squeeze;
mod starts;
mod table;
mod telling;
mod texts;
mod track;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use autobva_core::behaviour::Landscape;
use autobva_core::{Axis, Entry, Input, Integer, Line, Motion, Outcome, Signature, Value, ValuePath};
use foldhash::fast::FixedState;
use rand::RngExt;

use self::bridge::Bridge;
use self::corner::corner;
use self::crossing::{Crossing, Key, crossing, is_open};
use self::draft::{Draft, Drafts};
use self::finest::finest;
use self::fresh::{TRIALS, Trial};
use self::groups::{Group, Shape, dissolved, groups};
use self::laws::LawMemory;
use self::lengths::{ByLength, Lengths};
use self::patrol::Patrol;
use self::runs::{RunId, Runs, WordingId};
use self::seeds::{Look, places};
use self::settling::settled;
use self::squeeze::Squeeze;
use self::starts::{Mentions, Roll};
use self::telling::{Verdicts, rule_key};
use self::texts::{Allowed, TextKey, TextLaw};
use self::track::{Growth, Sample, Track};
use crate::probe::{Halt, Probe};
use crate::strategies::lines::bases;
use crate::strategies::{Parallelism, Strategy, StrategyEntry};

/// The search by behaviour.
pub struct BehaviourSearch {
    begun: bool,
    runs: Runs,
    tracks: Vec<Track>,
    /// Tracks that are being looked at.
    active: Vec<Active>,
    drafts: Drafts,
    /// The crossings of each track, as they were when it was last looked at.
    crossings: Vec<Vec<Crossing>>,
    /// How often each kind of crossing was met, and where first.
    met: HashMap<Key, Met, FixedState>,
    /// The kinds of crossings in the order in which they were met.
    kinds: Vec<Key>,
    /// Where crossings were found, by argument.
    learned: Vec<Vec<Integer>>,
    mentions: Mentions,
    /// Texts to begin with that wait.
    roll: Option<Roll>,
    arguments: usize,
    /// Whether an argument moves along more than one axis.
    has_parts: bool,
    /// Ways to behaviours that were met for the first time, those behaviours, and how many runs were looked at for them.
    bridges: Vec<Bridge>,
    bridged: HashSet<WordingId>,
    looked_at: usize,
    /// Behaviours at which the texts to begin with were tried again, and inputs at which they are to be.
    rolled: HashSet<WordingId>,
    to_roll: Vec<RunId>,
    /// How many kinds of outcomes had free texts when the crossings were last read.
    free_kinds: usize,
    calls: u64,
    budget: Option<u64>,
    /// How many examples of a boundary are kept.
    examples: usize,
    last_news: u64,
    /// Up to which small number an argument was moved to look along another.
    swept: Vec<Vec<i128>>,
    /// How many further tracks were looked at closely.
    closely: usize,
    /// What came of testing rules, those that failed, and the calls that went into it.
    verdicts: Verdicts,
    laws: LawMemory,
    failed: HashSet<TextKey>,
    rule_calls: u64,
    next_rules: u64,
    /// Whether the examples of boundaries were made plain.
    is_reduced: bool,
    /// Whether inputs were run in which small numbers are mixed.
    is_mixed: bool,
    /// How many crossings were followed.
    followed: u64,
    /// How many crossings there were, and were followed, when all their rules had been tested.
    settled: Option<(usize, u64)>,
    patrol: Patrol,
}

/// What is known of a kind of crossing.
#[derive(Default)]
struct Met {
    times: u32,
    /// The axis and the input on the left of some of them.
    met_at: Vec<(Axis, RunId)>,
    /// The last places of the left side.
    places: BTreeSet<Integer>,
}

/// Inputs that wait to be run, each once: several tracks may ask for the same one.
struct Queue {
    inputs: Vec<Input>,
    keys: Vec<u64>,
    places: HashMap<u64, usize, FixedState>,
}

impl Queue {
    fn new() -> Queue {
        let places = HashMap::with_hasher(FixedState::with_seed(25));
        Queue { inputs: Vec::new(), keys: Vec::new(), places }
    }

    /// The place in the queue of an input with that hash.
    fn add(&mut self, key: u64, input: Input) -> usize {
        if let Some(at) = self.places.get(&key).filter(|at| self.inputs[**at] == input) {
            return *at;
        }
        let at = self.inputs.len();
        self.places.insert(key, at);
        self.keys.push(key);
        self.inputs.push(input);
        at
    }
}

/// A track that is being looked at, and the places that it waits for.
struct Active {
    track: usize,
    /// Gaps that are being halved.
    squeezes: Vec<Squeeze>,
    /// The places for that, and rows of neighbours.
    asked: Vec<Integer>,
    /// Where nothing is known yet.
    seeds: VecDeque<Integer>,
}

/// Places that are looked at in one go at least, where there are so many.
const BATCH: usize = 96;
/// The first go has so many for each argument: what shows near zero is squeezed before the distance is looked at.
const FIRST_BATCH: usize = 16;
/// Crossings of one kind that are squeezed to neighbours on one track.
const MOST_PER_TRACK: usize = 24;
/// Gaps between two wordings on one track of which so many times as many are squeezed in all: where they alternate, every
/// place that is looked at makes new ones.
const SQUEEZED: usize = 3;
/// A go explores one place for so many calls that were made, if that is more: every go looks at whole tracks, which takes the
/// longer the more there is on them. While gaps are squeezed, it explores no more than that.
const SHARE: u64 = 128;
/// Idle looks that are tried for one batch: most places may have been looked at.
const MOST_IDLE: usize = 256;
/// The same, before the small numbers were looked at one by one: a pattern shows there, and not in the distance.
const FEW_PER_TRACK: usize = 6;
/// Tracks that are looked at closely because a change comes back on them.
const MOST_CLOSELY: usize = 4;
/// A text of at most so many characters is short.
const SHORT: usize = 12;
/// Numbers in a text and parts of it that are moved.
const MOST_PARTS: usize = 8;
/// Calls that a track off the first ones may take.
const MOST_CALLS_OFF: usize = 400;

impl BehaviourSearch {
    /// The line of the registry: the same name as the search by derivative, whose place it takes.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "lines",
            help: "halves every gap across which the behaviour changes; the default, fewest calls for most kinds",
        },
        parallelism: Parallelism::Batches,
        make: || Box::new(BehaviourSearch::new()),
    };

    fn new() -> BehaviourSearch {
        BehaviourSearch {
            begun: false,
            runs: Runs::new(),
            tracks: Vec::new(),
            active: Vec::new(),
            drafts: Drafts::default(),
            crossings: Vec::new(),
            met: HashMap::with_hasher(FixedState::with_seed(21)),
            kinds: Vec::new(),
            learned: Vec::new(),
            mentions: Mentions::default(),
            roll: None,
            arguments: 0,
            has_parts: false,
            bridges: Vec::new(),
            bridged: HashSet::new(),
            looked_at: 0,
            rolled: HashSet::new(),
            to_roll: Vec::new(),
            free_kinds: 0,
            calls: 0,
            budget: None,
            examples: 0,
            last_news: 0,
            swept: Vec::new(),
            closely: 0,
            verdicts: HashMap::with_hasher(FixedState::with_seed(24)),
            laws: LawMemory::default(),
            failed: HashSet::new(),
            rule_calls: 0,
            next_rules: 0,
            is_reduced: false,
            is_mixed: false,
            followed: 0,
            settled: None,
            patrol: Patrol::default(),
        }
    }

    fn begin(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        self.begun = true;
        self.arguments = probe.signature().len();
        self.learned = vec![Vec::new(); self.arguments];
        self.swept = vec![vec![0; self.arguments]; self.arguments];
        self.budget = probe.budget();
        self.examples = probe.examples_kept();
        self.next_rules = self.next_rules();
        let bases = self.bases(probe);
        self.has_parts = bases.iter().any(|base| probe.signature().axes(base).count() > self.arguments);
        for (at, base) in bases.iter().enumerate() {
            self.draft_around(base, at, probe);
        }
        self.draft_hints(&bases[0], probe);
        self.begin_roll(bases, probe)
    }

    /// Takes up drafts until there is enough to do, and says how many seeds may be run. A gap takes many rounds, and each
    /// round would otherwise cost a whole batch: while gaps are squeezed, exploration waits, or with several arguments gets a share
    /// that grows with the calls.
    fn take_up(&mut self, probe: &mut Probe<'_>) -> usize {
        let squeezes = self.active.iter().any(|active| !active.asked.is_empty());
        let share = (self.calls / SHARE) as usize;
        let begun = (FIRST_BATCH * self.arguments).max(self.calls as usize);
        let room = match squeezes {
            true if self.arguments == 1 => 0,
            true => share,
            false => BATCH.max(share).min(begun),
        };
        let mut waiting: usize = self.active.iter().map(|active| active.seeds.len()).sum();
        let mut idle = 0;
        while (waiting < room || self.tracks.len() < self.arguments) && idle < MOST_IDLE {
            // What is less urgent comes later. There is no end of idle looks, which are least so: a track that always had some
            // to run would never be looked at as a whole.
            if waiting > 0 && !self.drafts.has_as_urgent() {
                break;
            }
            let drafted = self.drafts.next();
            if drafted.is_none() && self.is_on_patrol() {
                break;
            }
            idle += usize::from(drafted.is_none());
            let Some(draft) = drafted.or_else(|| self.idle_draft(probe)) else { break };
            waiting += self.start(draft, probe);
        }
        room
    }

    /// Puts a track on its way; how many places it begins with.
    fn start(&mut self, draft: Draft, probe: &Probe<'_>) -> usize {
        let Draft { axis, base, look, extra } = draft;
        if !axis.is_of(&base) {
            return 0;
        }
        let mut line = Line::along(axis, base, probe.signature());
        seeds::extend_to_specials(&mut line);
        let index = match self.drafts.track_of(&line) {
            Some(index) => index,
            None => {
                let index = self.tracks.len();
                self.drafts.note(&line, index);
                self.tracks.push(Track::new(line));
                self.crossings.push(Vec::new());
                index
            }
        };
        self.tracks[index].is_dense |= look == Some(Look::Dense);
        let track = &self.tracks[index];
        let mut wanted = look.map_or_else(Vec::new, |look| places(&track.line, track, look));
        let axis = track.axis();
        let is_followed = look == Some(Look::Sparse) && self.tracks.len() > self.arguments;
        if axis.is_number() && (is_followed || look == Some(Look::Learned)) {
            wanted.extend(self.learned[axis.argument()].iter().cloned());
        }
        if axis.is_number() && is_followed {
            wanted.extend(bases::related(&track.line, axis.argument()));
        }
        if let (Some(Look::Sparse), Motion::Number | Motion::Digits(_) | Motion::Count(_), Some(value)) =
            (look, axis.motion, axis.path.value(&track.line.strands[0]))
        {
            wanted.extend(hints::places(probe.target_hints(), hints::FEW, axis.motion, value));
        }
        wanted.extend(extra);
        wanted.sort();
        wanted.dedup();
        wanted.retain(|place| track.line.holds(place) && !track.has(place));
        // What is near is looked at first: calls may be few.
        wanted.sort_by_cached_key(|place| place.distance(&Integer::ZERO));
        let count = wanted.len();
        match self.active.iter_mut().find(|active| active.track == index) {
            Some(active) => active.seeds.extend(wanted),
            None => self.active.push(Active {
                track: index,
                squeezes: Vec::new(),
                asked: Vec::new(),
                seeds: wanted.into(),
            }),
        }
        count
    }

    /// Runs what the active tracks wait for, with so many seeds at the most.
    fn run_batch(&mut self, mut room: usize, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut queue = Queue::new();
        let mut owners: Vec<(usize, Integer, f64, usize)> = Vec::new();
        let mut found: BTreeMap<usize, Vec<Sample>> = BTreeMap::new();
        // The first calls are shared by all arguments.
        let most = if self.calls == 0 { room.div_ceil(self.active.len()) } else { room };
        for active in &mut self.active {
            let track = &self.tracks[active.track];
            let count = active.seeds.len().min(room).min(most);
            room -= count;
            for place in active.asked.drain(..).chain(active.seeds.drain(..count)) {
                let input = track.input(&place);
                let number = track.number_of(&place, &input);
                let key = runs::key(&input);
                match self.runs.known_by(key, &input) {
                    Some(run) => found.entry(active.track).or_default().push(Sample { place, number, run }),
                    None => owners.push((active.track, place, number, queue.add(key, input))),
                }
            }
        }
        let ids = self.run_queue(queue, probe)?;
        for (index, place, number, at) in owners {
            if let Some(&run) = ids.get(at) {
                found.entry(index).or_default().push(Sample { place, number, run });
            }
        }
        for (index, samples) in found {
            self.tracks[index].insert(samples);
        }
        Ok(())
    }

    /// Runs what waits, and tells the numbers of the runs; fewer than waited if the calls are used up.
    fn run_queue(&mut self, queue: Queue, probe: &mut Probe<'_>) -> Result<Vec<RunId>, Halt> {
        let Queue { inputs, keys, .. } = queue;
        let mut outcomes = vec![Outcome::default(); inputs.len()];
        let done = if inputs.is_empty() { 0 } else { probe.execute_batch(&inputs, &mut outcomes)? };
        self.calls += done as u64;
        let all = keys.into_iter().zip(inputs).zip(outcomes).take(done);
        let ids: Vec<RunId> = all.map(|((key, input), outcome)| self.runs.add(key, input, outcome)).collect();
        ids.iter().for_each(|run| self.mentions.read(*run, &self.runs));
        Ok(ids)
    }

    /// All crossings, and the groups of them that are told.
    fn told_groups(&mut self, signature: &Signature) -> (Vec<Crossing>, Vec<Group>) {
        let crossings = self.all_crossings();
        self.tracks.iter_mut().for_each(|track| track.read(&self.runs));
        let held = Allowed::Held(&self.verdicts);
        let samples = laws::samples(&self.runs);
        let groups = groups(&crossings, &self.runs, &self.tracks, signature, &mut self.laws, &samples, held);
        let verdicts = &self.verdicts;
        let holds = |group: &Group| telling::tested(group, verdicts, signature).is_some();
        let groups = dissolved(groups, &crossings, |group| telling::failed(group, verdicts, signature));
        // Along a single number every place is shown in its order.
        let groups = match signature.arguments() {
            [alone] if alone.schema().is_number() => groups,
            _ => settled(groups, &crossings, &self.runs, samples, holds),
        };
        (crossings, groups)
    }

    /// Whether nothing new was met for long.
    fn is_saturated(&self) -> bool {
        self.budget.is_none() && self.calls > 2 * self.last_news + 10_000 * self.arguments as u64
    }
}

impl Strategy for BehaviourSearch {
    fn step(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        if !self.begun {
            self.begin(probe)?;
        }
        if self.calls >= self.next_rules {
            self.next_rules = self.next_rules();
            self.test_rules(probe)?;
        }
        if self.calls >= self.next_reduction() && !std::mem::replace(&mut self.is_reduced, true) {
            self.reduce(probe)?;
        }
        if self.calls >= drafting::MIXED_AFTER && !std::mem::replace(&mut self.is_mixed, true) {
            self.mix(probe)?;
        }
        let room = self.take_up(probe);
        if self.active.is_empty() && self.is_on_patrol() {
            return self.patrol(probe);
        }
        if self.active.is_empty() {
            self.test_rules(probe)?;
            if !std::mem::replace(&mut self.is_reduced, true) {
                return self.reduce(probe);
            }
            return Err(Halt::Exhausted);
        }
        self.run_batch(room, probe)?;
        self.build_bridges();
        self.cross_bridges(probe)?;
        self.judge(probe);
        self.end_roll(probe)?;
        self.roll_again(probe)?;
        self.try_mentions(probe)
    }

    fn boundaries(&self) -> usize {
        self.met.len()
    }

    fn landscape(&mut self, signature: &Signature) -> Option<Landscape> {
        let (crossings, groups) = self.told_groups(signature);
        let (runs, tracks, verdicts) = (&self.runs, &self.tracks, &self.verdicts);
        Some(telling::landscape(runs, tracks, &crossings, &groups, verdicts, signature, self.examples))
    }
}
