//! Starting texts: each is run once, and lines are drawn first through those that show something new.

use std::ops::Range;

use autobva_core::{Schema, Validity};

use super::runs::WordingId;
use super::*;

/// The starting texts at each path, the inputs in which they are tried, and the runs through which lines were drafted.
pub struct Roll {
    bases: Vec<Input>,
    texts: HashMap<ValuePath, Vec<Value>>,
    drafted: HashSet<RunId>,
    /// The texts that showed something new.
    telling: HashMap<ValuePath, Vec<Value>>,
}

/// The words that error messages mention.
#[derive(Default)]
pub struct Mentions {
    /// Runs whose messages have words that were not tried yet, and those words.
    waiting: Vec<(RunId, Vec<String>)>,
    tried: HashSet<(ValuePath, String)>,
    /// The wordings that were read: all messages of one wording mention much the same.
    read: HashSet<WordingId>,
}

impl Mentions {
    /// Collects the words of a run's error message, without those that the input contains already.
    pub fn read(&mut self, id: RunId, runs: &Runs) {
        let run = runs.run(id);
        if run.outcome.validity() != Validity::Error || !self.read.insert(runs.told(id)) {
            return;
        }
        let given = run.input.to_string();
        let message = echo::templates(&run.input, &run.outcome).into_iter().next();
        let message = message.as_ref().map_or(run.outcome.text(), |template| &template.text);
        let mut words = dictionary::words(message);
        words.retain(|word| !given.contains(word.as_str()) && !word.contains(echo::ECHO));
        if !words.is_empty() {
            self.waiting.push((id, words));
        }
    }
}

/// Texts that show nothing new come after what follows from others.
pub const UNTOLD: u32 = 3;

/// Without the dictionary, a search starts with its first two texts, which are plain.
const PLAIN_TEXTS: usize = 2;

impl BehaviourSearch {
    /// Runs the first starting texts in every text of the bases.
    pub(super) fn begin_roll(&mut self, bases: Vec<Input>, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut roll =
            Roll { bases, texts: HashMap::new(), drafted: HashSet::new(), telling: HashMap::new() };
        self.call_roll(&mut roll, self.tuning.first_texts, probe)?;
        self.roll = Some(roll);
        Ok(())
    }

    /// Runs the remaining starting texts, once nothing is being squeezed.
    pub(super) fn end_roll(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let is_squeezing = self.active.iter().any(|active| !active.asked.is_empty());
        match self.roll.take_if(|_| !is_squeezing) {
            Some(mut roll) => {
                self.call_roll(&mut roll, usize::MAX, probe)?;
                self.try_hints_inside(&roll, probe)
            }
            None => Ok(()),
        }
    }

    /// Tries hints in place of the first and the last part of texts that showed something new and have several parts:
    /// `a.png` if `a.txt` did.
    fn try_hints_inside(&mut self, roll: &Roll, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let hints: Vec<String> =
            probe.target_hints().texts.iter().take(self.tuning.most_hints_inside).cloned().collect();
        let Some(base) = roll.bases.first() else { return Ok(()) };
        for path in text_paths(base) {
            let telling = roll.telling.get(&path).into_iter().flatten().filter_map(Value::as_text);
            let parted = telling.filter(|text| outer_parts(text).len() > 1).take(self.tuning.most_parted);
            let with = |text: &str, part: &Range<usize>, hint: &str| {
                Value::Text(format!("{}{hint}{}", &text[..part.start], &text[part.end..]).into())
            };
            let texts = parted.flat_map(|text| {
                let parts = outer_parts(text);
                let hinted = hints
                    .iter()
                    .flat_map(|hint| parts.iter().map(|part| with(text, part, hint)).collect::<Vec<_>>());
                hinted.collect::<Vec<_>>()
            });
            let mut known = self.runs.wordings();
            for run in self.try_texts(base, &path, texts.collect(), probe)? {
                let wording = self.runs.told(run) as usize;
                if wording >= known {
                    known = wording + 1;
                    let input = self.runs.run(run).input.clone();
                    self.draft_value(&input, &path, 0);
                }
            }
        }
        Ok(())
    }

    /// Runs up to `most` starting texts in every text of the bases. Texts that show something new get their lines
    /// first. In the further bases only those texts are tried.
    fn call_roll(&mut self, roll: &mut Roll, most: usize, probe: &mut Probe<'_>) -> Result<(), Halt> {
        roll.telling.clear();
        for base in &roll.bases {
            for path in text_paths(base) {
                // A hint may show something new together with other values.
                let as_value = as_value(path.schema(probe.signature()));
                let hinted = || probe.target_hints().texts.iter().map(|text| as_value(text));
                let known = roll.telling.get(&path).filter(|texts| texts.len() > 1);
                let known = known.map(|texts| texts.iter().cloned().chain(hinted()).collect());
                let is_first = known.is_none();
                let texts: Vec<Value> = known.unwrap_or_else(|| {
                    let all = roll.texts.entry(path.clone()).or_insert_with(|| self.texts(&path, probe));
                    all.iter().take(most).cloned().collect()
                });
                let found = self.try_texts(base, &path, texts, probe)?;
                let told = self.draft_found(&path, &found, is_first, &mut roll.drafted, probe);
                if is_first {
                    roll.telling.insert(path, told);
                }
            }
        }
        Ok(())
    }

