//! Alphabets: which printable characters lead to which behaviour, at a place of a text at which all were tried.

use std::collections::{BTreeMap, BTreeSet};

use autobva_core::behaviour::{Sought, TextPart, TextRule};
use autobva_core::{Motion, char_place};

use super::runs::{Runs, WordingId};
use super::track::Track;

/// The characters at one place of a text, by the behaviour that they lead to.
pub struct Alphabet {
    pub argument: usize,
    is_first: bool,
    is_last: bool,
    by_wording: BTreeMap<WordingId, Vec<char>>,
}

/// A condition names at most 12 characters one by one.
const MOST_NAMED: usize = 12;

impl Alphabet {
    /// The alphabets of all tracks on which every printable character was tried.
    pub fn all(tracks: &[Track], runs: &Runs) -> Vec<Alphabet> {
        let mut found: Vec<Alphabet> = Vec::new();
        for alphabet in tracks.iter().filter_map(|track| Alphabet::of(track, runs)) {
            let is_known = found.iter().any(|known| {
                known.by_wording == alphabet.by_wording
                    && (known.argument, known.is_first, known.is_last)
                        == (alphabet.argument, alphabet.is_first, alphabet.is_last)
            });
            if !is_known {
                found.push(alphabet);
            }
        }
        found
    }

    fn of(track: &Track, runs: &Runs) -> Option<Alphabet> {
        let axis = track.axis();
        let Motion::Char(at) = axis.motion else { return None };
        if !track.is_dense || !axis.path.is_whole() {
            return None;
        }
        let mut by_wording: BTreeMap<WordingId, Vec<char>> = BTreeMap::new();
        for c in ' '..='~' {
            let sample = track.at(&char_place(c))?;
            by_wording.entry(runs.told(sample.run)).or_default().push(c);
        }
        let length = axis.path.value(&track.line.strands[0])?.as_text()?.chars().count();
        let (is_first, is_last) = (at == 0, at + 1 == length);
        Some(Alphabet { argument: axis.argument(), is_first, is_last, by_wording })
    }

    /// The conditions on texts that would explain the alphabet, for some behaviours.
    pub fn rules(&self, sides: &BTreeSet<WordingId>) -> Vec<TextRule> {
        let own = self.by_wording.iter().filter(|(wording, _)| sides.contains(wording));
        let mut found = Vec::new();
        for (wording, chars) in own {
            let others = self.by_wording.iter().filter(|(other, _)| *other != wording);
            let others: Vec<char> = others.flat_map(|(_, chars)| chars.iter().copied()).collect();
            for ascii in [false, true] {
                let [what, not] = [chars, &others].map(|chars| Sought::among(chars, ascii));
                let ends = [(self.is_first, TextPart::Begins), (self.is_last, TextPart::Ends)];
                let ends = ends.into_iter().filter_map(|(is_there, part)| is_there.then_some(part));
                let with = [TextPart::Only, TextPart::Contains].into_iter().chain(ends);
                let rules = with.map(|part| TextRule { part, what: what.clone() });
                let without = TextRule { part: TextPart::Contains, what: not };
                found.extend(rules.chain([without]).filter(is_short));
            }
        }
        found.dedup();
        found
    }
}

fn is_short(rule: &TextRule) -> bool {
    match &rule.what {
        Sought::Among(kinds, _, chars) => {
            (1..=MOST_NAMED).contains(&chars.chars().count()) || chars.is_empty() && kinds.len() == 2
        }
        Sought::Kind(..) | Sought::Literal(_) | Sought::Words(..) => true,
    }
}
