//! The search for changes of behaviour.
//!
//! The *wording* of an outcome is its text without the numbers; each number in it is a *slot*. A *track* is a line
//! along one axis together with the inputs that were run on it. The samples of a track fall into *stretches*:
//! neighbouring samples of one wording in which one course (constant, linear, periodic, …) explains each slot. If
//! untried places lie between two stretches, the search halves that gap until neighbours are left; such a pair of
//! neighbours is a *crossing*. Further tracks through both sides of a crossing, along the other arguments, find out
//! where else the change happens and what else there is. No input is run twice.

mod alphabets;
mod bridge;
mod choices;
mod corner;
mod cover;
mod crossing;
mod dictionary;
mod draft;
mod drafting;
mod echo;
mod echoes;
mod exceeding;
mod finest;
mod follow;
mod fresh;
mod groups;
mod hints;
mod keys;
mod laws;
mod lengths;
mod looking;
mod merging;
mod patrol;
mod patterns;
mod products;
mod readings;
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
mod tuning;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use autobva_core::behaviour::Landscape;
use autobva_core::{Axis, Entry, Input, Integer, Line, Motion, Outcome, Signature, Value, ValuePath};
use foldhash::fast::FixedState;
use rand::RngExt;

use self::bridge::Bridge;
use self::corner::corner;
use self::crossing::{Crossing, Key, Quanta, Way, crossing, is_open, quanta};
use self::draft::{Draft, Drafts};
use self::exceeding::Exceeding;
use self::finest::finest;
use self::fresh::{TRIALS, Trial};
use self::groups::{Group, Shape, dissolved, groups};
use self::laws::LawMemory;
use self::lengths::{ByLength, Lengths};
use self::merging::{by_category, joined};
use self::patrol::Patrol;
use self::products::Products;
use self::readings::Readings;
use self::runs::{LineKeys, RunId, Runs, WordingId};
use self::seeds::{Look, places};
use self::settling::settled;
use self::squeeze::Squeeze;
use self::starts::{Mentions, Roll};
use self::telling::{Verdicts, rule_key};
use self::texts::{Allowed, TextKey, TextLaw};
use self::track::{Growth, Sample, Track};
pub use self::tuning::{Heuristic, Tuning};
use crate::probe::{Halt, Probe};
use crate::strategies::lines::bases;
use crate::strategies::{Parallelism, Strategy, StrategyEntry};

/// The search by behaviour.
pub struct BehaviourSearch {
    tuning: Tuning,
    begun: bool,
    runs: Runs,
    /// A buffer for the outcomes of a batch.
    outcomes: Vec<Outcome>,
    exceeding: Exceeding,
    tracks: Vec<Track>,
    /// Tracks that still have places to run.
    active: Vec<Active>,
    drafts: Drafts,
    /// The crossings of each track, as of the last time the track was examined.
    crossings: Vec<Vec<Crossing>>,
    /// How many texts have had close looks.
    text_looks: usize,
    /// How often texts changed at a place from one validity and type to another, whatever their wordings.
    spots: HashMap<Spot, u32, FixedState>,
    /// How often each kind of crossing was found, and where.
    met: HashMap<Key, Met, FixedState>,
    /// The kinds of crossings, in the order in which they were found.
    kinds: Vec<Key>,
    /// The places at which crossings were found, by argument. Other tracks try these places as well.
    learned: Vec<Vec<Integer>>,
    mentions: Mentions,
    /// Starting texts that have not been tried yet.
    roll: Option<Roll>,
    arguments: usize,
    /// Whether an argument moves along more than one axis.
    has_parts: bool,
    /// Paths to behaviours that are new, the behaviours that have had a bridge, and how many runs were checked for new
    /// behaviours.
    bridges: Vec<Bridge>,
    bridged: HashSet<WordingId>,
    looked_at: usize,
    /// Behaviours in whose inputs the starting texts were tried again, and the inputs in which that is still to be done.
    rolled: HashSet<WordingId>,
    to_roll: Vec<RunId>,
    /// The count of free kinds (see `Runs::free_kinds`) when the crossings were last computed.
    free_kinds: usize,
    calls: u64,
    budget: Option<u64>,
    /// How many examples of a boundary are kept.
    examples: usize,
    last_news: u64,
    /// The last small number at which `elsewhere` looked for crossings, for each pair of a moved and another argument.
    swept: Vec<Vec<i128>>,
    /// How many tracks beyond the first ones had every small number tried.
    closely: usize,
    /// The results of testing rules, the text rules that failed, and the calls that the tests have cost.
    verdicts: Verdicts,
    laws: LawMemory,
    failed: HashSet<TextKey>,
    rule_calls: u64,
    next_rules: u64,
    /// Whether the examples of boundaries have been simplified.
    is_reduced: bool,
    /// Whether inputs with mixed small numbers have been run.
    is_mixed: bool,
    /// How many crossings have been followed.
    followed: u64,
    /// The numbers of crossings and of followed crossings at the time when all rules had been tested: no need to test
    /// them again before these numbers change.
    settled: Option<(usize, u64)>,
    patrol: Patrol,
}

