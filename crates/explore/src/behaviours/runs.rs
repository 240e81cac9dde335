//! What was run: every input with its outcome, taken apart into wording and slots.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use autobva_core::behaviour::{Number, Parsed};
use autobva_core::{Input, Outcome, Validity};
use foldhash::fast::FixedState;

use super::echo;
use super::echoes::Echoes;

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
    /// The wording of all runs that repeat their input in the same way, if it does.
    echo: Option<WordingId>,
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
    /// Whether it stands for runs that differ in what they repeat of the input.
    is_echo: bool,
    /// How many runs repeated nothing, as long as none did; after many of them, nobody looks any more.
    without_echo: Option<u32>,
}

/// So many runs of a wording without an echo show that it has none.
const MOST_WITHOUT: u32 = 16;

impl Wording {
    fn may_be_echo(&self) -> bool {
        self.without_echo.is_none_or(|runs| runs < MOST_WITHOUT)
    }
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
    /// Wordings by the hash of what they are; where two have the same, the second is found behind the first.
    by_text: HashMap<u64, WordingId, FixedState>,
    kinds: Vec<Kind>,
    by_kind: HashMap<(Validity, String), usize, FixedState>,
    echoes: Echoes,
    /// How many kinds have free texts, and how many echoes there are.
    free: usize,
    parsed: Parsed,
    /// The wording that was recognised last.
    last: WordingId,
    /// How many bytes long outputs take that are kept whole.
    long: usize,
}

/// A longer output is long, and so many bytes of them are kept whole; what a person reads or a test expects of a function with long
/// outputs mostly has room there.
const LONG: usize = 4 << 10;
const ROOM: usize = 64 << 20;

