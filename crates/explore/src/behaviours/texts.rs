//! Rules for texts: a condition that is met on one side of a boundary and not on the other.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use autobva_core::behaviour::{CharKind, Rule, RuleForm, Sought, TextPart, TextRule, Tidying};
use autobva_core::{Input, Motion, Signature};
use rand::RngExt;

use super::alphabets::Alphabet;
use super::crossing::Crossing;
use super::laws::Samples;
use super::runs::{RunId, Runs, WordingId};
use super::telling::Verdicts;
use crate::samplers::Random;

/// A condition on a text, and the crossings that it explains.
#[derive(Debug, Clone)]
pub struct TextLaw {
    pub argument: usize,
    pub rule: TextRule,
    /// The wording of texts that do not meet the condition, and the wording of those that do.
    pub sides: (WordingId, WordingId),
    /// For each of the two sides, whether all its runs agree with the condition. At least one side must: several conditions
    /// may have to hold together, so the other side may have exceptions, but agreement by chance is very unlikely.
    pub strict: [bool; 2],
    pub members: Vec<usize>,
}

/// Identifies a condition that failed. If further runs change which sides are strict, it counts as a new condition.
pub type TextKey = (usize, TextRule, (WordingId, WordingId), [bool; 2]);

/// Which conditions may explain crossings.
#[derive(Clone, Copy)]
pub enum Allowed<'a> {
    /// All conditions except those that failed.
    Untried(&'a HashSet<TextKey>),
    /// Only conditions that were tested and held.
    Held(&'a Verdicts),
}

/// A condition must explain at least two crossings.
const LEAST_MEMBERS: usize = 2;
/// A condition with which both sides agree is worth three times as much as one with exceptions.
const BOTH: f64 = 3.0;
/// Common beginnings and ends of texts are considered up to 16 characters.
const LONGEST: usize = 16;
/// Two texts may have a beginning in common by chance; three must share it.
const LEAST_TEXTS: usize = 3;

impl TextLaw {
    pub fn key(&self) -> TextKey {
        (self.argument, self.rule.clone(), self.sides, self.strict)
    }

    /// The keys of its verdict. Where a condition ends there is one boundary, whatever lies beyond it, so one common
    /// side suffices to find the verdict again.
    pub fn verdict_keys(&self) -> [String; 2] {
        let (without, with) = self.sides;
        [
            format!("{} {} from {without}", self.argument, self.rule),
            format!("{} {} to {with}", self.argument, self.rule),
        ]
    }

    /// The result of testing it, if it was tested.
    pub fn verdict(&self, verdicts: &Verdicts) -> Option<(u32, u32)> {
        self.verdict_keys().iter().find_map(|key| verdicts.get(key).copied())
    }

    pub fn told(&self, signature: &Signature) -> Rule {
        Rule::untested(signature.arguments()[self.argument].name(), RuleForm::Text(self.rule.clone()))
    }

    /// A fresh pair of inputs that differ in the condition alone; the first does not meet it.
    pub fn fresh(
        &self,
        crossings: &[Crossing],
        runs: &Runs,
        signature: &Signature,
        random: &mut Random,
    ) -> Option<[Input; 2]> {
        let member = &crossings[self.members[random.random_range(0..self.members.len())]];
        let side = if random.random_range(0..2u8) == 0 { member.left } else { member.right };
        let base = &runs.run(side).input;
        let pair =
            self.rule.fresh_inputs(base, self.argument, signature, &mut |end| random.random_range(0..end));
        pair.filter(|pair| self.varied(pair).iter().all(|input| runs.known(input).is_none()))
    }

    /// The inputs of a fresh pair that are new each time: if the whole text is sought, there is only one that meets the
    /// condition.
    pub fn varied<'a>(&self, pair: &'a [Input]) -> &'a [Input] {
        if self.rule.part == TextPart::Is { &pair[..1] } else { pair }
    }
}

