//! Kinds of behaviour, and how much attention each has received.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use autobva_core::digits::{fold, fold_numbers};
use autobva_core::{Direction, Input, Outcome};
use foldhash::fast::FixedState;
use rand::RngExt;

use super::gap::Gap;
use crate::samplers::Random;

/// A kind of outcome: validity, type, and the text with every run of digits taken as one; quotations in error messages
/// are left out. It is coarse on purpose: it decides where to look next, while the quantifier decides what a boundary is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomeKind(u64);

/// An outcome with its precomputed kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Sighting {
    /// What the target did.
    pub outcome: Outcome,
    kind: OutcomeKind,
    /// The kind in more detail: with the number of digits and the quotations.
    fine: OutcomeKind,
}

impl Sighting {
    /// The outcome with its kind.
    pub fn new(outcome: Outcome) -> Sighting {
        let (kind, fine) = (OutcomeKind(hash(&outcome, true)), OutcomeKind(hash(&outcome, false)));
        Sighting { outcome, kind, fine }
    }
}

fn hash(outcome: &Outcome, coarse: bool) -> u64 {
    let mut hasher = FixedState::with_seed(3).build_hasher();
    hasher.write_u8(u8::from(outcome.is_valid()));
    hasher.write(outcome.type_name().as_bytes());
    let text = outcome.text().as_bytes();
    match (coarse, outcome.is_valid()) {
        (false, _) => text.iter().for_each(|byte| hasher.write_u8(fold(*byte))),
        (true, true) => fold_numbers(text.iter().copied(), b'0').for_each(|byte| hasher.write_u8(byte)),
        (true, false) => fold_numbers(unquoted(text), b'0').for_each(|byte| hasher.write_u8(byte)),
    }
    hasher.finish()
}

/// The bytes of a text without quotations.
fn unquoted(text: &[u8]) -> impl Iterator<Item = u8> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let byte = *text.get(at)?;
        at += quotation(&text[..at], &text[at..]);
        Some(byte)
    })
}

/// How many bytes to advance in an error message: a quotation is skipped, because it usually repeats the input. A quote
/// within a word is an apostrophe.
fn quotation(before: &[u8], text: &[u8]) -> usize {
    let opens =
        matches!(text[0], b'\'' | b'"' | b'`') && !before.last().is_some_and(u8::is_ascii_alphanumeric);
    let closes = |rest: &[u8]| rest.iter().rposition(|byte| *byte == text[0]);
    if opens && let Some(length) = closes(&text[1..]) { length + 1 } else { 1 }
}

/// A kind of change: the kinds on either side, and the direction along which it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Change(Direction, u64);

/// How much attention a kind of change has received.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// Calls spent on squeezing such changes.
    pub calls: u32,
    /// How many such boundaries were found.
    pub found: u32,
}

/// Beyond 65,536 kinds, no further ones are distinguished: a target with so many is chaotic.
const MOST_KINDS: usize = 65_536;
/// Examples are kept for at most 512 behaviours, and up to 6 for each.
const MOST_BEHAVIOURS: usize = 512;
const EXAMPLES: usize = 6;
/// A call spent between two errors counts 4 times: there is much to find there, but testers ask for the limits of what
/// is valid.
const AMONG_ERRORS: u32 = 4;
/// A line that starts from an error counts 16 times.
const FROM_ERROR: u32 = 16;

/// Everything that was seen so far.
#[derive(Debug)]
pub struct Novelty {
    coarse: HashMap<Change, Tally, FixedState>,
    fine: HashMap<Change, u32, FixedState>,
    behaviours: Vec<Behaviour>,
    index: HashMap<OutcomeKind, usize, FixedState>,
}

/// A kind of outcome with some inputs that cause it.
#[derive(Debug)]
struct Behaviour {
    examples: Vec<Input>,
    is_valid: bool,
    seen: u32,
    lines: u32,
}

impl Novelty {
    /// Nothing seen yet.
    pub fn new() -> Novelty {
        let state = FixedState::with_seed(0);
        Novelty {
            coarse: HashMap::with_hasher(state.clone()),
            fine: HashMap::with_hasher(state.clone()),
            behaviours: Vec::new(),
            index: HashMap::with_hasher(state),
        }
    }

    /// Records an outcome with its input.
    pub fn see(&mut self, input: &Input, sighting: &Sighting, random: &mut Random) {
        let kind = sighting.kind;
        let Some(&at) = self.index.get(&kind) else {
            if self.behaviours.len() < MOST_BEHAVIOURS {
                self.index.insert(kind, self.behaviours.len());
                self.behaviours.push(Behaviour {
                    examples: vec![input.clone()],
                    is_valid: sighting.outcome.is_valid(),
                    seen: 1,
                    lines: 0,
                });
            }
            return;
        };
        let behaviour = &mut self.behaviours[at];
        behaviour.seen = behaviour.seen.saturating_add(1);
        if behaviour.examples.len() < EXAMPLES {
            behaviour.examples.push(input.clone());
        } else if random.random_range(0..behaviour.seen) < EXAMPLES as u32 {
            let replaced = random.random_range(0..EXAMPLES);
            behaviour.examples[replaced].clone_from(input);
        }
    }

