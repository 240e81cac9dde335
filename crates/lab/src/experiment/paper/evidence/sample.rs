//! Candidates within bounded memory: all of them while they are few, then some of every look.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};

use autobva_core::digits::fold;
use autobva_core::{Candidate, Outcome};

/// A sample of candidates with a limited size. Beyond the limit, only some of the candidates whose outputs differ only
/// in digits are kept, chosen by their fingerprints. The result does not depend on the order of the candidates, and
/// rare ones are never dropped in favour of frequent ones.
pub struct Sample {
    limit: usize,
    /// How many candidates of one look are kept.
    room: usize,
    size: usize,
    looks: HashMap<u64, Kept>,
}

/// Places and candidates by fingerprint.
type Kept = BTreeMap<u64, (u32, Candidate)>;

impl Sample {
    /// About seven hundred megabytes of short outputs.
    pub const LIMIT: usize = 1_500_000;

    /// An empty sample.
    pub fn new(limit: usize) -> Sample {
        Sample { limit: limit.max(1), room: limit.max(1), size: 0, looks: HashMap::new() }
    }

    pub fn offer(&mut self, fingerprint: u64, place: u32, candidate: Candidate) {
        let kept = self.looks.entry(look(&candidate)).or_default();
        self.size += usize::from(kept.insert(fingerprint, (place, candidate)).is_none());
        self.size -= shrink(kept, self.room);
        while self.size > self.limit && self.room > 1 {
            self.room /= 2;
            let dropped: usize = self.looks.values_mut().map(|kept| shrink(kept, self.room)).sum();
            self.size -= dropped;
        }
    }

    /// The candidates that are kept, with their places, in the order of these.
    pub fn into_candidates(self) -> (Vec<u32>, Vec<Candidate>) {
        let mut all: Vec<(u32, Candidate)> =
            self.looks.into_values().flat_map(BTreeMap::into_values).collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        all.into_iter().unzip()
    }
}

/// Drops the candidates with the greatest fingerprints; returns how many.
fn shrink(kept: &mut Kept, room: usize) -> usize {
    let dropped = kept.len().saturating_sub(room);
    (0..dropped).for_each(|_| drop(kept.pop_last()));
    dropped
}

/// A hash of the outputs of a pair in which only the length of a number counts.
fn look(candidate: &Candidate) -> u64 {
    let mut hasher = DefaultHasher::new();
    for outcome in [&candidate.left.outcome, &candidate.right.outcome] {
        hasher.write(outcome.type_name().as_bytes());
        hash_look(outcome, &mut hasher);
    }
    hasher.finish()
}

fn hash_look(outcome: &Outcome, hasher: &mut DefaultHasher) {
    for byte in outcome.text().bytes() {
        hasher.write_u8(fold(byte));
    }
    hasher.write_u8(0);
}

#[cfg(test)]
mod tests {
    use autobva_core::Observation;

    use super::*;

    fn candidate(left: String, right: &str) -> Candidate {
        let side = |text: &str| Observation {
            input: Default::default(),
            outcome: Outcome::valid("String", text.to_string()),
        };
        Candidate { left: side(&left), right: side(right), score: 1.0, count: 1 }
    }

    /// A thousand candidates of one look and three of another, in either order.
    fn sample(limit: usize, reversed: bool) -> Vec<u32> {
        let mut places: Vec<u32> = (0..1003).collect();
        if reversed {
            places.reverse();
        }
        let mut sample = Sample::new(limit);
        for place in places {
            let candidate = match place {
                0..1000 => candidate(format!("{:03}", place), "x"),
                _ => candidate(format!("{place} rare"), "y"),
            };
            let fingerprint = u64::from(place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sample.offer(fingerprint, place, candidate);
        }
        sample.into_candidates().0
    }

    #[test]
    fn what_is_rare_stays_and_the_order_does_not_matter() {
        assert_eq!(sample(2000, false).len(), 1003, "there is room for all");
        let kept = sample(100, false);
        assert!(kept.len() <= 100 && kept.len() > 40, "{}", kept.len());
        assert!((1000..1003).all(|rare| kept.contains(&rare)), "{kept:?}");
        assert_eq!(kept, sample(100, true));
    }
}