/// A place on a way of moving, and the kinds of outcomes on its sides.
type Spot = (Way, Integer, [usize; 2]);

/// What is known about a kind of crossing.
#[derive(Default)]
struct Met {
    times: u32,
    /// The axis and the left input of some of these crossings.
    met_at: Vec<(Axis, RunId)>,
    /// The places of these crossings, which are the last places of the left side.
    places: BTreeSet<Integer>,
}

/// Inputs that wait to be run. Several tracks may ask for the same input; it is queued once.
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

    /// Queues an input, whose hash is `key`, and returns its position in the queue.
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

/// A track that is being explored, and the places that it waits for.
struct Active {
    track: usize,
    /// The gaps that are being halved.
    squeezes: Vec<Squeeze>,
    /// The places that the squeezes ask for, and rows of neighbours.
    asked: Vec<Integer>,
    /// Places to explore, at which no change is known yet.
    seeds: VecDeque<Integer>,
}

impl BehaviourSearch {
    /// The entry in the registry. It has the same name as the search by derivative, which it replaces by default.
    pub const ENTRY: StrategyEntry = StrategyEntry {
        entry: Entry {
            name: "lines",
            help: "halves every gap across which the behaviour changes; the default, fewest calls for most kinds",
        },
        parallelism: Parallelism::Batches,
        make: || Box::new(BehaviourSearch::new(Tuning::default())),
    };