/// The conditions that explain crossings between two wordings, the most explanatory first.
pub fn text_laws(
    indices: &[usize],
    crossings: &[Crossing],
    runs: &Runs,
    samples: &Samples,
    alphabets: &[Alphabet],
    allowed: Allowed<'_>,
) -> Vec<TextLaw> {
    let mut found = Vec::new();
    let is_of_text =
        |c: &Crossing| c.from != c.to && runs.run(c.left).input[c.axis.argument()].as_text().is_some();
    // Moving a number in a text, or a part of it, changes several things at once: a condition may explain such a
    // crossing, but cannot be derived from it.
    let is_simple = |i: &usize| {
        matches!(crossings[*i].axis.motion, Motion::Char(_) | Motion::Length)
            || crossings[*i].is_of_first_separator()
    };
    let of_text = indices.iter().copied().filter(|i| is_of_text(&crossings[*i]));
    let (mut left, parts): (Vec<usize>, Vec<usize>) = of_text.partition(is_simple);
    let arguments: BTreeSet<usize> = left.iter().map(|i| crossings[*i].axis.argument()).collect();
    for argument in arguments {
        let mut rules = candidates(argument, &left, crossings, runs, samples);
        let sides = sides_of(&left, crossings);
        let own = alphabets.iter().filter(|alphabet| alphabet.argument == argument);
        rules.extend(own.flat_map(|alphabet| alphabet.rules(&sides)));
        rules.dedup();
        while left.len() >= LEAST_MEMBERS {
            let is_new = |law: &TextLaw| !found.iter().any(|known: &TextLaw| known.implies(law));
            let laws = rules.iter().filter_map(|rule| explained(argument, rule, &left, crossings, runs));
            let best = best(laws.filter(is_new), runs, samples, allowed);
            let Some(mut best) = best else { break };
            let explained: HashSet<usize> = best.members.iter().copied().collect();
            left.retain(|index| !explained.contains(index));
            let of_parts: Vec<usize> =
                parts.iter().copied().filter(|i| best.passes(&crossings[*i], runs)).collect();
            best.members.extend(of_parts);
            found.push(best);
        }
    }
    found
}

fn best(
    laws: impl Iterator<Item = TextLaw>,
    runs: &Runs,
    samples: &Samples,
    allowed: Allowed<'_>,
) -> Option<TextLaw> {
    let mut best: Option<(f64, TextLaw)> = None;
    for mut law in laws {
        let Some(worth) = law.judge(runs, samples) else { continue };
        let is_allowed = match allowed {
            Allowed::Untried(failed) => !failed.contains(&law.key()),
            Allowed::Held(verdicts) => law.verdict(verdicts).is_some(),
        };
        if is_allowed && best.as_ref().is_none_or(|(most, _)| worth > *most + 1e-9) {
            best = Some((worth, law));
        }
    }
    best.map(|(_, law)| law)
}

/// The crossings that support a condition.
#[derive(Default)]
struct Evidence {
    members: Vec<usize>,
    /// The characters because of which texts meet the condition.
    seen: Vec<char>,
    /// How many of the crossings show it without doubt.
    telling: usize,
}

/// The law of a condition, with the crossings that it explains, in the direction that has the most of them.
fn explained(
    argument: usize,
    rule: &TextRule,
    left: &[usize],
    crossings: &[Crossing],
    runs: &Runs,
) -> Option<TextLaw> {
    let mut by_sides: BTreeMap<(WordingId, WordingId), Evidence> = BTreeMap::new();
    for index in left.iter().filter(|i| crossings[**i].axis.argument() == argument) {
        let crossing = &crossings[*index];
        let texts = [crossing.left, crossing.right].map(|run| text_of(run, argument, runs));
        let told = texts.map(|text| rule.holds(text));
        let is_empty = texts.iter().any(|text| text.is_empty());
        let (sides, with) = match told {
            // An empty text may be a special case, so it is no evidence.
            [None, _] | [_, None] if is_empty => continue,
            [Some(false), Some(true) | None] | [None, Some(true)] => ((crossing.from, crossing.to), texts[1]),
            [Some(true), Some(false) | None] | [None, Some(false)] => {
                ((crossing.to, crossing.from), texts[0])
            }
            _ => continue,
        };
        let evidence = by_sides.entry(sides).or_default();
        evidence.members.push(*index);
        evidence.telling += usize::from(!is_empty && !told.contains(&None));
        evidence.seen.extend(rule.witnesses(with));
    }
    let most = by_sides.into_iter().rev().max_by_key(|(_, evidence)| evidence.members.len());
    let (sides, Evidence { members, seen, telling }) = most?;
    let is_shown = telling >= LEAST_MEMBERS && rule.is_shown_by(&seen);
    is_shown.then(|| TextLaw { argument, rule: rule.clone(), sides, strict: [false; 2], members })
}

