//! All runs: every input with its outcome, which is split into wording and slots.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use autobva_core::behaviour::{Mark, Number, Parsed};
use autobva_core::{Input, Outcome, Validity};
use foldhash::fast::FixedState;

use super::choices::{Choices, Chosen};
use super::echo;
use super::echoes::Echoes;
pub use super::keys::{LineKeys, key};

/// The index of a run.
pub type RunId = u32;
/// The index of a wording.
pub type WordingId = u32;

/// An input, its outcome, and the outcome's wording and numbers.
#[derive(Debug)]
pub struct Run {
    pub input: Input,
    pub outcome: Outcome,
    pub wording: WordingId,
    pub slots: Box<[Number]>,
    /// The wording that stands for all runs that repeat their input in the same way, if this run does.
    echo: Option<WordingId>,
    /// The wording that stands for its result alone, as long as there are few results.
    result: Option<WordingId>,
    /// The wording that stands for the argument or the constant that its number is, as long as each number is one.
    choice: Option<WordingId>,
}

/// Validity, type, and text without its variable parts.
#[derive(Debug, Clone)]
pub struct Wording {
    pub validity: Validity,
    pub type_name: String,
    pub text: String,
    /// How many runs had it.
    pub calls: u64,
    kind: usize,
    /// Whether it stands for runs that differ only in what they repeat of the input.
    is_echo: bool,
    /// Whether it stays apart although other texts of its type are free: the same answer to many inputs.
    is_named: bool,
    /// The number of runs that repeated nothing of their input, as long as echoes are checked for.
    without_echo: u32,
    /// The wordings that stand for its results, as long as there are few: their numbers are names rather than amounts.
    results: Option<Vec<(Box<[Number]>, WordingId)>>,
    /// The wording of which this is a result or a choice.
    pub result_of: Option<WordingId>,
    /// What its numbers are, as long as each is an argument or one of a few constants.
    choices: Option<Choices>,
    /// Which of these it stands for.
    pub chosen: Option<Chosen>,
}

/// Up to 8 results of one wording are told apart.
const MOST_RESULTS: usize = 8;
/// Results of more than 2 types are data, and their numbers no names.
const MOST_TYPES: usize = 2;

/// A wording that 3 runs have without repeating anything of their input is a constant: where it seems to repeat an input,
/// that is chance.
const MOST_WITHOUT: u32 = 3;

impl Wording {
    fn may_be_echo(&self) -> bool {
        self.without_echo < MOST_WITHOUT
    }

    /// The wording that stands for a result alone, if the result is known.
    fn result(&self, numbers: &[Number]) -> Option<WordingId> {
        let is_same = |known: &[Number]| known.iter().zip(numbers).all(|(a, b)| a.same(b));
        self.results.as_ref()?.iter().find(|(known, _)| is_same(known)).map(|(_, id)| *id)
    }
}

/// The outcomes of one validity and type.
#[derive(Debug, Default)]
struct Kind {
    wordings: u64,
    rare: u64,
    /// The wording that stands for all of them, once they are too many to be told apart.
    free: Option<WordingId>,
    /// How many of them have names nevertheless.
    named: usize,
}

/// A type is free text if more than 30 of its wordings, and more than half, are rare: had by fewer than 6 runs. What most runs have
/// says nothing about it, since a search returns to the same few outcomes again and again.
const MOST_WORDINGS: u64 = 30;
const RARE: u64 = 6;
/// Beside free texts, up to 8 answers that at least 64 runs had, and that repeat nothing of their inputs, have names.
const MOST_NAMED: usize = 8;
const LEAST_NAMED: u64 = 64;

/// All runs, by number and by input.
pub struct Runs {
    runs: Vec<Run>,
    known: HashMap<u64, RunId, FixedState>,
    wordings: Vec<Wording>,
    /// Wordings by hash; of two wordings with the same hash, the second is stored under the next free hash.
    by_text: HashMap<u64, WordingId, FixedState>,
    kinds: Vec<Kind>,
    by_kind: HashMap<(Validity, String), usize, FixedState>,
    echoes: Echoes,
    /// How often runs began to count as other wordings than before.
    free: usize,
    parsed: Parsed,
    /// The outcome that `parsed` is of, if its text is short and no number.
    read: Option<Outcome>,
    /// The wording that `recognise` found last.
    last: WordingId,
    /// The total size of the long outputs that were seen, in bytes.
    long: usize,
    /// Whether a few results that differ in their numbers are told apart like words.
    tells_results: bool,
}

/// An outcome of up to 64 bytes is remembered until the next one.
const REMEMBERED: usize = 64;

