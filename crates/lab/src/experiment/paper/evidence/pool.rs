//! The candidates of all runs on one function, merged.

use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::hash::{DefaultHasher, Hasher};

use autobva_core::{Candidate, Signature};
use autobva_report::CandidateFile;

use super::sample::Sample;
use crate::experiment::paper::function::Function;
use crate::experiment::paper::published::PublishedRow;
use crate::experiment::paper::runs::RunKey;
use crate::experiment::search::{Pair, Truth};

/// The candidates of all runs on one function, without duplicates. A candidate is identified by its place.
pub struct Pool {
    pub function: &'static Function,
    pub signature: Signature,
    /// For each place, the row of the paper's table of which the candidate is an instance.
    pub kinds: Vec<Option<u8>>,
    /// The runs, and which candidates each found.
    pub runs: Vec<PoolRun>,
    /// The candidates at the places below: all of them, unless there are too many.
    pub candidates: Vec<Candidate>,
    /// The places of the candidates above, ascending.
    pub places: Vec<u32>,
    by_fingerprint: HashMap<u64, u32>,
}

/// A run, and which candidates of the pool it found.
pub struct PoolRun {
    pub key: RunKey,
    /// The places of its candidates.
    pub found: Vec<u32>,
}

/// A pool that runs are added to.
pub struct PoolBuilder {
    pool: Pool,
    truth: Truth,
    sample: Sample,
}

impl PoolBuilder {
    /// An empty pool for at most this many candidates.
    pub fn new(function: &'static Function, limit: usize) -> PoolBuilder {
        let pool = Pool {
            function,
            signature: Signature::default(),
            kinds: Vec::new(),
            runs: Vec::new(),
            candidates: Vec::new(),
            places: Vec::new(),
            by_fingerprint: HashMap::new(),
        };
        PoolBuilder { pool, truth: (function.kinds)(), sample: Sample::new(limit) }
    }

    pub fn add(&mut self, key: &RunKey, file: CandidateFile) {
        let pool = &mut self.pool;
        if pool.signature.is_empty() {
            pool.signature = file.signature;
        }
        let mut found = Vec::with_capacity(file.candidates.len());
        for candidate in file.candidates {
            let fingerprint = fingerprint(&candidate);
            let next = pool.kinds.len() as u32;
            let place = *pool.by_fingerprint.entry(fingerprint).or_insert(next);
            if place == next {
                pool.kinds.push(kind(&self.truth, &candidate));
                self.sample.offer(fingerprint, place, candidate);
            }
            found.push(place);
        }
        pool.runs.push(PoolRun { key: key.clone(), found });
    }

    pub fn finish(self) -> Pool {
        let (places, candidates) = self.sample.into_candidates();
        Pool { places, candidates, ..self.pool }
    }
}

impl Pool {
    /// How many candidates all runs found together.
    pub fn size(&self) -> usize {
        self.kinds.len()
    }

    /// The place of the representative of a published row, if it was found.
    pub fn place(&self, row: &PublishedRow) -> Option<usize> {
        let fingerprint = fingerprint_of(&row.left, &row.left_output, &row.right, &row.right_output);
        self.by_fingerprint.get(&fingerprint).map(|place| *place as usize)
    }

    /// The places of the candidates of a kind.
    pub fn of_kind(&self, kind: usize) -> impl Iterator<Item = usize> {
        (0..self.kinds.len()).filter(move |&place| self.kind(place) == Some(kind))
    }

    /// The row of the paper's table of which the candidate at a place is an instance.
    pub fn kind(&self, place: usize) -> Option<usize> {
        self.kinds[place].map(usize::from)
    }

    /// The candidates that are held, with their places.
    pub fn held(&self) -> impl Iterator<Item = (usize, &Candidate)> {
        self.places.iter().map(|place| *place as usize).zip(&self.candidates)
    }

    /// For every place, whether any of these runs found the candidate.
    pub fn found_by(&self, is_asked: impl Fn(&RunKey) -> bool) -> Vec<bool> {
        let mut found = vec![false; self.size()];
        for run in self.runs.iter().filter(|run| is_asked(&run.key)) {
            run.found.iter().for_each(|&place| found[place as usize] = true);
        }
        found
    }
}

fn kind(truth: &Truth, candidate: &Candidate) -> Option<u8> {
    let pair = Pair {
        left: (&candidate.left.input, &candidate.left.outcome),
        right: (&candidate.right.input, &candidate.right.outcome),
    };
    let mut kinds = Vec::new();
    (truth.recognise)(&pair, &mut kinds);
    kinds.first().map(|kind| *kind as u8)
}

fn fingerprint(candidate: &Candidate) -> u64 {
    let (left, right) = (&candidate.left, &candidate.right);
    fingerprint_of(&left.input, left.outcome.text(), &right.input, right.outcome.text())
}

/// A hash of a pair as it is written. With 64 bits, the chance that any two of ten million candidates collide is one in
/// four hundred thousand.
fn fingerprint_of(left: &dyn Display, left_output: &str, right: &dyn Display, right_output: &str) -> u64 {
    struct Text(DefaultHasher);
    impl Write for Text {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut text = Text(DefaultHasher::new());
    let _ = write!(text, "{left}\n{left_output}\n{right}\n{right_output}");
    text.0.finish()
}