    fn new(tuning: Tuning) -> BehaviourSearch {
        BehaviourSearch {
            tuning,
            begun: false,
            runs: Runs::new(),
            outcomes: Vec::new(),
            exceeding: Exceeding::new(),
            tracks: Vec::new(),
            active: Vec::new(),
            drafts: Drafts::default(),
            crossings: Vec::new(),
            text_looks: 0,
            spots: HashMap::with_hasher(FixedState::with_seed(26)),
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
        if bases.iter().any(|base| may_name_results(base, probe.signature())) {
            self.runs.tell_results();
        }
        if self.arguments == 1 && bases.iter().any(holds_text) {
            self.drafts.share();
        }
        for (at, base) in bases.iter().enumerate() {
            self.draft_around(base, at, probe);
        }
        self.draft_hints(&bases[0], usize::MAX, None, probe);
        self.begin_roll(bases, probe)
    }

    /// Takes up drafts until there is enough to do, and returns how many seeds may be run. Halving a gap takes many
    /// rounds, and each round would otherwise cost a whole batch of exploration. So while gaps are squeezed,
    /// exploration waits if there is only one argument; with several it gets a share that grows with the calls.
    fn take_up(&mut self, probe: &mut Probe<'_>) -> usize {
        let squeezes = self.active.iter().any(|active| !active.asked.is_empty());
        let share = (self.calls / self.tuning.explored_share) as usize;
        let begun = (self.tuning.first_batch * self.arguments).max(self.calls as usize);
        let room = match squeezes {
            true if self.arguments == 1 => 0,
            true => share,
            false => self.tuning.batch.max(share).min(begun),
        };
        let mut waiting: usize = self.active.iter().map(|active| active.seeds.len()).sum();
        let mut idle = 0;
        while (waiting < room || self.tracks.len() < self.arguments) && idle < self.tuning.most_idle {
            // A less urgent draft waits until the current places are done. Idle drafts are the least urgent, and there
            // is no end of them: with a constant supply of seeds a track would never be examined as a whole.
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

    /// Starts a draft on its track and returns how many places it adds.
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
        if self.tuning.has_learned && axis.is_number() && (is_followed || look == Some(Look::Learned)) {
            wanted.extend(self.learned[axis.argument()].iter().cloned());
        }
        if let (Some(Look::Sparse), Motion::Number | Motion::Digits(_) | Motion::Count(_), Some(value)) =
            (look, axis.motion, axis.path.value(&track.line.strands[0]))
        {
            wanted.extend(hints::places(probe.target_hints(), hints::FEW, axis.motion, value));
        }
        wanted.extend(extra);
        wanted.sort();
        wanted.dedup();
        wanted.retain(|place| track.line.holds(place));
        track.without_samples(&mut wanted);
        // Places near zero come first, because the calls may run out.
        let wanted = outwards(wanted);
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

    /// Runs the places that the active tracks wait for, among them at most `room` seeds.
    fn run_batch(&mut self, mut room: usize, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut queue = Queue::new();
        let mut owners: Vec<(usize, Integer, f64, usize)> = Vec::new();
        let mut found: BTreeMap<usize, Vec<Sample>> = BTreeMap::new();
        // All arguments get an equal part of the first batch.
        let most = if self.calls == 0 { room.div_ceil(self.active.len()) } else { room };
        for active in &mut self.active {
            let track = &self.tracks[active.track];
            let count = active.seeds.len().min(room).min(most);
            room -= count;
            let keys = LineKeys::through(&track.line.strands[0], track.axis().argument());
            for place in active.asked.drain(..).chain(active.seeds.drain(..count)) {
                let input = track.input(&place);
                let number = track.number_of(&place, &input);
                let key = keys.key(&input);
                match self.runs.known_by(key, &input) {
                    Some(run) => found.entry(active.track).or_default().push(Sample { place, number, run }),
                    None => owners.push((active.track, place, number, queue.add(key, input))),
                }
            }
        }
        let ids = self.run_queue(queue, probe)?;
        for (index, place, number, at) in owners {
            if let Some(run) = ids[at] {
                found.entry(index).or_default().push(Sample { place, number, run });
            }
        }
        for (index, samples) in found {
            self.tracks[index].insert(samples);
        }
        Ok(())
    }

    /// Runs the queue and returns the ids of the runs, in the order of the queue; there is none where an input is left out,
    /// or the budget is used up.
    fn run_queue(&mut self, queue: Queue, probe: &mut Probe<'_>) -> Result<Vec<Option<RunId>>, Halt> {
        let mut ids = vec![None; queue.inputs.len()];
        let mut waiting = queue.keys.into_iter().zip(queue.inputs).enumerate();
        loop {
            let (mut places, mut inputs) = (Vec::new(), Vec::new());
            let wanted = waiting.by_ref().filter(|(_, (_, input))| !self.exceeding.avoids(input));
            let most = if probe.may_take_long() { self.exceeding.slice() } else { usize::MAX };
            for (at, (key, input)) in wanted.take(most) {
                places.push((at, key));
                inputs.push(input);
            }
            if inputs.is_empty() {
                return Ok(ids);
            }
            if self.outcomes.len() < inputs.len() {
                self.outcomes.resize_with(inputs.len(), Outcome::default);
            }
            let done = match probe.execute_batch(&inputs, &mut self.outcomes[..inputs.len()]) {
                Err(Halt::Budget) if ids.iter().any(Option::is_some) => return Ok(ids),
                result => result?,
            };
            self.calls += done as u64;
            self.exceeding.note(inputs.iter().zip(&self.outcomes).take(done), &self.runs);
            let is_whole = done == inputs.len();
            let all = places.into_iter().zip(inputs.into_iter().zip(&mut self.outcomes)).take(done);
            for ((at, key), (input, outcome)) in all {
                let run = self.runs.add(key, input, runs::kept(outcome));
                self.mentions.read(run, &self.runs);
                ids[at] = Some(run);
            }
            if !is_whole {
                return Ok(ids);
            }
        }
    }

    /// All crossings, and the groups in which they are reported.
    fn told_groups(&mut self, signature: &Signature) -> (Vec<Crossing>, Vec<Group>) {
        let crossings = self.all_crossings();
        self.tracks.iter_mut().for_each(|track| track.read(&self.runs));
        let held = Allowed::Held(&self.verdicts);
        let samples = laws::samples(&self.runs);
        let groups = groups(&crossings, &self.runs, &self.tracks, signature, &mut self.laws, &samples, held);
        let verdicts = &self.verdicts;
        let holds = |group: &Group| telling::tested(group, verdicts, signature).is_some();
        let groups = dissolved(groups, &crossings, |group| telling::failed(group, verdicts, signature));
        // Beside other arguments, a text is rarely all that a condition is about.
        let groups = match signature.len() {
            1 => cover::covered(groups, &crossings, &self.runs, &samples),
            _ => groups,
        };
        // For a single number every place is reported, in order, so nothing is condensed.
        let groups = match signature.arguments() {
            [alone] if alone.schema().is_number() => groups,
            _ => {
                let groups = joined(groups, &crossings, &self.runs, holds);
                let groups = by_category(groups, &crossings, &self.runs);
                settled(groups, &crossings, &self.runs, samples, holds)
            }
        };
        (crossings, groups)
    }

    /// Whether nothing new was found for a long time. A search with a call budget uses all of it instead.
    fn is_saturated(&self) -> bool {
        self.budget.is_none() && self.calls > 2 * self.last_news + 10_000 * self.arguments as u64
    }
}

/// Places in ascending order, put into the order of their distance from zero; of two that are equally far, the negative
/// one comes first.
fn outwards(mut places: Vec<Integer>) -> Vec<Integer> {
    let above = places.split_off(places.partition_point(Integer::is_negative));
    let mut ordered = Vec::with_capacity(places.len() + above.len());
    let mut above = above.into_iter().peekable();
    while let Some(below) = places.pop() {
        let distance = below.distance(&Integer::ZERO);
        while let Some(nearer) = above.next_if(|place| *place < distance) {
            ordered.push(nearer);
        }
        ordered.push(below);
    }
    ordered.extend(above);
    ordered
}

/// Whether there is a text, a list or a moment somewhere in an input: along these, numbers rarely follow a course.
fn may_name_results(input: &Input, signature: &Signature) -> bool {
    let mut axes = signature.axes(input);
    let is_one = |value: &Value| matches!(value, Value::Text(_) | Value::List(_) | Value::Moment(_));
    axes.any(|axis| axis.path.value(input).is_some_and(is_one))
}

fn holds_text(input: &Input) -> bool {
    !starts::text_paths(input).is_empty()
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
        if self.calls >= self.tuning.mixed_after && !std::mem::replace(&mut self.is_mixed, true) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_near_zero_come_first() {
        let places = [-9, -3, -2, -1, 0, 1, 2, 5, 8].map(Integer::Small);
        let ordered = [0, -1, 1, -2, 2, -3, 5, 8, -9].map(Integer::Small);
        assert_eq!(outwards(places.into()), ordered);
        assert_eq!(outwards(vec![Integer::Small(-7)]), [Integer::Small(-7)]);
    }
}
