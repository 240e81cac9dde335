//! Sets of texts that grow and shrink, to compare a text with all members of a set many times: clusterings measure how far each
//! output is from every cluster, again and again while outputs move between clusters.

use std::collections::HashMap;
use std::rc::Rc;

use super::TextDistance;
use super::grams::{GramLength, for_each_gram};

/// A set of texts that grows and shrinks. It refers to texts by their place in a list that is known beforehand. It is
/// made by [`TextDistance::sets`], and its distances are those of [`TextDistance::between`].
///
/// ```
/// use autobva_metrics::text_distance;
///
/// let strlen = text_distance("strlen").unwrap();
/// let texts = ["a", "abc", ""];
/// let mut set = strlen.sets(&texts, 1).remove(0);
/// set.push(0);
/// set.push(1);
/// let mut distances = Vec::new();
/// set.distances_from(2, &mut distances);
/// assert_eq!(distances, [1.0, 3.0]);
/// ```
pub trait TextSet {
    /// Adds a text.
    fn push(&mut self, text: u32);

    /// Removes the text at this place; the last one moves there.
    fn swap_remove(&mut self, place: usize);

    /// Replaces what `distances` holds with the distances from a text to the members of the set, in order.
    fn distances_from(&self, text: u32, distances: &mut Vec<f64>);
}

/// A set for any distance: it compares one pair of texts after the other.
pub(super) struct OneByOne<'a, D: ?Sized> {
    distance: &'a D,
    texts: &'a [&'a str],
    members: Vec<u32>,
}

impl<'a, D: TextDistance + ?Sized> OneByOne<'a, D> {
    pub fn new(distance: &'a D, texts: &'a [&'a str]) -> Self {
        OneByOne { distance, texts, members: Vec::new() }
    }
}

impl<D: TextDistance + ?Sized> TextSet for OneByOne<'_, D> {
    fn push(&mut self, text: u32) {
        self.members.push(text);
    }

    fn swap_remove(&mut self, place: usize) {
        self.members.swap_remove(place);
    }

    fn distances_from(&self, text: u32, distances: &mut Vec<f64>) {
        let text = self.texts[text as usize];
        let between = |&member: &u32| self.distance.between(text, self.texts[member as usize]);
        distances.clear();
        distances.extend(self.members.iter().map(between));
    }
}

/// The grams of all texts as small numbers, without repetitions within a text.
struct GramTable {
    /// The grams of one text after those of another.
    grams: Vec<u32>,
    /// Where each text's grams start, and the end of the last.
    starts: Vec<usize>,
    /// How many different grams there are.
    different: usize,
}

impl GramTable {
    fn new(texts: &[&str], length: GramLength) -> GramTable {
        let mut numbers: HashMap<Box<str>, u32> = HashMap::new();
        let mut table = GramTable { grams: Vec::new(), starts: vec![0], different: 0 };
        let mut own = Vec::new();
        for text in texts {
            own.clear();
            for_each_gram(text, length, |gram| {
                let next = numbers.len() as u32;
                own.push(match numbers.get(gram) {
                    Some(&number) => number,
                    None => *numbers.entry(gram.into()).or_insert(next),
                });
            });
            own.sort_unstable();
            own.dedup();
            table.grams.extend(&own);
            table.starts.push(table.grams.len());
        }
        table.different = numbers.len();
        table
    }

    fn of(&self, text: u32) -> &[u32] {
        &self.grams[self.starts[text as usize]..self.starts[text as usize + 1]]
    }
}

/// More different grams than this would take too much memory: 24 bytes each, and a kilobyte for each gram that occurs
/// in a set of a thousand texts. There are 16,384 pairs of ASCII characters, and about a million characters.
const MOST_GRAMS: usize = 1 << 21;

/// Makes `count` empty sets for a distance over N-grams.
pub(super) fn gram_sets<'a, D: TextDistance>(
    distance: &'a D,
    texts: &'a [&'a str],
    length: GramLength,
    count: usize,
    unshared: impl Fn(i32, i32, i32) -> f64 + Copy + 'a,
) -> Vec<Box<dyn TextSet + 'a>> {
    let table = Rc::new(GramTable::new(texts, length));
    let set = |_| -> Box<dyn TextSet + 'a> {
        match table.different <= MOST_GRAMS {
            true => Box::new(GramSet::new(Rc::clone(&table), unshared)),
            false => Box::new(OneByOne::new(distance, texts)),
        }
    };
    (0..count).map(set).collect()
}

