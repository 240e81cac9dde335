//! What was run: every input with its outcome, taken apart into wording and slots.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use autobva_core::behaviour::{Number, Parsed};
use autobva_core::{Input, Outcome, Validity};
use foldhash::fast::FixedState;

/// The number of a run.
pub type RunId = u32;
/// The number of a wording.
pub type WordingId = u32;

/// An input, what the target did with it, and how that reads.
#[derive(Debug)]
pub struct Run {
    pub input: Input,
    pub outcome: Outcome,
    pub wording: WordingId,
    pub slots: Box<[Number]>,
}

/// Validity, type and text without its variable parts.
#[derive(Debug)]
pub struct Wording {
    pub validity: Validity,
    pub type_name: String,
    pub text: String,
    /// How many runs had it.
    pub calls: u64,
    kind: usize,
}

/// The outcomes of one validity and type.
#[derive(Debug, Default)]
struct Kind {
    wordings: u64,
    calls: u64,
    /// The wording that stands for all, once they are too many to be told apart.
    free: Option<WordingId>,
}

/// More wordings than this of one type are free text, if most calls bring another one.
const MOST_WORDINGS: u64 = 30;
const CALLS_PER_WORDING: u64 = 6;

/// All runs, by number and by input.
pub struct Runs {
    runs: Vec<Run>,
    known: HashMap<u64, RunId, FixedState>,
    wordings: Vec<Wording>,
    by_text: HashMap<(Validity, String, String), WordingId, FixedState>,
    kinds: Vec<Kind>,
    by_kind: HashMap<(Validity, String), usize, FixedState>,
    parsed: Parsed,
}

impl Runs {
    pub fn new() -> Runs {
        Runs {
            runs: Vec::new(),
            known: HashMap::with_hasher(FixedState::with_seed(11)),
            wordings: Vec::new(),
            by_text: HashMap::with_hasher(FixedState::with_seed(12)),
            kinds: Vec::new(),
            by_kind: HashMap::with_hasher(FixedState::with_seed(13)),
            parsed: Parsed::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// The run of an input, if there was one.
    pub fn known(&self, input: &Input) -> Option<RunId> {
        self.known_by(key(input), input)
    }

    /// The same, where the hash of the input was computed before.
    pub fn known_by(&self, key: u64, input: &Input) -> Option<RunId> {
        let id = *self.known.get(&key)?;
        (self.runs[id as usize].input == *input).then_some(id)
    }

    /// Keeps what an input, of that hash, did.
    pub fn add(&mut self, key: u64, input: Input, outcome: Outcome) -> RunId {
        self.parsed.read(outcome.text(), outcome.type_name());
        let wording = self.wording(&outcome);
        let id = self.runs.len() as RunId;
        self.known.insert(key, id);
        let slots = self.parsed.slots.as_slice().into();
        self.runs.push(Run { input, outcome, wording, slots });
        id
    }

    fn wording(&mut self, outcome: &Outcome) -> WordingId {
        // Mostly it is that of the run before.
        let last = self.runs.last().map(|run| run.wording).filter(|id| self.is_wording(*id, outcome));
        let kind = match last {
            Some(id) => self.wording_of(id).kind,
            None => self.kind(outcome),
        };
        self.kinds[kind].calls += 1;
        let known = last.or_else(|| {
            let text = self.parsed.wording.clone();
            self.by_text.get(&(outcome.validity(), outcome.type_name().to_string(), text)).copied()
        });
        let id = known.unwrap_or_else(|| self.new_wording(outcome, kind));
        self.wordings[id as usize].calls += 1;
        id
    }

    /// Whether a wording is that of an outcome, which was taken apart.
    fn is_wording(&self, id: WordingId, outcome: &Outcome) -> bool {
        let wording = self.wording_of(id);
        wording.text == self.parsed.wording
            && wording.validity == outcome.validity()
            && wording.type_name == outcome.type_name()
    }

    fn kind(&mut self, outcome: &Outcome) -> usize {
        let key = (outcome.validity(), outcome.type_name().to_string());
        let next = self.kinds.len();
        let kind = *self.by_kind.entry(key).or_insert(next);
        if kind == next {
            self.kinds.push(Kind::default());
        }
        kind
    }

    fn new_wording(&mut self, outcome: &Outcome, kind: usize) -> WordingId {
        let id = self.wordings.len() as WordingId;
        let (validity, type_name) = (outcome.validity(), outcome.type_name().to_string());
        let text = self.parsed.wording.clone();
        self.by_text.insert((validity, type_name.clone(), text.clone()), id);
        self.wordings.push(Wording { validity, type_name, text, calls: 0, kind });
        let known = &mut self.kinds[kind];
        known.wordings += 1;
        if known.free.is_none()
            && known.wordings > MOST_WORDINGS
            && known.calls < known.wordings * CALLS_PER_WORDING
        {
            known.free = Some(id);
        }
        id
    }

    /// How many wordings were met.
    pub fn wordings(&self) -> usize {
        self.wordings.len()
    }

    pub fn run(&self, id: RunId) -> &Run {
        &self.runs[id as usize]
    }

    pub fn wording_of(&self, id: WordingId) -> &Wording {
        &self.wordings[id as usize]
    }

    /// The wording by which a run is told from others: its own, or one for all texts of its type where those are free.
    pub fn told(&self, id: RunId) -> WordingId {
        let own = self.run(id).wording;
        self.kinds[self.wording_of(own).kind].free.unwrap_or(own)
    }

    /// How many validities and types have free texts; it only grows.
    pub fn free_kinds(&self) -> usize {
        self.kinds.iter().filter(|kind| kind.free.is_some()).count()
    }

    /// Whether the wording stands for free text.
    pub fn is_free(&self, wording: WordingId) -> bool {
        self.kinds[self.wording_of(wording).kind].free.is_some()
    }
}

/// The hash of an input.
pub fn key(input: &Input) -> u64 {
    let mut hasher = FixedState::with_seed(10).build_hasher();
    input.iter().for_each(|value| hasher.write(value.type_name().as_bytes()));
    input.hash_reading(&mut hasher);
    hasher.finish()
}
