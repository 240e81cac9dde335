//! Kinds of behaviour: outputs that read alike but for their numbers.

use std::collections::HashMap;

use autobva_core::Outcome;
use autobva_core::digits::wording;

use crate::text::shown::{escaped, shown_outcome};

/// A kind of behaviour on a map.
pub(super) struct Kind {
    pub(super) letter: char,
    pub(super) is_error: bool,
    /// An example.
    pub(super) words: String,
    /// How many cells show it.
    pub(super) count: usize,
}

/// The kinds on a map; the last stands for all the others if there are many.
pub(super) struct Kinds {
    pub(super) all: Vec<Kind>,
    /// The kind of each cell.
    pub(super) of_cell: Vec<usize>,
}

const MOST: usize = 7;

impl Kinds {
    /// The kinds of these outcomes, the most frequent first.
    pub(super) fn of(outcomes: &[Outcome]) -> Kinds {
        let mut counts: HashMap<(bool, &str, String), (usize, usize)> = HashMap::new();
        for (at, outcome) in outcomes.iter().enumerate() {
            counts.entry(key(outcome)).or_insert((0, at)).0 += 1;
        }
        let mut ranked: Vec<_> = counts.into_iter().collect();
        ranked.sort_by_key(|(_, (count, first))| (std::cmp::Reverse(*count), *first));
        let own = if ranked.len() > MOST { MOST - 1 } else { ranked.len() };
        let places: HashMap<_, usize> =
            ranked.iter().enumerate().map(|(at, (key, _))| (key.clone(), at.min(own))).collect();
        let mut all: Vec<Kind> = ranked[..own]
            .iter()
            .zip('A'..)
            .map(|((_, (count, first)), letter)| kind(letter, &outcomes[*first], *count))
            .collect();
        if ranked.len() > own {
            let count = ranked[own..].iter().map(|(_, (count, _))| count).sum();
            let words = format!("{} other kinds of output", ranked.len() - own);
            all.push(Kind { letter: '…', is_error: false, words, count });
        }
        Kinds { all, of_cell: outcomes.iter().map(|outcome| places[&key(outcome)]).collect() }
    }

    /// The kinds for those who do not see the map.
    pub(super) fn in_words(&self) -> String {
        let one = |kind: &Kind| {
            let validity = if kind.is_error { "error" } else { "valid" };
            let example: String = kind.words.chars().take(120).collect();
            format!("{}: {} cells, {validity}, {example}.", kind.letter, kind.count)
        };
        self.all.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

fn kind(letter: char, example: &Outcome, count: usize) -> Kind {
    let mark = if example.is_valid() { "e.g. " } else { "error, e.g. " };
    Kind { letter, is_error: !example.is_valid(), words: format!("{mark}{}", shown_outcome(example)), count }
}

/// Validity, type, and the text with each number as one sign.
fn key(outcome: &Outcome) -> (bool, &str, String) {
    (outcome.is_valid(), outcome.type_name(), wording(&escaped(outcome.text())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_do_not_make_kinds_but_words_do() {
        let outcomes = [
            Outcome::valid("String", "1 B"),
            Outcome::valid("String", "999 B"),
            Outcome::valid("String", "1 kB"),
            Outcome::error("String", "1 B"),
        ];
        let kinds = Kinds::of(&outcomes);
        assert_eq!(kinds.of_cell, [0, 0, 1, 2]);
        assert_eq!(kinds.all.iter().map(|kind| kind.count).collect::<Vec<_>>(), [2, 1, 1]);
    }

    #[test]
    fn many_kinds_share_the_last_one() {
        let outcomes: Vec<Outcome> = ('a'..='z').map(|c| Outcome::valid("String", c.to_string())).collect();
        let kinds = Kinds::of(&outcomes);
        assert_eq!(kinds.all.len(), MOST);
        assert_eq!(kinds.all.iter().map(|kind| kind.count).sum::<usize>(), 26);
        assert_eq!(kinds.of_cell[25], MOST - 1);
    }
}