/// For each gram, a column of bytes says which members of the set have it. How much a text shares with all members is
/// then a sum of whole columns, which compiles to vector instructions. That takes a thirtieth of the time of looking up
/// the grams of each member, and a hundredth of the time of cutting its text again.
struct GramSet<F> {
    table: Rc<GramTable>,
    members: Vec<u32>,
    columns: Vec<Vec<u8>>,
    /// How many grams each member has.
    sizes: Vec<i32>,
    /// The distance of two texts from the sizes of their sets and of what they share. It is a type of its own and not a
    /// pointer, because it must be inlined into the loop over all members.
    distance: F,
}

/// How many columns may be added before a byte could overflow.
const MOST_ADDED: usize = 255;

impl<F: Fn(i32, i32, i32) -> f64> GramSet<F> {
    fn new(table: Rc<GramTable>, distance: F) -> Self {
        let columns = vec![Vec::new(); table.different];
        GramSet { table, members: Vec::new(), columns, sizes: Vec::new(), distance }
    }

    /// Notes whether the member at this place has the grams of a text.
    fn mark(&mut self, text: u32, place: usize, has: u8) {
        for &gram in self.table.of(text) {
            let column = &mut self.columns[gram as usize];
            if column.len() <= place {
                column.resize(place + 1, 0);
            }
            column[place] = has;
        }
    }

    /// How many of these grams each member has.
    fn shared(&self, grams: &[u32]) -> Vec<i32> {
        let mut shared = vec![0i32; self.members.len()];
        let mut sums = vec![0u8; self.members.len()];
        for some in grams.chunks(MOST_ADDED) {
            sums.fill(0);
            for &gram in some {
                sums.iter_mut().zip(&self.columns[gram as usize]).for_each(|(sum, has)| *sum += has);
            }
            shared.iter_mut().zip(&sums).for_each(|(shared, &sum)| *shared += i32::from(sum));
        }
        shared
    }
}

impl<F: Fn(i32, i32, i32) -> f64> TextSet for GramSet<F> {
    fn push(&mut self, text: u32) {
        self.mark(text, self.members.len(), 1);
        self.members.push(text);
        self.sizes.push(self.table.of(text).len() as i32);
    }

    fn swap_remove(&mut self, place: usize) {
        let last = self.members.len() - 1;
        self.mark(self.members[place], place, 0);
        if place < last {
            self.mark(self.members[last], last, 0);
            self.mark(self.members[last], place, 1);
        }
        self.members.swap_remove(place);
        self.sizes.swap_remove(place);
    }

    fn distances_from(&self, text: u32, distances: &mut Vec<f64>) {
        let own = self.table.of(text);
        let shared = self.shared(own);
        distances.clear();
        let sizes = self.sizes.iter().zip(&shared);
        distances.extend(sizes.map(|(&size, &shared)| (self.distance)(own.len() as i32, size, shared)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::text_distance;
    use crate::distances::OUTPUT_DISTANCES;
    use proptest::prelude::*;

    /// Texts among which one may have more grams than a byte can count.
    fn texts() -> impl Strategy<Value = Vec<String>> {
        let long: String = (0..270u32).filter_map(|n| char::from_u32(0x4e00 + n)).collect();
        prop::collection::btree_set(prop_oneof![9 => "[ab1.é]{0,6}", 1 => Just(long)], 1..8)
            .prop_map(|texts| texts.into_iter().collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn sets_agree_with_pairs(texts in texts(), steps in prop::collection::vec((any::<bool>(), 0..100usize), 0..20)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let lengths = ["jaccard:1", "jaccard:3", "overlap:1", "overlap:3"];
            for name in OUTPUT_DISTANCES.iter().map(|entry| entry.name).chain(lengths) {
                let distance = text_distance(name).unwrap();
                let mut set = distance.sets(&texts, 1).pop().unwrap();
                let mut members: Vec<usize> = Vec::new();
                for &(push, number) in &steps {
                    if push || members.is_empty() {
                        set.push((number % texts.len()) as u32);
                        members.push(number % texts.len());
                    } else {
                        set.swap_remove(number % members.len());
                        members.swap_remove(number % members.len());
                    }
                }
                let mut found = Vec::new();
                for (one, text) in texts.iter().enumerate() {
                    set.distances_from(one as u32, &mut found);
                    let wanted: Vec<f64> = members.iter().map(|&m| distance.between(text, texts[m])).collect();
                    prop_assert_eq!(&found, &wanted, "{}", name);
                }
            }
        }
    }
}
