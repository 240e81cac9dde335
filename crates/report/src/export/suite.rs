//! The cases of an export in any format: two per boundary, with names, each input once.

use std::collections::{HashMap, HashSet};

use autobva_codec::adopt::read_again;
use autobva_core::{Candidate, Input, Observation, Outcome, PythonCall, Signature};

use super::ExportSettings;
use super::choice::{Choice, ChosenCandidate, Mark};
use super::names::{Described, numbered, phrases, slug};
use crate::dossier::Dossier;

/// One input, and what was observed with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    /// A short description of what happens, for titles.
    pub phrase: String,
    /// The same with the name of the target, in letters, digits and `_`; unique even if case is ignored.
    pub name: String,
    pub input: Input,
    pub outcome: Outcome,
    pub mark: Mark,
    pub family: usize,
}

/// Cases that are tested together: all places of a boundary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Family {
    /// A short description; empty if this is the only family.
    pub phrase: String,
    /// The same with the name of the target, in letters, digits and `_`.
    pub name: String,
}

impl Family {
    /// Whether it is a boundary, and not just the remaining cases.
    pub(crate) fn is_boundary(&self) -> bool {
        !self.phrase.is_empty()
    }
}

impl Case {
    /// Whether it shows a known fault.
    pub(crate) fn is_fault(&self) -> bool {
        matches!(self.mark, Mark::Fault(_))
    }

    /// The description, with the note of a tester.
    pub(crate) fn title(&self) -> String {
        let words = self.phrase.clone();
        match &self.mark {
            Mark::Guard => words,
            Mark::Unspecified(note) => format!("{words}; not specified yet: {note}"),
            Mark::Fault(note) => format!("{words}; known fault: {note}"),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Suite<'a> {
    /// The name of the target in names of tests: `discount`.
    pub name: String,
    /// The name of the target for its user: `shop.py:discount`.
    pub title: String,
    pub signature: &'a Signature,
    /// Where autobva was run, relative to the folder of the tests; empty if it is the same.
    pub base: &'a str,
    /// How a Python function is called, and whether its module is in the folder.
    pub python: (&'a PythonCall, bool),
    /// The name of the exported file without its extension, if it is known.
    pub file: Option<&'a str>,
    /// Whether the target can fail, in these cases or in others that were found.
    pub can_fail: bool,
    /// The cases, family by family, the sides of a boundary one after the other.
    pub cases: Vec<Case>,
    pub families: Vec<Family>,
    /// How many cases the language cannot express.
    pub dropped: usize,
}

impl<'a> Suite<'a> {
    pub(crate) fn new(
        dossier: &'a Dossier,
        name: String,
        settings: &'a ExportSettings,
        choice: &Choice,
    ) -> Suite<'a> {
        let signature = &dossier.target.signature;
        let arguments: Vec<&str> = signature.arguments().iter().map(|a| a.name()).collect();
        let mut accepted = Accepted::new(dossier);
        let named =
            |first: &str, rest: &str| [first, slug(rest).as_str()].join("_").trim_matches('_').to_string();
        let families: Vec<Family> = numbered(choice.families.clone())
            .into_iter()
            .map(|phrase| Family { name: named(&slug(&name), &phrase), phrase })
            .collect();
        let mut cases = Vec::new();
        for (index, family) in families.iter().enumerate() {
            let sides = distinct_sides(dossier, choice.chosen.iter().filter(|c| c.family == index));
            let described: Vec<Described> = sides.iter().map(|side| side.described(&mut accepted)).collect();
            let phrases = phrases(&arguments, &described);
            cases.extend(phrases.into_iter().zip(&sides).map(|(phrase, side)| Case {
                name: named(&family.name, &phrase),
                phrase,
                input: side.own.input.clone(),
                outcome: side.own.outcome.clone(),
                mark: side.mark.clone(),
                family: index,
            }));
        }
        shorten_names(&mut cases, &families, |phrase| named(&slug(&name), phrase));
        let now = settings.signature.as_ref().filter(|now| read_by(now, signature, &mut cases));
        let can_fail = |c: &Candidate| !c.left.outcome.is_valid() || !c.right.outcome.is_valid();
        Suite {
            name,
            title: dossier.target.name.clone(),
            signature: now.unwrap_or(signature),
            base: &settings.base,
            python: (&settings.python, settings.module_is_here),
            file: settings.file.as_deref(),
            can_fail: dossier.candidates.iter().any(can_fail),
            cases,
            families,
            dropped: 0,
        }
    }

    /// The cases with which a function with typed arguments can be called: no Booleans where numbers are declared.
    pub(crate) fn typed(&self) -> Suite<'a> {
        let fits = |case: &&Case| {
            let mut values = case.input.iter().zip(self.signature.arguments());
            values.all(|(value, argument)| !value.is_bool() || argument.schema().is_bool())
        };
        let cases: Vec<Case> = self.cases.iter().filter(fits).cloned().collect();
        Suite { dropped: self.cases.len() - cases.len(), cases, ..self.clone() }
    }

    pub(crate) fn cases_of(&self, family: usize) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(move |case| case.family == family)
    }