impl Runs {
    pub fn new() -> Runs {
        Runs {
            runs: Vec::new(),
            known: HashMap::with_hasher(FixedState::with_seed(11)),
            wordings: Vec::new(),
            by_text: HashMap::with_hasher(FixedState::with_seed(12)),
            kinds: Vec::new(),
            by_kind: HashMap::with_hasher(FixedState::with_seed(13)),
            echoes: Echoes::default(),
            free: 0,
            parsed: Parsed::default(),
            last: 0,
            long: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// The run of an input, if there was one.
    pub fn known(&self, input: &Input) -> Option<RunId> {
        self.known_by(key(input), input)
    }

    /// Whether there was a run of an input, or of one with the same hash: quicker, where it does not matter to be wrong once in
    /// a billion times.
    pub fn may_know(&self, input: &Input) -> bool {
        self.known.contains_key(&key(input))
    }

    /// The run of an input whose hash was computed before.
    pub fn known_by(&self, key: u64, input: &Input) -> Option<RunId> {
        let id = *self.known.get(&key)?;
        (self.runs[id as usize].input == *input).then_some(id)
    }

    /// Keeps what an input, of that hash, did.
    pub fn add(&mut self, key: u64, input: Input, outcome: Outcome) -> RunId {
        self.parsed.read(outcome.text(), outcome.type_name());
        let wording = self.wording(&outcome);
        let echo = self.echo(&input, &outcome, wording);
        self.count(wording, echo.is_some());
        let id = self.runs.len() as RunId;
        self.known.insert(key, id);
        let slots = self.parsed.slots.as_slice().into();
        let length = outcome.text().len();
        self.long += if length > LONG { length } else { 0 };
        let outcome = if length > LONG && self.long > ROOM { outcome.abbreviated() } else { outcome };
        self.runs.push(Run { input, outcome, wording, slots, echo });
        id
    }

    fn wording(&mut self, outcome: &Outcome) -> WordingId {
        // Mostly it is that of the run before.
        let last = self.runs.last().map(|run| run.wording).filter(|id| self.is_wording(*id, outcome));
        let kind = match last {
            Some(id) => self.wording_of(id).kind,
            None => self.kind(outcome),
        };
        let known = last.or_else(|| self.find_wording(outcome).ok());
        known.unwrap_or_else(|| self.new_wording(outcome, kind))
    }

    /// Counts a run of a wording. Wordings whose runs repeat their input are not told apart.
    fn count(&mut self, id: WordingId, is_echo: bool) {
        let wording = &mut self.wordings[id as usize];
        wording.calls += 1;
        let known = &mut self.kinds[wording.kind];
        known.calls += 1;
        known.wordings += u64::from(wording.calls == 1 && !is_echo);
        if known.free.is_none()
            && known.wordings > MOST_WORDINGS
            && known.calls < known.wordings * CALLS_PER_WORDING
        {
            known.free = Some(id);
            self.free += 1;
        }
    }

    /// The wording of an outcome, which was taken apart; the hash by which to keep it if there is none.
    fn find_wording(&self, outcome: &Outcome) -> Result<WordingId, u64> {
        let mut hasher = FixedState::with_seed(12).build_hasher();
        hasher.write_u8(u8::from(outcome.is_valid()));
        hasher.write(outcome.type_name().as_bytes());
        hasher.write(self.parsed.wording.as_bytes());
        let mut hash = hasher.finish();
        while let Some(id) = self.by_text.get(&hash) {
            if self.is_wording(*id, outcome) {
                return Ok(*id);
            }
            hash = hash.wrapping_add(1);
        }
        Err(hash)
    }

    /// The wording by which an outcome that is not kept is told from others, if it was met before; it counts as a call.
    /// Its numbers are [`parsed_slots`](Self::parsed_slots) until the next one is looked at.
    pub fn recognise(&mut self, input: &Input, outcome: &Outcome) -> Option<WordingId> {
        self.parsed.read(outcome.text(), outcome.type_name());
        let last = Some(self.last)
            .filter(|id| (*id as usize) < self.wordings.len() && self.is_wording(*id, outcome));
        let own = last.or_else(|| self.find_wording(outcome).ok());
        if let Some(own) = own {
            self.last = own;
            self.wordings[own as usize].calls += 1;
            self.kinds[self.wordings[own as usize].kind].calls += 1;
        }
        let kind = match own {
            Some(own) => self.wording_of(own).kind,
            None => *self.by_kind.get(&(outcome.validity(), outcome.type_name().to_string()))?,
        };
        let repeats = own.is_none_or(|own| self.wording_of(own).may_be_echo());
        let echo = || repeats.then(|| self.echoes.best(&echo::templates(input, outcome), kind)).flatten();
        self.kinds[kind].free.or_else(echo).or(own)
    }

    /// The numbers of the outcome that was looked at last.
    pub fn parsed_slots(&self) -> &[Number] {
        &self.parsed.slots
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
        if let Err(hash) = self.find_wording(outcome) {
            self.by_text.insert(hash, id);
        }
        let (calls, is_echo, without_echo) = (0, false, Some(0));
        self.wordings.push(Wording { validity, type_name, text, calls, kind, is_echo, without_echo });
        id
    }

    /// The wording of the echo that the outcome of an input is of.
    fn echo(&mut self, input: &Input, outcome: &Outcome, id: WordingId) -> Option<WordingId> {
        let wording = &mut self.wordings[id as usize];
        if !wording.may_be_echo() {
            return None;
        }
        let templates = echo::templates(input, outcome);
        wording.without_echo = wording.without_echo.filter(|_| templates.is_empty()).map(|runs| runs + 1);
        let kind = wording.kind;
        if let Some(at) = self.echoes.credit(&templates, kind, id) {
            self.establish(at, kind);
        }
        self.echoes.best(&templates, kind)
    }

    /// Takes a template for an echo from now on; what was met before is looked at again.
    fn establish(&mut self, at: usize, kind: usize) {
        let id = self.wordings.len() as WordingId;
        let (text, credited) = self.echoes.establish(at, id);
        let Some(first) = self.wordings.iter().find(|wording| wording.kind == kind) else { return };
        let (validity, type_name) = (first.validity, first.type_name.clone());
        let calls = 0;
        self.wordings.push(Wording {
            validity,
            type_name,
            text,
            calls,
            kind,
            is_echo: true,
            without_echo: Some(0),
        });
        for run in self.runs.iter_mut().filter(|run| self.wordings[run.wording as usize].kind == kind) {
            run.echo = self.echoes.best(&echo::templates(&run.input, &run.outcome), kind);
        }
        self.kinds[kind].wordings = self.kinds[kind].wordings.saturating_sub(credited - 1);
        self.free += 1;
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

    /// The wording by which a run is told from others: its own, or one for all that differ in what they repeat of the input, or
    /// for all texts of its type where those are free.
    pub fn told(&self, id: RunId) -> WordingId {
        let run = self.run(id);
        let free = self.kinds[self.wording_of(run.wording).kind].free;
        free.or(run.echo).unwrap_or(run.wording)
    }

    /// How many validities and types have free texts, and how many templates are echoes; it only grows.
    pub fn free_kinds(&self) -> usize {
        self.free
    }

    /// Whether the wording stands for others as well, whose numbers are not its own.
    pub fn is_free(&self, wording: WordingId) -> bool {
        self.wording_of(wording).is_echo || self.kinds[self.wording_of(wording).kind].free.is_some()
    }

    /// What all texts have in common that a wording stands for; nothing if that is their type alone.
    pub fn in_common(&self, wording: WordingId) -> Option<&str> {
        let wording = self.wording_of(wording);
        (wording.is_echo && self.kinds[wording.kind].free.is_none()).then_some(wording.text.as_str())
    }
}

/// The hash of an input.
pub fn key(input: &Input) -> u64 {
    let mut hasher = FixedState::with_seed(10).build_hasher();
    input.iter().for_each(|value| hasher.write(value.type_name().as_bytes()));
    input.hash_reading(&mut hasher);
    hasher.finish()
}