    /// An input that shows the behaviour from which the fewest lines were drawn.
    pub fn example(&mut self, random: &mut Random) -> Option<Input> {
        let behaviour = self.behaviours.iter_mut().min_by_key(|b| b.lines)?;
        behaviour.lines += if behaviour.is_valid { 1 } else { FROM_ERROR };
        let chosen = random.random_range(0..behaviour.examples.len());
        Some(behaviour.examples[chosen].clone())
    }

    /// How much attention the change across a gap has had, as a rank: the lower, the more it deserves. A change that is
    /// new in its details deserves more than a repetition.
    pub fn rank(&self, gap: &Gap) -> u32 {
        let attention = match self.coarse.get(&coarse(gap)) {
            Some(tally) => tally.calls / 48,
            // The more kinds there are, the less of a novelty is one more.
            None => (self.coarse.len() / 16) as u32,
        };
        match self.fine.get(&fine(gap)) {
            Some(found) => attention.saturating_add(found.saturating_mul(8)),
            None => attention / 4,
        }
    }

    /// Records a call that was spent on a change, or a boundary that was found, and returns the attention before.
    pub fn attend(&mut self, gap: &Gap, found: bool) -> Tally {
        if found {
            let fine = fine(gap);
            if self.fine.len() < MOST_KINDS || self.fine.contains_key(&fine) {
                *self.fine.entry(fine).or_default() += 1;
            }
        }
        let coarse = coarse(gap);
        if self.coarse.len() >= MOST_KINDS && !self.coarse.contains_key(&coarse) {
            return Tally { calls: u32::MAX, found: u32::MAX };
        }
        let tally = self.coarse.entry(coarse).or_default();
        let before = *tally;
        let weight = if is_among_errors(gap) { AMONG_ERRORS } else { 1 };
        tally.calls += u32::from(!found) * weight;
        tally.found += u32::from(found) * weight;
        before
    }
}

/// The behaviour on each strand of a quiet gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setting(u64);

impl Setting {
    /// Assigns the setting to one of `places` places, always to the same one.
    pub fn share(self, places: usize) -> usize {
        (self.0 % places as u64) as usize
    }
}

/// The setting of a gap, as seen at its left end.
pub fn setting(gap: &Gap) -> Setting {
    let mut hasher = FixedState::with_seed(8).build_hasher();
    gap.left.sightings.iter().for_each(|sighting| hasher.write_u64(sighting.kind.0));
    Setting(hasher.finish())
}

/// Whether one end is valid and the other an error, on any strand.
pub fn changes_validity(gap: &Gap) -> bool {
    let mut strands = gap.left.sightings.iter().zip(&gap.right.sightings);
    strands.any(|(left, right)| left.outcome.is_valid() != right.outcome.is_valid())
}

/// Whether both ends of a gap are errors, on all strands.
pub fn is_among_errors(gap: &Gap) -> bool {
    let mut sightings = gap.left.sightings.iter().chain(&gap.right.sightings);
    sightings.all(|sighting| !sighting.outcome.is_valid())
}

/// The kind of the change across a gap, regardless of its direction.
fn coarse(gap: &Gap) -> Change {
    change(gap, |left, right| (left.kind.min(right.kind), left.kind.max(right.kind)))
}

/// The same in detail and with its direction: an upper limit is a different boundary than a lower one.
fn fine(gap: &Gap) -> Change {
    change(gap, |left, right| (left.fine, right.fine))
}

fn change(gap: &Gap, kinds: fn(&Sighting, &Sighting) -> (OutcomeKind, OutcomeKind)) -> Change {
    let mut hasher = FixedState::with_seed(4).build_hasher();
    for (left, right) in gap.left.sightings.iter().zip(&gap.right.sightings) {
        let (left, right) = kinds(left, right);
        hasher.write_u64(left.0);
        hasher.write_u64(right.0);
    }
    Change(gap.line.direction.clone(), hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same_kind(a: &str, b: &str, outcome: fn(String) -> Outcome) -> bool {
        Sighting::new(outcome(a.into())).kind == Sighting::new(outcome(b.into())).kind
    }

    #[test]
    fn what_an_error_quotes_is_no_kind_of_its_own() {
        let error = |text| Outcome::error("ValueError", text);
        assert!(same_kind("no number: 'a'b'", "no number: ''", error));
        assert!(same_kind("\"x\" is bad", "\"yy\" is bad", error));
        assert!(!same_kind("'x' is bad", "'x' is good", error));
        assert!(!same_kind("can't be empty", "can't be negative, can't be nil", error));
        let valid = |text| Outcome::valid("str", text);
        assert!(!same_kind("say 'a'", "say 'b'", valid));
        assert!(same_kind("12 B", "345 B", valid));
    }
}
