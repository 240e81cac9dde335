//! What was run: every input with its outcome, taken apart into wording and slots.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use autobva_core::behaviour::{Number, Parsed};
use autobva_core::{Input, Outcome, Validity};
use foldhash::fast::FixedState;

use super::echo;

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
    template: Option<usize>,
}

/// Wordings that differ in what they repeat of the input.
#[derive(Debug)]
struct Template {
    text: String,
    wordings: u64,
    /// The first of them, which stands for all once they are known to differ in nothing else.
    first: WordingId,
}

/// So many different wordings show that a part of them is an echo.
const LEAST_ECHOES: u64 = 3;

impl Template {
    fn is_echo(&self) -> bool {
        self.wordings >= LEAST_ECHOES
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
    templates: Vec<Template>,
    /// How many kinds have free texts, and how many templates are echoes.
    free: usize,
    by_template: HashMap<(usize, String), usize, FixedState>,
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
            templates: Vec::new(),
            free: 0,
            by_template: HashMap::with_hasher(FixedState::with_seed(14)),
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
        let wording = self.wording(&input, &outcome);
        let id = self.runs.len() as RunId;
        self.known.insert(key, id);
        let slots = self.parsed.slots.as_slice().into();
        let length = outcome.text().len();
        self.long += if length > LONG { length } else { 0 };
        let outcome = if length > LONG && self.long > ROOM { outcome.abbreviated() } else { outcome };
        self.runs.push(Run { input, outcome, wording, slots });
        id
    }

    fn wording(&mut self, input: &Input, outcome: &Outcome) -> WordingId {
        // Mostly it is that of the run before.
        let last = self.runs.last().map(|run| run.wording).filter(|id| self.is_wording(*id, outcome));
        let kind = match last {
            Some(id) => self.wording_of(id).kind,
            None => self.kind(outcome),
        };
        self.kinds[kind].calls += 1;
        let known = last.or_else(|| self.find_wording(outcome).ok());
        let id = known.unwrap_or_else(|| self.new_wording(input, outcome, kind));
        self.wordings[id as usize].calls += 1;
        id
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
            return Some(self.told_as(own));
        }
        let kind = *self.by_kind.get(&(outcome.validity(), outcome.type_name().to_string()))?;
        self.kinds[kind].free.or_else(|| {
            let text = echo::template(input, outcome)?;
            let template = &self.templates[*self.by_template.get(&(kind, text))?];
            template.is_echo().then_some(template.first)
        })
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

    fn new_wording(&mut self, input: &Input, outcome: &Outcome, kind: usize) -> WordingId {
        let id = self.wordings.len() as WordingId;
        let (validity, type_name) = (outcome.validity(), outcome.type_name().to_string());
        let text = self.parsed.wording.clone();
        if let Err(hash) = self.find_wording(outcome) {
            self.by_text.insert(hash, id);
        }
        let template = echo::template(input, outcome).map(|text| self.template(kind, text, id));
        let echoes = template.map(|at| self.templates[at].wordings);
        self.free += usize::from(echoes == Some(LEAST_ECHOES));
        let more = match echoes {
            Some(LEAST_ECHOES) => 2 - LEAST_ECHOES as i64,
            Some(LEAST_ECHOES..) => 0,
            Some(_) | None => 1,
        };
        self.wordings.push(Wording { validity, type_name, text, calls: 0, kind, template });
        let known = &mut self.kinds[kind];
        // All wordings of an echo are one.
        known.wordings = known.wordings.saturating_add_signed(more);
        if known.free.is_none()
            && known.wordings > MOST_WORDINGS
            && known.calls < known.wordings * CALLS_PER_WORDING
        {
            known.free = Some(id);
            self.free += 1;
        }
        id
    }

    /// The template of a kind and text, which a wording belongs to.
    fn template(&mut self, kind: usize, text: String, first: WordingId) -> usize {
        let next = self.templates.len();
        let at = *self.by_template.entry((kind, text.clone())).or_insert(next);
        if at == next {
            self.templates.push(Template { text, wordings: 0, first });
        }
        self.templates[at].wordings += 1;
        at
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
        self.told_as(self.run(id).wording)
    }

    fn told_as(&self, own: WordingId) -> WordingId {
        let free = self.kinds[self.wording_of(own).kind].free;
        free.or_else(|| self.echo(own).map(|echo| echo.first)).unwrap_or(own)
    }

    fn echo(&self, wording: WordingId) -> Option<&Template> {
        self.wording_of(wording).template.map(|at| &self.templates[at]).filter(|template| template.is_echo())
    }

    /// How many validities and types have free texts, and how many templates are echoes; it only grows.
    pub fn free_kinds(&self) -> usize {
        self.free
    }

    /// Whether the wording stands for others as well, whose numbers are not its own.
    pub fn is_free(&self, wording: WordingId) -> bool {
        self.kinds[self.wording_of(wording).kind].free.is_some() || self.echo(wording).is_some()
    }

    /// What all texts have in common that a wording stands for; nothing if that is their type alone.
    pub fn in_common(&self, wording: WordingId) -> Option<&str> {
        let is_free = self.kinds[self.wording_of(wording).kind].free.is_some();
        self.echo(wording).filter(|_| !is_free).map(|echo| echo.text.as_str())
    }
}

/// The hash of an input.
pub fn key(input: &Input) -> u64 {
    let mut hasher = FixedState::with_seed(10).build_hasher();
    input.iter().for_each(|value| hasher.write(value.type_name().as_bytes()));
    input.hash_reading(&mut hasher);
    hasher.finish()
}