    /// Drafts lines through the texts that were run at a path, each once. With `all`, texts that show nothing new get
    /// lines as well, later. Returns the texts that showed something new.
    fn draft_found(
        &mut self,
        path: &ValuePath,
        found: &[RunId],
        all: bool,
        drafted: &mut HashSet<RunId>,
        probe: &Probe<'_>,
    ) -> Vec<Value> {
        let common = self.commonest(found);
        let mut seen = HashSet::new();
        let mut telling = Vec::new();
        for run in found {
            let input = self.runs.run(*run).input.clone();
            let Some(text) = path.value(&input).cloned() else { continue };
            let wording = self.runs.told(*run);
            // A hint whose outcome differs from that of most texts deserves a line of its own.
            let is_apart = is_hint(&text, probe)
                && common.as_ref().is_some_and(|common| *common != self.runs.run(*run).outcome);
            let is_new = seen.insert(wording) && seen.len() <= self.tuning.most_telling;
            let is_named = path.is_whole() && probe.hints(path.argument()).any(|named| *named == text);
            let is_telling = is_new || is_apart || is_named;
            if (is_telling || all) && drafted.insert(*run) {
                let later = if self.arguments == 1 { UNTOLD } else { 2 };
                self.draft_value(&input, path, if is_telling { 0 } else { later });
                if is_telling {
                    self.draft_closely(&input, path, probe);
                }
                // What a hint leads to may depend on others elsewhere.
                if is_apart {
                    self.draft_hints(&input, hints::FEW, Some(path), probe);
                }
            }
            if is_telling {
                telling.push(text);
            }
        }
        telling
    }

    /// The most frequent outcome of some runs, if it occurs more than once; the first of several such.
    fn commonest(&self, found: &[RunId]) -> Option<Outcome> {
        let outcome = |run: &RunId| &self.runs.run(*run).outcome;
        let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
        for outcome in found.iter().map(outcome) {
            *counts.entry((outcome.type_name(), outcome.text())).or_default() += 1;
        }
        let count = |run: &&RunId| counts[&(outcome(run).type_name(), outcome(run).text())];
        found.iter().rev().max_by_key(count).filter(|run| count(run) > 1).map(|run| outcome(run).clone())
    }

    /// The starting texts at a path; values that the user named come first.
    fn texts(&self, path: &ValuePath, probe: &mut Probe<'_>) -> Vec<Value> {
        let named = probe.hints(path.argument()).filter(|_| path.is_whole()).cloned();
        let mut texts: Vec<Value> = named.collect();
        let schema = path.schema(probe.signature());
        let as_value = as_value(schema);
        let schema = schema.and_then(Schema::as_text);
        if schema.is_some_and(|schema| schema.pattern().is_some()) {
            texts.extend((0..self.tuning.pattern_texts).filter_map(|_| {
                let mut drawn = Input::default();
                probe.sample(&mut drawn);
                path.value(&drawn).cloned()
            }));
            return texts;
        }
        // Plain texts come before those that only this target knows: if both show the same, the plain one is reported.
        let known = if self.tuning.has_dictionary { usize::MAX } else { PLAIN_TEXTS };
        let hints = probe.target_hints().texts.iter().map(String::as_str);
        texts.extend(dictionary::TEXTS.into_iter().take(known).chain(hints).map(&as_value));
        let lengths = probe.target_hints().numbers.iter().filter_map(|number| number.parse::<usize>().ok());
        let lengths = lengths
            .filter(|length| (2..=self.tuning.longest_hinted).contains(length))
            .take(self.tuning.most_hinted_lengths);
        texts.extend(lengths.flat_map(|length| ["0", "a"].map(|c| as_value(&c.repeat(length)))));
        texts
    }

    /// Runs a base with each of some texts at a path, and returns the runs in order.
    fn try_texts(
        &mut self,
        base: &Input,
        path: &ValuePath,
        texts: Vec<Value>,
        probe: &mut Probe<'_>,
    ) -> Result<Vec<RunId>, Halt> {
        let mut queue = Queue::new();
        let mut places = Vec::new();
        for input in texts.iter().filter_map(|text| bases::with_start(base, path, text, probe)) {
            let key = runs::key(&input);
            match self.runs.known_by(key, &input) {
                Some(run) => places.push(Err(run)),
                None => places.push(Ok(queue.add(key, input))),
            }
        }
        let ids = self.run_queue(queue, probe)?;
        let found = places.into_iter().filter_map(|place| match place {
            Ok(at) => ids[at],
            Err(run) => Some(run),
        });
        Ok(found.collect())
    }