    /// The names of the arguments as the language spells them.
    pub(crate) fn parameters(&self, taken: &str) -> Vec<String> {
        super::names::identifiers(self.signature.arguments().iter().map(|a| a.name()), taken)
    }
}

/// Reads the values of the cases by the present signature of the target; false if that does not apply.
fn read_by(now: &Signature, was: &Signature, cases: &mut [Case]) -> bool {
    if now == was {
        return false;
    }
    let inputs: Result<Vec<Input>, _> = cases.iter().map(|case| read_again(&case.input, was, now)).collect();
    let Ok(inputs) = inputs else { return false };
    cases.iter_mut().zip(inputs).for_each(|(case, input)| case.input = input);
    true
}

/// Drops the name of the family from the names of cases if they stay unique.
fn shorten_names(cases: &mut [Case], families: &[Family], short: impl Fn(&str) -> String) {
    let mut times: HashMap<String, usize> = HashMap::new();
    let names = cases.iter().map(|case| short(&case.phrase)).chain(families.iter().map(|f| f.name.clone()));
    names.for_each(|name| *times.entry(name.to_lowercase()).or_default() += 1);
    for case in cases {
        let name = short(&case.phrase);
        if times[&name.to_lowercase()] == 1 {
            case.name = name;
        }
    }
}

/// One side of a candidate, and the other.
struct CaseSide<'a> {
    own: &'a Observation,
    other: &'a Observation,
    mark: Mark,
}

impl CaseSide<'_> {
    fn described(&self, accepted: &mut Accepted<'_>) -> Described<'_> {
        let pairs = self.own.input.iter().zip(self.other.input.iter());
        let changed: Vec<bool> = pairs.map(|(own, other)| !own.reads_as(other)).collect();
        let is_rejected = !self.own.outcome.is_valid() && self.other.outcome.is_valid();
        Described {
            input: &self.own.input,
            outcome: &self.own.outcome,
            other: &self.other.outcome,
            decides: is_rejected && !accepted.has(&self.own.input, &changed),
            changed,
        }
    }
}

/// The values that were accepted somewhere, by argument.
struct Accepted<'a> {
    dossier: &'a Dossier,
    known: HashMap<Vec<bool>, HashSet<Vec<String>>>,
}

impl<'a> Accepted<'a> {
    fn new(dossier: &'a Dossier) -> Accepted<'a> {
        Accepted { dossier, known: HashMap::new() }
    }

    /// Whether the marked values of an input were accepted in combination with others.
    fn has(&mut self, input: &Input, marked: &[bool]) -> bool {
        let values = |input: &Input| -> Vec<String> {
            let marked = input.iter().zip(marked).filter(|(_, marked)| **marked);
            marked.map(|(value, _)| value.to_string()).collect()
        };
        let all = || {
            let sides = self.dossier.candidates.iter().flat_map(|c| [&c.left, &c.right]);
            sides.filter(|side| side.outcome.is_valid()).map(|side| values(&side.input)).collect()
        };
        self.known.entry(marked.to_vec()).or_insert_with(all).contains(&values(input))
    }
}

/// The sides of the chosen candidates. Where boundaries meet, an input belongs to two of them; it becomes one case with
/// the strongest of its purposes.
fn distinct_sides<'a, 'c>(
    dossier: &'a Dossier,
    chosen: impl Iterator<Item = &'c ChosenCandidate>,
) -> Vec<CaseSide<'a>> {
    let mut sides: Vec<CaseSide<'a>> = Vec::new();
    let mut places = HashMap::new();
    for ChosenCandidate { index, mark, .. } in chosen {
        let Candidate { left, right, .. } = &dossier.candidates[*index];
        for (own, other) in [(left, right), (right, left)] {
            let values: Vec<String> = own.input.iter().map(ToString::to_string).collect();
            let key = (values, &own.outcome);
            match places.get(&key) {
                Some(&place) => {
                    let side: &mut CaseSide = &mut sides[place];
                    side.mark = side.mark.clone().max(mark.clone());
                }
                None => {
                    places.insert(key, sides.len());
                    sides.push(CaseSide { own, other, mark: mark.clone() });
                }
            }
        }
    }
    sides
}
