//! The archive: unique candidates with their counts, within bounded memory.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hasher};

use autobva_core::{Candidate, Input, IntType, Observation, Outcome};
use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// Unique candidate pairs. A pair found again, from either side, adds to its count.
///
/// Two pairs are the same if their inputs [read alike](Input::reads_as) and their outcomes are equal. At most
/// `capacity` pairs are kept: those with the highest score, then with the shortest inputs, then with the least inputs.
/// This order is total and the rank of a pair never changes, so a pair among the best of everything found was never
/// dropped. Therefore its count is exact, and merging is commutative and associative for pairs and counts. As a set of
/// pairs, merging is also idempotent; counts add up.
#[derive(Debug, Clone)]
pub struct Archive {
    pairs: HashTable<Candidate>,
    capacity: usize,
    /// The rank of the worst pair that is certainly kept; `None` until the archive was full once.
    floor: Option<Rank>,
    dropped: u64,
    hasher: FixedState,
}

/// The order in which pairs are kept: a lesser rank is better.
#[derive(Debug, Clone, PartialEq)]
struct Rank {
    score: f64,
    length: usize,
    left: Input,
    right: Input,
}

impl Rank {
    fn of(candidate: &Candidate) -> Rank {
        Rank {
            score: candidate.score,
            length: candidate.written_length(),
            left: candidate.left.input.clone(),
            right: candidate.right.input.clone(),
        }
    }

    fn cmp(&self, other: &Rank) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.length.cmp(&other.length))
            .then_with(|| self.left.cmp_reading(&other.left))
            .then_with(|| self.right.cmp_reading(&other.right))
    }
}

/// What happened to a pair that was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is new.
    New,
    /// It was known; its count was raised.
    Again,
    /// The archive is full of better ones.
    Dropped,
}

impl Archive {
    /// The default number of pairs to keep: about half a gigabyte if outputs are short.
    pub const DEFAULT_CAPACITY: usize = 1_000_000;

    /// An empty archive for at most `capacity` pairs, and at least one.
    pub fn new(capacity: usize) -> Archive {
        let hasher = FixedState::with_seed(0);
        Archive { pairs: HashTable::new(), capacity: capacity.max(1), floor: None, dropped: 0, hasher }
    }

    /// How many pairs are kept.
    pub fn len(&self) -> usize {
        self.pairs.len().min(self.capacity)
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// How many offers were dropped because the archive was full. A pair that is found and dropped again counts again.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Resets the number of drops and returns it, to be added elsewhere.
    pub(crate) fn take_dropped(&mut self) -> u64 {
        std::mem::take(&mut self.dropped)
    }

    /// Adds drops that happened elsewhere.
    pub(crate) fn note_dropped(&mut self, drops: u64) {
        self.dropped += drops;
    }

    /// Offers a pair in either order. Memory is allocated only if the pair is new.
    pub fn offer(&mut self, a: (&Input, &Outcome), b: (&Input, &Outcome), score: f64) -> Kept {
        let (left, right) = if a.0.cmp_reading(b.0).is_le() { (a, b) } else { (b, a) };
        let hash = self.hash(left.0, right.0);
        let same = |c: &Candidate| {
            c.left.input.reads_as(left.0)
                && c.right.input.reads_as(right.0)
                && c.left.outcome == *left.1
                && c.right.outcome == *right.1
        };
        if let Some(known) = self.pairs.find_mut(hash, same) {
            known.count += 1;
            keep_narrowest(known, left.0, right.0);
            return Kept::Again;
        }
        self.insert(Archive::pair(left, right, score), hash)
    }

    /// The candidate for a pair in either order, with a count of 1.
    pub(crate) fn pair(a: (&Input, &Outcome), b: (&Input, &Outcome), score: f64) -> Candidate {
        let (left, right) = if a.0.cmp_reading(b.0).is_le() { (a, b) } else { (b, a) };
        let observe = |(input, outcome): (&Input, &Outcome)| Observation {
            input: input.clone(),
            outcome: outcome.clone(),
        };
        Candidate { left: observe(left), right: observe(right), score, count: 1 }
    }

    /// Whether the pair is kept here.
    pub fn contains(&self, candidate: &Candidate) -> bool {
        let hash = self.hash(&candidate.left.input, &candidate.right.input);
        self.pairs.find(hash, |known| known.same_pair(candidate)).is_some()
    }

    /// Adds a candidate whose sides are in order. If it is known, the counts are added.
    pub fn add(&mut self, candidate: Candidate) -> Kept {
        let hash = self.hash(&candidate.left.input, &candidate.right.input);
        match self.pairs.find_mut(hash, |known| known.same_pair(&candidate)) {
            Some(known) => {
                known.count += candidate.count;
                keep_narrowest(known, &candidate.left.input, &candidate.right.input);
                Kept::Again
            }
            None => self.insert(candidate, hash),
        }
    }

    /// Adds everything that another archive holds, and its number of drops.
    pub fn merge(&mut self, other: Archive) {
        self.dropped += other.dropped;
        for candidate in other.pairs {
            self.add(candidate);
        }
    }

    /// Removes and returns all candidates. The order is the same in every run with the same choices.
    pub fn drain(&mut self) -> impl Iterator<Item = Candidate> {
        std::mem::take(&mut self.pairs).into_iter()
    }

    /// The candidates, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.pairs.iter()
    }