    /// Tries the words of error messages in place of the texts that caused them, and drafts lines through new outcomes.
    pub(super) fn try_mentions(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let most = self.budget.map_or(self.tuning.most_mentioned, |calls| {
            self.tuning.most_mentioned.min((calls / self.tuning.mentioned_share) as usize)
        });
        for (run, words) in std::mem::take(&mut self.mentions.waiting) {
            let base = self.runs.run(run).input.clone();
            for path in text_paths(&base) {
                let as_value = as_value(path.schema(probe.signature()));
                let mut words = words.clone();
                words.truncate(most.saturating_sub(self.mentions.tried.len()));
                words.retain(|word| self.mentions.tried.insert((path.clone(), word.clone())));
                let mut known = self.runs.wordings();
                let texts = words.iter().map(|word| as_value(word)).collect();
                for run in self.try_texts(&base, &path, texts, probe)? {
                    let wording = self.runs.told(run) as usize;
                    if wording >= known {
                        known = wording + 1;
                        let input = self.runs.run(run).input.clone();
                        self.draft_value(&input, &path, 0);
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes the sides of a crossing that show a behaviour for the first time.
    pub(super) fn note_behaviours(&mut self, crossing: &Crossing, probe: &Probe<'_>) {
        for run in [crossing.left, crossing.right] {
            if !self.rolled.insert(self.runs.told(run)) {
                continue;
            }
            if self.rolled.len() <= self.tuning.most_rolls {
                self.to_roll.push(run);
            }
            let input = self.runs.run(run).input.clone();
            self.draft_closely(&input, &crossing.axis.path, probe);
        }
    }

    /// Tries the starting texts in inputs with a new behaviour: another value may have hidden what they show.
    pub(super) fn roll_again(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        for run in std::mem::take(&mut self.to_roll) {
            let base = self.runs.run(run).input.clone();
            // If the text is the only argument, all starting texts were tried before.
            let is_alone = self.arguments == 1;
            let paths = text_paths(&base).into_iter().filter(|path| !is_alone || !path.is_whole());
            for path in paths.take(self.tuning.most_rolled_paths) {
                let texts = self.texts(&path, probe);
                let found = self.try_texts(&base, &path, texts, probe)?;
                self.draft_found(&path, &found, false, &mut HashSet::new(), probe);
            }
        }
        Ok(())
    }

    /// Drafts tracks along every value of a base, except one, at the places that the first `most` of the target's hints name.
    pub(super) fn draft_hints(
        &mut self,
        base: &Input,
        most: usize,
        except: Option<&ValuePath>,
        probe: &Probe<'_>,
    ) {
        let hints = probe.target_hints();
        let paths = (0..self.arguments).flat_map(|argument| ValuePath::inside(base, argument));
        for path in paths.filter(|path| Some(path) != except) {
            let Some(value) = path.value(base) else { continue };
            for motion in Motion::all(value) {
                let extra = hints::places(hints, most, motion, value);
                if !extra.is_empty() {
                    let axis = Axis { path: path.clone(), motion };
                    self.drafts.add(0, Draft { axis, base: base.clone(), look: None, extra });
                }
            }
        }
    }
}

fn is_hint(text: &Value, probe: &Probe<'_>) -> bool {
    let hints = &probe.target_hints().texts;
    match text {
        Value::Text(text) => hints.iter().any(|hint| **hint == **text),
        Value::Bytes(bytes) => hints.iter().any(|hint| as_bytes(hint) == **bytes),
        _ => false,
    }
}

/// Makes the value of a schema, a text or bytes, that a starting text stands for.
fn as_value(schema: Option<&Schema>) -> fn(&str) -> Value {
    match schema {
        Some(Schema::Bytes(_)) => |text| Value::Bytes(as_bytes(text).into()),
        _ => |text| Value::Text(text.into()),
    }
}

/// A byte for each character, as hints write bytes; UTF-8 if there are other characters.
fn as_bytes(text: &str) -> Vec<u8> {
    let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    bytes.unwrap_or_else(|_| text.as_bytes().to_vec())
}

/// The first and the last part of a text, where parts consist of letters and digits; only one if there is just one.
fn outer_parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        match parts.last_mut().filter(|part| part.end == at) {
            Some(part) => part.end += c.len_utf8(),
            None => parts.push(at..at + c.len_utf8()),
        }
    }
    let last = parts.pop();
    parts.into_iter().take(1).chain(last).collect()
}

/// The paths to the texts and bytes of an input.
pub(super) fn text_paths(input: &Input) -> Vec<ValuePath> {
    let all = (0..input.len()).flat_map(|argument| ValuePath::inside(input, argument));
    all.filter(|path| matches!(path.value(input), Some(Value::Text(_) | Value::Bytes(_)))).collect()
}