/// An output of more than 4 KiB is long. Up to 64 MiB of long outputs are kept whole, and later ones are abbreviated;
/// that is mostly enough for what a person reads or a test expects.
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
            read: None,
            last: 0,
            long: 0,
            tells_results: false,
        }
    }

    /// From now on, a few results that differ in their numbers are told apart like words. That suits texts, lists and
    /// moments: along a single number the course of the results says more.
    pub fn tell_results(&mut self) {
        self.tells_results = true;
    }

    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// How many outcomes may be in memory at once besides those that are kept: as many as have the size of these.
    pub fn at_once(&self, most: usize) -> usize {
        let length = (self.long / self.runs.len().max(1)).max(1);
        (ROOM / length).clamp(1, most)
    }

    /// The run of an input, if it was run.
    pub fn known(&self, input: &Input) -> Option<RunId> {
        self.known_by(key(input), input)
    }

    /// Whether an input with this hash was run. This is quicker than `known`, for callers that can afford to be wrong once
    /// in a billion times.
    pub fn may_know(&self, key: u64) -> bool {
        self.known.contains_key(&key)
    }

    /// The run of an input whose hash is known.
    pub fn known_by(&self, key: u64, input: &Input) -> Option<RunId> {
        let id = *self.known.get(&key)?;
        (self.runs[id as usize].input == *input).then_some(id)
    }

    /// Stores the outcome of an input whose hash is `key`.
    pub fn add(&mut self, key: u64, input: Input, outcome: Outcome) -> RunId {
        self.parse(&outcome);
        let wording = self.wording(&input, &outcome);
        let echo = self.echo(&input, &outcome, wording);
        self.count(wording, echo.is_some(), &input);
        let id = self.runs.len() as RunId;
        self.known.insert(key, id);
        let result = self.result(wording);
        let choice = self.choice(&input, wording);
        let slots = self.parsed.slots.as_slice().into();
        let length = outcome.text().len();
        self.long += if length > LONG { length } else { 0 };
        let outcome = if length > LONG && self.long > ROOM { outcome.abbreviated() } else { outcome };
        self.runs.push(Run { input, outcome, wording, slots, echo, result, choice });
        id
    }

    /// Splits an outcome into wording and numbers. Consecutive outcomes are often the same, and are split once,
    /// unless they are numbers, which are read faster than they are compared and copied.
    fn parse(&mut self, outcome: &Outcome) {
        if self.read.as_ref() == Some(outcome) {
            return;
        }
        self.parsed.read(outcome.text(), outcome.type_name());
        let is_kept = outcome.text().len() <= REMEMBERED && !self.parsed.is_number();
        match &mut self.read {
            Some(read) if is_kept => read.clone_from(outcome),
            read => *read = is_kept.then(|| outcome.clone()),
        }
    }

    fn wording(&mut self, input: &Input, outcome: &Outcome) -> WordingId {
        // Usually it is the wording of the previous run.
        let last = self.runs.last().map(|run| run.wording).filter(|id| self.is_wording(*id, outcome));
        let kind = match last {
            Some(id) => self.wording_of(id).kind,
            None => self.kind(outcome),
        };
        let known = last.or_else(|| self.find_wording(outcome).ok());
        known.unwrap_or_else(|| self.new_wording(input, outcome, kind))
    }

    fn count_call(&mut self, id: WordingId) {
        let wording = &mut self.wordings[id as usize];
        wording.calls += 1;
        let known = &mut self.kinds[wording.kind];
        known.rare = known.rare.saturating_sub(u64::from(wording.calls == RARE));
    }

    /// Counts a run of a wording, and declares its kind free text if it has too many wordings. Echoes do not count as
    /// wordings.
    fn count(&mut self, id: WordingId, is_echo: bool, input: &Input) {
        self.count_call(id);
        let wording = &mut self.wordings[id as usize];
        let known = &mut self.kinds[wording.kind];
        known.wordings += u64::from(wording.calls == 1 && !is_echo);
        known.rare += u64::from(wording.calls == 1 && !is_echo);
        if known.free.is_none() && known.rare > MOST_WORDINGS && 2 * known.rare > known.wordings {
            known.free = Some(id);
            self.free += 1;
        }
        let is_constant = |wording: &Wording| {
            let mut words =
                wording.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let repeats = |word: &str| input.iter().any(|value| value.to_string().contains(word));
            let is_word = wording.text.chars().any(char::is_alphanumeric);
            is_word && !wording.text.chars().any(|c| Mark::of(c).is_some()) && !words.any(repeats)
        };
        let is_new = wording.calls >= LEAST_NAMED
            && !wording.is_named
            && !wording.may_be_echo()
            && known.free.is_some()
            && is_constant(wording);
        if is_new && known.named < MOST_NAMED && known.free.is_some_and(|free| free != id) {
            wording.is_named = true;
            known.named += 1;
            self.free += 1;
        }
    }

    /// The wording that stands for all texts of the type of another one, unless that one has a name.
    fn free_for(&self, wording: &Wording) -> Option<WordingId> {
        self.kinds[wording.kind].free.filter(|_| !wording.is_named)
    }

    /// The wording of the outcome that was just parsed, or the hash under which to store it if it is new.
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

    /// The wording that an outcome counts as, if it was seen before; the outcome is counted but not stored. Its numbers
    /// are in [`parsed_slots`](Self::parsed_slots) until the next outcome is parsed.
    pub fn recognise(&mut self, input: &Input, outcome: &Outcome) -> Option<WordingId> {
        self.parse(outcome);
        let last = Some(self.last)
            .filter(|id| (*id as usize) < self.wordings.len() && self.is_wording(*id, outcome));
        let own = last.or_else(|| self.find_wording(outcome).ok());
        if let Some(own) = own {
            self.last = own;
            self.count_call(own);
        }
        let kind = match own {
            Some(own) => self.wording_of(own).kind,
            None => *self.by_kind.get(&(outcome.validity(), outcome.type_name().to_string()))?,
        };
        let repeats = own.is_none_or(|own| self.wording_of(own).may_be_echo());
        let is_named = own.is_some_and(|own| self.wording_of(own).is_named);
        let echo = || repeats.then(|| self.echoes.best(&echo::templates(input, outcome), kind)).flatten();
        let own = || match self.wording_of(own?) {
            known if known.results.is_some() => known.result(&self.parsed.slots),
            known => match known.choices.as_ref().filter(|choices| choices.are_told()) {
                Some(choices) => choices.wording(input, self.parsed.slots[0]),
                None => own,
            },
        };
        self.kinds[kind].free.filter(|_| !is_named).or_else(echo).or_else(own)
    }

    /// The numbers of the outcome that was parsed last.
    pub fn parsed_slots(&self) -> &[Number] {
        &self.parsed.slots
    }

    /// Whether the outcome that was just parsed has this wording.
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
            let valid = self.by_kind.keys().filter(|(validity, _)| *validity == Validity::Valid).count();
            if self.tells_results && valid > MOST_TYPES {
                self.tells_results = false;
                self.wordings.iter_mut().for_each(|wording| wording.results = None);
                self.free += 1;
            }
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
        // The numbers in a message are amounts or positions.
        let are_told = self.tells_results && outcome.is_valid() && !self.parsed.slots.is_empty();
        let results = are_told.then(Vec::new);
        let is_one = outcome.is_valid() && !are_told && self.parsed.slots.len() == 1;
        let choices = Some(input).filter(|_| is_one).and_then(Choices::of);
        let (calls, is_echo, without_echo) = (0, false, 0);
        self.wordings.push(Wording {
            validity,
            type_name,
            text,
            calls,
            kind,
            is_echo,
            is_named: false,
            without_echo,
            results,
            result_of: None,
            choices,
            chosen: None,
        });
        id
    }

    /// The wording that stands for the result that was just parsed, as long as its wording has few results.
    fn result(&mut self, id: WordingId) -> Option<WordingId> {
        let next = self.wordings.len() as WordingId;
        let wording = &mut self.wordings[id as usize];
        let known = wording.result(&self.parsed.slots);
        let results = wording.results.as_mut()?;
        let result = match known {
            Some(known) => known,
            None if results.len() < MOST_RESULTS => {
                results.push((self.parsed.slots.as_slice().into(), next));
                let one = Wording { calls: 0, results: None, result_of: Some(id), ..wording.clone() };
                self.wordings.push(one);
                next
            }
            None => {
                wording.results = None;
                self.free += 1;
                return None;
            }
        };
        self.wordings[result as usize].calls += 1;
        Some(result)
    }

    /// The wording that stands for what the number that was just parsed is, as long as every number of its wording is an argument
    /// or one of a few constants.
    fn choice(&mut self, input: &Input, id: WordingId) -> Option<WordingId> {
        let wording = &mut self.wordings[id as usize];
        let (choices, number) = (wording.choices.as_mut()?, *self.parsed.slots.first()?);
        if !choices.note(input, number) {
            self.free += usize::from(choices.are_told());
            wording.choices = None;
            return None;
        }
        let new = choices.untold(wording.calls);
        if !new.is_empty() {
            self.tell_choices(id, new);
        }
        self.wordings[id as usize].choices.as_ref()?.wording(input, number)
    }

    /// Makes wordings stand for choices, and assigns the earlier runs to them.
    fn tell_choices(&mut self, id: WordingId, new: Vec<Chosen>) {
        let Some(mut choices) = self.wordings[id as usize].choices.take() else { return };
        for chosen in new {
            choices.tell(chosen, self.wordings.len() as WordingId);
            let one =
                Wording { result_of: Some(id), chosen: Some(chosen), ..self.wordings[id as usize].clone() };
            self.wordings.push(one);
        }
        for run in self.runs.iter_mut().filter(|run| run.wording == id) {
            run.choice = choices.wording(&run.input, run.slots[0]);
        }
        self.wordings[id as usize].choices = Some(choices);
        self.free += 1;
    }

    /// The wording of the echo that an outcome belongs to, if any.
    fn echo(&mut self, input: &Input, outcome: &Outcome, id: WordingId) -> Option<WordingId> {
        let wording = &mut self.wordings[id as usize];
        if !wording.may_be_echo() {
            return None;
        }
        let templates = echo::templates(input, outcome);
        wording.without_echo += u32::from(templates.is_empty());
        if !wording.may_be_echo() {
            // Runs that were taken for echoes so far count as the constant from now on.
            self.free += usize::from(self.echoes.are_known());
            return None;
        }
        let kind = wording.kind;
        if let Some(at) = self.echoes.credit(&templates, kind, id) {
            self.establish(at, kind);
        }
        self.echoes.best(&templates, kind)
    }

    /// Makes a template an echo, and assigns the earlier runs to it.
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
            is_named: false,
            without_echo: 0,
            results: None,
            result_of: None,
            choices: None,
            chosen: None,
        });
        for run in self.runs.iter_mut().filter(|run| self.wordings[run.wording as usize].kind == kind) {
            run.echo = self.echoes.best(&echo::templates(&run.input, &run.outcome), kind);
        }
        let known = &mut self.kinds[kind];
        known.wordings = known.wordings.saturating_sub(credited - 1);
        known.rare = known.rare.saturating_sub(credited - 1);
        self.free += 1;
    }

    /// How many wordings there are.
    pub fn wordings(&self) -> usize {
        self.wordings.len()
    }

    pub fn run(&self, id: RunId) -> &Run {
        &self.runs[id as usize]
    }

    pub fn wording_of(&self, id: WordingId) -> &Wording {
        &self.wordings[id as usize]
    }

    /// The wording that a run counts as: its own, or the one that stands for all runs that repeat their input alike, or
    /// the one for all texts of its type if these are free.
    pub fn told(&self, id: RunId) -> WordingId {
        let run = self.run(id);
        let own = self.wording_of(run.wording);
        let echo = run.echo.filter(|_| own.may_be_echo());
        let result = run.result.filter(|_| own.results.is_some());
        let choice = run.choice.filter(|_| own.choices.is_some());
        self.free_for(own).or(echo).or(result).or(choice).unwrap_or(run.wording)
    }

    /// How many kinds have free texts, plus how many templates are echoes, plus how many wordings have too many results to be
    /// told apart. The number only grows, so a change of it
    /// shows that runs count as other wordings than before.
    pub fn free_kinds(&self) -> usize {
        self.free
    }

    /// Whether the numbers of some runs are one choice, such as an argument that is equal to another one in the first of them.
    pub fn are_one_choice(&self, runs: &[RunId]) -> bool {
        let Some(first) = runs.first().map(|run| self.run(*run)) else { return false };
        let Some(choices) = &self.wording_of(first.wording).choices else { return false };
        let is_of = |run: &RunId| self.run(*run).wording == first.wording;
        choices.have_in_common(runs.iter().filter(|run| is_of(run)).map(|run| {
            let run = self.run(*run);
            (&run.input, run.slots[0])
        }))
    }

    /// Whether the wording stands for several texts, whose numbers are not comparable.
    pub fn is_free(&self, wording: WordingId) -> bool {
        let known = self.wording_of(wording);
        known.is_echo || self.free_for(known).is_some()
    }

    /// A number for the validity and type of a wording.
    pub fn kind_of(&self, wording: WordingId) -> usize {
        self.wording_of(wording).kind
    }

    /// What the texts that a wording stands for have in common; `None` if that is only their type.
    pub fn in_common(&self, wording: WordingId) -> Option<&str> {
        let wording = self.wording_of(wording);
        (wording.is_echo && self.kinds[wording.kind].free.is_none()).then_some(wording.text.as_str())
    }
}

/// An outcome to keep, out of a buffer that the next calls write into: a copy takes no more room than it needs, except that
/// a long text is not copied.
pub fn kept(buffer: &mut Outcome) -> Outcome {
    if buffer.text().len() > LONG { std::mem::take(buffer) } else { buffer.clone() }
}

#[cfg(test)]
mod tests {
    use autobva_core::Signature;

    use super::*;

    #[test]
    fn fewer_long_outcomes_are_in_memory_at_once() {
        let signature = Signature::parse(["n:int"]).unwrap();
        let mut runs = Runs::new();
        assert_eq!(runs.at_once(2048), 2048);
        for n in 0..8 {
            let input = signature.read(&[&n.to_string()], None).unwrap();
            runs.add(key(&input), input, Outcome::valid("str", "a".repeat(1 << 20)));
        }
        assert_eq!(runs.at_once(2048), 64);
    }
}