fn text_of(run: RunId, argument: usize, runs: &Runs) -> &str {
    runs.run(run).input[argument].as_text().unwrap_or_default()
}

impl TextLaw {
    /// Whether exactly one side of a crossing along this argument meets the condition.
    pub fn passes(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let [a, b] =
            [crossing.left, crossing.right].map(|run| self.rule.holds(text_of(run, self.argument, runs)));
        crossing.axis.argument() == self.argument && a.is_some() && b.is_some() && a != b
    }

    /// Whether another condition says less: that one character spoils a text which may have only characters of a kind.
    fn implies(&self, other: &TextLaw) -> bool {
        let Sought::Literal(text) = &other.rule.what else { return false };
        self.argument == other.argument
            && self.rule.part == TextPart::Only
            && other.rule.part != TextPart::Is
            && self.sides == (other.sides.1, other.sides.0)
            && self.rule.holds(text) == Some(false)
    }

    /// Finds out which sides agree with the condition, and returns its worth: the more it explains, and the fewer
    /// exceptions the other side has, the better. `None` if neither side agrees with it.
    fn judge(&mut self, runs: &Runs, samples: &Samples) -> Option<f64> {
        let share = |wording: WordingId, expected: bool| {
            let ids = samples.get(&wording).map_or(&[][..], Vec::as_slice);
            let told = |id: &&RunId| self.rule.holds(text_of(**id, self.argument, runs)) == Some(!expected);
            ids.iter().filter(told).count() as f64 / ids.len().max(1) as f64
        };
        let off = [share(self.sides.0, false), share(self.sides.1, true)];
        self.strict = off.map(|share| share == 0.0);
        let both = if self.strict == [true; 2] { BOTH } else { 1.0 };
        let worth = both * self.members.len() as f64 * (1.0 - off[0].max(off[1]));
        // A text that some others share a behaviour with is no condition by itself.
        let least = if self.rule.part == TextPart::Is { 2 } else { 1 };
        (self.strict.iter().filter(|is_strict| **is_strict).count() >= least).then_some(worth)
    }
}

/// The conditions to try, the simplest first.
fn candidates(
    argument: usize,
    left: &[usize],
    crossings: &[Crossing],
    runs: &Runs,
    samples: &Samples,
) -> Vec<TextRule> {
    let mut found = Vec::new();
    let sides = sides_of(left, crossings);
    let single = single_characters(argument, &sides, crossings, runs);
    for part in [TextPart::Contains, TextPart::Begins, TextPart::Ends, TextPart::Only] {
        for kind in CharKind::ALL {
            found.push(TextRule { part, what: Sought::Kind(kind, false) });
            if !matches!(kind, CharKind::Digit | CharKind::White) {
                found.push(TextRule { part, what: Sought::Kind(kind, true) });
            }
        }
        let single = single.iter().filter(|_| part != TextPart::Only);
        found.extend(single.map(|(c, _)| TextRule { part, what: Sought::Literal(c.to_string()) }));
    }
    for wording in &sides {
        let of_side = single.iter().filter(|(_, side)| side == wording);
        let chars: String = of_side.map(|(c, _)| *c).collect();
        if (2..=MOST_WORDS).contains(&chars.chars().count()) {
            found.push(TextRule { part: TextPart::Contains, what: Sought::Among(Vec::new(), false, chars) });
        }
    }
    for wording in &sides {
        let texts = samples.get(wording).into_iter().flatten().map(|id| text_of(*id, argument, runs));
        let texts: BTreeSet<&str> = texts.collect();
        if let Some(only) = texts.first().filter(|only| texts.len() == 1 && !only.is_empty()) {
            found.push(TextRule { part: TextPart::Is, what: Sought::Literal(only.to_string()) });
        }
        found.extend(Tidying::ALL.into_iter().filter_map(|tidying| one_of_words(&texts, tidying)));
        if texts.len() < LEAST_TEXTS {
            continue;
        }
        for (part, end) in [TextPart::Begins, TextPart::Ends].into_iter().zip(in_common(&texts)) {
            found.extend(end.into_iter().map(|text| TextRule { part, what: Sought::Literal(text) }));
        }
    }
    found
}

