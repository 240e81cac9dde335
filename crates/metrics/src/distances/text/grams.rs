//! Sets of N-grams of characters, as `jaccard` and `overlap` use them. Where possible, they are counted without being
//! built.

use std::cell::RefCell;

/// How many characters a gram has: from 1 to 16, by default 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GramLength(usize);

impl GramLength {
    /// The least length.
    pub const LEAST: usize = 1;
    /// The greatest length.
    pub const GREATEST: usize = 16;

    /// The length of grams with this many characters, or `None` if they cannot have that many.
    pub fn new(length: usize) -> Option<GramLength> {
        (Self::LEAST..=Self::GREATEST).contains(&length).then_some(GramLength(length))
    }

    /// The number of characters.
    pub fn get(self) -> usize {
        self.0
    }
}

impl Default for GramLength {
    fn default() -> Self {
        GramLength(2)
    }
}

/// How many different grams two texts have, and how many of them in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub left: usize,
    pub right: usize,
    pub common: usize,
}

impl Counts {
    /// The counts for two different texts. A text shorter than a gram counts as one gram that no other text has.
    pub fn of(a: &str, b: &str, length: GramLength) -> Counts {
        let n = length.get();
        if !a.is_ascii() || !b.is_ascii() {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            return by_sorting(grams(&a, n), grams(&b, n));
        }
        let (a, b) = (a.as_bytes(), b.as_bytes());
        match n {
            1 => STAMPS.with_borrow_mut(|stamps| stamps.count::<1>(a, b)),
            2 => STAMPS.with_borrow_mut(|stamps| stamps.count::<2>(a, b)),
            _ => by_sorting(grams(a, n).map(packed), grams(b, n).map(packed)),
        }
    }
}

/// Calls `each` with every gram of the text, in order and with repetitions.
pub(super) fn for_each_gram(text: &str, length: GramLength, mut each: impl FnMut(&str)) {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let mut starts = text.char_indices().map(|(at, _)| at);
    let mut cut = false;
    for end in ends.skip(length.get()) {
        each(&text[starts.next().unwrap_or(0)..end]);
        cut = true;
    }
    if !cut {
        each(text);
    }
}

/// Counts any kind of grams by sorting them.
fn by_sorting<G: Ord>(a: impl Iterator<Item = G>, b: impl Iterator<Item = G>) -> Counts {
    let (a, b) = (sorted_set(a), sorted_set(b));
    let common = a.iter().filter(|gram| b.binary_search(gram).is_ok()).count();
    Counts { left: a.len(), right: b.len(), common }
}

fn sorted_set<G: Ord>(grams: impl Iterator<Item = G>) -> Vec<G> {
    let mut grams: Vec<G> = grams.collect();
    grams.sort_unstable();
    grams.dedup();
    grams
}

/// The grams of a text in order, with repetitions.
fn grams<T>(text: &[T], n: usize) -> impl Iterator<Item = &[T]> {
    text.windows(n.min(text.len()).max(1)).chain(text.is_empty().then_some(text))
}

/// A gram of ASCII characters as one number, which sorts faster than a slice. Each character is stored as its code plus
/// one, so that a short gram is not mistaken for a longer one that starts with NUL.
fn packed(gram: &[u8]) -> u128 {
    gram.iter().fold(0, |key, byte| key << 8 | u128::from(byte + 1))
}

const PAIRS: usize = 128 * 128;

thread_local! {
    static STAMPS: RefCell<Stamps> = RefCell::new(Stamps { table: vec![0; PAIRS], latest: 0 });
}

/// Counts grams of one or two ASCII characters. A table notes when each was last seen, so that no call has to clear it.
/// Sets of 128 bits were no faster for single characters, because counting bits is slow on a baseline x86-64.
struct Stamps {
    table: Vec<u32>,
    latest: u32,
}

impl Stamps {
    /// The counts for grams of `N` characters. `N` is 1 or 2, so the first and the last character are the whole gram.
    fn count<const N: usize>(&mut self, a: &[u8], b: &[u8]) -> Counts {
        let (in_left, in_right) = self.fresh();
        let table: &mut [u32; PAIRS] = self.table.as_mut_slice().try_into().expect("one stamp per pair");
        let place = |gram: &[u8]| usize::from(gram[0] & 127) << 7 | usize::from(gram[N - 1] & 127);
        let mut counts = Counts::default();
        for gram in a.windows(N) {
            let stamp = &mut table[place(gram)];
            counts.left += usize::from(*stamp != in_left);
            *stamp = in_left;
        }
        for gram in b.windows(N) {
            let stamp = &mut table[place(gram)];
            counts.right += usize::from(*stamp != in_right);
            counts.common += usize::from(*stamp == in_left);
            *stamp = in_right;
        }
        // A text shorter than a gram counts as one gram of its own.
        Counts { left: counts.left.max(1), right: counts.right.max(1), ..counts }
    }

    /// Two stamps that do not occur in the table.
    fn fresh(&mut self) -> (u32, u32) {
        if self.latest > u32::MAX - 2 {
            self.table.fill(0);
            self.latest = 0;
        }
        self.latest += 2;
        (self.latest - 1, self.latest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn by_sets(a: &str, b: &str, n: usize) -> Counts {
        let grams = |text: &str| -> HashSet<Vec<char>> {
            let chars: Vec<char> = text.chars().collect();
            if chars.len() < n {
                HashSet::from([chars])
            } else {
                chars.windows(n).map(<[char]>::to_vec).collect()
            }
        };
        let (a, b) = (grams(a), grams(b));
        Counts { left: a.len(), right: b.len(), common: a.intersection(&b).count() }
    }

    proptest! {
        #[test]
        fn every_path_agrees_with_sets(
            a in "[ab01\\x00 ]{0,12}",
            b in "[ab01\\x00 ]{0,12}",
            c in "[aé🦀]{0,8}",
            n in 1usize..=16,
        ) {
            let length = GramLength::new(n).unwrap();
            for (x, y) in [(&a, &b), (&a, &c), (&c, &b)] {
                prop_assume!(x != y);
                prop_assert_eq!(Counts::of(x, y, length), by_sets(x, y, n));
            }
        }
    }

    #[test]
    fn stamps_start_again_when_they_run_out() {
        let mut stamps = Stamps { table: vec![0; PAIRS], latest: u32::MAX - 3 };
        for _ in 0..3 {
            assert_eq!(stamps.count::<2>(b"abab", b"abc"), Counts { left: 2, right: 2, common: 1 });
        }
        assert_eq!(stamps.latest, 4, "the second call started again");
    }

    #[test]
    fn lengths_end_at_sixteen() {
        assert_eq!(GramLength::new(0), None);
        assert_eq!(GramLength::new(17), None);
        assert_eq!(GramLength::new(16).map(GramLength::get), Some(16));
    }
}