    /// The scores of the candidates, in no particular order.
    pub fn scores(&self) -> impl Iterator<Item = f64> {
        self.pairs.iter().map(|c| c.score)
    }

    /// The lowest score kept, if the archive is full.
    pub fn lowest_when_full(&self) -> Option<f64> {
        if self.pairs.len() < self.capacity {
            return None;
        }
        self.scores().min_by(f64::total_cmp)
    }

    /// The candidates, best first.
    pub fn into_sorted(mut self) -> Vec<Candidate> {
        self.prune();
        let mut ranked: Vec<(Rank, Candidate)> = self.pairs.into_iter().map(|c| (Rank::of(&c), c)).collect();
        ranked.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| tie(&a.1, &b.1)));
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn insert(&mut self, candidate: Candidate, hash: u64) -> Kept {
        if let Some(floor) = &self.floor
            && Rank::of(&candidate).cmp(floor).is_gt()
        {
            self.dropped += 1;
            return Kept::Dropped;
        }
        let hasher = &self.hasher;
        self.pairs.insert_unique(hash, candidate, |c| hash_pair(hasher, &c.left.input, &c.right.input));
        if self.pairs.len() > self.capacity + self.capacity / 4 + 16 {
            self.prune();
        }
        Kept::New
    }

    /// Drops the worst pairs beyond the capacity. Between two calls the archive may exceed its capacity by a quarter,
    /// so that the cost of sorting is spread over many insertions.
    pub fn prune(&mut self) {
        if self.pairs.len() <= self.capacity {
            return;
        }
        let mut ranked: Vec<(Rank, Candidate)> = self.pairs.drain().map(|c| (Rank::of(&c), c)).collect();
        ranked.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| tie(&a.1, &b.1)));
        self.dropped += (ranked.len() - self.capacity) as u64;
        ranked.truncate(self.capacity);
        self.floor = ranked.last().map(|(rank, _)| rank.clone());
        let hasher = &self.hasher;
        for (_, candidate) in ranked {
            let hash = hash_pair(hasher, &candidate.left.input, &candidate.right.input);
            self.pairs.insert_unique(hash, candidate, |c| hash_pair(hasher, &c.left.input, &c.right.input));
        }
    }

    fn hash(&self, left: &Input, right: &Input) -> u64 {
        hash_pair(&self.hasher, left, right)
    }
}

/// Orders pairs of equal rank. Their inputs read alike: a target that gives two answers to one input produces two pairs.
fn tie(a: &Candidate, b: &Candidate) -> Ordering {
    let text = |c: &Candidate| {
        let side = |o: &Outcome| (o.validity(), o.type_name().to_string(), o.text().to_string());
        (side(&c.left.outcome), side(&c.right.outcome))
    };
    text(a).cmp(&text(b))
}

/// A pair is shown with the narrowest types that it was found with, whichever were found first.
fn keep_narrowest(known: &mut Candidate, left: &Input, right: &Input) {
    fn types(input: &Input) -> impl Iterator<Item = Option<IntType>> {
        input.iter().map(|v| v.as_int().map(|i| i.ty()))
    }
    if types(left).lt(types(&known.left.input)) {
        known.left.input.clone_from(left);
        known.right.input.clone_from(right);
    }
}

fn hash_pair(hasher: &FixedState, left: &Input, right: &Input) -> u64 {
    let mut state = hasher.build_hasher();
    left.hash_reading(&mut state);
    right.hash_reading(&mut state);
    state.finish()
}
