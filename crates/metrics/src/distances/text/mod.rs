//! Distances of texts, one per file. To add one, write its file and list it in the table below.

mod edit;
mod equal;
mod gram_distance;
mod grams;
mod hybrid;
mod jaccard;
mod levenshtein;
mod ncd;
mod numeric;
mod overlap;
mod sets;
mod shape;
mod strlen;

use autobva_core::Entry;

use super::laws::Laws;
use super::registry::{Listed, Name, NameError, entries, listed};

pub use equal::Equal;
pub use gram_distance::{GramDistance, Share};
pub use grams::GramLength;
pub use hybrid::Hybrid;
pub use jaccard::{Jaccard, OfUnion};
pub use levenshtein::Levenshtein;
pub use ncd::Ncd;
pub use numeric::Numeric;
pub use overlap::{OfSmaller, Overlap};
pub use sets::TextSet;
pub use shape::Shape;
pub use strlen::Strlen;

/// How far apart two texts are.
///
/// For all texts: d(x, x) = 0, the order of the two does not matter, and the value is finite and not negative. Each
/// distance states in [`laws`](Self::laws) what else holds, and
/// [`check_text_distance_laws`](super::check_text_distance_laws) checks it.
///
/// ```
/// use autobva_metrics::{Laws, Range, TextDistance, check_text_distance_laws};
///
/// /// The difference of the numbers of words.
/// struct Words;
///
/// impl TextDistance for Words {
///     fn between(&self, a: &str, b: &str) -> f64 {
///         a.split_whitespace().count().abs_diff(b.split_whitespace().count()) as f64
///     }
///
///     fn laws(&self) -> Laws {
///         Laws { range: Range::NonNegative, triangle: true, separates: false }
///     }
/// }
///
/// assert_eq!(Words.between("out of range", "ok"), 2.0);
/// assert!(check_text_distance_laws(&Words, &["", "ok", "out of range"]).is_ok());
/// ```
pub trait TextDistance: Send + Sync {
    /// The distance between two texts.
    fn between(&self, a: &str, b: &str) -> f64;

    /// Whether the distance is above 0, which may be much faster to find out than the distance itself.
    fn tells_apart(&self, a: &str, b: &str) -> bool {
        self.between(a, b) > 0.0
    }

    /// What the distance promises.
    fn laws(&self) -> Laws;

    /// Makes `count` empty sets for texts from a list, to ask for many distances at once. The texts must all differ.
    fn sets<'a>(&'a self, texts: &'a [&'a str], count: usize) -> Vec<Box<dyn TextSet + 'a>> {
        (0..count).map(|_| Box::new(sets::OneByOne::new(self, texts)) as Box<dyn TextSet + 'a>).collect()
    }
}

enum MakeText {
    Plain(fn() -> Box<dyn TextDistance>),
    WithGrams(fn(GramLength) -> Box<dyn TextDistance>),
}

use MakeText::{Plain, WithGrams};

const TABLE: &[Listed<MakeText>] = &[
    listed("strlen", "difference of the lengths in characters; the fastest", Plain(|| Box::new(Strlen))),
    listed(
        "jaccard",
        "share of N-grams not in common; jaccard:N with N 1 to 16, 2 if not said",
        WithGrams(|n| Box::new(Jaccard::new(n))),
    ),
    listed(
        "levenshtein",
        "number of characters to insert, delete or replace",
        Plain(|| Box::new(Levenshtein)),
    ),
    listed(
        "overlap",
        "as jaccard, but as a share of the smaller set of grams; overlap:N",
        WithGrams(|n| Box::new(Overlap::new(n))),
    ),
    listed("ncd", "normalised compression distance; for long, structured texts", Plain(|| Box::new(Ncd))),
    listed("equal", "0 for the same text, 1 for another", Plain(|| Box::new(Equal))),
    listed(
        "numeric",
        "difference of numbers; any other text is as far as can be",
        Plain(|| Box::new(Numeric)),
    ),
    listed(
        "shape",
        "levenshtein with all digits alike: 999K and 1.0M differ, 123 and 124 do not",
        Plain(|| Box::new(Shape)),
    ),
];

/// The distances of outputs.
pub const OUTPUT_DISTANCES: &[Entry] = &entries::<_, { TABLE.len() }>(TABLE, &[]);

/// The text distance with this name: `strlen`, `jaccard:1`, or `shape,levenshtein` for a coarse one and a finer one.
pub fn text_distance(name: &str) -> Result<Box<dyn TextDistance>, NameError> {
    if let Some((coarse, fine)) = name.split_once(',') {
        return Ok(Box::new(Hybrid::new(text_distance(coarse.trim())?, text_distance(fine.trim())?)));
    }
    let name = Name::new(name);
    find(&name)?.ok_or_else(|| name.unknown("output distance", OUTPUT_DISTANCES))
}

/// The distance with this name, if the table has it.
pub(super) fn find(name: &Name<'_>) -> Result<Option<Box<dyn TextDistance>>, NameError> {
    let Some(listed) = name.find(TABLE) else { return Ok(None) };
    match listed.make {
        Plain(make) => name.without_number(listed.entry.name).map(|()| Some(make())),
        WithGrams(make) => name.gram_length(listed.entry.name).map(|length| Some(make(length))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str) -> String {
        text_distance(name).err().expect("a name that selects nothing").to_string()
    }

    #[test]
    fn every_listed_name_selects_a_distance() {
        for entry in OUTPUT_DISTANCES {
            assert!(text_distance(entry.name).is_ok(), "{}", entry.name);
        }
    }

    #[test]
    fn a_gram_length_is_read_and_defaults_to_two() {
        let between = |name: &str| text_distance(name).unwrap().between("9B", "10B");
        assert_eq!(between("jaccard:1"), 0.75);
        assert_eq!(between("jaccard"), between("jaccard:2"));
        assert_eq!(between("jaccard"), 1.0);
        assert!(text_distance("overlap:16").is_ok());
    }

    #[test]
    fn a_bad_name_says_what_to_write() {
        for bad in ["jaccard:0", "jaccard:17", "jaccard:", "jaccard:N", "jaccard:-1", "jaccard:1:2"] {
            assert_eq!(
                refused(bad),
                format!(
                    "'{bad}': the number after the colon must be from 1 to 16; write for instance 'jaccard:2'"
                )
            );
        }
        assert_eq!(refused("strlen:2"), "'strlen:2': strlen takes no number; write 'strlen'");
        assert_eq!(refused("jacard:2"), "unknown output distance 'jacard:2'; did you mean 'jaccard'?");
        assert_eq!(
            refused("euclidean"),
            "unknown output distance 'euclidean'; known are strlen, jaccard, levenshtein, overlap, ncd, equal, \
             numeric, shape"
        );
    }
}