fn sides_of(indices: &[usize], crossings: &[Crossing]) -> BTreeSet<WordingId> {
    indices.iter().flat_map(|i| [crossings[*i].from, crossings[*i].to]).collect()
}

/// At most 6 words make a condition.
const MOST_WORDS: usize = 6;
/// A word with digits has at most 3 characters: longer ones are numbers that happen to have been tried.
const LONGEST_WITH_DIGITS: usize = 3;

/// The condition that a text is one of the words that these texts are, apart from differences that do not count. A single
/// word needs such a difference: otherwise the text alone is the condition.
fn one_of_words(texts: &BTreeSet<&str>, tidying: Tidying) -> Option<TextRule> {
    let words: BTreeSet<String> =
        texts.iter().map(|text| tidying.tidied(text)).take(MOST_WORDS * MOST_WORDS).collect();
    let is_word = |word: &String| {
        let is_short = word.chars().count() <= LONGEST_WITH_DIGITS;
        let is_told = |c: char| c.is_alphabetic() || "_- ".contains(c) || is_short && c.is_ascii_digit();
        !word.is_empty() && word.chars().all(is_told)
    };
    let is_shown = match tidying == Tidying::default() {
        true => words.len() > 1,
        false => words.len() < texts.len(),
    };
    let are_words = words.len() <= MOST_WORDS && is_shown && words.iter().all(is_word);
    let what = || Sought::Words(words.into_iter().collect(), tidying);
    are_words.then(|| TextRule { part: TextPart::Is, what: what() })
}

/// Characters at which one of two behaviours begins and ends again with the next character, each with that behaviour. What
/// lies on the other side may be a third one.
fn single_characters(
    argument: usize,
    sides: &BTreeSet<WordingId>,
    crossings: &[Crossing],
    runs: &Runs,
) -> BTreeSet<(char, WordingId)> {
    let (mut entered, mut quit, mut alone) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let own = || crossings.iter().filter(|c| c.axis.argument() == argument);
    let mut longest: BTreeMap<WordingId, usize> = BTreeMap::new();
    for (run, wording) in own().flat_map(|c| [(c.left, c.from), (c.right, c.to)]) {
        let known = longest.entry(wording).or_default();
        *known = text_of(run, argument, runs).len().max(*known);
    }
    for crossing in own() {
        let [left, right] = [crossing.left, crossing.right].map(|run| text_of(run, argument, runs));
        match crossing.axis.motion {
            Motion::Char(position) => {
                let of = |text: &str, wording| Some((text.chars().nth(position)?, wording));
                quit.extend(of(left, crossing.from).filter(|(_, side)| sides.contains(side)));
                entered.extend(of(right, crossing.to).filter(|(_, side)| sides.contains(side)));
            }
            Motion::Pieces(separator) if crossing.is_of_first_separator() => {
                alone.extend(sides.contains(&crossing.to).then_some((separator, crossing.to)));
            }
            // A symbol that makes the difference when it is added need not be looked at from both sides. If no longer text has the
            // behaviour on the left, the length may make the difference.
            Motion::Length if right.starts_with(left) && longest[&crossing.from] >= right.len() => {
                let added = right[left.len()..].chars().map(|c| (c, crossing.to));
                let symbols = added.filter(|(c, side)| !c.is_alphanumeric() && sides.contains(side));
                alone.extend(symbols);
            }
            _ => {}
        }
    }
    alone.extend(entered.intersection(&quit));
    alone
}

/// What all texts have in common at their beginning and at their end, and every shorter piece of that.
fn in_common(texts: &BTreeSet<&str>) -> [Vec<String>; 2] {
    let Some(first) = texts.first() else { return Default::default() };
    let mut begins: Vec<char> = first.chars().take(LONGEST).collect();
    let mut ends: Vec<char> = first.chars().rev().take(LONGEST).collect();
    for text in texts {
        begins.truncate(begins.iter().zip(text.chars()).take_while(|(a, b)| **a == *b).count());
        ends.truncate(ends.iter().zip(text.chars().rev()).take_while(|(a, b)| **a == *b).count());
    }
    let shorter = |count: usize| (2..=count).rev();
    [
        shorter(begins.len()).map(|n| begins[..n].iter().collect()).collect(),
        shorter(ends.len()).map(|n| ends[..n].iter().rev().collect()).collect(),
    ]
}
